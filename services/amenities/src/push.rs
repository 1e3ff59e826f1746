//! Pushes to browsers: a reservation has changed, and not how. The API answers with that to those who may view it. A push may be
//! lost: the console asks again when it is connected again.
use std::time::Duration;

use kit::realtime::{self, Audience, Push};
use kit::{Context, Result};
use policy::Resource;
use proto::vestibule::events::v1::AmenityReservationChanged;
use sqlx::PgConnection;

use crate::store::amenity;
use crate::store::amenity_reservation::ReservationRow;

const TOPIC: &str = "amenity-reservations";
/// For all pushes of a batch of events: the next batch waits for them.
const BATCH_TIMEOUT: Duration = Duration::from_secs(5);

/// A reservation that has changed, and whose it is.
#[derive(Clone, Debug)]
pub struct ChangedReservation {
    project_id: i64,
    id: i64,
    amenity_id: i64,
    user_id: i64,
    /// 0 where that user is gone.
    created_by: i64,
}

impl From<&AmenityReservationChanged> for ChangedReservation {
    fn from(event: &AmenityReservationChanged) -> Self {
        let AmenityReservationChanged { project_id, id, amenity_id, user_id, created_by, .. } = *event;
        ChangedReservation { project_id, id, amenity_id, user_id, created_by }
    }
}

impl From<&ReservationRow> for ChangedReservation {
    fn from(row: &ReservationRow) -> Self {
        let ReservationRow { project_id, id, amenity_id, user_id, created_by, .. } = *row;
        ChangedReservation { project_id, id, amenity_id, user_id, created_by: created_by.unwrap_or_default() }
    }
}

/// To those who view the reservations of one of the amenity's groups, to its user and to who made it: the reach of the list.
pub async fn of_reservation(connection: &mut PgConnection, changed: &ChangedReservation) -> Result<Vec<Push>> {
    let ChangedReservation { project_id, id, amenity_id, user_id, created_by } = *changed;
    let resource = || Resource::AmenityReservation.name().to_string();
    let paths = amenity::group_paths(connection, project_id, amenity_id).await?;
    let mut audiences: Vec<Audience> = paths.into_iter().map(|path| Audience::Scope { resource: resource(), path }).collect();
    if audiences.is_empty() {
        // Only who views all reservations sees those of an amenity whose groups are gone.
        audiences.push(Audience::Scope { resource: resource(), path: Vec::new() });
    }
    let creator = Some(created_by).filter(|creator| *creator != 0 && *creator != user_id);
    audiences.extend([Some(user_id), creator].into_iter().flatten().map(Audience::User));
    let data = event_catalogue::encode::amenity_reservation_changed(id, amenity_id);
    Ok(audiences.into_iter().map(|audience| Push::new(project_id, TOPIC, audience, data.clone())).collect())
}

pub async fn push_all(context: &Context, pushes: Vec<Push>) {
    if !pushes.is_empty() && tokio::time::timeout(BATCH_TIMEOUT, realtime::push_all(context, pushes)).await.is_err() {
        tracing::warn!("some changes of reservations are not pushed");
    }
}
