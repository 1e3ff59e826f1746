//! Row 2: one identifier by its id.
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;

use super::CONNECTIONS;
use crate::Arguments;
use crate::client::{Question, ask};
use crate::load::FIRST;
use crate::pgbench;
use crate::report::{Report, Target};
use crate::stage::Stage;

const ITEM: &str = "SELECT i.*, p.name AS owner_name, g.name AS domain_name,
        ARRAY(SELECT r.rule_id FROM rule_identifiers r WHERE r.identifier_id = i.id ORDER BY r.rule_id) AS rule_ids,
        ARRAY(SELECT a.name FROM rule_identifiers r JOIN access_rules a ON a.id = r.rule_id WHERE r.identifier_id = i.id ORDER BY r.rule_id) AS rule_names
    FROM identifiers i LEFT JOIN people p ON p.id = i.owner_id LEFT JOIN group_nodes g ON g.id = i.domain_id";

pub async fn measure(stage: &Stage, arguments: &Arguments, report: &mut Report) -> Result<()> {
    let count = arguments.identifiers;
    let script = format!("\\set id random({FIRST}, {})\n{ITEM} WHERE i.id = :id AND i.project_id = {};\n", FIRST + count - 1, stage.project);
    let limit = pgbench::run(&stage.folder, &stage.environment.owner_url("access"), "item", &script, CONNECTIONS, arguments.seconds).await?;
    let ours = ask(&stage.target(&stage.api).await?, one_of(count), CONNECTIONS, Duration::from_secs(arguments.seconds)).await?;
    report.add(2, "one item", "/s", ours.per_second(), limit.per_second(), Target::AtLeast(0.6));
    report.add(2, "  p99", "ms", ours.p99(), limit.p99(), Target::None);
    Ok(())
}

/// One of so many identifiers.
pub fn one_of(count: i64) -> Question {
    Arc::new(move |random| ("GET", format!("/identifiers/{}", FIRST + (random % count as u64) as i64), None))
}
