//! `vestibule site`: a client of the API that exports a project as a text, says what a text would change, and applies it.
mod client;
mod diff;
mod secrets;

use std::io::{BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, Subcommand, ValueEnum};

use client::{ApplyState, Client};

/// Of a plan that would change something.
const CHANGES: u8 = 2;
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// In a row: as long as a gateway restarts.
const MAX_POLL_FAILURES: usize = 30;

#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    connection: Connection,
    #[command(subcommand)]
    command: SiteCommand,
}

#[derive(Args)]
struct Connection {
    /// Address of the platform, as https://vestibule.example.org; without it, the variable VESTIBULE_URL.
    #[arg(long, global = true)]
    url: Option<String>,
    /// A file with the token; without it, the variable VESTIBULE_TOKEN.
    #[arg(long, global = true)]
    token_file: Option<PathBuf>,
    /// A file with the authority that has signed the platform's certificate, as PEM.
    #[arg(long, global = true)]
    certificate_authority: Option<PathBuf>,
    /// Sends the token over http to another machine, where everybody on the way can read it.
    #[arg(long, global = true)]
    allow_http: bool,
    /// Seconds that the whole of it may take.
    #[arg(long, global = true, default_value_t = 3600)]
    timeout: u64,
}

#[derive(Subcommand)]
enum SiteCommand {
    /// Writes the project as YAML.
    Export {
        #[command(flatten)]
        export: ExportArguments,
        /// A file; without it, the standard output.
        #[arg(long, short)]
        output: Option<PathBuf>,
    },
    /// Says what a file would change. Ends with 0 when nothing, with 2 when something would.
    Plan {
        #[command(flatten)]
        file: FileArguments,
    },
    /// Changes what a file says, after asking.
    Apply {
        #[command(flatten)]
        file: FileArguments,
        /// Does not ask.
        #[arg(long)]
        yes: bool,
        /// A secret, as name=value; those that are not given are taken from variables: VESTIBULE_SECRET_ and the name in capitals, with _
        /// for what is neither letter nor digit.
        #[arg(long = "secret", value_name = "NAME=VALUE")]
        secrets: Vec<String>,
        /// Leaves out secrets that are not given.
        #[arg(long)]
        leave_out_secrets: bool,
    },
}

/// What is exported.
#[derive(Args)]
struct ExportArguments {
    /// Entities, with commas between them; without it, all.
    #[arg(long, value_delimiter = ',')]
    entities: Vec<String>,
    /// Id of a group: with what is below it, and what belongs to them.
    #[arg(long)]
    group: Option<i64>,
    /// Leaves out empty fields.
    #[arg(long)]
    compact: bool,
    /// With access codes and QR codes, whose number alone opens doors: for who may export identifiers.
    #[arg(long)]
    codes: bool,
}

#[derive(Args)]
struct FileArguments {
    file: PathBuf,
    /// Whether what the file does not have is deleted, of its entities.
    #[arg(long, value_enum, default_value_t = Mode::Merge)]
    mode: Mode,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Mode {
    Merge,
    Replace,
}

impl Mode {
    fn word(self) -> &'static str {
        match self {
            Mode::Merge => "merge",
            Mode::Replace => "replace",
        }
    }
}

pub async fn run(arguments: Arguments) -> Result<ExitCode> {
    let Arguments { connection, command } = arguments;
    let limit = Duration::from_secs(connection.timeout.max(1));
    let client = Client::new(&connection, kit::variables::from_env()?)?;
    let done = tokio::time::timeout(limit, perform(&client, command)).await;
    done.map_err(|_| anyhow::anyhow!("not done within {} s; an apply that has begun goes on", limit.as_secs()))?
}

async fn perform(client: &Client, command: SiteCommand) -> Result<ExitCode> {
    match command {
        SiteCommand::Export { export, output } => write_export(client, &export, output.as_deref()).await,
        SiteCommand::Plan { file } => plan(client, &file).await,
        SiteCommand::Apply { file, yes, secrets, leave_out_secrets } => apply(client, &file, yes, &secrets, leave_out_secrets).await,
    }
}

async fn write_export(client: &Client, export: &ExportArguments, output: Option<&Path>) -> Result<ExitCode> {
    let text = client.export(export).await?;
    match output {
        Some(path) => std::fs::write(path, &text).with_context(|| format!("writing {}", path.display()))?,
        None => std::io::stdout().write_all(text.as_bytes()).context("writing to the standard output")?,
    }
    Ok(ExitCode::SUCCESS)
}

async fn plan(client: &Client, file: &FileArguments) -> Result<ExitCode> {
    let text = read(&file.file)?;
    let plan = client.plan(&text, file.mode).await?;
    print!("{}", diff::readable(&plan));
    Ok(if diff::is_empty(&plan) { ExitCode::SUCCESS } else { ExitCode::from(CHANGES) })
}

async fn apply(client: &Client, file: &FileArguments, yes: bool, given: &[String], leave_out_secrets: bool) -> Result<ExitCode> {
    let text = read(&file.file)?;
    let secrets = secrets::collect(&text, given, &kit::variables::family(secrets::PREFIX))?;
    let plan = client.plan(&text, file.mode).await?;
    print!("{}", diff::readable(&plan));
    if !diff::is_empty(&plan) && !yes {
        ensure!(std::io::stdin().is_terminal(), "nobody can be asked here: --yes applies without asking");
        if !confirmed()? {
            bail!("nothing was changed");
        }
    }
    let hash = plan["plan_hash"].as_str().context("a plan without its hash")?;
    let Some(id) = client.apply(text, file.mode, hash, &secrets, leave_out_secrets).await? else {
        println!("Nothing to do.");
        return Ok(ExitCode::SUCCESS);
    };
    wait_for_end(client, id).await?;
    println!("Applied. It can be undone in the console, at Backups.");
    Ok(ExitCode::SUCCESS)
}

/// The apply goes on whether or not its state can be read.
async fn wait_for_end(client: &Client, id: i64) -> Result<()> {
    let mut failures = 0;
    loop {
        match client.state(id).await {
            Ok(ApplyState::Applying) => failures = 0,
            Ok(ApplyState::Applied) => return Ok(()),
            Ok(ApplyState::Failed(why)) => bail!("not all of it was done; what was done can be undone in the console, at Backups:\n{why}"),
            Err(error) if failures == MAX_POLL_FAILURES => return Err(error),
            Err(_) => failures += 1,
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

fn read(path: &Path) -> Result<Vec<u8>> {
    if path == Path::new("-") {
        let mut text = Vec::new();
        std::io::Read::read_to_end(&mut std::io::stdin().lock(), &mut text).context("reading the standard input")?;
        return Ok(text);
    }
    std::fs::read(path).with_context(|| format!("reading {}", path.display()))
}

fn confirmed() -> Result<bool> {
    print!("Apply? [y/N] ");
    std::io::stdout().flush()?;
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line).context("reading the answer")?;
    Ok(matches!(line.trim().to_lowercase().as_str(), "y" | "yes"))
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;
    use crate::variables::ClientVariables;

    /// A client of a platform that gives these answers, one after the other.
    async fn client(answers: &'static [(&'static str, &'static str)]) -> Client {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = Some(format!("http://{}", listener.local_addr().unwrap()));
        tokio::spawn(async move {
            for (status, body) in answers {
                let (mut stream, _) = listener.accept().await.unwrap();
                let _length = stream.read(&mut [0; 4096]).await.unwrap();
                let answer = format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len());
                stream.write_all(answer.as_bytes()).await.unwrap();
            }
        });
        let connection = Connection { url, token_file: None, certificate_authority: None, allow_http: false, timeout: 1 };
        Client::new(&connection, ClientVariables { url: None, token: Some("token".into()) }).unwrap()
    }

    #[tokio::test]
    async fn the_end_of_an_apply_is_waited_for_over_a_restart_of_the_platform() {
        const APPLYING: &str = r#"{"apply":{"status":"applying"}}"#;
        let restarted = client(&[
            ("503 Service Unavailable", "{}"),
            ("200 OK", APPLYING),
            ("502 Bad Gateway", "restarting"),
            ("200 OK", r#"{"apply":{"status":"applied"}}"#),
        ]);
        wait_for_end(&restarted.await, 7).await.unwrap();
        let failed = client(&[("200 OK", r#"{"apply":{"status":"failed","refusals":[],"message":"action prohibited"}}"#)]);
        assert!(wait_for_end(&failed.await, 7).await.unwrap_err().to_string().contains("action prohibited"));
    }
}
