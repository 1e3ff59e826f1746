//! Row 3: a change with its audit record and its event, in one transaction.
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, ensure};
use e2e_harness::wait::until;
use serde_json::json;

use super::CONNECTIONS;
use crate::Arguments;
use crate::client::{Question, ask};
use crate::load::FIRST;
use crate::pgbench;
use crate::report::{Report, Target};
use crate::stage::Stage;

/// Limit for the audit records to arrive after the last change.
const AUDIT_TIMEOUT: Duration = Duration::from_secs(180);

pub async fn measure(stage: &Stage, arguments: &Arguments, report: &mut Report) -> Result<()> {
    let count = arguments.identifiers;
    let script = format!("\\set id random({FIRST}, {})\n\\set name random(1, 1000000000)\n{};\n", FIRST + count - 1, one_statement(stage.project));
    let limit = pgbench::run(&stage.folder, &stage.environment.owner_url("access"), "change", &script, CONNECTIONS, arguments.seconds).await?;

    let before = audited(stage).await?;
    let ours = ask(&stage.target(&stage.api).await?, changes_of(count), CONNECTIONS, Duration::from_secs(arguments.seconds)).await?;
    report.add(3, "a change with audit and event", "/s", ours.per_second(), limit.per_second(), Target::AtLeast(0.5));
    report.add(3, "  p99", "ms", ours.p99(), limit.p99(), Target::None);

    let begin = std::time::Instant::now();
    let complete = || async {
        let records = audited(stage).await? - before;
        ensure!(records >= ours.count() as i64, "{records} records of {} changes", ours.count());
        Ok(records)
    };
    let records = until(AUDIT_TIMEOUT, "the audit records", complete).await?;
    report.note(format!(
        "row 3: {} changes, {records} audit records, the last {:.1} s after the last answer.",
        ours.count(),
        begin.elapsed().as_secs_f64()
    ));
    Ok(())
}

/// Another name for one of so many identifiers.
pub fn changes_of(count: i64) -> Question {
    Arc::new(move |random| {
        let body = json!({ "name": format!("Changed {random}") }).to_string();
        ("PATCH", format!("/identifiers/{}", FIRST + (random % count as u64) as i64), Some(body))
    })
}

/// Row, event and audit record in one statement, into a copy of the outbox that no relay empties.
fn one_statement(project: i64) -> String {
    let event = |topic: &str, aggregate: &str, payload: &str| {
        format!(
            "INSERT INTO bench_outbox (id, project_id, topic, aggregate, payload) SELECT gen_random_uuid(), {project}, '{topic}', '{aggregate}' || id, convert_to({payload}, 'UTF8')
             FROM changed RETURNING seq"
        )
    };
    format!(
        "WITH before AS (SELECT id, name FROM identifiers WHERE id = :id AND project_id = {project} FOR UPDATE),
         changed AS (UPDATE identifiers i SET name = 'Changed ' || :name, updated_at = now(), version = i.version + 1 FROM before WHERE i.id = before.id
             RETURNING i.id, i.name, before.name AS old, i.link_id, i.number),
         event AS ({}), audit AS ({})
         SELECT pg_notify('bench_outbox', ''), changed.* FROM changed, event, audit",
        event("access.identifier.changed", "identifier:", "name || link_id || number"),
        event("audit.recorded", "identifiers:", "'{\"name\": \"' || old || '\"}{\"name\": \"' || name || '\"}'")
    )
}

async fn audited(stage: &Stage) -> Result<i64> {
    let statement = "SELECT count(*) FROM audit_events WHERE resource = 'identifiers' AND action = 'edit'";
    Ok(sqlx::query_scalar(statement).fetch_one(&stage.identity).await?)
}
