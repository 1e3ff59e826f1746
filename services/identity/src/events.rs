//! The events that identity takes: the group tree, licences, projects' settings, users' virtual numbers, and what every
//! service records for the audit log.
use kit::consumer::{Delivery, Handler};
use kit::realtime::{Audience, Push, push};
use kit::{Context, Result, Tx, audit, features, tree};
use proto::vestibule::events::v1::{AuditRecorded, GroupChanged, LicenseChanged, NumberChanged, ProjectSettingsChanged, UserLicenseChanged};
use serde_json::json;

use crate::domain::audit_event::AuditEvent;
use crate::domain::profile::LOCALES;
use crate::invalidation::{self, SessionChange};
use crate::projection;
use crate::store;
use crate::store::license::MOBILE_APPS;

const SETTINGS: &str = "domains.settings.changed";
const NUMBER: &str = "telephony.number.changed";

pub const TOPICS: &[&str] = &[tree::TOPIC, features::TOPIC, license_limits::USER_TOPIC, SETTINGS, NUMBER, audit::TOPIC];

pub struct Events {
    context: Context,
}

/// What is done once an event is committed.
#[derive(Default)]
pub struct FollowUp {
    is_group_deleted: bool,
    /// To the consoles of users whose numbers changed.
    pushes: Vec<Push>,
}

#[async_trait::async_trait]
impl Handler for Events {
    type FollowUp = FollowUp;

    async fn handle(&self, tx: &mut Tx, event: &Delivery) -> Result<FollowUp> {
        let mut follow_up = FollowUp::default();
        match event.topic.as_str() {
            tree::TOPIC => {
                let group: GroupChanged = event.decode()?;
                self.group_changed(tx, &group).await?;
                follow_up.is_group_deleted = group.deleted;
            }
            features::TOPIC => self.license_changed(tx, &event.decode()?).await?,
            license_limits::USER_TOPIC => self.user_license_changed(tx, &event.decode()?).await?,
            NUMBER => follow_up.pushes = number_changed(tx, &event.decode()?).await?,
            SETTINGS => self.settings_changed(tx, &event.decode()?).await?,
            audit::TOPIC => {
                let recorded: AuditRecorded = event.decode()?;
                store::audit_event::append(tx, &AuditEvent::new(recorded, self.context.clock.now())).await?;
            }
            _ => {}
        }
        Ok(follow_up)
    }

    /// The users of a deleted group are no longer in it. Who they were is not known here any more, and deletions are
    /// rare: every session is looked up again.
    async fn follow_up(&self, follow_ups: Vec<FollowUp>) {
        if follow_ups.iter().any(|follow_up| follow_up.is_group_deleted) {
            invalidation::publish(&self.context, &[SessionChange::All(true)]).await;
        }
        for number_push in follow_ups.into_iter().flat_map(|follow_up| follow_up.pushes) {
            push(&self.context, number_push).await;
        }
    }
}

impl Events {
    pub fn new(context: &Context) -> Self {
        Events { context: context.clone() }
    }

    /// A zone or language that is not known here is left as it was: domains checked it by its own lists.
    async fn settings_changed(&self, tx: &mut Tx, settings: &ProjectSettingsChanged) -> Result<()> {
        let Some(general) = &settings.general else { return Ok(()) };
        let is_newer = projection::project_settings::project(tx, settings, general).await?;
        let is_known = LOCALES.contains(&general.locale.as_str()) && kit::zone::is_known(&general.time_zone);
        if is_newer && is_known {
            let now = self.context.clock.now();
            projection::project_region::project(tx, settings.project_id, &general.time_zone, &general.locale, now).await?;
        }
        Ok(())
    }

    async fn license_changed(&self, tx: &mut Tx, license: &LicenseChanged) -> Result<()> {
        features::apply(tx, license).await?;
        license_limits::project(tx, &MOBILE_APPS, license).await?;
        license_limits::reconcile(tx, &MOBILE_APPS, license.project_id, self.context.clock.now()).await?;
        Ok(())
    }

    async fn user_license_changed(&self, tx: &mut Tx, license: &UserLicenseChanged) -> Result<()> {
        if license_limits::project_user(tx, &MOBILE_APPS, license).await? {
            license_limits::reconcile(tx, &MOBILE_APPS, license.project_id, self.context.clock.now()).await?;
        }
        Ok(())
    }

    async fn group_changed(&self, tx: &mut Tx, group: &GroupChanged) -> Result<()> {
        let is_newer = tree::apply(tx, group).await?;
        if is_newer && group.deleted {
            projection::deleted_group::remove(tx, group.project_id, group.id, self.context.clock.now()).await?;
        }
        Ok(())
    }
}

/// The user's profile shows another number, by which an open console begins to be a phone, or ceases to be one.
async fn number_changed(tx: &mut Tx, number: &NumberChanged) -> Result<Vec<Push>> {
    let users = projection::sip_number::project(tx, number).await?;
    Ok(users.into_iter().map(|user_id| number_push(number.project_id, user_id)).collect())
}

/// To the user's own consoles.
fn number_push(project_id: i64, user_id: i64) -> Push {
    Push::new(project_id, format!("private-users.{user_id}"), Audience::User(user_id), json!({ "type": "SipNumberChanged" }))
}
