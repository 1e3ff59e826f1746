//! Events of other services: the snapshots that amenities keeps, and what they change of reservations.
use kit::consumer::{Delivery, Handler};
use kit::projection::topic::{PROJECT, USER};
use kit::{Clock, Result, Tx, features, tree};
use proto::vestibule::events::v1::{GroupChanged, IdentifierChanged, ProjectChanged, ReservationIdentifierUsed, UserChanged};
use uuid::Uuid;

use crate::operation::amenity_reservation::{cancel_of_user, follow_zone, identifier_changed, identifier_used};
use crate::projection::{self, USERS};
use crate::store::amenity_reservation::LiveReservationsOf;

const IDENTIFIER_USED: &str = "access.reservation_identifier.used";
const IDENTIFIER_CHANGED: &str = "access.identifier.changed";
/// Type of the identifiers of reservations.
const QR: &str = "qr";

pub const TOPICS: &[&str] = &[tree::TOPIC, USER, PROJECT, features::TOPIC, IDENTIFIER_CHANGED, IDENTIFIER_USED];

pub struct Events(pub Clock);

#[async_trait::async_trait]
impl Handler for Events {
    type FollowUp = ();

    fn wants(&self, event: &Delivery) -> bool {
        event.topic != IDENTIFIER_CHANGED || event.decode::<IdentifierChanged>().map_or(true, |event| event.r#type == QR)
    }

    async fn handle(&self, tx: &mut Tx, event: &Delivery) -> Result<()> {
        match event.topic.as_str() {
            tree::TOPIC => group(tx, event.decode()?).await,
            USER => self.user(tx, event.decode()?).await,
            PROJECT => self.project(tx, event.decode()?).await,
            features::TOPIC => features::apply(tx, &event.decode()?).await.map(drop),
            IDENTIFIER_USED => used(tx, event.decode()?).await,
            IDENTIFIER_CHANGED => identifier(tx, event.decode()?).await,
            _ => Ok(()),
        }
    }
}

/// One that access has made for a reservation has the reservation's link.
async fn identifier(tx: &mut Tx, identifier: IdentifierChanged) -> Result<()> {
    let Ok(link_id) = identifier.link_id.parse::<Uuid>() else { return Ok(()) };
    let found = (!identifier.deleted).then_some((identifier.id, identifier.name.as_str()));
    identifier_changed(tx, identifier.project_id, link_id, found).await
}

async fn used(tx: &mut Tx, used: ReservationIdentifierUsed) -> Result<()> {
    match (used.link_id.parse::<Uuid>(), used.at.as_ref().and_then(kit::clock::from_proto)) {
        (Ok(link_id), Some(at)) => identifier_used(tx, used.project_id, link_id, at).await,
        _ => Ok(()),
    }
}

async fn group(tx: &mut Tx, group: GroupChanged) -> Result<()> {
    if tree::apply(tx, &group).await? && group.deleted {
        projection::remove_group(tx, group.project_id, group.id).await?;
    }
    Ok(())
}

impl Events {
    async fn user(&self, tx: &mut Tx, user: UserChanged) -> Result<()> {
        if USERS.project(tx, &user).await?.is_some() && user.deleted {
            cancel_of_user(tx, user.project_id, user.id, self.0.now()).await?;
        }
        Ok(())
    }

    async fn project(&self, tx: &mut Tx, project: ProjectChanged) -> Result<()> {
        if projection::project(tx, &project).await? {
            follow_zone(tx, project.id, LiveReservationsOf::ProjectZone, self.0.now()).await?;
        }
        Ok(())
    }
}
