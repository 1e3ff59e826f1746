use kit::Result;
use policy::{Authorized, action, resource};

use crate::app::App;
use crate::projection::USERS;
use crate::store::amenity_reservation;
use crate::store::reservation_log::{self, ReservationLogRow};

/// Names only the users whom the caller sees.
pub async fn logs(app: &App, right: &Authorized<resource::AmenityReservationLog, action::View>, id: i64) -> Result<Vec<ReservationLogRow>> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let reservation = amenity_reservation::find(&mut reader, right, id).await?;
    let mut rows = reservation_log::list(&mut reader, right.project_id(), reservation.id).await?;
    let named: Vec<i64> = rows.iter().filter_map(|row| row.user_id).collect();
    let visible = if named.is_empty() { Vec::new() } else { USERS.visible(&mut reader, right.caller(), &named).await? };
    for row in &mut rows {
        if row.user_id.is_some_and(|id| !visible.contains(&id)) {
            row.user_name.clear();
        }
    }
    Ok(rows)
}
