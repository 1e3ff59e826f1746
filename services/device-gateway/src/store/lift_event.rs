//! The log of elevators: events of lift controllers, and commands to them.
use futures::TryStreamExt;
use kit::listing::{Kind, column, related, sortable};
use kit::{ListQuery, Listing, Page, Result};
use policy::{Authorized, action, resource};
use spreadsheet::Rows;
use sqlx::{AssertSqlSafe, PgConnection};
use time::OffsetDateTime;

use super::device::DeviceRow;
use super::event::StoredEvent;
use super::seen_names::{self, SeenNames};
use crate::domain::event::{ACCESS, CATEGORIES};
use crate::domain::lift::{CommandState, LiftOrder, STATES};

pub static ELEVATOR_EVENTS: Listing = Listing {
    resource: "events/elevators",
    select:
        "l.id, l.category, l.code, l.elevator_id, e.name AS elevator_name, l.device_id, d.name AS device_name, l.domain_id, g.name AS domain_name,
        l.user_id, l.user_name, l.panel_id, l.panel_name, l.floors, l.direction, l.state, l.error, l.created_at, l.received_at",
    from: "lift_events l LEFT JOIN devices d ON d.id = l.device_id LEFT JOIN elevators e ON e.id = l.elevator_id LEFT JOIN group_nodes g ON g.id = l.domain_id",
    project: "l.project_id",
    key: "l.id",
    columns: &[
        sortable("id", "l.id", Kind::Int),
        sortable("created_at", "l.created_at", Kind::Time),
        column("received_at", "l.received_at", Kind::Time),
        column("code", "l.code", Kind::Text),
        column("category", "l.category", Kind::Choice(CATEGORIES)),
        column("state", "l.state", Kind::Choice(STATES)),
        column("elevator_id", "l.elevator_id", Kind::Int),
        column("device_id", "l.device_id", Kind::Int),
        column("domain_id", "l.domain_id", Kind::Int),
        related("within_domain_id", "l.domain_id IN (SELECT c.descendant_id FROM group_closure c WHERE c.ancestor_id = {})"),
        column("user_id", "l.user_id", Kind::Int),
    ],
    default_sort: "-id",
    search: &["l.user_name", "d.name", "e.name"],
    // As far as their elevator is seen; those of a controller without one, as far as groups are.
    groups: "l.elevator_id IN (SELECT s.id FROM elevators s WHERE s.domain_id IN ({})) OR l.elevator_id IS NULL AND l.domain_id IN ({})",
    own: "",
    filter: "",
    whole: "",
};

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct LiftEventRow {
    pub id: i64,
    pub category: i16,
    pub code: String,
    pub elevator_id: Option<i64>,
    pub elevator_name: Option<String>,
    pub device_id: i64,
    pub device_name: String,
    pub domain_id: i64,
    pub domain_name: Option<String>,
    pub user_id: Option<i64>,
    pub user_name: Option<String>,
    pub panel_id: Option<i64>,
    pub panel_name: Option<String>,
    pub floors: Vec<i32>,
    pub direction: Option<String>,
    pub state: i16,
    pub error: Option<String>,
    pub created_at: OffsetDateTime,
    pub received_at: OffsetDateTime,
}

impl LiftEventRow {
    /// An elevator that the caller sees may be driven by a device, and called from a panel, that the caller does not.
    fn retain_names(&mut self, seen: &SeenNames) {
        if !seen.has_device(self.device_id) {
            self.device_name.clear();
        }
        self.panel_name = self.panel_name.take().filter(|_| self.panel_id.is_some_and(|id| seen.has_device(id)));
        self.domain_name = self.domain_name.take().filter(|_| seen.has_group(self.domain_id));
    }
}

type ViewRight = Authorized<resource::ElevatorEvent, action::View>;

pub async fn list(connection: &mut PgConnection, right: &ViewRight, query: &ListQuery) -> Result<Page<LiftEventRow>> {
    let mut page: Page<LiftEventRow> = ELEVATOR_EVENTS.page(connection, right.project_id(), right.scope(), query).await?;
    let devices: Vec<i64> = page.items.iter().flat_map(|row| [Some(row.device_id), row.panel_id]).flatten().collect();
    let groups: Vec<i64> = page.items.iter().map(|row| row.domain_id).collect();
    let seen = seen_names::find(connection, right.caller(), right.scope(), &devices, &groups).await?;
    page.items.iter_mut().for_each(|row| row.retain_names(&seen));
    Ok(page)
}

/// Says what is wrong with a query before a download begins.
pub fn check(right: &ViewRight, query: &ListQuery) -> Result<()> {
    ELEVATOR_EVENTS.everything(right.project_id(), right.scope(), query, 1).map(|_| ())
}

/// Whether the query has more events than `most`.
pub async fn has_more_than(connection: &mut PgConnection, right: &ViewRight, query: &ListQuery, most: i64) -> Result<bool> {
    let mut sql = Listing { select: ELEVATOR_EVENTS.key, ..ELEVATOR_EVENTS }.everything(right.project_id(), right.scope(), query, 1)?;
    sql.push(" OFFSET ").push(most);
    Ok(sql.build_query_scalar::<i64>().fetch_optional(connection).await?.is_some())
}

/// Every event that the query asks for, one after the other.
pub async fn write_all(
    connection: &mut PgConnection,
    right: &ViewRight,
    query: &ListQuery,
    rows: &Rows,
    cells: fn(LiftEventRow) -> Vec<String>,
) -> Result<()> {
    // Events are sent while they are read: what the caller sees is asked before.
    let seen = seen_names::find_of_project(connection, right.caller(), right.scope()).await?;
    let mut sql = ELEVATOR_EVENTS.everything(right.project_id(), right.scope(), query, i64::MAX)?;
    let found = sql.build_query_as::<LiftEventRow>().fetch(connection).map_ok(|mut row| {
        row.retain_names(&seen);
        row
    });
    exports::write_all(found, rows, cells).await
}

/// Those of the stored events that a lift controller has reported. For the platform itself.
/// Returns where they belong.
pub async fn copy_from_devices(connection: &mut PgConnection, events: &[StoredEvent]) -> Result<Vec<LiftEventPlace>> {
    let ids: Vec<i64> = events.iter().map(|event| event.id).collect();
    let sql = format!(
        "INSERT INTO lift_events (project_id, device_id, domain_id, elevator_id, category, code, user_id, user_name, state, created_at, received_at)
         SELECT e.project_id, e.device_id, e.domain_id, c.elevator_id, e.category, e.code, e.user_id, e.user_name, 0, e.created_at, e.received_at
         FROM events e JOIN devices d ON d.id = e.device_id LEFT JOIN elevator_controllers c ON c.device_id = e.device_id
         WHERE e.id = ANY($1) AND d.type = 4 ORDER BY e.id RETURNING {PLACE}"
    );
    Ok(sqlx::query_as(AssertSqlSafe(sql)).bind(ids).fetch_all(connection).await?)
}

/// Of an event: its elevator, and the group whose people see it, with the groups above.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct LiftEventPlace {
    pub project_id: i64,
    pub elevator_id: Option<i64>,
    pub path: Vec<i64>,
}

/// Of `lift_events`, in a statement that writes them.
const PLACE: &str = "project_id, elevator_id, ARRAY(SELECT c.ancestor_id FROM group_closure c
    WHERE c.descendant_id = coalesce((SELECT s.domain_id FROM elevators s WHERE s.id = lift_events.elevator_id), lift_events.domain_id)
    ORDER BY c.depth DESC) AS path";

pub async fn find_place(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<Option<LiftEventPlace>> {
    let sql = format!("SELECT {PLACE} FROM lift_events WHERE project_id = $1 AND id = $2");
    Ok(sqlx::query_as(AssertSqlSafe(sql)).bind(project_id).bind(id).fetch_optional(connection).await?)
}

/// A command, as it is logged before it is sent.
#[derive(Clone, Debug)]
pub struct NewCommand<'a> {
    pub device: &'a DeviceRow,
    pub elevator_id: i64,
    pub order: &'a LiftOrder,
    pub user_id: i64,
    pub user_name: &'a str,
    /// The panel that has let the user in, its name and its event.
    pub panel: Option<(i64, &'a str, i64)>,
    /// Why it is not sent.
    pub obstacle: Option<&'a str>,
}

/// Returns its id; None where the controller has had the command for this event of the panel.
pub async fn insert_command(connection: &mut PgConnection, command: &NewCommand<'_>, now: OffsetDateTime) -> Result<Option<i64>> {
    let (panel_id, panel_name, panel_event) = command.panel.map_or((None, None, None), |(id, name, event)| (Some(id), Some(name), Some(event)));
    let state = if command.obstacle.is_some() { CommandState::Failed } else { CommandState::Sent };
    let id = sqlx::query_scalar(
        "INSERT INTO lift_events (project_id, device_id, domain_id, elevator_id, category, code, user_id, user_name, panel_id, panel_name, panel_event_id,
             floors, direction, state, error, created_at, received_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16)
         ON CONFLICT (panel_event_id, device_id) WHERE panel_event_id IS NOT NULL DO NOTHING RETURNING id",
    )
    .bind(command.device.project_id)
    .bind(command.device.id)
    .bind(command.device.domain_id)
    .bind(command.elevator_id)
    .bind(ACCESS)
    .bind(command.order.code())
    .bind((command.user_id != 0).then_some(command.user_id))
    .bind((command.user_id != 0).then_some(command.user_name))
    .bind(panel_id)
    .bind(panel_name)
    .bind(panel_event)
    .bind(command.order.floors())
    .bind(command.order.direction())
    .bind(state as i16)
    .bind(command.obstacle)
    .bind(now)
    .fetch_optional(connection)
    .await?;
    Ok(id)
}

/// What has become of a command; one that has an outcome keeps it.
pub async fn finish_command(connection: &mut PgConnection, project_id: i64, id: i64, error: Option<&str>) -> Result<()> {
    let state = if error.is_some() { CommandState::Failed } else { CommandState::Done };
    sqlx::query("UPDATE lift_events SET state = $3, error = $4 WHERE project_id = $1 AND id = $2 AND state = 1")
        .bind(project_id)
        .bind(id)
        .bind(state as i16)
        .bind(error)
        .execute(connection)
        .await?;
    Ok(())
}

/// Commands that were sent before a moment, and whose process has ended since. For the platform itself.
pub async fn fail_sent_before(connection: &mut PgConnection, before: OffsetDateTime, error: &str) -> Result<()> {
    sqlx::query("UPDATE lift_events SET state = 3, error = $2 WHERE state = 1 AND received_at < $1")
        .bind(before)
        .bind(error)
        .execute(connection)
        .await?;
    Ok(())
}
