//! Row 2: one identifier by its id.
use std::sync::Arc;

use anyhow::Result;

use super::CONNECTIONS;
use crate::Arguments;
use crate::client::{Question, ask};
use crate::load::FIRST;
use crate::pgbench;
use crate::report::{Report, Target};
use crate::stage::Stage;
use crate::turns::alternate;

const ITEM: &str = "SELECT i.*, p.name AS owner_name, g.name AS domain_name,
        ARRAY(SELECT r.rule_id FROM rule_identifiers r WHERE r.identifier_id = i.id ORDER BY r.rule_id) AS rule_ids,
        ARRAY(SELECT a.name FROM rule_identifiers r JOIN access_rules a ON a.id = r.rule_id WHERE r.identifier_id = i.id ORDER BY r.rule_id) AS rule_names
    FROM identifiers i LEFT JOIN people p ON p.id = i.owner_id LEFT JOIN group_nodes g ON g.id = i.domain_id";

pub async fn measure(stage: &Stage, arguments: &Arguments, report: &mut Report) -> Result<()> {
    let count = arguments.identifiers;
    let script = format!("\\set id random({FIRST}, {})\n{ITEM} WHERE i.id = :id AND i.project_id = {};\n", FIRST + count - 1, stage.project);
    let (url, target, turn) = (stage.environment.owner_url("access"), stage.target(&stage.api).await?, arguments.turn());
    let limit = async || pgbench::run(&stage.folder, &url, "item", &script, CONNECTIONS, turn.as_secs()).await;
    let ours = async || ask(&target, one_of(count), CONNECTIONS, turn).await;
    let pairs = alternate(arguments.turns, limit, ours).await?;
    report.add_samples(2, "one item", "/s", &pairs, |sample| sample.per_second(), Target::AtLeast(0.6));
    report.add_samples(2, "  p99", "ms", &pairs, |sample| sample.p99(), Target::None);
    Ok(())
}

/// One of so many identifiers.
pub fn one_of(count: i64) -> Question {
    Arc::new(move |random| ("GET", format!("/identifiers/{}", FIRST + (random % count as u64) as i64), None))
}
