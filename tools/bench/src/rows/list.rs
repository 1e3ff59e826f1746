//! Row 1: a page of 50 identifiers of a million, through gateway and service.
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use e2e_harness::site;

use super::CONNECTIONS;
use crate::Arguments;
use crate::client::{Question, Target, ask};
use crate::load::FIRST;
use crate::measure::Sample;
use crate::pgbench;
use crate::report::{self, Report};
use crate::stage::Stage;

/// Pages that are asked for, in no order.
const PAGES: u64 = 10;
/// Identifiers of the person who sees their own only.
const OWN: i64 = 1_000;
const EMAIL: &str = "own@bench.test";
const PASSWORD: &str = "vestibule-bench-1";

/// The columns of a list row, for the keys of `k`.
const ITEMS: &str = "SELECT i.id, i.link_id, i.name, i.description, i.type, i.value, i.is_active, i.owner_type, i.owner_id, p.name, i.domain_id, g.name,
        i.period_restrict_active, i.period_restrict_from, i.period_restrict_to, i.passes_restrict_active, i.passes_restrict_max_count, i.passes_restrict_passes_count,
        i.revoked_at, i.created_by, i.created_by_name, i.created_at, i.updated_at, r.ids, r.names
    FROM k JOIN identifiers i ON i.id = k.id LEFT JOIN people p ON p.id = i.owner_id LEFT JOIN group_nodes g ON g.id = i.domain_id
    LEFT JOIN LATERAL (SELECT array_agg(a.id ORDER BY a.id) AS ids, array_agg(a.name ORDER BY a.id) AS names
        FROM rule_identifiers x JOIN access_rules a ON a.id = x.rule_id WHERE x.identifier_id = i.id) r ON true
    ORDER BY i.created_at DESC, i.id DESC";

pub async fn measure(stage: &Stage, arguments: &Arguments, report: &mut Report) -> Result<()> {
    let length = Duration::from_secs(arguments.seconds);
    let project = stage.project;

    let all = stage.target(&stage.api).await?;
    let keys = format!("SELECT id FROM identifiers WHERE project_id = {project} ORDER BY created_at DESC, id DESC LIMIT 50 OFFSET :offset");
    let limit = best(stage, "list", &keys, arguments.seconds).await?;
    let ours = ask(&all, pages(), CONNECTIONS, length).await?;
    add(report, "the whole project", &ours, &limit);

    let (own, user) = own(stage, arguments.identifiers).await?;
    let of = |column: &str| {
        format!(
            "(SELECT id, created_at FROM identifiers WHERE project_id = {project} AND {column} = {user} ORDER BY created_at DESC, id DESC LIMIT :offset + 50)"
        )
    };
    let keys =
        format!("SELECT id FROM ({} UNION {}) own ORDER BY created_at DESC, id DESC LIMIT 50 OFFSET :offset", of("owner_id"), of("created_by"));
    let limit = best(stage, "list-own", &keys, arguments.seconds).await?;
    let ours = ask(&own, pages(), CONNECTIONS, length).await?;
    add(report, "a person's own", &ours, &limit);
    report.note(
        "row 1: the limit gives the same 50 lines without counting; ours also says how many there are. Express and Directus were not measured.",
    );
    Ok(())
}

async fn best(stage: &Stage, name: &str, keys: &str, seconds: u64) -> Result<Sample> {
    let script = format!("\\set offset random(0, {}) * 50\nWITH k AS MATERIALIZED ({}) {};\n", PAGES - 1, one_line(keys), one_line(ITEMS));
    pgbench::run(&stage.folder, &stage.environment.owner_url("access"), name, &script, CONNECTIONS, seconds).await
}

/// pgbench reads a statement to its semicolon, over several lines too; a log is easier to read without them.
fn one_line(statement: &str) -> String {
    statement.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub fn pages() -> Question {
    Arc::new(|random| ("GET", format!("/identifiers?size=50&page={}", random % PAGES + 1), None))
}

fn add(report: &mut Report, who: &str, ours: &Sample, limit: &Sample) {
    report.add(1, format!("list of 50, {who}"), "/s", ours.per_second(), limit.per_second(), report::Target::AtLeast(0.65));
    report.add(1, format!("  p99, {who}"), "ms", ours.p99(), limit.p99(), report::Target::AtMost(3.0));
}

/// A user without rights over others, whose cards are spread over the whole table.
async fn own(stage: &Stage, identifiers: i64) -> Result<(Target, i64)> {
    let group = site::group(&stage.api, "Bench", None).await?;
    let role = site::role(&stage.api, "user").await?;
    let user = site::user(&stage.api, "Own", EMAIL, PASSWORD, role, group).await?;
    let every = (identifiers / OWN).max(1);
    let statement = "UPDATE identifiers SET owner_id = $1 WHERE project_id = $2 AND id >= $3 AND id % $4 = 0";
    sqlx::query(statement).bind(user).bind(stage.project).bind(FIRST).bind(every).execute(&stage.access).await?;
    sqlx::raw_sql("VACUUM ANALYZE identifiers").execute(&stage.access).await?;
    let target = stage.target(&stage.api.as_account(EMAIL, PASSWORD)).await?;
    Ok((target, user))
}
