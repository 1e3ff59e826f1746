//! The one binary: every service, or one of them by name, and the commands that set a site up.
mod commands;
mod demo;
mod election;
mod project;
mod services;
mod settings_page;
mod shutdown;
mod site;
mod variables;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Parser, Subcommand};

/// A fifth of the time of a request was spent in the allocator of the C library.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Parser)]
#[command(version, about = "Access control and intercom: the platform's services")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Runs every service in this process.
    All {
        /// Services that run elsewhere, reached by VESTIBULE_PEER_<NAME>.
        #[arg(long, value_parser = PossibleValuesParser::new(kit::services::names()))]
        except: Vec<String>,
    },
    /// Runs one service.
    Run {
        #[arg(value_parser = PossibleValuesParser::new(kit::services::names()))]
        service: String,
    },
    /// Makes the roles and databases; VESTIBULE_DATABASE_ADMIN_URL may make them.
    Setup,
    /// Brings every database to this build's schema.
    Migrate,
    /// Makes the demonstration site, or what is missing of it.
    Demo {
        /// Where to write the accounts for people.
        #[arg(long)]
        accounts_file: PathBuf,
        /// Where to write the devices' credentials for the simulator.
        #[arg(long)]
        devices_file: PathBuf,
    },
    /// Makes a project and its first administrator, or what is missing of them.
    Project(project::Arguments),
    /// Prints the OpenAPI document.
    Openapi,
    /// Prints the settings of every process, with their defaults, as Markdown.
    Settings,
    /// A project as a file: exports it, says what a file would change, applies it. A client of a platform that runs anywhere.
    Site(site::Arguments),
    /// Checks the audit log's chain.
    Audit {
        #[command(subcommand)]
        command: AuditCommand,
    },
}

#[derive(Subcommand)]
enum AuditCommand {
    /// Every record of every project is as it was written, and none is missing.
    Verify,
}

#[tokio::main]
async fn main() -> anyhow::Result<ExitCode> {
    let arguments = Arguments::parse();
    let telemetry = kit::telemetry::start()?;
    let mut code = ExitCode::SUCCESS;
    let result = match arguments.command {
        Command::All { except } => commands::serve(services::all_but(&except)).await,
        Command::Run { service } => commands::serve(vec![services::named(&service)?]).await,
        Command::Setup => commands::setup().await,
        Command::Migrate => commands::migrate().await,
        Command::Demo { accounts_file, devices_file } => demo::run(&accounts_file, &devices_file).await,
        Command::Project(arguments) => project::make(arguments).await,
        Command::Openapi => commands::openapi(),
        Command::Settings => {
            commands::settings();
            Ok(())
        }
        Command::Site(arguments) => site::run(arguments).await.map(|ended| code = ended),
        Command::Audit { command: AuditCommand::Verify } => commands::audit_verify().await,
    };
    telemetry.stop().await;
    result.map(|()| code)
}
