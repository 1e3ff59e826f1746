//! Row 5: what lies below a group, in a tree of a million.
use std::sync::Arc;

use anyhow::{Context, Result};
use form_urlencoded::Serializer;
use serde_json::json;

use crate::Arguments;
use crate::client::{Question, ask};
use crate::load::FIRST;
use crate::pgbench;
use crate::report::{Report, Target};
use crate::stage::Stage;
use crate::turns::alternate;

/// The fourth level's groups: each has about 1,000 below it in a tree of a million.
const FIRST_ANCESTOR: i64 = FIRST + 110;
const ANCESTORS: i64 = 890;

/// What a page of groups may take on the whole way.
const MAX_PAGE_MILLISECONDS: f64 = 5.0;

/// The closure as the services' lists use it.
const BELOW: &str = "SELECT c.descendant_id FROM group_closure c WHERE c.ancestor_id = :id AND c.depth > 0";
const FIRST_50_BY_INTERVAL: &str = "SELECT d.id FROM bench_intervals a JOIN bench_intervals d ON d.project_id = a.project_id AND d.lft > a.lft AND d.lft <= a.rgt WHERE a.id = :id ORDER BY d.lft LIMIT 50";
const ALL_BY_INTERVAL: &str = "SELECT count(*) FROM bench_intervals a JOIN bench_intervals d ON d.project_id = a.project_id AND d.lft > a.lft AND d.lft <= a.rgt WHERE a.id = :id";

pub async fn measure(stage: &Stage, arguments: &Arguments, report: &mut Report) -> Result<()> {
    let below: i64 = sqlx::query_scalar("SELECT count(*) FROM group_closure WHERE ancestor_id = $1 AND depth > 0")
        .bind(FIRST_ANCESTOR)
        .fetch_one(&stage.domains)
        .await?;
    let pairs = [
        ("first 50 below a group", format!("{BELOW} ORDER BY c.descendant_id LIMIT 50"), FIRST_50_BY_INTERVAL),
        ("count below a group", format!("SELECT count(*) FROM ({BELOW}) below"), ALL_BY_INTERVAL),
    ];
    for (index, (what, closure, interval)) in pairs.into_iter().enumerate() {
        let seconds = arguments.turn().as_secs();
        let limit = async || sql(stage, &format!("interval-{index}"), interval, seconds).await;
        let ours = async || sql(stage, &format!("closure-{index}"), &closure, seconds).await;
        let pairs = alternate(arguments.turns, limit, ours).await?;
        report.add_pairs(5, format!("{what} ({below}), closure against interval"), "ms", &pairs, Target::AtMost(1.5));
    }
    whole_way(stage, arguments, report).await
}

/// The mean time of a statement over one connection, in milliseconds.
async fn sql(stage: &Stage, name: &str, statement: &str, seconds: u64) -> Result<f64> {
    let script = format!("\\set id random({FIRST_ANCESTOR}, {})\n{statement};\n", FIRST_ANCESTOR + ANCESTORS - 1);
    let sample = pgbench::run(&stage.folder, &stage.environment.owner_url("domains"), name, &script, 1, seconds).await?;
    Ok(1000.0 / sample.per_second())
}

/// The list through gateway and service: 50 groups with their paths and counts, and how many there are. Against the
/// interval scan with the same lines, over one connection each.
async fn whole_way(stage: &Stage, arguments: &Arguments, report: &mut Report) -> Result<()> {
    let question: Question = Arc::new(|random| {
        let ancestor = FIRST_ANCESTOR + (random % ANCESTORS as u64) as i64;
        let filters = json!([{ "field": "ancestor_id", "rule": "equals", "value": ancestor }]).to_string();
        let query = Serializer::new(String::new()).extend_pairs([("size", "50"), ("sort", "id"), ("filters", &filters)]).finish();
        ("GET", format!("/domains?{query}"), None)
    });
    let (target, turn) = (stage.target(&stage.api).await?, arguments.turn());
    let ours = async || Ok(1000.0 / ask(&target, question.clone(), 1, turn).await.context("the list of groups")?.per_second());
    let keys = FIRST_50_BY_INTERVAL;
    let lines = format!(
        "WITH k AS MATERIALIZED ({keys}) SELECT g.*, (SELECT count(*) FROM groups c WHERE c.project_id = g.project_id AND coalesce(c.parent_id, 0) = g.id),
         (SELECT i.rgt - i.lft FROM bench_intervals i WHERE i.id = g.id),
         ARRAY(SELECT a.name FROM group_closure c JOIN groups a ON a.id = c.ancestor_id WHERE c.descendant_id = g.id AND c.depth > 0 ORDER BY c.depth DESC),
         (SELECT count(*) FROM bench_intervals a JOIN bench_intervals d ON d.project_id = a.project_id AND d.lft > a.lft AND d.lft <= a.rgt WHERE a.id = :id)
         FROM k JOIN groups g ON g.id = k.id ORDER BY g.id"
    );
    let limit = async || sql(stage, "groups", &lines, turn.as_secs()).await;
    let pairs = alternate(arguments.turns, limit, ours).await?;
    report.add_pairs(5, "page of 50 with paths and counts, one connection", "ms", &pairs, Target::None);
    let slowest = pairs.iter().map(|pair| pair.ours).fold(0.0, f64::max);
    report.add(5, "  the slowest turn, against 5 ms", "ms", slowest, MAX_PAGE_MILLISECONDS, Target::AtMost(1.0));
    Ok(())
}
