//! Row 10: calls through the edge, telephony and the media relay, including rules, snapshot and call history, against a
//! Kamailio that only forwards them. Calls are answered and hung up at once, so that the set-up is measured.
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result};
use tokio::process::{Child, Command};

use crate::Arguments;
use crate::kamailio::{Kamailio, Run, file, ready, sipp, sipp_from};
use crate::leftovers;
use crate::report::{Report, Target};
use crate::sip::{CALLED, CALLING, DOMAIN, lines};
use crate::stage::Stage;
use crate::turns::{Pair, alternate, median};
use crate::usage::cpu;

const MAX_CONCURRENT_CALLS: u32 = 32;
/// Calls before memory is read for the first time.
const WARM: u32 = 200;
/// Calls of one turn.
const TIMES: u32 = 400;
/// What a call may take of the processor, in the edge and telephony.
const MAX_CALL_MILLISECONDS: f64 = 2.0;
/// Lifetime of transactions over UDP, 64 * T1 (RFC 3261, 17.1.1.2), plus a margin.
const TRANSACTION_LIFETIME: Duration = Duration::from_secs(40);

/// One round of calls through the platform.
struct CallRound {
    run: Run,
    /// CPU milliseconds per call of the process that runs telephony.
    telephony: f64,
}

struct Scene<'a> {
    stage: &'a Stage,
    scenario: PathBuf,
    callers: PathBuf,
}

pub async fn measure(stage: &Stage, arguments: &Arguments, edge: &Kamailio, bare: &Kamailio, report: &mut Report) -> Result<()> {
    let scene = Scene { stage, scenario: file("tools/bench/sip/call.xml")?, callers: stage.folder.join("callers.csv") };
    std::fs::write(&scene.callers, callers()?)?;
    let _phones = phones(stage, [edge, bare]).await?;
    ready(edge, &scene.scenario, &scene.callers).await?;
    ready(bare, &scene.scenario, &scene.callers).await?;

    scene.calls(edge, WARM).await?;
    let early = stage.platform.memory().unwrap_or_default();
    let limit = async || {
        let run = sipp(bare, &scene.scenario, &scene.callers, TIMES, MAX_CONCURRENT_CALLS).await?;
        Ok(CallRound { run, telephony: 0.0 })
    };
    let pairs = alternate(arguments.turns, limit, async || scene.calls(edge, TIMES).await).await?;
    let late = stage.platform.memory().unwrap_or_default();
    // State kept for retransmissions is freed by then and reused by the next calls.
    tokio::time::sleep(TRANSACTION_LIFETIME).await;
    for _ in 0..arguments.turns {
        scene.calls(edge, TIMES).await?;
    }
    let later = stage.platform.memory().unwrap_or_default();
    write_rows(report, &pairs, [early, late, later]);
    Ok(())
}

fn write_rows(report: &mut Report, pairs: &[Pair<CallRound>], [early, late, later]: [u64; 3]) {
    let of = |figure: fn(&CallRound) -> f64| pairs.iter().map(|pair| pair.map(figure)).collect::<Vec<_>>();
    report.add_pairs(10, "call", "/s", &of(|turn| turn.run.per_second), Target::AtLeast(0.8));
    report.add_pairs(10, "processor of a call: the edge", "ms", &of(|turn| turn.run.cpu), Target::None);
    let parts = of(|turn| turn.run.cpu + turn.telephony);
    report.add_pairs(10, "processor of a call: the edge and telephony", "ms", &parts, Target::None);
    let both = median(parts.iter().map(|pair| pair.ours).collect());
    report.add(10, "  against 2 ms", "ms", both, MAX_CALL_MILLISECONDS, Target::AtMost(1.0));
    let megabytes = |bytes: u64| bytes as f64 / 1e6;
    let turns = pairs.len() * TIMES as usize;
    let (calls, more) = (WARM as usize + turns, WARM as usize + 2 * turns);
    report.add(10, format!("memory after {calls} calls, against {WARM}"), "MB", megabytes(late), megabytes(early), Target::AtMost(1.1));
    report.add(10, format!("memory after {more} calls, against {calls}"), "MB", megabytes(later), megabytes(late), Target::AtMost(1.1));
    report.note("row 10: a call's limit passes it on: no rules, no media, no history; after each turn no call was left in any part.");
}

impl Scene<'_> {
    /// Makes `count` calls through the platform, and waits until nothing is left of them.
    async fn calls(&self, edge: &Kamailio, count: u32) -> Result<CallRound> {
        let telephony = || self.stage.platform.pid().and_then(cpu).context("the platform runs");
        let before = telephony()?;
        let run = sipp(edge, &self.scenario, &self.callers, count, MAX_CONCURRENT_CALLS).await?;
        leftovers::gone(self.stage).await?;
        Ok(CallRound { run, telephony: (telephony()? - before) * 1000.0 / f64::from(count) })
    }
}

/// Phones that answer every call, registered with both servers. They register from one port only, because a call
/// forks to every registration of a number.
async fn phones(stage: &Stage, kamailios: [&Kamailio; 2]) -> Result<Child> {
    let (scenario, users) = (file("tools/bench/sip/register.xml")?, stage.folder.join("called.csv"));
    std::fs::write(&users, lines(CALLED)?)?;
    let port = std::net::UdpSocket::bind("127.0.0.1:0")?.local_addr()?.port().to_string();
    for kamailio in kamailios {
        sipp_from(kamailio, &scenario, &users, CALLED.len() as u32, MAX_CONCURRENT_CALLS, &["-p", &port]).await?;
    }
    answering(&port, &stage.folder)
}

fn answering(port: &str, folder: &Path) -> Result<Child> {
    let mut command = Command::new("sipp");
    // Not sipp's own scenario: it omits Record-Route, so that later requests would bypass Kamailio.
    command.arg("-sf").arg(file("tools/bench/sip/answer.xml")?).args(["-i", "127.0.0.1", "-p", port, "-nostdin"]).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true);
    command.spawn().context("running sipp")
}

/// A line for sipp: number, domain, credentials, and the called number.
fn callers() -> Result<String> {
    let mut called = CALLED.cycle();
    let mut lines = String::from("SEQUENTIAL\n");
    for number in CALLING {
        let other = called.next().context("numbers that are called")?;
        writeln!(lines, "{number};{DOMAIN};[authentication username={number} password=secret];{other}")?;
    }
    Ok(lines)
}
