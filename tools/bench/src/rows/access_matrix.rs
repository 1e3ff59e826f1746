//! Row 14: who opens what, 10,000 users by 200 doors: the first page, and all of it as a table.
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use form_urlencoded::Serializer;
use serde_json::json;
use sqlx::PgPool;
use tokio::time::sleep;

use crate::load::FIRST;
use crate::report::{Report, Target};
use crate::stage::Stage;

const USERS: i64 = 10_000;
const DOORS: i64 = 200;
/// Of the group of these users and doors: none of the demonstration site.
const GROUP: i64 = FIRST - 1;
const PAGES: usize = 10;
const PAGE_LIMIT_SECONDS: f64 = 0.15;
const DOWNLOAD_LIMIT_SECONDS: f64 = 10.0;
const MEMORY_LIMIT_MIB: f64 = 64.0;
const MEMORY_INTERVAL: Duration = Duration::from_millis(100);
const MIB: f64 = 1_048_576.0;

pub async fn measure(stage: &Stage, report: &mut Report) -> Result<()> {
    load(&stage.access, stage.project).await?;
    let group = json!([{ "field": "domain_id", "rule": "equals", "value": GROUP }]).to_string();
    let selection = Serializer::new(String::new()).extend_pairs([("device_domain_id", GROUP.to_string()), ("filters", group)]).finish();
    let mut times = Vec::new();
    for _ in 0..PAGES {
        let begin = Instant::now();
        let page = stage.api.get(&format!("/access-matrix?size=20&door_size=20&{selection}")).await.done()?;
        times.push(begin.elapsed().as_secs_f64());
        ensure!(
            page["total"] == USERS && page["door_total"] == DOORS,
            "not {USERS} users by {DOORS} doors: {} by {}",
            page["total"],
            page["door_total"]
        );
    }
    times.sort_by(f64::total_cmp);
    report.add(14, "first page of the access matrix (median), within its limit", "s", times[PAGES / 2], PAGE_LIMIT_SECONDS, Target::AtMost(1.0));

    let before = stage.platform.memory().unwrap_or_default();
    let path = format!("/access-matrix/download?export_format=csv&{selection}");
    let begin = Instant::now();
    let download = stage.api.download_size(&path);
    tokio::pin!(download);
    let mut most = before;
    let size = loop {
        tokio::select! {
            done = &mut download => break done?,
            () = sleep(MEMORY_INTERVAL) => most = most.max(stage.platform.memory().unwrap_or_default()),
        }
    };
    let seconds = begin.elapsed().as_secs_f64();
    ensure!(size > 0, "the download is empty");
    report.add(14, format!("matrix {USERS} x {DOORS} as csv, within its limit"), "s", seconds, DOWNLOAD_LIMIT_SECONDS, Target::AtMost(1.0));
    let memory = most.saturating_sub(before) as f64 / MIB;
    report.add(14, "memory of that download, within its limit", "MiB", memory, MEMORY_LIMIT_MIB, Target::AtMost(1.0));
    report.note(format!("row 14: {size} bytes of csv"));
    Ok(())
}

/// People of the loaded ones, in a group of their own; doors with one lock; rules that name every tenth person and twenty doors.
async fn load(access: &PgPool, project: i64) -> Result<()> {
    let statements = [
        "INSERT INTO group_nodes (project_id, id, version, deleted, name) VALUES ($1, $2, 1, false, 'Matrix') ON CONFLICT DO NOTHING",
        "INSERT INTO group_closure (project_id, ancestor_id, descendant_id, depth) VALUES ($1, $2, $2, 0) ON CONFLICT DO NOTHING",
        "INSERT INTO person_groups (project_id, group_id, user_id) SELECT $1, $2, id FROM people WHERE project_id = $1 AND id > $2 ORDER BY id LIMIT 10000
         ON CONFLICT DO NOTHING",
        "INSERT INTO doors (id, project_id, name, domain_id, type, model, locks, identifier_types, deleted, version)
         SELECT $2 - n, $1, 'Door ' || n, $2, 'panel', 'AA-12', 1, '{card}', false, 1 FROM generate_series(1, 200) n ON CONFLICT DO NOTHING",
        "INSERT INTO access_rules (id, project_id, name, prohibition, is_shareable, created_at, updated_at) OVERRIDING SYSTEM VALUE
         SELECT $2 + n, $1, 'Rule ' || n, false, false, now(), now() FROM generate_series(1, 50) n ON CONFLICT DO NOTHING",
        "INSERT INTO rule_devices (rule_id, device_id, lock_number, project_id)
         SELECT $2 + r, $2 - (1 + (r * 4 + d) % 200), 0, $1 FROM generate_series(1, 50) r, generate_series(0, 19) d ON CONFLICT DO NOTHING",
        "INSERT INTO rule_users (rule_id, user_id, project_id)
         SELECT $2 + 1 + m.user_id % 50, m.user_id, $1 FROM person_groups m WHERE m.project_id = $1 AND m.group_id = $2 ON CONFLICT DO NOTHING",
    ];
    for statement in statements {
        sqlx::query(statement).bind(project).bind(GROUP).execute(access).await?;
    }
    sqlx::raw_sql("ANALYZE person_groups, doors, rule_devices, rule_users").execute(access).await?;
    Ok(())
}
