//! Row 10: phones that register at the edge, against a Kamailio that does nothing else.
use anyhow::Result;

use crate::Arguments;
use crate::kamailio::{Kamailio, Run, file, ready, sipp};
use crate::report::{Report, Target};
use crate::sip::{REGISTERING, lines};
use crate::stage::Stage;
use crate::turns::alternate;

const MAX_CONCURRENT_REGISTRATIONS: u32 = 64;
const TIMES: u32 = 10_000;

pub async fn measure(stage: &Stage, arguments: &Arguments, edge: &Kamailio, bare: &Kamailio, report: &mut Report) -> Result<()> {
    let (scenario, users) = (file("tools/bench/sip/register.xml")?, stage.folder.join("users.csv"));
    std::fs::write(&users, lines(REGISTERING)?)?;
    ready(edge, &scenario, &users).await?;
    ready(bare, &scenario, &users).await?;
    let limit = async || sipp(bare, &scenario, &users, TIMES, MAX_CONCURRENT_REGISTRATIONS).await;
    let ours = async || sipp(edge, &scenario, &users, TIMES, MAX_CONCURRENT_REGISTRATIONS).await;
    let pairs = alternate(arguments.turns, limit, ours).await?;
    let of = |figure: fn(&Run) -> f64| pairs.iter().map(|pair| pair.map(figure)).collect::<Vec<_>>();
    report.add_pairs(10, "registration", "/s", &of(|run| run.per_second), Target::AtLeast(0.8));
    report.add_pairs(10, "processor of a registration", "ms", &of(|run| run.cpu), Target::AtMost(1.25));
    report.note("row 10: the limit checks digests over the same accounts, and keeps nothing on disk.");
    Ok(())
}
