//! `vestibule project`: an installation's first project, or one more, with somebody who can sign in to it.
use std::io::BufRead;

use anyhow::{Context, Result};
use kit::Settings;
use rand::Rng;
use rand::distr::Alphanumeric;

#[derive(clap::Args)]
pub struct Arguments {
    /// As the project is called: 1 to 100 characters.
    #[arg(long)]
    name: String,
    /// Of its administrator; who has an account already keeps their password.
    #[arg(long)]
    email: String,
    /// As the administrator is called.
    #[arg(long)]
    administrator: String,
    /// The password is the first line of the standard input; without this one is made up and printed.
    #[arg(long)]
    password_stdin: bool,
}

/// Letters and digits: 119 bits.
const LENGTH: usize = 20;

/// What is there already is left as it is, so that a repetition does no harm. The services consume its events when they run.
pub async fn make(arguments: Arguments) -> Result<()> {
    let Arguments { name, email, administrator, password_stdin } = arguments;
    let password = if password_stdin { first_line()? } else { rand::rng().sample_iter(Alphanumeric).take(LENGTH).map(char::from).collect() };
    let context = kit::process::context("identity", Settings::from_env()?).await?;
    let made = identity::bootstrap(&context, &name, &email, &password, &administrator).await.map_err(|error| match error {
        kit::Error::Invalid(fields) => {
            let faults: Vec<_> = fields.iter().map(|(field, message)| format!("{field}: {message}")).collect();
            anyhow::anyhow!("{}", faults.join("; "))
        }
        error => error.into(),
    })?;
    println!("project {}: {name}", made.project_id);
    match (made.is_new, password_stdin) {
        (false, _) => println!("{email} has an account already, and keeps its password"),
        (true, true) => println!("{email} signs in with the password that was given"),
        (true, false) => println!("{email} signs in with {password}"),
    }
    Ok(())
}

fn first_line() -> Result<String> {
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line).context("reading the password")?;
    Ok(line.trim_end_matches(['\r', '\n']).to_string())
}
