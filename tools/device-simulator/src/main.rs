//! The binary `device-simulator`: see the README beside it.

use std::io::IsTerminal;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use clap::Parser;
use device_simulator::cli::{Cli, Command, DeviceArgs, FleetArgs, PresentArgs, RunArgs};
use device_simulator::control;
use device_simulator::fleet::{self, Load};
use device_simulator::present::{self, Present};
use device_simulator::simulator::Simulator;
use device_simulator::sip::is_installed;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing_subscriber::EnvFilter;

#[tokio::main]
async fn main() -> ExitCode {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let colours = std::io::stderr().is_terminal();
    tracing_subscriber::fmt().with_env_filter(filter).with_ansi(colours).with_writer(std::io::stderr).init();
    let result = match Cli::parse().command {
        Command::Run(args) => run(&args).await,
        Command::Present(args) => present(&args).await,
        Command::Fleet(args) => fleet(&args).await,
        Command::Credentials(which) => which.load().and_then(|list| print(&list)),
    };
    result.unwrap_or_else(|error| {
        eprintln!("device-simulator: {error:#}");
        ExitCode::from(2)
    })
}

async fn run(args: &RunArgs) -> anyhow::Result<ExitCode> {
    let shutdown = shutdown_on_signal()?;
    let exchange = args.exchange(is_installed())?;
    let (simulator, tasks) = start(&args.devices, args.heartbeat, &shutdown).await?;
    match exchange {
        Some(exchange) => drop(tasks.spawn(exchange.run(simulator.clone(), shutdown.clone()))),
        None => tracing::info!("no telephones: {}", args.why_no_phones()),
    }
    tasks.close();
    tracing::info!(devices = simulator.len(), broker = args.devices.broker, "running");
    shutdown.cancelled().await;
    tasks.wait().await;
    Ok(ExitCode::SUCCESS)
}

async fn fleet(args: &FleetArgs) -> anyhow::Result<ExitCode> {
    let shutdown = shutdown_on_signal()?;
    let (simulator, tasks) = start(&args.devices, args.heartbeat, &shutdown).await?;
    let load = Load {
        seed: args.devices.which.seed,
        rate: args.rate,
        length: Duration::from_secs(args.seconds),
        timeout: Duration::from_secs(args.timeout),
    };
    let report = tokio::select! {
        report = fleet::run(&simulator, &load) => report,
        () = shutdown.cancelled() => anyhow::bail!("stopped before the end"),
    };
    shutdown.cancel();
    tasks.close();
    tasks.wait().await;
    print(&report)?;
    let complete = report.answered == report.recorded && report.refused == 0;
    Ok(if complete { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Opens the devices and starts their links and the control interface.
async fn start(args: &DeviceArgs, heartbeat: u64, shutdown: &CancellationToken) -> anyhow::Result<(Simulator, TaskTracker)> {
    let simulator = Simulator::open(&args.which.load()?, &args.setup()?)?;
    let settings = args.link(heartbeat)?;
    let tasks = TaskTracker::new();
    if let Some(address) = args.control()? {
        let listener = TcpListener::bind(address).await.with_context(|| format!("listening on {address}"))?;
        tracing::info!("control page at http://{}", listener.local_addr()?);
        tasks.spawn(control::serve(simulator.clone(), listener, shutdown.clone()));
    }
    let (all, per_second, token) = (simulator.clone(), args.connects_per_second, shutdown.clone());
    tasks.spawn(async move { all.run(settings, per_second, token).await });
    Ok((simulator, tasks))
}

async fn present(args: &PresentArgs) -> anyhow::Result<ExitCode> {
    let (kind, number) = args.what.presented()?;
    let visit =
        present::run(&Present { http: args.http.clone(), serial: args.serial.clone(), kind, number, lock: args.lock, at: args.at.clone() }).await?;
    print(&visit)?;
    Ok(if visit["granted"] == true { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn print(result: &impl serde::Serialize) -> anyhow::Result<ExitCode> {
    println!("{}", serde_json::to_string_pretty(result)?);
    Ok(ExitCode::SUCCESS)
}

fn shutdown_on_signal() -> anyhow::Result<CancellationToken> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let shutdown = CancellationToken::new();
    let token = shutdown.clone();
    tokio::spawn(async move {
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminate.recv() => {}
        }
        token.cancel();
    });
    Ok(shutdown)
}
