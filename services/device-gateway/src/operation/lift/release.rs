use kit::{Result, clock};
use proto::vestibule::events::v1::ElevatorReleased;
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::LiftCommand;
use crate::domain::lift::{LiftOrder, ReleaseCause};
use crate::store::device;
use crate::store::lift_event::NewCommand;

/// Somebody was let in at a panel. Too late, or for an event that was handled before, nothing is sent: a lift must not move
/// for somebody who has gone.
pub async fn begin_release(connection: &mut PgConnection, released: &ElevatorReleased, now: OffsetDateTime) -> Result<Vec<LiftCommand>> {
    let expires_at = released.expires_at.as_ref().and_then(clock::from_proto);
    if expires_at.is_none_or(|expires_at| now > expires_at) {
        tracing::info!(event_id = released.event_id, "floors are not released: the event is too old");
        return Ok(Vec::new());
    }
    let mut commands = Vec::new();
    for controller in &released.controllers {
        let Some(row) = device::find_for_service(connection, released.project_id, controller.device_id).await? else { continue };
        let order = LiftOrder::Release { floors: controller.floors.clone(), cause: ReleaseCause::Card };
        let command = NewCommand {
            device: &row,
            elevator_id: released.elevator_id,
            order: &order,
            user_id: released.user_id,
            user_name: &released.user_name,
            panel: Some((released.panel_id, &released.panel_name, released.event_id)),
            obstacle: None,
        };
        commands.extend(LiftCommand::log(connection, command, now).await?);
    }
    Ok(commands)
}
