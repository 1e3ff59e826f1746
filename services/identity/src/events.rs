//! The events that identity takes: the group tree, licences, projects' settings, users' virtual numbers, and what every
//! service records for the audit log.
use std::sync::{Mutex, MutexGuard, PoisonError};

use kit::consumer::{Delivery, Handler};
use kit::realtime::{Audience, Push, push};
use kit::{Context, Result, Tx, audit, features, tree};
use proto::vestibule::events::v1::{AuditRecorded, GroupChanged, NumberChanged, ProjectSettingsChanged};
use serde_json::json;

use crate::domain::audit_event::AuditEvent;
use crate::domain::profile::LOCALES;
use crate::signal::{self, Changed};
use crate::store;

const SETTINGS: &str = "domains.settings.changed";
const NUMBER: &str = "telephony.number.changed";

pub const TOPICS: &[&str] = &[tree::TOPIC, features::TOPIC, SETTINGS, NUMBER, audit::TOPIC];

pub struct Events {
    context: Context,
    /// For users whose numbers are others, until the batch is committed.
    renumbered: Mutex<Vec<Push>>,
}

#[async_trait::async_trait]
impl Handler for Events {
    async fn handle(&self, tx: &mut Tx, event: &Delivery) -> Result<()> {
        match event.topic.as_str() {
            tree::TOPIC => self.group_changed(tx, &event.decode()?).await,
            features::TOPIC => features::apply(tx, &event.decode()?).await.map(|_| ()),
            NUMBER => self.number_changed(tx, &event.decode()?).await,
            SETTINGS => self.settings_changed(tx, &event.decode()?).await,
            audit::TOPIC => {
                let recorded: AuditRecorded = event.decode()?;
                store::audit_event::append(tx, &AuditEvent::new(recorded, self.context.clock.now())).await
            }
            _ => Ok(()),
        }
    }

    /// The users of a deleted group are no longer in it. Who they were is not known here any more, and it is rare:
    /// every session is asked for again.
    async fn committed(&self, events: &[Delivery]) {
        let is_deletion = |event: &Delivery| event.topic == tree::TOPIC && event.decode::<GroupChanged>().is_ok_and(|group| group.deleted);
        if events.iter().any(is_deletion) {
            signal::publish(&self.context, &[Changed::All(true)]).await;
        }
        let renumbered = std::mem::take(&mut *self.renumbered());
        for of_user in renumbered {
            push(&self.context, of_user).await;
        }
    }
}

impl Events {
    pub fn new(context: &Context) -> Self {
        Events { context: context.clone(), renumbered: Mutex::default() }
    }

    fn renumbered(&self) -> MutexGuard<'_, Vec<Push>> {
        self.renumbered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The user's profile shows another number, by which an open console begins to be a phone, or ceases to be one.
    async fn number_changed(&self, tx: &mut Tx, number: &NumberChanged) -> Result<()> {
        let users = store::sip_number::apply(tx, number).await?;
        self.renumbered().extend(users.into_iter().map(|user_id| number_changed(number.project_id, user_id)));
        Ok(())
    }

    /// A zone or language that is not known here is left as it was: domains checked it by its own lists.
    async fn settings_changed(&self, tx: &mut Tx, settings: &ProjectSettingsChanged) -> Result<()> {
        let Some(general) = &settings.general else { return Ok(()) };
        let is_news = store::project_settings::apply(tx, settings, general).await?;
        let is_known = LOCALES.contains(&general.locale.as_str()) && jiff::tz::TimeZone::get(&general.time_zone).is_ok();
        if is_news && is_known {
            let now = self.context.clock.now();
            store::project::set_region(tx, settings.project_id, &general.time_zone, &general.locale, now).await?;
        }
        Ok(())
    }

    async fn group_changed(&self, tx: &mut Tx, group: &GroupChanged) -> Result<()> {
        let is_news = tree::apply(tx, group).await?;
        if is_news && group.deleted {
            store::user::leave_group(tx, group.project_id, group.id, self.context.clock.now()).await?;
        }
        Ok(())
    }
}

/// To the user's own consoles.
fn number_changed(project_id: i64, user_id: i64) -> Push {
    Push::new(project_id, format!("private-users.{user_id}"), Audience::User(user_id), json!({ "type": "SipNumberChanged" }))
}
