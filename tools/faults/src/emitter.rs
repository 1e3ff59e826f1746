//! Continuous events at the doors: generated ones, and cards presented to readers.
use std::time::Duration;

use anyhow::Result;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

use crate::simulator::Simulator;
use crate::site::Site;

/// Between two events, in milliseconds.
const PAUSE_MILLIS: std::ops::Range<u64> = 20..120;
/// One in this many panels sends every push twice, and one in this many sends events in the wrong order.
const ODD: usize = 5;
/// Cards that are presented at the same time.
const MOST_VISITS: usize = 20;

/// The events, until they are stopped.
pub struct Emitting {
    stop: watch::Sender<bool>,
    task: JoinHandle<Result<()>>,
}

impl Emitting {
    pub async fn stop(self) -> Result<()> {
        self.stop.send_replace(true);
        self.task.await?
    }
}

pub fn start(simulator: &Simulator, site: &Site, seed: u64) -> Emitting {
    let stop = watch::Sender::new(false);
    let (simulator, site, random) = (simulator.clone(), site.clone(), StdRng::seed_from_u64(seed ^ 0xe417));
    let task = tokio::spawn(emit(simulator, site, random, stop.subscribe()));
    Emitting { stop, task }
}

async fn emit(simulator: Simulator, site: Site, mut random: StdRng, stop: watch::Receiver<bool>) -> Result<()> {
    for (index, panel) in site.panels.iter().enumerate() {
        match index % ODD {
            0 => simulator.fault(&panel.serial, "duplicate_events").await?,
            1 => simulator.fault(&panel.serial, "reorder_events").await?,
            _ => {}
        }
    }
    let mut visits = JoinSet::new();
    while !*stop.borrow() {
        if let Some(panel) = site.panels.choose(&mut random) {
            let card = site.cards().choose(&mut random).copied().filter(|_| random.random_bool(0.4));
            match card {
                // A door that waits for the answer of an unreachable platform does not hold up the others.
                Some(card) => {
                    let (simulator, serial) = (simulator.clone(), panel.serial.clone());
                    visits.spawn(async move { simulator.present(&serial, &format!("{card:010}")).await });
                }
                None => simulator.generate(&panel.serial, random.random_range(1..=5)).await?,
            }
        }
        while let Some(visit) = visits.try_join_next() {
            visit??;
        }
        if visits.len() >= MOST_VISITS
            && let Some(visit) = visits.join_next().await
        {
            visit??;
        }
        tokio::time::sleep(Duration::from_millis(random.random_range(PAUSE_MILLIS))).await;
    }
    while let Some(visit) = visits.join_next().await {
        visit??;
    }
    Ok(())
}
