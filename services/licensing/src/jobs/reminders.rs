//! Reminds the administrators of groups of the end of their licence period, their own or the one that they inherit, at 9 in the
//! morning of the project.
use std::collections::HashMap;
use std::time::Duration;

use kit::{Result, clock, outbox, run_periodically, zone};
use proto::vestibule::events::v1::LicenseReminderDue;
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::license_days::date_in;
use crate::app::App;
use crate::domain::license::losses;
use crate::domain::license_tree::{Bounds, LicenseTree, Node};
use crate::domain::reminder::{Reminder, ReminderMode};
use crate::store::license_tree::{entitlement_of, tree_of};
use crate::store::project_features;

pub const TOPIC: &str = "licensing.reminder.due";
const INTERVAL: Duration = Duration::from_secs(300);
const BATCH: i64 = 100;
/// Hour of the day in the project's zone.
const HOUR: i8 = 9;
/// In place of a group's id.
const PROJECT: i64 = 0;

pub async fn run(app: App) -> anyhow::Result<()> {
    run_periodically(app.context.clone(), INTERVAL, "nobody is reminded of the end of licences", || remind_all(&app)).await
}

/// Returns how many reminders were published.
pub async fn remind_all(app: &App) -> Result<usize> {
    let (mut sent, mut last) = (0, 0);
    loop {
        let mut tx = app.context.database.system().await?;
        let projects = project_features::list_projects(&mut tx, last, BATCH).await?;
        let Some(newest) = projects.last() else { return Ok(sent) };
        last = *newest;
        for project_id in projects {
            sent += remind(app, &mut tx, project_id).await?;
        }
        tx.commit().await?;
    }
}

async fn remind(app: &App, connection: &mut PgConnection, project_id: i64) -> Result<usize> {
    let now = app.context.clock.now();
    let project: Option<(String, String)> =
        sqlx::query_as("SELECT name, time_zone FROM projects WHERE project_id = $1").bind(project_id).fetch_optional(&mut *connection).await?;
    let Some((project_name, zone_name)) = project else { return Ok(0) };
    if zone::timestamp(now).to_zoned(zone::find(&zone_name)).hour() < HOUR {
        return Ok(0);
    }
    let (licenses, entitlement) = entitlement_of(connection, project_id, app.config.grace, now).await?;
    let tree = tree_of(connection, project_id, &licenses, &entitlement, now).await?;
    let settings = settings(connection, project_id).await?;
    let of_project = losses(&licenses, now);
    let ends_of_groups = ends_of_groups(&tree, &settings, &of_project);
    let of_project = of_project.into_iter().map(|ends_at| PeriodEnd { group: PROJECT, ends_at, reminder: Reminder::default(), is_inherited: false });
    let mut sent = 0;
    for PeriodEnd { group, ends_at, reminder, is_inherited } in of_project.chain(ends_of_groups) {
        let end = date_in(&zone_name, ends_at);
        let Some(due) = reminder.due(end, date_in(&zone_name, now)).filter(|_| ends_at > now) else { continue };
        let taken = sqlx::query("INSERT INTO license_reminders (project_id, group_id, ends_at, due) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING")
            .bind(project_id)
            .bind(group)
            .bind(ends_at)
            .bind(due)
            .execute(&mut *connection)
            .await?;
        if taken.rows_affected() == 1 {
            let name = settings.get(&group).map_or(project_name.clone(), |(name, _)| name.clone());
            let days = (end - date_in(&zone_name, now)).whole_days();
            let event = LicenseReminderDue { project_id, group_id: group, name, ends_at: Some(clock::to_proto(ends_at)), days, is_inherited };
            outbox::emit(connection, project_id, TOPIC, &format!("license:{project_id}"), &event).await?;
            sent += 1;
        }
    }
    Ok(sent)
}

/// Names and reminders of groups with limits of their own.
async fn settings(connection: &mut PgConnection, project_id: i64) -> Result<HashMap<i64, (String, Reminder)>> {
    let rows: Vec<(i64, String, bool, i16, i32)> = sqlx::query_as(
        "SELECT g.id, g.name, l.reminder_enabled, l.reminder_mode, l.notify_before FROM group_licenses l JOIN group_nodes g ON g.id = l.group_id
         WHERE l.project_id = $1 AND l.is_active AND NOT g.deleted",
    )
    .bind(project_id)
    .fetch_all(connection)
    .await?;
    let reminder = |is_enabled, mode, notify_before| Reminder { is_enabled, mode: ReminderMode::from_number(mode), notify_before };
    Ok(rows.into_iter().map(|(id, name, is_enabled, mode, days)| (id, (name, reminder(is_enabled, mode, days)))).collect())
}

struct PeriodEnd {
    group: i64,
    ends_at: OffsetDateTime,
    reminder: Reminder,
    /// Of the group above, or of the project.
    is_inherited: bool,
}

/// Ends of the periods of groups with limits of their own: their own period, else that of the nearest group above, else what ends
/// of the project.
fn ends_of_groups(tree: &LicenseTree, settings: &HashMap<i64, (String, Reminder)>, of_project: &[OffsetDateTime]) -> Vec<PeriodEnd> {
    let of = |node: Node| {
        let Node::Group(group) = node else { return Vec::new() };
        let Some((_, reminder)) = settings.get(&group) else { return Vec::new() };
        let (owner, period) = owner_of_period(tree, node);
        let ends = period.map_or(of_project.to_vec(), |period| period.to.into_iter().collect());
        let end = |ends_at| PeriodEnd { group, ends_at, reminder: *reminder, is_inherited: owner != node };
        ends.into_iter().map(end).collect()
    };
    tree.nodes().into_iter().flat_map(of).collect()
}

/// The nearest group at or above a node that has a period; the project without one.
fn owner_of_period(tree: &LicenseTree, node: Node) -> (Node, Option<Bounds>) {
    let mut at = node;
    loop {
        let period = tree.grant(at).and_then(|grant| grant.period);
        match tree.parent(at) {
            _ if period.is_some() && at != Node::Project => return (at, period),
            Some(above) => at = above,
            None => return (Node::Project, None),
        }
    }
}
