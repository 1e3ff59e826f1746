use kit::zone::timestamp;
use kit::{Error, Result};
use policy::{Action, Authorized, Caller, Resource, action, resource};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::app::App;
use crate::domain::compiler::{Compiler, OnlineOnly};
use crate::domain::decision::{Decision, Who};
use crate::domain::device::MAX_LOCKS;
use crate::domain::device_access::DeviceAccess;
use crate::domain::identifier::Identifier;
use crate::domain::ids::{IdentifierId, UserId};
use crate::projection::{DEVICES, USERS};
use crate::store;
use crate::store::device_access::{self, Subject};
use crate::store::related;

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

/// The decision, and what it was made of: for the names of rules and schedules.
pub struct Explanation {
    pub decision: Decision,
    /// What keeps the device from deciding by itself, where it opens by asking.
    pub online_only: Option<OnlineOnly>,
    pub access: DeviceAccess,
    identifier_id: Option<i64>,
}

impl Explanation {
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
    tx.rollback().await?;

    let who = match subject {
        Subject::Identifier(id) => {
            let (identifier, owner) = access.identifier(IdentifierId(id)).ok_or(Error::NotFound)?;
            Who::Identifier { identifier, owner }
        }
        Subject::User(id) => Who::User(access.user(UserId(id)).ok_or(Error::NotFound)?),
        Subject::Everybody => return Err(Error::NotFound),
    };
    let question = access.question(who, question.lock_number as u8, timestamp(question.at));
    let (decision, online_only) = Compiler::new(access.site(), question.at).decide_at_device(&question);
    Ok(Explanation { decision, online_only, identifier_id, access })
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
