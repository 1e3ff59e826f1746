//! One fault after another, from a seed; each is healed before the next.
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use e2e_harness::process::Signal;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

use crate::servers::Server;
use crate::world::World;

/// How long a fault lasts, in milliseconds.
const HOLD: std::ops::Range<u64> = 200..1500;
/// Between a fault's end and the next, in milliseconds.
const PEACE: std::ops::Range<u64> = 300..1500;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    KillGateway,
    FreezeGateway,
    KillPlatform,
    FreezePlatform,
    Kill(Server),
    Freeze(Server),
    CutWire,
    EmptyPanel,
    PanelAway,
}

impl Fault {
    /// Every round has each of them once, in random order.
    const ROUND: [Fault; 13] = [
        Fault::KillGateway,
        Fault::Kill(Server::Mosquitto),
        Fault::Kill(Server::Rabbitmq),
        Fault::Kill(Server::Postgres),
        Fault::CutWire,
        Fault::FreezeGateway,
        Fault::KillPlatform,
        Fault::Freeze(Server::Postgres),
        Fault::EmptyPanel,
        Fault::Kill(Server::Redis),
        Fault::Freeze(Server::Mosquitto),
        Fault::PanelAway,
        Fault::FreezePlatform,
    ];
    /// These come first, so that a short run has them all.
    const FIRST: usize = 5;

    fn name(self) -> String {
        match self {
            Fault::KillGateway => "kill device-gateway".into(),
            Fault::FreezeGateway => "freeze device-gateway".into(),
            Fault::KillPlatform => "kill the other services".into(),
            Fault::FreezePlatform => "freeze the other services".into(),
            Fault::Kill(server) => format!("kill {}", server.name()),
            Fault::Freeze(server) => format!("freeze {}", server.name()),
            Fault::CutWire => "cut the wire".into(),
            Fault::EmptyPanel => "empty a panel".into(),
            Fault::PanelAway => "a panel away".into(),
        }
    }
}

/// Injects faults for that time, and each of the first ones at least once. Returns their names.
pub async fn run(world: &mut World, seed: u64, length: Duration) -> Result<Vec<String>> {
    let mut random = StdRng::seed_from_u64(seed);
    let begin = Instant::now();
    let mut made = Vec::new();
    let mut round: Vec<Fault> = Vec::new();
    while begin.elapsed() < length || made.len() < Fault::FIRST {
        pause(&mut random, PEACE).await;
        let fault = match round.pop() {
            Some(fault) => fault,
            None => {
                round = shuffled(made.is_empty(), &mut random);
                continue;
            }
        };
        if let Fault::Kill(server) | Fault::Freeze(server) = fault
            && !world.servers.is_ours(server)
        {
            continue;
        }
        println!("{:5.1} s  {}", begin.elapsed().as_secs_f64(), fault.name());
        let hold = Duration::from_millis(random.random_range(HOLD));
        make(world, fault, hold, &mut random).await.with_context(|| fault.name())?;
        world.check_parts()?;
        made.push(fault.name());
    }
    Ok(made)
}

/// The last of them comes first.
fn shuffled(first_round: bool, random: &mut StdRng) -> Vec<Fault> {
    use rand::seq::SliceRandom;
    let (mut first, mut later) = (Fault::ROUND[..Fault::FIRST].to_vec(), Fault::ROUND[Fault::FIRST..].to_vec());
    first.shuffle(random);
    later.shuffle(random);
    later.extend(first);
    if !first_round {
        later.shuffle(random);
    }
    later
}

async fn make(world: &mut World, fault: Fault, hold: Duration, random: &mut StdRng) -> Result<()> {
    match fault {
        Fault::KillGateway => {
            world.gateway.kill().await?;
            tokio::time::sleep(hold).await;
            world.gateway.start()
        }
        Fault::KillPlatform => {
            world.platform.kill().await?;
            tokio::time::sleep(hold).await;
            world.platform.start()
        }
        Fault::FreezeGateway => {
            world.gateway.signal(Signal::Stop).await?;
            tokio::time::sleep(hold).await;
            world.gateway.signal(Signal::Continue).await
        }
        Fault::FreezePlatform => {
            world.platform.signal(Signal::Stop).await?;
            tokio::time::sleep(hold).await;
            world.platform.signal(Signal::Continue).await
        }
        Fault::Kill(server) => {
            world.servers.kill(server).await?;
            tokio::time::sleep(hold).await;
            world.servers.start().await
        }
        Fault::Freeze(server) => {
            world.servers.freeze(server).await?;
            tokio::time::sleep(hold).await;
            world.servers.thaw(server).await
        }
        Fault::CutWire => {
            world.wire.cut();
            tokio::time::sleep(hold).await;
            world.wire.restore();
            Ok(())
        }
        Fault::EmptyPanel => world.simulator.clear_memory(a_panel(world, random)?).await,
        Fault::PanelAway => {
            let panel = a_panel(world, random)?;
            world.simulator.online(panel, false).await?;
            tokio::time::sleep(hold).await;
            world.simulator.online(panel, true).await
        }
    }
}

fn a_panel<'a>(world: &'a World, random: &mut StdRng) -> Result<&'a str> {
    world.site.panels.choose(random).map(|panel| panel.serial.as_str()).context("there is no panel")
}

async fn pause(random: &mut StdRng, range: std::ops::Range<u64>) {
    tokio::time::sleep(Duration::from_millis(random.random_range(range))).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_faults() {
        let order = |seed| shuffled(true, &mut StdRng::seed_from_u64(seed));
        assert_eq!(order(7), order(7));
        assert_ne!(order(7), order(8));
    }

    #[test]
    fn the_first_five_are_the_kills_and_the_wire() {
        let first: Vec<Fault> = shuffled(true, &mut StdRng::seed_from_u64(3)).into_iter().rev().take(Fault::FIRST).collect();
        assert!(Fault::ROUND[..Fault::FIRST].iter().all(|fault| first.contains(fault)));
    }
}
