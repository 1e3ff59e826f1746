//! Row 10: phones that register at the edge, against a Kamailio that does nothing else.
use std::path::Path;

use anyhow::Result;

use crate::kamailio::{Kamailio, Run, file, ready, sipp};
use crate::report::{Report, Target};
use crate::sip::{REGISTERING, best, least, lines};
use crate::stage::Stage;

const MAX_CONCURRENT_REGISTRATIONS: u32 = 64;
const TIMES: u32 = 10_000;
/// The two are measured alternately, so that other load of the machine affects both.
const ROUNDS: usize = 3;

pub async fn measure(stage: &Stage, edge: &Kamailio, bare: &Kamailio, report: &mut Report) -> Result<()> {
    let (scenario, users) = (file("tools/bench/sip/register.xml")?, stage.folder.join("users.csv"));
    std::fs::write(&users, lines(REGISTERING)?)?;
    let (ours, limit) = turns(edge, bare, &scenario, &users).await?;
    report.add(10, "registration", "/s", best(&ours, |run| run.per_second), best(&limit, |run| run.per_second), Target::AtLeast(0.8));
    report.add(10, "processor of a registration", "ms", least(&ours, |run| run.cpu), least(&limit, |run| run.cpu), Target::AtMost(1.25));
    report.note(format!("row 10: the best of {ROUNDS} turns; the limit checks digests over the same accounts, and keeps nothing on disk."));
    Ok(())
}

async fn turns(edge: &Kamailio, bare: &Kamailio, scenario: &Path, users: &Path) -> Result<(Vec<Run>, Vec<Run>)> {
    ready(edge, scenario, users).await?;
    ready(bare, scenario, users).await?;
    let (mut ours, mut limit) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        limit.push(sipp(bare, scenario, users, TIMES, MAX_CONCURRENT_REGISTRATIONS).await?);
        ours.push(sipp(edge, scenario, users, TIMES, MAX_CONCURRENT_REGISTRATIONS).await?);
    }
    Ok((ours, limit))
}
