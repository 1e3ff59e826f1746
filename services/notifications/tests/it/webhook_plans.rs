//! How the statements of webhooks find their rows among many: by their indexes, whatever waits for whom.
use notifications::jobs::{retention, webhook_backlog};
use sqlx::postgres::PgArguments;
use sqlx::query::QueryScalar;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, Postgres};
use testing::{NOW, statements};
use time::{Duration, OffsetDateTime};

use crate::webhook_site::*;

const WEBHOOKS: i64 = 40;
/// Doors that wait for each webhook: 20,000 lanes.
const DOORS: i64 = 500;
/// What each webhook has received, and its dead letters among them.
const FINISHED: i64 = 1_050;

/// As after some weeks of work: the newest thousand of each, little that is older than may be.
async fn many(all: &Webhooks) -> Vec<i64> {
    for statement in [
        format!(
            "INSERT INTO webhooks (project_id, name, url, secret, events, is_enabled, owner_id, owner_name, created_at, updated_at)
             SELECT 1 + n % 8, 'w' || n, '{}', '', '{{{EVERY_DEVICE_EVENT}}}', true, {OWNER}, '', '{NOW}', '{NOW}'
             FROM generate_series(1, {WEBHOOKS}) n",
            all.receiver.url("crm")
        ),
        format!(
            "INSERT INTO webhook_deliveries (project_id, webhook_id, event_id, event, lane, group_ids, body, created_at, expires_at)
             SELECT w.project_id, w.id, gen_random_uuid(), '{EVERY_DEVICE_EVENT}', 'device:' || n, '{{}}', '{{}}', '{NOW}', '{NOW}'::timestamptz + '1 day'
             FROM generate_series(1, {DOORS}) n, webhooks w"
        ),
        format!(
            "INSERT INTO webhook_lanes (webhook_id, lane, project_id, next_attempt_at)
             SELECT w.id, 'device:' || n, w.project_id, '{NOW}'::timestamptz + n * interval '1 second' FROM generate_series(1, {DOORS}) n, webhooks w"
        ),
        format!(
            "INSERT INTO webhook_deliveries (project_id, webhook_id, event_id, event, lane, group_ids, body, state, created_at, expires_at, finished_at)
             SELECT w.project_id, w.id, gen_random_uuid(), '{EVERY_DEVICE_EVENT}', 'device:' || n % {DOORS}, '{{}}', '{{}}',
                 CASE WHEN n % 20 = 0 THEN 3 ELSE 2 END, '{NOW}', '{NOW}', '{NOW}'::timestamptz - interval '8 days' + n * interval '11 minutes'
             FROM generate_series(1, {FINISHED}) n, webhooks w"
        ),
    ] {
        all.execute(&statement).await;
    }
    analyze(all).await;
    all.numbers("SELECT id FROM webhooks ORDER BY id").await
}

/// The service's role may not analyze tables; their owner may.
async fn analyze(all: &Webhooks) {
    let context = &all.site.app.context;
    let owner = context.settings.database_owner_url(context.service);
    let url = owner.rsplit_once('/').map(|(server, _)| format!("{server}/{}", all.site.app.database())).unwrap();
    let mut owner = PgConnection::connect(&url).await.unwrap();
    sqlx::query("ANALYZE").execute(&mut owner).await.unwrap();
}

/// Those of the statements that read or write deliveries and lanes.
fn of_webhooks(statements: Vec<String>) -> Vec<String> {
    statements.into_iter().filter(|statement| ["webhook_deliveries", "webhook_lanes"].iter().any(|table| statement.contains(table))).collect()
}

type Explain<'q> = QueryScalar<'q, Postgres, String, PgArguments>;

/// The plan of a statement with these values, as the service has it: without execution.
async fn plan(all: &Webhooks, statement: &str, bind: impl FnOnce(Explain<'_>) -> Explain<'_>) -> String {
    let mut tx = all.site.app.context.database.system().await.unwrap();
    let explain = sqlx::query_scalar(AssertSqlSafe(format!("EXPLAIN {statement}")));
    let lines: Vec<String> = bind(explain).fetch_all(&mut *tx).await.unwrap();
    lines.join("\n")
}

#[track_caller]
fn assert_uses(plan: &str, indexes: &[&str]) {
    for index in indexes {
        assert!(plan.contains(index), "without {index}:\n{plan}");
    }
    for table in ["webhook_deliveries", "webhook_lanes"] {
        assert!(!plan.contains(&format!("Seq Scan on {table}")), "all of {table}:\n{plan}");
    }
}

#[tokio::test]
async fn workers_find_what_is_due_by_its_index_and_each_delivery_by_its_lane() {
    let all = Webhooks::start().await;
    let webhooks = many(&all).await;
    // Nothing is sent: the secrets of these rows cannot be opened. One lane is enough to see the statements.
    all.execute("UPDATE webhook_lanes SET next_attempt_at = next_attempt_at + interval '1 hour'").await;
    all.execute(&format!("UPDATE webhook_lanes SET next_attempt_at = '{NOW}' WHERE lane = 'device:1' AND webhook_id = {}", webhooks[0])).await;
    let (_, made) = statements(all.send_due()).await;
    let made = of_webhooks(made);
    let find = |beginning: &str| made.iter().find(|statement| statement.starts_with(beginning)).unwrap_or_else(|| panic!("{beginning} of {made:?}"));

    let list = plan(&all, find("WITH RECURSIVE waiting"), |explain| explain.bind(0_i64).bind(200_i64).bind(NOW).bind(false)).await;
    assert_uses(&list, &["webhook_lanes_due"]);

    let later: OffsetDateTime = NOW + Duration::hours(2);
    let projects: Vec<i64> = (0..WEBHOOKS).map(|n| 1 + n % 8).collect();
    for (of_webhook, of_project, max) in [(8_i64, 16_i64, 64_i64), (1, 2, 32)] {
        let each = |number: i64| vec![number; webhooks.len()];
        let claim = plan(&all, find("WITH due AS"), |explain| {
            let rooms = explain.bind(later).bind(webhooks.clone()).bind(projects.clone()).bind(each(of_webhook)).bind(each(of_project));
            rooms.bind(max).bind(later)
        })
        .await;
        assert_uses(&claim, &["webhook_lanes_due", "webhook_lanes_pkey", "webhook_deliveries_pending"]);
    }
    assert!(made.iter().all(|statement| ["WITH RECURSIVE waiting", "WITH due AS"].iter().any(|known| statement.starts_with(known))), "{made:?}");
}

#[tokio::test]
async fn the_backlog_is_measured_and_bounded_by_indexes() {
    let all = Webhooks::start().await;
    many(&all).await;
    let (done, made) = statements(webhook_backlog::work(&all.site.service)).await;
    done.unwrap();
    let made = of_webhooks(made);
    assert_eq!(made.len(), 2, "{made:?}");
    let full = plan(&all, &made[0], |explain| explain.bind(100_000_i64).bind(90_000_i64)).await;
    assert_uses(&full, &["webhook_deliveries_by_webhook"]);
    let counted = plan(&all, &made[1], |explain| explain.bind(10_000_i64)).await;
    assert_uses(&counted, &["webhook_deliveries_by_webhook"]);
}

#[tokio::test]
async fn what_is_kept_no_longer_is_found_by_indexes() {
    let all = Webhooks::start().await;
    many(&all).await;
    let (done, made) = statements(retention::delete_old(&all.site.service)).await;
    done.unwrap();
    let made = of_webhooks(made);
    assert_eq!(made.len(), 4, "{made:?}");
    // With their rows again, as before.
    all.execute("DELETE FROM webhooks").await;
    many(&all).await;
    let old = plan(&all, &made[0], |explain| explain.bind(NOW - Duration::days(7)).bind(NOW - Duration::days(30))).await;
    assert_uses(&old, &["webhook_deliveries_finished"]);
    let of_disabled = plan(&all, &made[1], |explain| explain.bind(NOW - Duration::days(30))).await;
    assert_uses(&of_disabled, &["webhook_lanes_pkey", "webhook_deliveries_"]);
    for (statement, state, max) in [(&made[2], 2_i16, 1_000_i64), (&made[3], 3, 100_000)] {
        let too_many = plan(&all, statement, |explain| explain.bind(state).bind(max)).await;
        assert_uses(&too_many, &["webhook_deliveries_by_webhook", "webhook_deliveries_pkey"]);
    }
}
