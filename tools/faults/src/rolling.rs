//! Restarts every service replica by replica, as an upgrade on Kubernetes does, under load. No client may see a failure.
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use anyhow::Result;
use futures::future::try_join_all;

use crate::clients::ClientResults;
use crate::ledger::Changes;
use crate::verdict::Finding;
use crate::world::World;
use crate::{changes, clients, emitter};

/// Cards of this part have other numbers than those of the faults.
const FIRST_NUMBER: u32 = 5_000_000;

pub struct RollingRestart {
    pub changes: Changes,
    pub seen: ClientResults,
    /// Replicas that were replaced.
    pub replaced: usize,
    /// Replicas that did not stop as they should.
    troubles: Vec<String>,
}

/// Restarts at least once. `at_once`: all services together, as an upgrade does; else one by one until `length` is over.
pub async fn run(world: &mut World, seed: u64, at_once: bool, length: Duration) -> Result<RollingRestart> {
    world.spread().await?;
    let changing = changes::start(&world.site, seed, FIRST_NUMBER);
    let emitting = emitter::start(&world.simulator, &world.site, seed);
    let listening = clients::start(&world.environment, &world.site, &world.login, &world.password, seed)?;
    let rolled = roll(world, at_once, length).await;
    let seen = listening.stop().await?;
    let changes = changing.stop().await?;
    emitting.stop().await?;
    let (replaced, troubles) = rolled?;
    Ok(RollingRestart { changes, seen, replaced, troubles })
}

async fn roll(world: &mut World, at_once: bool, length: Duration) -> Result<(usize, Vec<String>)> {
    let begin = Instant::now();
    let mut replaced = 0;
    loop {
        world.check_parts()?;
        let services = &mut world.fleet()?.services;
        match at_once {
            true => replaced += try_join_all(services.iter_mut().map(|service| service.roll())).await?.into_iter().sum::<usize>(),
            false => {
                for service in services.iter_mut() {
                    replaced += service.roll().await?;
                }
            }
        }
        println!("{:5.1} s  {replaced} replicas were replaced", begin.elapsed().as_secs_f64());
        if begin.elapsed() >= length {
            break;
        }
    }
    let troubles = world.fleet()?.services.iter_mut().flat_map(|service| std::mem::take(&mut service.troubles)).collect();
    Ok((replaced, troubles))
}

impl RollingRestart {
    /// Invariants of a restart, in addition to those of every fault.
    pub fn findings(&self) -> Vec<Finding> {
        let failed = counted(self.seen.failed.iter().chain(&self.changes.unanswered));
        vec![
            Finding::new("no request failed while services were restarted", failed),
            Finding::new("no websocket was torn off: each was asked to come back, and could", self.seen.torn.clone()),
            Finding::new("every process finished what it had begun, and ended by itself with success", self.troubles.clone()),
        ]
    }
}

/// Each text once, with how often it came.
fn counted<'a>(texts: impl Iterator<Item = &'a String>) -> Vec<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    texts.for_each(|text| *counts.entry(text).or_default() += 1);
    counts.into_iter().map(|(text, count)| format!("{text} ({count} times)")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_failure_is_listed_once_and_hides_no_other() {
        let texts = ["/users: 503", "/devices: 503", "/users: 503"].map(String::from);
        assert_eq!(counted(texts.iter()), ["/devices: 503 (1 times)", "/users: 503 (2 times)"]);
    }

    #[test]
    fn a_failed_request_a_broken_socket_and_a_failed_stop_are_found() {
        let sound = || RollingRestart { changes: Changes::default(), seen: ClientResults::default(), replaced: 15, troubles: Vec::new() };
        assert!(sound().findings().iter().all(Finding::holds));
        let unanswered = Changes { unanswered: vec!["creating in users: 503".into()], ..Changes::default() };
        let spoilt = [
            RollingRestart { seen: ClientResults { failed: vec!["/users: 503".into()], ..ClientResults::default() }, ..sound() },
            RollingRestart { changes: unanswered, ..sound() },
            RollingRestart { seen: ClientResults { torn: vec!["ended without a word".into()], ..ClientResults::default() }, ..sound() },
            RollingRestart { troubles: vec!["access-1 ended with exit status: 1".into()], ..sound() },
        ];
        for rolled in spoilt {
            assert_eq!(rolled.findings().iter().filter(|finding| !finding.holds()).count(), 1);
        }
    }
}
