//! Samples what is used, for the peaks and means of days.
use std::time::Duration;

use kit::{Result, run_periodically, zone};
use sqlx::PgConnection;
use time::{Date, OffsetDateTime};

use crate::app::App;
use crate::domain::counts::Kind;
use crate::domain::license_tree::Node;
use crate::store::license_tree::load;
use crate::store::project_features;

const INTERVAL: Duration = Duration::from_secs(600);
/// Projects that are read at a time.
const BATCH: i64 = 100;
/// Days that are kept.
const RETENTION: time::Duration = time::Duration::days(800);

pub async fn run(app: App) -> anyhow::Result<()> {
    run_periodically(app.context.clone(), INTERVAL, "used licences are not sampled", || sample_all(&app)).await
}

/// One sample of every project.
pub async fn sample_all(app: &App) -> Result<()> {
    let mut last = 0;
    loop {
        let mut tx = app.context.database.system().await?;
        let projects = project_features::list_projects(&mut tx, last, BATCH).await?;
        let Some(newest) = projects.last() else { return delete_old(app).await };
        last = *newest;
        for project_id in projects {
            sample(app, &mut tx, project_id).await?;
        }
        tx.commit().await?;
    }
}

async fn sample(app: &App, connection: &mut PgConnection, project_id: i64) -> Result<()> {
    let now = app.context.clock.now();
    let (tree, _) = load(connection, project_id, app.config.grace, now).await?;
    let day = local_date(connection, project_id, now).await?;
    let (mut groups, mut kinds, mut used, mut maxima) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for kind in Kind::ALL {
        let below = tree.used_below(kind);
        for node in tree.nodes() {
            groups.push(match node {
                Node::Project => 0,
                Node::Group(id) => id,
            });
            kinds.push(kind.number());
            used.push(below.get(&node).copied().unwrap_or_default());
            maxima.push(tree.grant(node).and_then(|grant| grant.limits.of(kind)));
        }
    }
    sqlx::query(
        "INSERT INTO license_days (project_id, group_id, kind, day, peak, total, samples, maximum)
         SELECT $1, s.group_id, s.kind, $2, s.used, s.used, 1, s.maximum
         FROM unnest($3::bigint[], $4::smallint[], $5::bigint[], $6::bigint[]) s (group_id, kind, used, maximum)
         ON CONFLICT (project_id, group_id, day, kind) DO UPDATE SET peak = greatest(license_days.peak, excluded.peak),
             total = license_days.total + excluded.total, samples = license_days.samples + 1, maximum = excluded.maximum",
    )
    .bind(project_id)
    .bind(day)
    .bind(&groups)
    .bind(&kinds)
    .bind(&used)
    .bind(&maxima)
    .execute(connection)
    .await?;
    Ok(())
}

/// The date in the zone of the project.
pub async fn local_date(connection: &mut PgConnection, project_id: i64, now: OffsetDateTime) -> Result<Date> {
    let name: Option<String> =
        sqlx::query_scalar("SELECT time_zone FROM projects WHERE project_id = $1").bind(project_id).fetch_optional(connection).await?;
    Ok(date_in(name.as_deref().unwrap_or("UTC"), now))
}

/// The date there at this moment.
pub fn date_in(zone: &str, at: OffsetDateTime) -> Date {
    let local = zone::timestamp(at).to_zoned(zone::find(zone)).date();
    let month = time::Month::try_from(local.month() as u8).unwrap_or(time::Month::January);
    Date::from_calendar_date(local.year().into(), month, local.day() as u8).unwrap_or_else(|_| at.date())
}

async fn delete_old(app: &App) -> Result<()> {
    let mut tx = app.context.database.system().await?;
    sqlx::query("DELETE FROM license_days WHERE day < $1").bind((app.context.clock.now() - RETENTION).date()).execute(&mut *tx).await?;
    Ok(tx.commit().await?)
}
