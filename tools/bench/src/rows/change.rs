//! Row 3: a change with its audit record and its event, in one transaction.
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use e2e_harness::wait::until;
use serde_json::json;
use tokio::sync::Mutex;

use super::CONNECTIONS;
use crate::Arguments;
use crate::client::{Question, ask};
use crate::load::FIRST;
use crate::pgbench;
use crate::report::{Report, Target};
use crate::stage::Stage;
use crate::turns::alternate;

/// Limit for the audit records to arrive after the last change.
const AUDIT_TIMEOUT: Duration = Duration::from_secs(180);

pub async fn measure(stage: &Stage, arguments: &Arguments, report: &mut Report) -> Result<()> {
    let count = arguments.identifiers;
    let script = format!("\\set id random({FIRST}, {})\n\\set name random(1, 1000000000)\n{};\n", FIRST + count - 1, one_statement(stage.project));
    let (url, target, turn) = (stage.environment.owner_url("access"), stage.target(&stage.api).await?, arguments.turn());
    let limit = async || pgbench::run(&stage.folder, &url, "change", &script, CONNECTIONS, turn.as_secs()).await;
    let delay = Mutex::new(Duration::ZERO);
    let ours = async || {
        let before = audited(stage).await?;
        let ours = ask(&target, changes_of(count), CONNECTIONS, turn).await?;
        let longest = audit_delay(stage, before + ours.count() as i64).await?.max(*delay.lock().await);
        *delay.lock().await = longest;
        Ok(ours)
    };
    let pairs = alternate(arguments.turns, limit, ours).await?;
    report.add_samples(3, "a change with audit and event", "/s", &pairs, |sample| sample.per_second(), Target::AtLeast(0.6));
    report.add_samples(3, "  p99", "ms", &pairs, |sample| sample.p99(), Target::None);
    let changes: usize = pairs.iter().map(|pair| pair.ours.count()).sum();
    let delay = delay.into_inner().as_secs_f64();
    report.note(format!(
        "row 3: {changes} changes, each with its audit record; the last of a round arrived at most {delay:.1} s after the last answer."
    ));
    Ok(())
}

/// How long it takes until there are so many audit records: the next turn begins with nothing left of this one.
async fn audit_delay(stage: &Stage, count: i64) -> Result<Duration> {
    let begin = Instant::now();
    let complete = || async {
        let records = audited(stage).await?;
        ensure!(records >= count, "{records} audit records of {count}");
        Ok(())
    };
    until(AUDIT_TIMEOUT, "the audit records", complete).await?;
    Ok(begin.elapsed())
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
