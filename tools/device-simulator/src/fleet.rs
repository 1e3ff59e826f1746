//! A load run: many devices, door events at a steady rate from a seed, and an account of what the
//! server answered.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use device_protocol::{CardNumber, EventCode, EventInfo, IdentifierType};
use rand::Rng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use serde::Serialize;
use tokio::time::{Instant, MissedTickBehavior, interval};

use crate::device::Device;
use crate::random::generator;
use crate::simulator::Simulator;

/// How often the run generates due events and counts answers.
const TICK_INTERVAL: Duration = Duration::from_millis(5);

#[derive(Debug, Clone)]
pub struct Load {
    pub seed: u64,
    /// Events a second, over all devices.
    pub rate: u32,
    pub length: Duration,
    /// How long after the last event answers are waited for.
    pub timeout: Duration,
}

/// Result of a load run. Latencies are from the recording of an event to its answer, with a resolution of
/// five milliseconds.
#[derive(Debug, Serialize)]
pub struct Report {
    pub devices: usize,
    pub connected: usize,
    pub recorded: u64,
    pub answered: u64,
    /// Events that the devices could not keep.
    pub refused: u64,
    pub seconds: f64,
    pub answered_per_second: f64,
    pub p50_ms: f64,
    pub p99_ms: f64,
    pub max_ms: f64,
    pub pushes: u64,
    pub pushes_repeated: u64,
}

/// A door event as it might happen: mostly people going in and out.
pub fn door_event(random: &mut StdRng) -> (EventCode, EventInfo) {
    const CODES: [EventCode; 6] = [
        EventCode::AccessGrantedByValidIdentifier,
        EventCode::AccessGrantedByValidIdentifier,
        EventCode::AccessDeniedByUnknownCard,
        EventCode::LockWasOpenedByExitBtn,
        EventCode::DoorWasOpened,
        EventCode::DoorWasClosed,
    ];
    let code = CODES.choose(random).cloned().unwrap_or(EventCode::DoorWasOpened);
    let mut info = EventInfo { lock: Some(1), ..EventInfo::default() };
    if code.is_granted() || code.is_denied() {
        let bytes = random.random::<u32>().to_be_bytes();
        info.number = CardNumber::from_bytes(&bytes).ok().map(|card| card.to_string());
        info.kind = Some(IdentifierType::Card.as_str().to_owned());
    }
    (code, info)
}

/// Runs the load. The devices must be running already; those that never connect are counted.
pub async fn run(simulator: &Simulator, load: &Load) -> Report {
    wait_for_connections(simulator, load.timeout).await;
    let devices: Vec<Arc<Device>> = simulator.devices().cloned().collect();
    let promised_before = promised(&devices);
    let mut random = generator(load.seed, "load", 0);
    let mut waiting = Waiting::default();
    let mut report_counts = (0_u64, 0_u64);
    let begin = Instant::now();
    let mut ticks = interval(TICK_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
    let total = u64::from(load.rate) * load.length.as_secs();
    while report_counts.0 + report_counts.1 < total && !devices.is_empty() {
        ticks.tick().await;
        let due = (begin.elapsed().as_secs_f64() * f64::from(load.rate)) as u64;
        while report_counts.0 + report_counts.1 < due.min(total) {
            let index = random.random_range(0..devices.len());
            let (code, info) = door_event(&mut random);
            match devices[index].record_now(code, info) {
                Ok(event) => {
                    waiting.add(index, event.id);
                    report_counts.0 += 1;
                }
                Err(_) => report_counts.1 += 1,
            }
        }
        waiting.collect(&devices);
    }
    let deadline = Instant::now() + load.timeout;
    while !waiting.is_empty() && Instant::now() < deadline {
        ticks.tick().await;
        waiting.collect(&devices);
    }
    let seconds = begin.elapsed().as_secs_f64();
    let answered = promised(&devices) - promised_before;
    report(&devices, report_counts, answered, seconds, waiting.times)
}

fn report(devices: &[Arc<Device>], (recorded, refused): (u64, u64), answered: u64, seconds: f64, mut times: Vec<f64>) -> Report {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times.get(((times.len() as f64 - 1.0) * share) as usize).copied().unwrap_or(0.0);
    let sum = |count: fn(&Device) -> u64| devices.iter().map(|device| count(device)).sum();
    Report {
        devices: devices.len(),
        connected: devices.iter().filter(|device| device.is_connected()).count(),
        recorded,
        answered,
        refused,
        seconds,
        answered_per_second: answered as f64 / seconds,
        p50_ms: at(0.5),
        p99_ms: at(0.99),
        max_ms: at(1.0),
        pushes: sum(|device| device.counters.pushes.load(Ordering::Relaxed)),
        pushes_repeated: sum(|device| device.counters.pushes_repeated.load(Ordering::Relaxed)),
    }
}

fn promised(devices: &[Arc<Device>]) -> u64 {
    devices.iter().map(|device| device.counters.events_promised.load(Ordering::Relaxed)).sum()
}

async fn wait_for_connections(simulator: &Simulator, timeout: Duration) {
    let all = async {
        for device in simulator.devices() {
            // The sender lives as long as the device.
            let _ = device.connected.subscribe().wait_for(|connected| *connected).await;
        }
    };
    let _ = tokio::time::timeout(timeout, all).await;
}

/// Events of this run that are not answered yet, by device, with the moment of their recording.
#[derive(Default)]
struct Waiting {
    by_device: HashMap<usize, Vec<(u64, Instant)>>,
    times: Vec<f64>,
}

impl Waiting {
    fn add(&mut self, device: usize, id: u64) {
        self.by_device.entry(device).or_default().push((id, Instant::now()));
    }

    fn is_empty(&self) -> bool {
        self.by_device.is_empty()
    }

    fn collect(&mut self, devices: &[Arc<Device>]) {
        let times = &mut self.times;
        self.by_device.retain(|device, events| {
            let journal = devices[*device].journal();
            events.retain(|(id, recorded)| {
                let pending = journal.is_pending(*id);
                if !pending {
                    times.push(recorded.elapsed().as_secs_f64() * 1000.0);
                }
                pending
            });
            !events.is_empty()
        });
    }
}
