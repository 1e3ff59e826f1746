//! The "nothing lost" checker: runs a whole platform with simulated panels, injects one fault after another, and then
//! checks the invariants of the README. The exit code is the verdict.
mod balancer;
mod changes;
mod clients;
mod emitter;
mod expected;
mod fleet;
mod ledger;
mod nemesis;
mod observe;
mod observed;
mod queues;
mod rolling;
mod servers;
mod simulator;
mod site;
mod verdict;
mod wire;
mod world;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Parser;

use observed::Observed;
use verdict::Finding;
use world::World;

/// One less than the number of the first card.
const FIRST_NUMBER: u32 = 1_000_000;

#[derive(Parser)]
#[command(about = "Kills parts of a running platform and checks that nothing was lost")]
struct Arguments {
    /// The short form, as part of `./dev test`.
    #[arg(long)]
    short: bool,
    /// Restarts every service, replica by replica, instead of injecting faults. The short form does both.
    #[arg(long)]
    rolling: bool,
    /// How long faults are made or services are restarted, in seconds [30 with --short, else 120].
    #[arg(long)]
    seconds: Option<u64>,
    /// The same seed makes the same faults, changes and events, as far as machines allow.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Simulated panels, beside those of the demonstration site.
    #[arg(long, default_value_t = 20)]
    panels: usize,
    /// Seconds after the last fault within which every invariant must hold.
    #[arg(long, default_value_t = 45)]
    timeout: u64,
    /// First of four free ports on loopback; the panels that speak HTTP have ports from the tenth on.
    #[arg(long)]
    ports: u16,
}

#[tokio::main]
async fn main() -> ExitCode {
    match check(&Arguments::parse()).await {
        Ok(findings) => {
            let failed = findings.iter().filter(|finding| !finding.holds()).count();
            println!("{} passed, {failed} failed", findings.len() - failed);
            if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => {
            println!("the check could not be made: {error:#}\n0 passed, 1 failed");
            ExitCode::FAILURE
        }
    }
}

async fn check(arguments: &Arguments) -> Result<Vec<Finding>> {
    let length = Duration::from_secs(arguments.seconds.unwrap_or(if arguments.short { 30 } else { 120 }));
    println!("seed {}, {} panels, faults for {} s", arguments.seed, arguments.panels, length.as_secs());
    let mut world = World::start(arguments.seed, arguments.panels, arguments.ports).await?;
    let result = parts(&mut world, arguments, length).await;
    world.stop().await?;
    result
}

async fn parts(world: &mut World, arguments: &Arguments, length: Duration) -> Result<Vec<Finding>> {
    if arguments.rolling {
        return restarts(world, arguments, length).await;
    }
    let mut findings = run(world, arguments, length).await?;
    if arguments.short {
        findings.extend(restarts(world, arguments, Duration::ZERO).await?);
    }
    Ok(findings)
}

async fn restarts(world: &mut World, arguments: &Arguments, length: Duration) -> Result<Vec<Finding>> {
    let begin = Instant::now();
    let rolled = rolling::run(world, arguments.seed, length.is_zero(), length).await?;
    let (observed, mut findings) = check_recovery(world, &rolled.changes, Duration::from_secs(arguments.timeout)).await?;
    findings.extend(rolled.findings());
    for finding in &findings {
        println!("{finding}");
    }
    println!(
        "replaced={} changes={} requests={} failed={} slowest={:.1} s reconnects={} pushes={} sent={} promised={} stored={} lost={} in {:.1} s",
        rolled.replaced,
        rolled.changes.acknowledged(),
        rolled.seen.requests,
        rolled.seen.failed.len() + rolled.changes.unanswered.len(),
        rolled.seen.slowest.as_secs_f64(),
        rolled.seen.reconnects,
        rolled.seen.pushes,
        observed.sent(),
        observed.promised(),
        observed.stored(),
        observed.lost(),
        begin.elapsed().as_secs_f64()
    );
    Ok(findings)
}

async fn run(world: &mut World, arguments: &Arguments, length: Duration) -> Result<Vec<Finding>> {
    let changing = changes::start(&world.site, arguments.seed, FIRST_NUMBER);
    let emitting = emitter::start(&world.simulator, &world.site, arguments.seed);
    let faults = nemesis::run(world, arguments.seed, length).await;
    let changes = changing.stop().await?;
    emitting.stop().await?;
    let faults = faults?;

    let healed = Instant::now();
    let (observed, findings) = check_recovery(world, &changes, Duration::from_secs(arguments.timeout)).await?;
    let took = healed.elapsed();
    for finding in &findings {
        println!("{finding}");
    }
    println!(
        "seed={} faults={} [{}] changes={} unanswered={} sent={} promised={} stored={} lost={} converged in {:.1} s",
        arguments.seed,
        faults.len(),
        faults.join(", "),
        changes.acknowledged(),
        changes.unanswered.len(),
        observed.sent(),
        observed.promised(),
        observed.stored(),
        observed.lost(),
        took.as_secs_f64()
    );
    Ok(findings)
}

/// Checks until every invariant holds or the time is up.
async fn check_recovery(world: &mut World, changes: &ledger::Changes, timeout: Duration) -> Result<(Observed, Vec<Finding>)> {
    let begin = Instant::now();
    loop {
        let observed = observe::everything(world).await;
        let late = begin.elapsed() > timeout;
        match observed {
            Ok(observed) => {
                let findings = verdict::judge(&observed, changes);
                if late || findings.iter().all(Finding::holds) {
                    return Ok((observed, findings));
                }
            }
            Err(error) if late => return Err(error.context("the platform does not answer after the last fault")),
            Err(_) => {}
        }
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
}
