//! Row 7: from a panel's publish to the browser's websocket, at a steady rate.
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use e2e_harness::site::{self, Credential};
use e2e_harness::wait::until;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use tokio::time::{Instant, MissedTickBehavior, interval};

use crate::Arguments;
use crate::event::browser::Browser;
use crate::event::listener::Listener;
use crate::event::panel::Panel;
use crate::event::times::{Stop, Times};
use crate::fsync;
use crate::report::{Report, Target};
use crate::stage::Stage;

const PUBLISH_INTERVAL: Duration = Duration::from_millis(2);
/// Limit for connecting, and for the last events to arrive.
const ARRIVAL_TIMEOUT: Duration = Duration::from_secs(30);

pub async fn measure(stage: &Stage, arguments: &Arguments, report: &mut Report) -> Result<()> {
    let mut doors = Doors::prepare(stage, arguments).await?;
    let times = doors.times.clone();
    let listener = Listener::connect(&stage.environment, times.clone()).await.context("listening at the broker")?;
    let took = doors.publish(arguments.rate).await?;
    let complete = doors.arrived().await;
    let resync = doors.end();
    listener.end();

    let total = times.len();
    let disk = fsync::measure(&stage.folder)?;
    let (socket, broker, answer) = (times.sample(Stop::Browser, took), times.sample(Stop::Broker, took), times.sample(Stop::Answer, took));
    let per_second = total as f64 / took.as_secs_f64();
    let limit = |share: f64| broker.milliseconds(share) + disk.p50();
    report.add(7, format!("event to websocket at {per_second:.0}/s, p99"), "ms", socket.p99(), limit(0.99), Target::AtMost(3.0));
    report.add(7, "  p50", "ms", socket.p50(), limit(0.5), Target::None);
    report.add(7, "event to its answer, after the commit, p99", "ms", answer.p99(), limit(0.99), Target::None);
    report.note(format!(
        "row 7: limit = broker leg + one fsync; broker leg p50 {:.2} p99 {:.2} ms, fsync p50 {:.2} p99 {:.2} ms; {} of {total} events reached the websocket, {} were answered, {resync} reconnects",
        broker.p50(),
        broker.p99(),
        disk.p50(),
        disk.p99(),
        socket.count(),
        answer.count(),
    ));
    if let Err(error) = complete {
        report.note(format!("row 7: {error:#}"));
    }
    Ok(())
}

/// Panels that publish, and a browser that receives.
pub struct Doors {
    panels: Vec<Panel>,
    browser: Browser,
    times: Arc<Times>,
}

impl Doors {
    pub async fn prepare(stage: &Stage, arguments: &Arguments) -> Result<Self> {
        let times = Arc::new(Times::new(arguments.rate as usize * arguments.seconds as usize));
        let panels = panels(stage, arguments.panels, &times).await?;
        let browser = Browser::connect(&stage.target(&stage.api).await?, times.clone()).await.context("the websocket")?;
        Ok(Doors { panels, browser, times })
    }

    /// Publishes one event per message, from a random panel. Returns the time that it took.
    pub async fn publish(&mut self, rate: u32) -> Result<Duration> {
        let mut random = StdRng::seed_from_u64(7);
        let (begin, mut sent) = (Instant::now(), 0);
        let mut ticks = interval(PUBLISH_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
        while sent < self.times.len() {
            ticks.tick().await;
            let due = ((begin.elapsed().as_secs_f64() * f64::from(rate)) as usize).min(self.times.len());
            while sent < due {
                let panel = random.random_range(0..self.panels.len());
                self.panels[panel].publish(sent).await?;
                sent += 1;
            }
        }
        Ok(begin.elapsed())
    }

    /// Waits until the browser has seen every event.
    pub async fn arrived(&self) -> Result<()> {
        let total = self.times.len();
        until(ARRIVAL_TIMEOUT, "the last events", || async {
            let missing = self.times.missing(Stop::Browser);
            ensure!(missing == 0, "{missing} of {total} events did not reach the websocket");
            Ok(())
        })
        .await
    }

    /// Returns the browser's number of reconnects.
    pub fn end(self) -> u32 {
        self.browser.end()
    }
}

async fn panels(stage: &Stage, count: usize, times: &Arc<Times>) -> Result<Vec<Panel>> {
    let group = site::group(&stage.api, "Bench doors", None).await?;
    let broker = stage.environment.broker()?;
    let mut panels = Vec::new();
    for index in 0..count {
        let name = format!("Bench {index:04}");
        let credential = Credential {
            serial: format!("BENCH-{index:04}"),
            model: "AA-12".into(),
            password: format!("bench-secret-{index:04}"),
            name,
            protocol: None,
            port: None,
        };
        site::panel(&stage.api, &credential, group).await?;
        panels.push(Panel::connect(&credential, &broker, times.clone())?);
    }
    for panel in &mut panels {
        tokio::time::timeout(ARRIVAL_TIMEOUT, panel.ready()).await.context("a panel cannot connect")??;
    }
    Ok(panels)
}
