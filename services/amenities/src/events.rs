//! Events of other services: the snapshots that amenities keeps, and what they change of reservations.
use kit::consumer::{Delivery, Handler};
use kit::projection::topic::{PROJECT, USER};
use kit::realtime::Push;
use kit::{Result, Tx, features, tree};
use proto::vestibule::events::v1::{
    AmenityReservationChanged, GroupChanged, IdentifierChanged, ProjectChanged, ReservationIdentifierUsed, UserChanged,
};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::app::App;
use crate::operation::amenity_reservation::{
    cancel_of_left_groups, cancel_of_moved_group, cancel_of_user, follow_zone, identifier_changed, identifier_used,
};
use crate::projection::{self, USERS};
use crate::publish::RESERVATION_CHANGED;
use crate::push::{self, ChangedReservation, of_reservation};
use crate::store::amenity_member::of_members_below;
use crate::store::amenity_reservation::LiveReservationsOf;

const IDENTIFIER_USED: &str = "access.reservation_identifier.used";
const IDENTIFIER_CHANGED: &str = "access.identifier.changed";
/// Type of the identifiers of reservations.
const QR: &str = "qr";

pub const TOPICS: &[&str] =
    &[tree::TOPIC, USER, PROJECT, features::TOPIC, license_limits::USER_TOPIC, IDENTIFIER_CHANGED, IDENTIFIER_USED, RESERVATION_CHANGED];

pub struct Events(pub App);

#[async_trait::async_trait]
impl Handler for Events {
    type FollowUp = Vec<Push>;

    fn wants(&self, event: &Delivery) -> bool {
        event.topic != IDENTIFIER_CHANGED || event.decode::<IdentifierChanged>().map_or(true, |event| event.r#type == QR)
    }

    async fn handle(&self, tx: &mut Tx, event: &Delivery) -> Result<Vec<Push>> {
        match event.topic.as_str() {
            tree::TOPIC => self.group(tx, event.decode()?).await?,
            USER => self.user(tx, event.decode()?).await?,
            PROJECT => self.project(tx, event.decode()?).await?,
            features::TOPIC => license_limits::project_features(tx, &event.decode()?).await?,
            license_limits::USER_TOPIC => drop(license_limits::project_user_features(tx, &event.decode()?).await?),
            IDENTIFIER_USED => return used(tx, event.decode()?, self.0.context.clock.now()).await,
            IDENTIFIER_CHANGED => return identifier(tx, event.decode()?).await,
            RESERVATION_CHANGED => return reservation(tx, &event.decode()?).await,
            _ => {}
        }
        Ok(Vec::new())
    }

    async fn follow_up(&self, follow_ups: Vec<Vec<Push>>) {
        push::push_all(&self.0.context, follow_ups.concat()).await;
    }
}

/// This service's own event: whatever has changed a reservation, browsers learn of it after the commit, by one way.
async fn reservation(tx: &mut Tx, changed: &AmenityReservationChanged) -> Result<Vec<Push>> {
    of_reservation(tx, &ChangedReservation::from(changed)).await
}

/// One that access has made for a reservation has the reservation's link.
async fn identifier(tx: &mut Tx, identifier: IdentifierChanged) -> Result<Vec<Push>> {
    let Ok(link_id) = identifier.link_id.parse::<Uuid>() else { return Ok(Vec::new()) };
    let found = (!identifier.deleted).then_some((identifier.id, identifier.name.as_str()));
    match identifier_changed(tx, identifier.project_id, link_id, found).await? {
        Some(changed) => of_reservation(tx, &ChangedReservation::from(changed.row())).await,
        None => Ok(Vec::new()),
    }
}

async fn used(tx: &mut Tx, used: ReservationIdentifierUsed, now: OffsetDateTime) -> Result<Vec<Push>> {
    let (Ok(link_id), Some(at)) = (used.link_id.parse::<Uuid>(), used.at.as_ref().and_then(kit::clock::from_proto)) else {
        return Ok(Vec::new());
    };
    match identifier_used(tx, used.project_id, link_id, at, now).await? {
        Some(changed) => of_reservation(tx, &ChangedReservation::from(changed.row())).await,
        None => Ok(Vec::new()),
    }
}

impl Events {
    /// Whoever comes out of an amenity's groups with a group that is moved loses what they have reserved there.
    async fn group(&self, tx: &mut Tx, group: GroupChanged) -> Result<()> {
        let before = of_members_below(tx, group.project_id, group.id).await?;
        if tree::apply(tx, &group).await? {
            cancel_of_moved_group(tx, group.project_id, &before, self.0.context.clock.now()).await?;
            if group.deleted {
                projection::remove_group(tx, group.project_id, group.id).await?;
            }
        }
        Ok(())
    }

    async fn user(&self, tx: &mut Tx, user: UserChanged) -> Result<()> {
        let Some(left_groups) = USERS.project(tx, &user).await? else { return Ok(()) };
        let now = self.0.context.clock.now();
        match user.deleted {
            true => cancel_of_user(tx, user.project_id, user.id, now).await,
            false => cancel_of_left_groups(tx, user.project_id, user.id, &left_groups, now).await,
        }
    }

    async fn project(&self, tx: &mut Tx, project: ProjectChanged) -> Result<()> {
        if projection::project(tx, &project).await? {
            follow_zone(tx, project.id, LiveReservationsOf::ProjectZone, self.0.context.clock.now()).await?;
        }
        Ok(())
    }
}
