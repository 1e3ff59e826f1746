//! Somebody was let in at a panel: the lift takes them to their floors.
use kit::{Result, clock};
use proto::vestibule::events::v1::{ElevatorReleased, EventArrived, ReleasedFloors};
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::is_licensed;
use crate::domain::elevator::{effective_floors, floors_of, release_deadline, releases};
use crate::domain::passage::is_pass;
use crate::publish;
use crate::store::elevator::{self as store, Rider};

/// Whether the event may release floors: an identifier of a known user was shown, a moment ago.
pub fn may_release(event: &EventArrived) -> bool {
    event.user_id != 0 && !event.is_revoked && is_pass(&event.code) && deadline(event).is_some()
}

fn deadline(event: &EventArrived) -> Option<OffsetDateTime> {
    let at = |at: &Option<prost_types::Timestamp>| at.as_ref().and_then(clock::from_proto);
    // By the panel's own clock: one that is far ahead does not say how old the event is.
    let created_at = at(&event.device_created_at).or_else(|| at(&event.created_at))?;
    release_deadline(created_at, at(&event.received_at)?)
}

/// Asks for the release of the person's floors in every elevator that the panel serves. device-gateway sends a release once
/// for an event, however often it is asked.
pub async fn release(connection: &mut PgConnection, event: &EventArrived) -> Result<()> {
    let Some(expires_at) = deadline(event) else { return Ok(()) };
    let elevators = store::served_by_panel(connection, event.project_id, event.device_id).await?;
    if elevators.is_empty() {
        return Ok(());
    }
    let licensed = is_licensed(connection, event.project_id).await?;
    let is_guests = store::is_guests(connection, event.project_id, event.identifier_id).await?;
    let rider = if is_guests { Rider::GuestOf(event.user_id) } else { Rider::User(event.user_id) };
    for elevator in elevators {
        let passenger = store::passenger(connection, event.project_id, elevator.id, rider, licensed).await?;
        let floors = effective_floors(&floors_of(&elevator.controllers), &passenger);
        let controllers: Vec<ReleasedFloors> = releases(&elevator.controllers, &floors)
            .into_iter()
            .map(|release| ReleasedFloors { device_id: release.device_id, floors: release.floors })
            .collect();
        if controllers.is_empty() {
            continue;
        }
        let released = ElevatorReleased {
            project_id: event.project_id,
            event_id: event.event_id,
            elevator_id: elevator.id,
            panel_id: event.device_id,
            panel_name: event.device_name.clone(),
            user_id: event.user_id,
            user_name: event.user_name.clone(),
            controllers,
            expires_at: Some(clock::to_proto(expires_at)),
            domain_id: elevator.domain_id,
        };
        publish::elevator_released(connection, &released).await?;
    }
    Ok(())
}
