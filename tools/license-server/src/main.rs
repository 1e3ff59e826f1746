//! `license-server`: issue, serve, revoke, sign-file, public-key.
use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail, ensure};
use clap::{Args, Parser, Subcommand};
use license_server::keys::{open_or_create, public_key, random_values};
use license_server::ledger::Ledger;
use license_server::server::router;
use licensing::domain::counts::Counts;
use licensing::domain::feature;
use licensing::domain::license::Plan;
use licensing::domain::license_file::{Payload, Way, sign};
use licensing::domain::license_key::LicenseKey;
use time::Duration;
use uuid::Uuid;

/// Issues and serves licences of Vestibule.
#[derive(Parser)]
struct Cli {
    /// Signing keys, one for each time this is given, each in a file of its own that nobody else may read. One that is not there is made.
    #[arg(long, required = true)]
    key_file: Vec<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Prints the public keys, as `VESTIBULE_LICENSE_KEYS` wants them.
    PublicKey,
    /// Issues a licence, and prints its id and the key that activates it.
    Issue {
        #[arg(long)]
        ledger: PathBuf,
        #[command(flatten)]
        license: LicenseArgs,
    },
    /// Takes a licence back: its project is disabled with its next refresh.
    Revoke {
        #[arg(long)]
        ledger: PathBuf,
        id: Uuid,
    },
    /// Writes a signed file for a project or an installation that has no network, or for one project of one installation.
    SignFile {
        /// Where the licences that this one replaces were issued: their keys activate nothing any more.
        #[arg(long)]
        ledger: Option<PathBuf>,
        #[command(flatten)]
        license: LicenseArgs,
        #[arg(long)]
        project_uid: Option<Uuid>,
        #[arg(long)]
        instance_id: Option<Uuid>,
        #[arg(long)]
        output: PathBuf,
    },
    Serve {
        #[arg(long)]
        ledger: PathBuf,
        #[arg(long, default_value = "127.0.0.1:8095")]
        address: String,
    },
}

#[derive(Args)]
struct LicenseArgs {
    /// basic, plus or trial.
    #[arg(long, default_value = "plus")]
    plan: String,
    #[arg(long)]
    customer: String,
    /// From now on; without an end where absent.
    #[arg(long)]
    days: Option<u16>,
    /// Separated by commas; every feature where absent.
    #[arg(long, value_delimiter = ',')]
    features: Vec<String>,
    /// Unlimited where absent, as the other counts.
    #[arg(long)]
    sip: Option<i64>,
    #[arg(long)]
    mobile_app: Option<i64>,
    #[arg(long)]
    ukey2: Option<i64>,
    /// Of each account, of each kind.
    #[arg(long)]
    per_user: Option<i64>,
    /// Ids of licences that this one replaces.
    #[arg(long, value_delimiter = ',')]
    supersedes: Vec<Uuid>,
}

impl LicenseArgs {
    fn payload(self, project_uid: Option<Uuid>, instance_id: Option<Uuid>) -> Result<Payload> {
        let plan = match self.plan.as_str() {
            "basic" => Plan::Basic,
            "plus" => Plan::Plus,
            "trial" => Plan::Trial,
            other => bail!("no such plan: {other}"),
        };
        let known = feature::all();
        if let Some(unknown) = self.features.iter().find(|name| !known.contains(name.as_str())) {
            bail!("no such feature: {unknown}");
        }
        let features = if self.features.is_empty() { known.into_iter().map(String::from).collect() } else { self.features };
        let now = kit::Clock::system().now().replace_nanosecond(0)?;
        Ok(Payload {
            v: 1,
            id: Uuid::new_v4(),
            plan,
            issued_at: now,
            customer: self.customer,
            way: Way::Offline,
            project_uid,
            instance_id,
            valid_from: now,
            valid_to: self.days.map(|days| now + Duration::days(days.into())),
            features,
            counts: Counts { sip: self.sip, mobile_app: self.mobile_app, ukey2: self.ukey2 },
            per_user: Counts { sip: self.per_user, mobile_app: self.per_user, ukey2: self.per_user },
            supersedes: self.supersedes,
        })
    }
}

#[tokio::main]
async fn main() -> Result<()> {
    let Cli { key_file, command } = Cli::parse();
    let keys = key_file.iter().map(|path| open_or_create(path)).collect::<Result<Vec<_>>>()?;
    let mut out = std::io::stdout();
    match command {
        Command::PublicKey => writeln!(out, "{}", keys.iter().map(public_key).collect::<Vec<_>>().join(","))?,
        Command::Issue { ledger, license } => {
            let (payload, key) = (license.payload(None, None)?, LicenseKey::new(random_values()?));
            let id = payload.id;
            Ledger::open(&ledger)?.issue(&key, payload)?;
            writeln!(out, "{id} {}", key.as_str())?;
        }
        Command::Revoke { ledger, id } => ensure!(Ledger::open(&ledger)?.revoke(id)?, "no such licence: {id}"),
        Command::SignFile { ledger, license, project_uid, instance_id, output } => {
            ensure!(project_uid.is_some() || instance_id.is_some(), "--project-uid or --instance-id");
            match ledger {
                Some(ledger) => Ledger::open(&ledger)?.supersede(&license.supersedes)?,
                None => ensure!(license.supersedes.is_empty(), "--ledger, in which the licences that it replaces were issued"),
            }
            let file = sign(&license.payload(project_uid, instance_id)?, &keys)?;
            std::fs::write(&output, file).with_context(|| format!("writing {}", output.display()))?;
        }
        Command::Serve { ledger, address } => {
            let listener = tokio::net::TcpListener::bind(&address).await.with_context(|| format!("listening on {address}"))?;
            writeln!(out, "listening on {}", listener.local_addr()?)?;
            let ended = async { drop(tokio::signal::ctrl_c().await) };
            axum::serve(listener, router(Ledger::open(&ledger)?, keys)).with_graceful_shutdown(ended).await?;
        }
    }
    Ok(())
}
