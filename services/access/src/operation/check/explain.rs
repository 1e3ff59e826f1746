use kit::zone::timestamp;
use kit::{Error, Result};
use policy::{Action, Authorized, Caller, Resource, action, resource};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::app::App;
use crate::domain::compiler::{Compiler, OnlineOnly};
use crate::domain::decision::{Decision, Reason, Who};
use crate::domain::device::MAX_LOCKS;
use crate::domain::device_access::DeviceAccess;
use crate::domain::identifier::Identifier;
use crate::domain::ids::{IdentifierId, UserId};
use crate::operation::related::{NamedIds, visible};
use crate::projection::{DEVICES, USERS};
use crate::store;
use crate::store::device_access::{self, Subject};
use crate::store::related::{self, VisibleIds};

/// May somebody open a lock of a device?
#[derive(Clone, Copy, Debug)]
pub struct AccessQuestion {
    /// One of the two.
    pub user_id: Option<i64>,
    pub identifier_id: Option<i64>,
    pub device_id: i64,
    /// 1 to 8, or 0: any lock will do.
    pub lock_number: i32,
    pub at: OffsetDateTime,
}

/// The decision, and what it was made of: for rules and schedules.
pub struct Explanation {
    pub decision: Decision,
    /// What keeps the device from deciding by itself, where it opens by asking.
    pub online_only: Option<OnlineOnly>,
    access: DeviceAccess,
    /// Rules and schedules of the reasons that the caller sees.
    seen: VisibleIds,
    identifier_id: Option<i64>,
}

impl Explanation {
    /// The rule behind a reason; its name is for those who see the rule.
    pub fn rule(&self, reason: Reason) -> Option<(i64, &str)> {
        let rule = self.access.rules.iter().find(|rule| Some(rule.id) == reason.rule())?;
        Some((rule.id.0, if self.seen.access_rules.contains(&rule.id.0) { rule.name.as_str() } else { "" }))
    }

    /// The schedule behind a reason, likewise.
    pub fn schedule(&self, reason: Reason) -> Option<(i64, &str)> {
        let schedule = self.access.schedules.get(reason.schedule()?)?;
        Some((schedule.id.0, if self.seen.time_rules.contains(&schedule.id.0) { schedule.name.as_str() } else { "" }))
    }

    /// The identifier that was asked about.
    pub fn identifier(&self) -> Option<&Identifier> {
        let (identifier, _) = self.access.identifier(IdentifierId(self.identifier_id?))?;
        Some(identifier)
    }
}

pub async fn explain(app: &App, right: &Authorized<resource::AccessRule, action::View>, question: AccessQuestion) -> Result<Explanation> {
    if !(0..=i32::from(MAX_LOCKS)).contains(&question.lock_number) {
        return Err(Error::field("lock_number", "must be within 0 - 8"));
    }
    let mut tx = store::snapshot(&app.context.database, right.project_id()).await?;
    let identifier_id = question.identifier_id;
    let subject = subject(&mut tx, right.caller(), &question).await?;
    let access = device_access::find(&mut tx, right.project_id(), question.device_id, subject, question.at).await?;
    let (decision, online_only) = decide(&access, subject, question)?;
    // Whoever sees the door and the person need not see every rule that decides.
    let named = NamedIds {
        access_rules: decision.reasons.iter().filter_map(|reason| reason.rule()).map(|rule| rule.0).collect(),
        time_rules: decision.reasons.iter().filter_map(|reason| reason.schedule()).map(|schedule| schedule.0).collect(),
        ..NamedIds::default()
    };
    let seen = visible(&mut tx, right.caller(), named).await?;
    tx.rollback().await?;
    Ok(Explanation { decision, online_only, access, seen, identifier_id })
}

fn decide(access: &DeviceAccess, subject: Subject, question: AccessQuestion) -> Result<(Decision, Option<OnlineOnly>)> {
    let who = match subject {
        Subject::Identifier(id) => {
            let (identifier, owner) = access.identifier(IdentifierId(id)).ok_or(Error::NotFound)?;
            Who::Identifier { identifier, owner }
        }
        Subject::User(id) => Who::User(access.user(UserId(id)).ok_or(Error::NotFound)?),
        Subject::Everybody => return Err(Error::NotFound),
    };
    let asked = access.question(who, question.lock_number as u8, timestamp(question.at));
    Ok(Compiler::new(access.site(), asked.at).decide_at_device(&asked))
}

/// The caller must see both the device and whom the question is about.
async fn subject(connection: &mut PgConnection, caller: &Caller, question: &AccessQuestion) -> Result<Subject> {
    let sees_devices = !caller.scope(Resource::Device, Action::View).is_empty();
    if !sees_devices || DEVICES.visible(connection, caller, &[question.device_id]).await?.is_empty() {
        return Err(Error::InvalidRelated { names: vec![format!("device {}", question.device_id)] });
    }
    match (question.user_id, question.identifier_id) {
        (Some(user), None) => {
            USERS.ensure_visible(connection, caller, &[user]).await?;
            Ok(Subject::User(user))
        }
        (None, Some(identifier)) => {
            related::ensure_identifiers_visible(connection, caller, &[identifier]).await?;
            Ok(Subject::Identifier(identifier))
        }
        _ => Err(Error::field("user_id", "one of user_id and identifier_id is required")),
    }
}
