//! Events that amenities publishes, by the outbox: in the transaction of the change.
use kit::Result;
use kit::clock::to_proto;
use kit::outbox;
use proto::vestibule::events::v1::AmenityReservationChanged;
use sqlx::PgConnection;
use time::Duration;

use crate::domain::amenity_reservation::ReservationStatus;
use crate::store::amenity_reservation::ReservationRow;

pub const RESERVATION_CHANGED: &str = "amenities.reservation.changed";

/// The reservation as it is after a change.
pub async fn reservation_changed(connection: &mut PgConnection, row: &ReservationRow, is_deleted: bool) -> Result<()> {
    let event = AmenityReservationChanged {
        project_id: row.project_id,
        id: row.id,
        version: if is_deleted { row.version + 1 } else { row.version },
        deleted: is_deleted,
        status: ReservationStatus::from_number(row.status).word().into(),
        amenity_id: row.amenity_id,
        amenity_name: row.amenity_name.clone(),
        user_id: row.user_id,
        access_rule_ids: row.rule_ids.clone(),
        valid_from: Some(to_proto(row.starts_at - Duration::minutes(row.lead.into()))),
        valid_to: Some(to_proto(row.ends_at)),
        link_id: row.link_id.to_string(),
        start: Some(to_proto(row.starts_at)),
        created_by: row.created_by.unwrap_or_default(),
    };
    outbox::emit(connection, row.project_id, RESERVATION_CHANGED, &format!("amenity-reservation:{}", row.id), &event).await
}
