//! Events of other services: the snapshots that access keeps, and what they change.
use kit::clock::from_proto;
use kit::consumer::{Delivery, Handler};
use kit::projection::topic::{DEVICE, PROJECT, USER};
use kit::{Clock, Result, Tx, features, tree};
use proto::vestibule::events::v1::{
    AmenityReservationChanged, DeviceChanged, DeviceStatusChanged, EventArrived, GroupChanged, GroupSettingsChanged, LicenseChanged, ProjectChanged,
    ProjectSettingsChanged, SessionRevoked, UserChanged,
};
use time::{Duration, OffsetDateTime};

use crate::domain::passage::{ASKED, is_opening_by_link, is_pass};
use crate::jobs::license_limits::reconcile_project;
use crate::operation::device_list::bump_list_versions;
use crate::operation::{elevator, lockdown, opening};
use crate::projection::{self, face_settings, guest_limits, reservation_identifier, unknown_card, wallet, white_label};
use crate::publish;
use crate::store::device_list::{devices_by_group, devices_by_identifier, devices_by_users, devices_of_project};
use crate::store::license::UKEY2;
use crate::store::opening::{NewOpening, ReportTimes};
use crate::store::ukey2::Ukey2Row;
use crate::store::{guest_key, identifier};

const EVENT_ARRIVED: &str = "device.event.arrived";
const SESSION_REVOKED: &str = "identity.session.revoked";
const RESERVATION_CHANGED: &str = "amenities.reservation.changed";
const ALERT_RUN_CHANGED: &str = "notifications.alert_run.changed";
const DEVICE_STATUS: &str = "device.status.changed";
const SETTINGS: &str = "domains.settings.changed";
const GROUP_SETTINGS: &str = "domains.group_settings.changed";
/// By so much a device's clock may differ before the time of receipt counts.
const CLOCK_TOLERANCE: Duration = Duration::minutes(5);

pub const TOPICS: &[&str] = &[
    tree::TOPIC,
    USER,
    PROJECT,
    DEVICE,
    DEVICE_STATUS,
    EVENT_ARRIVED,
    SETTINGS,
    GROUP_SETTINGS,
    SESSION_REVOKED,
    RESERVATION_CHANGED,
    ALERT_RUN_CHANGED,
    features::TOPIC,
    license_limits::USER_TOPIC,
];

pub struct Events(pub Clock);

#[async_trait::async_trait]
impl Handler for Events {
    type FollowUp = ();

    fn wants(&self, event: &Delivery) -> bool {
        match event.topic.as_str() {
            EVENT_ARRIVED => event.decode().map_or(true, |event: EventArrived| {
                let is_opening = is_counted_pass(&event) || is_opening_by_link(&event.code, event.identifier_id);
                is_opening || elevator::may_release(&event) || unknown_card::number_of(&event).is_some()
            }),
            ALERT_RUN_CHANGED => event.decode().map_or(true, |run| lockdown::is_lockdown(&run)),
            SESSION_REVOKED => event.decode().map_or(true, |event: SessionRevoked| event.mobile_client_id != 0),
            _ => true,
        }
    }

    async fn handle(&self, tx: &mut Tx, event: &Delivery) -> Result<()> {
        match event.topic.as_str() {
            tree::TOPIC => group(tx, event.decode()?).await,
            USER => self.user(tx, event.decode()?).await,
            PROJECT => project(tx, event.decode()?).await,
            DEVICE => device(tx, event.decode()?).await,
            EVENT_ARRIVED => event_arrived(tx, event.decode()?).await,
            DEVICE_STATUS => device_status(tx, event.decode()?).await,
            SETTINGS => project_settings(tx, event.decode()?).await,
            GROUP_SETTINGS => group_settings(tx, event.decode()?).await,
            SESSION_REVOKED => session_revoked(tx, event.decode()?).await,
            RESERVATION_CHANGED => reservation(tx, event.decode()?).await,
            ALERT_RUN_CHANGED => lockdown::apply(tx, &event.decode()?).await,
            features::TOPIC => self.license(tx, event.decode()?).await,
            license_limits::USER_TOPIC => license_limits::project_user(tx, &UKEY2, &event.decode()?).await.map(drop),
            _ => Ok(()),
        }
    }
}

impl Events {
    async fn user(&self, tx: &mut Tx, user: UserChanged) -> Result<()> {
        let before = devices_by_users(tx, &[user.id]).await?;
        if let Some(left_groups) = projection::USERS.project(tx, &user).await? {
            // Identifiers of a deleted user stay where an administrator looks for them; keys of their applications are revoked.
            if user.deleted {
                let revoked = projection::ukey2::remove_user(tx, user.project_id, user.id).await?;
                keys_revoked(tx, user.project_id, &revoked).await?;
                projection::face_photo::delete_of_owner(tx, user.project_id, user.id).await?;
                for key in guest_key::revoke_of_giver(tx, user.project_id, user.id).await? {
                    publish::guest_key_changed(tx, user.project_id, &key).await?;
                    publish::guest_key_announced(tx, user.project_id, &key, "revoked", self.0.now()).await?;
                }
            } else {
                identifier::follow_owner(tx, user.project_id, user.id, &left_groups).await?;
            }
            let after = devices_by_users(tx, &[user.id]).await?;
            bump_list_versions(tx, user.project_id, [before, after].concat()).await?;
        }
        Ok(())
    }

    async fn license(&self, tx: &mut Tx, license: LicenseChanged) -> Result<()> {
        if projection::license::project(tx, &license).await? {
            reconcile_project(tx, license.project_id, &self.0).await?;
            let devices = devices_of_project(tx, license.project_id).await?;
            bump_list_versions(tx, license.project_id, devices).await?;
        }
        Ok(())
    }
}

/// A group that moves takes its users out of some rules and into others; what refers to a deleted one is cleared.
async fn group(tx: &mut Tx, group: GroupChanged) -> Result<()> {
    let before = devices_by_group(tx, group.id).await?;
    if tree::apply(tx, &group).await? {
        if group.deleted {
            projection::group::remove_references(tx, group.project_id, group.id).await?;
            guest_limits::delete_of_group(tx, group.project_id, group.id).await?;
            white_label::delete_of_group(tx, group.project_id, group.id).await?;
            wallet::delete_of_group(tx, group.project_id, group.id).await?;
        }
        elevator::follow_group(tx, &group).await?;
        let after = devices_by_group(tx, group.id).await?;
        bump_list_versions(tx, group.project_id, [before, after].concat()).await?;
        lockdown::follow_devices(tx, group.project_id, None).await?;
    }
    Ok(())
}

/// The zone of the project is that of its devices' clocks and of the schedules without a zone of their own.
async fn project(tx: &mut Tx, project: ProjectChanged) -> Result<()> {
    if projection::project::project(tx, &project).await? {
        projection::project::set_schedule_zone(tx, project.id, &project.time_zone).await?;
        let devices = devices_of_project(tx, project.id).await?;
        bump_list_versions(tx, project.id, devices).await?;
    }
    Ok(())
}

async fn device(tx: &mut Tx, device: DeviceChanged) -> Result<()> {
    if projection::device::project(tx, &device).await? {
        match device.deleted {
            true => elevator::lose_controller(tx, &device).await?,
            false => {
                bump_list_versions(tx, device.project_id, vec![device.id]).await?;
                lockdown::follow_devices(tx, device.project_id, Some(&[device.id])).await?;
            }
        }
    }
    Ok(())
}

/// Whether the event is a pass of an identifier: counted where the identifier has a limit.
fn is_counted_pass(event: &EventArrived) -> bool {
    event.identifier_id != 0 && is_pass(&event.code)
}

/// All devices get the new number of passes left, the one that sent the event too: it counts down from the number it is given.
async fn event_arrived(tx: &mut Tx, event: EventArrived) -> Result<()> {
    if elevator::may_release(&event) {
        elevator::release(tx, &event).await?;
    }
    if let Some(number) = unknown_card::number_of(&event) {
        let at = event.received_at.as_ref().and_then(from_proto).unwrap_or_else(|| Clock::system().now());
        return unknown_card::note(tx, event.project_id, &number, at).await;
    }
    if is_opening_by_link(&event.code, event.identifier_id) {
        let received_at = event.received_at.as_ref().and_then(from_proto).unwrap_or_else(|| Clock::system().now());
        let times = ReportTimes { created_at: event.created_at.as_ref().and_then(from_proto).unwrap_or(received_at), received_at };
        return opening::report_by_link(tx, event.project_id, event.identifier_id, event.device_id, times).await;
    }
    if !is_counted_pass(&event) {
        return Ok(());
    }
    if let Some(at) = event.created_at.as_ref().and_then(from_proto) {
        projection::ukey2::note_use(tx, event.project_id, event.identifier_id, at).await?;
    }
    // A device's clock and that of this machine are compared, whatever a test has set.
    let now = Clock::system().now();
    let new =
        NewOpening { device_id: event.device_id, lock_number: event.lock_number.clamp(0, 8) as i16, at: opened_at(&event, now), token_hash: None };
    if let Some(link_id) = reservation_identifier::mark_used(tx, event.project_id, event.identifier_id, new.at).await? {
        publish::reservation_identifier_used(tx, event.project_id, link_id, new.at).await?;
    }
    opening::report(tx, event.project_id, event.identifier_id, &new, event.code == ASKED, now).await
}

/// By the device's clock, unless that is wrong.
fn opened_at(event: &EventArrived, now: OffsetDateTime) -> OffsetDateTime {
    let received = event.received_at.as_ref().and_then(from_proto).unwrap_or(now);
    let reported = event.created_at.as_ref().and_then(from_proto);
    reported.filter(|reported| (*reported - received).abs() <= CLOCK_TOLERANCE).unwrap_or(received)
}

async fn device_status(tx: &mut Tx, status: DeviceStatusChanged) -> Result<()> {
    projection::device::set_online(tx, &status).await
}

async fn project_settings(tx: &mut Tx, settings: ProjectSettingsChanged) -> Result<()> {
    let label = settings.whitelabel.unwrap_or_default();
    white_label::project(tx, settings.project_id, white_label::PROJECT_GROUP, settings.version, &label).await?;
    let general = settings.general.unwrap_or_default();
    face_settings::project(tx, settings.project_id, settings.version, general.face_consent_optional).await?;
    // Events of earlier releases say nothing of it.
    let Some(apple) = settings.apple_wallet else { return Ok(()) };
    wallet::project_certificate(tx, settings.project_id, settings.version, &apple).await?;
    wallet::project_look(tx, settings.project_id, wallet::PROJECT_GROUP, settings.version, &apple.look.unwrap_or_default()).await
}

async fn group_settings(tx: &mut Tx, settings: GroupSettingsChanged) -> Result<()> {
    guest_limits::project(tx, &settings).await?;
    if let Some(look) = &settings.apple_wallet {
        wallet::project_look(tx, settings.project_id, settings.id, settings.version, look).await?;
    }
    white_label::project(tx, settings.project_id, settings.id, settings.version, &settings.whitelabel.unwrap_or_default()).await
}

/// An installation of the mobile application that has signed out loses its key.
async fn session_revoked(tx: &mut Tx, session: SessionRevoked) -> Result<()> {
    let Some(at) = session.at.as_ref().and_then(from_proto) else { return Ok(()) };
    let revoked = projection::ukey2::sign_out(tx, session.project_id, session.user_id, session.mobile_client_id, at).await?;
    keys_revoked(tx, session.project_id, &revoked).await
}

async fn keys_revoked(tx: &mut Tx, project_id: i64, revoked: &[Ukey2Row]) -> Result<()> {
    let mut devices = Vec::new();
    for key in revoked {
        publish::ukey2_changed(tx, key).await?;
        devices.extend(devices_by_identifier(tx, key.id, key.owner_id).await?);
    }
    bump_list_versions(tx, project_id, devices).await
}

/// The devices of the rules of before and after hold the code, or do not any more.
async fn reservation(tx: &mut Tx, reservation: AmenityReservationChanged) -> Result<()> {
    let mut devices = match reservation_identifier::lock(tx, &reservation).await? {
        Some(identifier) => devices_by_identifier(tx, identifier, None).await?,
        None => Vec::new(),
    };
    let change = reservation_identifier::apply(tx, &reservation).await?;
    if let Some(changed) = &change.identifier {
        devices.extend(devices_by_identifier(tx, changed.row.id, None).await?);
    }
    if change.are_lists_changed {
        bump_list_versions(tx, reservation.project_id, devices).await?;
    }
    if let Some(changed) = &change.identifier {
        publish::identifier_changed(tx, reservation.project_id, &changed.row, changed.version, None).await?;
    }
    Ok(())
}
