//! Row 5: a move of more than ten thousand groups, against the statements that move them in the closure and nothing
//! else.
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::json;

use crate::Arguments;
use crate::client::{Question, ask};
use crate::load::FIRST;
use crate::pgbench;
use crate::report::{Report, Target};
use crate::stage::Stage;
use crate::turns::alternate;

/// Roots: parents to move to.
const ROOTS: i64 = 10;
/// Groups of the second level: in a tree of a million each has some 11,000 below it. One for each side.
const OURS: i64 = FIRST + 10;
const THEIRS: i64 = FIRST + 11;
/// What a move may take at most.
const MAX_MOVE_TIME: Duration = Duration::from_secs(2);

pub async fn measure(stage: &Stage, arguments: &Arguments, report: &mut Report) -> Result<()> {
    let groups: i64 = sqlx::query_scalar("SELECT count(*) FROM group_closure WHERE ancestor_id = $1").bind(OURS).fetch_one(&stage.domains).await?;
    let url = stage.environment.owner_url("domains");
    let script = script(stage.project);

    let turn = Arc::new(AtomicI64::new(1));
    let question: Question = Arc::new(move |_| {
        let parent = FIRST + turn.fetch_add(1, Ordering::Relaxed) % ROOTS;
        ("PATCH", format!("/domains/{OURS}"), Some(json!({ "parent_id": parent }).to_string()))
    });
    let (target, length) = (stage.target(&stage.api).await?, arguments.turn());
    let limit = async || pgbench::run(&stage.folder, &url, "move", &script, 1, length.as_secs()).await;
    let ours = async || ask(&target, question.clone(), 1, length).await.context("moves");
    let pairs = alternate(arguments.turns, limit, ours).await?;
    report.add_samples(5, format!("a move of {groups} groups"), "ms", &pairs, |sample| sample.p50(), Target::AtMost(2.0));
    let slowest = pairs.iter().map(|pair| pair.ours.p99()).fold(0.0, f64::max);
    report.add(5, "  p99 of the slowest turn, against 2 s", "ms", slowest, MAX_MOVE_TIME.as_millis() as f64, Target::AtMost(1.0));
    Ok(())
}

fn script(project: i64) -> String {
    format!(
        "\\set parent {FIRST} + random(0, {})
BEGIN;
UPDATE groups SET parent_id = :parent WHERE id = {THEIRS};
DELETE FROM group_closure c WHERE c.descendant_id = ANY(ARRAY(SELECT below.descendant_id FROM group_closure below WHERE below.ancestor_id = {THEIRS})) AND c.ancestor_id = ANY(ARRAY(SELECT above.ancestor_id FROM group_closure above WHERE above.descendant_id = {THEIRS} AND above.depth > 0));
INSERT INTO group_closure (ancestor_id, descendant_id, depth, project_id) SELECT above.ancestor_id, below.descendant_id, above.depth + below.depth + 1, {project} FROM group_closure above, group_closure below WHERE above.descendant_id = :parent AND below.ancestor_id = {THEIRS};
COMMIT;
",
        ROOTS - 1
    )
}
