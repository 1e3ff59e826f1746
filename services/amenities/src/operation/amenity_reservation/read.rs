use kit::{ListQuery, Page, Result};
use policy::{Authorized, Caller, action, resource};
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::transition::advance_project;
use crate::app::App;
use crate::domain::amenity_reservation::ReservationStatus;
use crate::projection::USERS;
use crate::store::amenity_reservation::{self as store, ReservationRow};

type ViewRight = Authorized<resource::AmenityReservation, action::View>;

/// A reservation as a caller sees it, by the clock.
#[derive(Clone, Debug)]
pub struct SeenReservation {
    pub row: ReservationRow,
    pub status: ReservationStatus,
    pub is_editable: bool,
    pub is_cancelable: bool,
}

pub async fn list(app: &App, right: &ViewRight, query: &ListQuery) -> Result<Page<SeenReservation>> {
    // A filter looks for the state in the table.
    if query.filters.contains("status") {
        advance_project(app, right.project_id()).await?;
    }
    let mut reader = app.context.database.read(right.project_id()).await?;
    let page = store::list(&mut reader, right, query).await?;
    let Page { items, total, page, size } = page;
    Ok(Page { items: all_seen(&mut reader, right.caller(), items, app.context.clock.now()).await?, total, page, size })
}

pub async fn find(app: &App, right: &ViewRight, id: i64) -> Result<SeenReservation> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let row = store::find(&mut reader, right, id).await?;
    seen(&mut reader, right.caller(), row, app.context.clock.now()).await
}

pub async fn seen(connection: &mut PgConnection, caller: &Caller, row: ReservationRow, now: OffsetDateTime) -> Result<SeenReservation> {
    let mut rows = all_seen(connection, caller, vec![row], now).await?;
    rows.pop().ok_or(kit::Error::NotFound)
}

/// Names only the users whom the caller sees.
async fn all_seen(connection: &mut PgConnection, caller: &Caller, rows: Vec<ReservationRow>, now: OffsetDateTime) -> Result<Vec<SeenReservation>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let amenities: Vec<i64> = rows.iter().map(|row| row.amenity_id).collect();
    let users: Vec<i64> = rows.iter().flat_map(|row| [Some(row.user_id), row.created_by]).flatten().collect();
    let managed = store::managed(connection, caller, &amenities).await?;
    let visible = USERS.visible(connection, caller, &users).await?;
    let see = |mut row: ReservationRow| {
        if !visible.contains(&row.user_id) {
            row.user_name = None;
        }
        if row.created_by.is_some_and(|id| !visible.contains(&id)) {
            row.created_by_name.clear();
        }
        let (clock, is_own) = (row.clock(), row.user_id == caller.user_id);
        let is_manager = managed.contains(&row.amenity_id);
        let may_edit = is_manager || is_own && caller.scope(policy::Resource::AmenityReservation, policy::Action::Edit).own;
        SeenReservation {
            status: clock.status_at(now),
            is_editable: may_edit && clock.is_editable(now),
            is_cancelable: may_edit && clock.is_cancelable(now, is_manager, row.cancel_before),
            row,
        }
    };
    Ok(rows.into_iter().map(see).collect())
}
