//! Reservations of amenities.
mod cancel;
mod create;
mod delete;
mod former_member;
mod identifier;
mod live;
mod logs;
mod read;
mod transition;
mod update;

use jiff::civil::Date;
use kit::entity_fields::audit_view;
use kit::{Result, audit};
use policy::{Action, Caller, Resource};
use serde_json::{Value, json};
use sqlx::PgConnection;

pub use cancel::cancel;
pub use create::create;
pub use delete::{delete, delete_all};
pub use former_member::{cancel_of_left_groups, cancel_of_moved_group};
pub use identifier::{identifier_changed, identifier_used};
pub use live::{cancel_of_user, follow_zone, publish_live};
pub use logs::logs;
pub use read::{SeenReservation, find, list};
pub use transition::advance_due;
pub use update::update;

use crate::app::App;
use crate::domain::amenity_reservation::{ReservationStatus, with_slots};
use crate::domain::amenity_state::SlotKey;
use crate::store::amenity_reservation::{ReservationRow, ReservedPlaces};
use crate::store::slot_usage;

/// What both of a creation and a change do when the places were not there, after the transaction was rolled back.
async fn no_free_places(app: &App, caller: &Caller, amenity_id: i64, reserved: &ReservedPlaces, capacity: i32) -> kit::Error {
    let date: Date = reserved.chosen.date;
    let starts = reserved.chosen.starts();
    let full = async {
        let mut reader = app.context.database.read(caller.project_id).await?;
        let usage = slot_usage::find(&mut reader, amenity_id, date, date).await?;
        let taken = |start: i32| usage.get(&SlotKey::from((date, start))).copied().unwrap_or_default();
        Ok::<Vec<i32>, kit::Error>(starts.iter().copied().filter(|start| taken(*start) + reserved.places > capacity).collect())
    };
    match full.await {
        Ok(full) if !full.is_empty() => with_slots("no free places", date, &full),
        // They were given back in the meantime.
        _ => with_slots("no free places", date, &starts),
    }
}

async fn record(
    app: &App,
    connection: &mut PgConnection,
    caller: &Caller,
    action: Action,
    before: Option<&ReservationRow>,
    after: Option<&ReservationRow>,
) -> Result<()> {
    let Some(row) = after.or(before) else { return Ok(()) };
    let view = |row: Option<&ReservationRow>| {
        row.map_or(Value::Null, |row| {
            let mut view = audit_view(&row.draft());
            view["status"] = json!(ReservationStatus::from_number(row.status).word());
            view
        })
    };
    let change = audit::Change::new(action, Resource::AmenityReservation, row.id, &row.amenity_name, view(before), view(after));
    audit::record(connection, &app.context.clock, caller, change).await
}
