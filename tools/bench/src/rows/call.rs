//! Row 10: calls by the edge, telephony and the media relay, each with its rules, snapshot and row of the history,
//! against a Kamailio that passes them on. Answered and hung up at once: it is the set-up that is measured.
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result};
use tokio::process::{Child, Command};

use crate::kamailio::{Kamailio, Run, file, ready, sipp, sipp_from};
use crate::leftovers;
use crate::report::{Report, Target};
use crate::sip::{CALLED, CALLING, DOMAIN, best, least, lines};
use crate::stage::Stage;
use crate::usage::cpu;

const AT_ONCE: u32 = 32;
/// Calls after which memory is looked at first, and in each of the turns after that.
const WARM: u32 = 200;
const TIMES: u32 = 900;
const ROUNDS: usize = 2;
/// Of transactions over UDP, 64 * T1 (RFC 3261, 17.1.1.2), and a little.
const AFTERLIFE: Duration = Duration::from_secs(40);

/// One turn through the platform.
struct Turn {
    run: Run,
    /// Milliseconds of a processor for each call: the process that telephony is in.
    telephony: f64,
}

struct Scene<'a> {
    stage: &'a Stage,
    scenario: PathBuf,
    callers: PathBuf,
}

pub async fn measure(stage: &Stage, edge: &Kamailio, bare: &Kamailio, report: &mut Report) -> Result<()> {
    let scene = Scene { stage, scenario: file("tools/bench/sip/call.xml")?, callers: stage.folder.join("callers.csv") };
    std::fs::write(&scene.callers, callers()?)?;
    let _phones = phones(stage, [edge, bare]).await?;
    ready(edge, &scene.scenario, &scene.callers).await?;
    ready(bare, &scene.scenario, &scene.callers).await?;

    scene.calls(edge, WARM).await?;
    let early = stage.platform.memory().unwrap_or_default();
    let (mut ours, mut limit) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        limit.push(sipp(bare, &scene.scenario, &scene.callers, TIMES, AT_ONCE).await?);
        ours.push(scene.calls(edge, TIMES).await?);
    }
    let late = stage.platform.memory().unwrap_or_default();
    // What is kept for as long as somebody may say something again is free by then, and used for what comes next.
    tokio::time::sleep(AFTERLIFE).await;
    for _ in 0..ROUNDS {
        scene.calls(edge, TIMES).await?;
    }
    let later = stage.platform.memory().unwrap_or_default();
    tell(report, &ours, &limit, [early, late, later]);
    Ok(())
}

fn tell(report: &mut Report, ours: &[Turn], limit: &[Run], [early, late, later]: [u64; 3]) {
    let least_of = |of: fn(&Turn) -> f64| ours.iter().map(of).fold(f64::INFINITY, f64::min);
    let per_second = ours.iter().map(|turn| turn.run.per_second).fold(0.0, f64::max);
    let (edge, telephony) = (least_of(|turn| turn.run.cpu), least_of(|turn| turn.telephony));
    let bare = least(limit, |run| run.cpu);
    report.add(10, "call", "/s", per_second, best(limit, |run| run.per_second), Target::AtLeast(0.8));
    report.add(10, "processor of a call: the edge", "ms", edge, bare, Target::None);
    report.add(10, "processor of a call: the edge and telephony", "ms", edge + telephony, bare, Target::None);
    let megabytes = |bytes: u64| bytes as f64 / 1e6;
    let turns = ROUNDS * TIMES as usize;
    let (calls, more) = (WARM as usize + turns, WARM as usize + 2 * turns);
    report.add(10, format!("memory after {calls} calls, against {WARM}"), "MB", megabytes(late), megabytes(early), Target::AtMost(1.1));
    report.add(10, format!("memory after {more} calls, against {calls}"), "MB", megabytes(later), megabytes(late), Target::AtMost(1.1));
    report.note("row 10: a call's limit passes it on: no rules, no media, no history; after each turn no call was left in any part.");
}

impl Scene<'_> {
    /// So many calls through the platform, until nothing is left of them.
    async fn calls(&self, edge: &Kamailio, count: u32) -> Result<Turn> {
        let telephony = || self.stage.platform.pid().and_then(cpu).context("the platform runs");
        let before = telephony()?;
        let run = sipp(edge, &self.scenario, &self.callers, count, AT_ONCE).await?;
        leftovers::gone(self.stage).await?;
        Ok(Turn { run, telephony: (telephony()? - before) * 1000.0 / f64::from(count) })
    }
}

/// Phones that take every call, registered with both, which answer by now. From their own port only: a number rings
/// wherever it has registered.
async fn phones(stage: &Stage, kamailios: [&Kamailio; 2]) -> Result<Child> {
    let (scenario, users) = (file("tools/bench/sip/register.xml")?, stage.folder.join("called.csv"));
    std::fs::write(&users, lines(CALLED)?)?;
    let port = std::net::UdpSocket::bind("127.0.0.1:0")?.local_addr()?.port().to_string();
    for kamailio in kamailios {
        sipp_from(kamailio, &scenario, &users, CALLED.len() as u32, AT_ONCE, &["-p", &port]).await?;
    }
    answering(&port, &stage.folder)
}

fn answering(port: &str, folder: &Path) -> Result<Child> {
    let mut command = Command::new("sipp");
    // Not sipp's own: it leaves out Record-Route, and what follows would pass by Kamailio.
    command.arg("-sf").arg(file("tools/bench/sip/answer.xml")?).args(["-i", "127.0.0.1", "-p", port, "-nostdin"]).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true);
    command.spawn().context("running sipp")
}

/// For sipp: number, domain, how to sign in, and whom it calls.
fn callers() -> Result<String> {
    let mut called = CALLED.cycle();
    let mut lines = String::from("SEQUENTIAL\n");
    for number in CALLING {
        let other = called.next().context("numbers that are called")?;
        writeln!(lines, "{number};{DOMAIN};[authentication username={number} password=secret];{other}")?;
    }
    Ok(lines)
}
