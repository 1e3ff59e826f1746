//! Failed and rejected attempts: rejected ones are counted by the hour, and both are recorded in the audit log of the account,
//! user or project that they were for (see `notes`). That happens beside the answer, so its time does not show whether the
//! account exists.
use std::sync::Arc;

use kit::{Context, Error, Result};
use policy::{Caller, Resource};
use redis::AsyncCommands;
use serde_json::{Value, json};
use sqlx::PgConnection;
use tokio::sync::Notify;

use super::notes::{Concern, DueNote, Notes, OTHERS};
use crate::domain::attempt_target::{AttemptSubject, AttemptTarget};
use crate::store::ip_blocking::{self as store, AttemptedUser};

const HOURS: i64 = 24;
/// Where the audit log keeps what concerns no project that is known.
const INSTALLATION: i64 = 0;

#[derive(Clone)]
pub struct Rejections {
    context: Context,
    notes: Notes,
    pending: Arc<Notify>,
}

impl Rejections {
    pub fn new(context: Context) -> Self {
        Rejections { notes: Notes::new(context.clone()), pending: Arc::default(), context }
    }

    /// An attempt was wrong.
    pub async fn failed(&self, address: &str, target: &AttemptTarget) -> Result<()> {
        let concern = self.concern(&target.subject).await?;
        self.note("fail", target.what, address, concern).await
    }

    /// A token of a user's was refused that somebody had ended. The answer is the same when it cannot be noted.
    pub async fn refused_token(&self, address: &str, user_id: i64) {
        if let Err(error) = self.note("fail", "token", address, Concern::User(user_id)).await {
            tracing::warn!(%error, user_id, "a refused token is not noted");
        }
    }

    /// An attempt was turned away unchecked.
    pub async fn rejected(&self, address: &str, target: &AttemptTarget) -> Result<()> {
        self.count().await?;
        let concern = self.concern(&target.subject).await?;
        self.note("reject", target.what, address, concern).await
    }

    /// A banned address came again; whom it meant is not looked at.
    pub async fn rejected_banned(&self, address: &str) -> Result<()> {
        self.count().await?;
        self.note("reject", "banned", address, Concern::Nobody).await
    }

    /// The beginning of a ban, which is recorded at once.
    pub async fn banned(&self, address: &str, target: &AttemptTarget, failures: i64) -> Result<()> {
        let mut tx = self.context.database.system().await?;
        let concern = concern(&mut tx, &target.subject).await?;
        let after = json!({ "address": address, "what": target.what, "attempts": failures });
        self.record(&mut tx, "ban", address, concern, after).await?;
        Ok(tx.commit().await?)
    }

    /// Returns when an attempt of this replica waits to be recorded.
    pub async fn pending(&self) {
        self.pending.notified().await;
    }

    /// In this hour and the 23 before it.
    pub async fn last_day(&self) -> Result<i64> {
        let keys: Vec<String> = (0..HOURS).map(|back| self.hour_key(back)).collect();
        let counts: Vec<Option<i64>> = self.context.redis.clone().mget(keys).await.map_err(unavailable)?;
        Ok(counts.into_iter().flatten().sum())
    }

    /// Writes the attempts that are due to the audit log. One replica does so at a time; if it ends between the commit and
    /// `mark_recorded`, they are recorded twice rather than never.
    pub async fn record_due(&self) -> Result<()> {
        let Some(holder) = self.notes.lease().await? else { return Ok(()) };
        let recorded = self.record_all_due().await;
        self.notes.release(&holder).await?;
        recorded
    }

    async fn record_all_due(&self) -> Result<()> {
        loop {
            let due = self.notes.due().await?;
            if due.is_empty() {
                return Ok(());
            }
            let mut tx = self.context.database.system().await?;
            for DueNote { note, address, attempts, .. } in due.iter().filter(|due| due.attempts > 0) {
                let from = if note.from == OTHERS { OTHERS } else { address };
                let after = json!({ "address": from, "what": note.what, "attempts": attempts });
                self.record(&mut tx, &note.action, address, note.concern, after).await?;
            }
            tx.commit().await?;
            self.notes.mark_recorded(&due).await?;
        }
    }

    async fn count(&self) -> Result<()> {
        let hour = self.hour_key(0);
        let mut counting = redis::pipe();
        counting.atomic().incr(&hour, 1).ignore().expire(&hour, (HOURS + 1) * 3600).ignore();
        counting.query_async::<()>(&mut self.context.redis.clone()).await.map_err(unavailable)
    }

    async fn note(&self, action: &str, what: &str, address: &str, concern: Concern) -> Result<()> {
        if self.notes.add(action, what, address, concern).await? {
            self.pending.notify_one();
        }
        Ok(())
    }

    fn hour_key(&self, back: i64) -> String {
        format!("{}:rejected:{}", self.context.settings.amqp_prefix, self.context.clock.now().unix_timestamp() / 3600 - back)
    }

    async fn concern(&self, subject: &AttemptSubject) -> Result<Concern> {
        match subject {
            AttemptSubject::Nobody => Ok(Concern::Nobody),
            AttemptSubject::Account(id) => Ok(Concern::Account(*id)),
            _ => {
                let mut tx = self.context.database.system().await?;
                let concern = concern(&mut tx, subject).await?;
                tx.rollback().await?;
                Ok(concern)
            }
        }
    }

    /// In the projects of the user that the attempt was for; in the installation's log where that is nobody.
    async fn record(&self, connection: &mut PgConnection, action: &str, address: &str, concern: Concern, after: Value) -> Result<()> {
        let users = match concern {
            Concern::Nobody => Vec::new(),
            Concern::Account(id) => store::users_of_account(connection, id).await?,
            Concern::User(id) => store::user_by_id(connection, id).await?,
            Concern::Project(project_id) => vec![AttemptedUser { project_id, user_id: 0, user_name: String::new() }],
        };
        let caller = |project_id| Caller { project_id, ip: address.into(), ..Caller::default() };
        for AttemptedUser { project_id, user_id, user_name } in &users {
            let change =
                kit::audit::Change { action, resource: Resource::User, id: *user_id, name: user_name, before: Value::Null, after: after.clone() };
            kit::audit::record(connection, &self.context.clock, &caller(*project_id), change).await?;
        }
        if users.is_empty() {
            let change = kit::audit::Change { action, resource: Resource::IpBlocking, id: 0, name: address, before: Value::Null, after };
            kit::audit::record(connection, &self.context.clock, &caller(INSTALLATION), change).await?;
        }
        Ok(())
    }
}

async fn concern(connection: &mut PgConnection, subject: &AttemptSubject) -> Result<Concern> {
    let account = match subject {
        AttemptSubject::Nobody => None,
        AttemptSubject::Account(id) => Some(*id),
        AttemptSubject::Email(email) => store::account_of_email(connection, email).await?,
        AttemptSubject::Recovery(hash) => store::account_of_recovery(connection, hash).await?,
        AttemptSubject::Passkey(credential_id) => store::account_of_passkey(connection, credential_id).await?,
        AttemptSubject::Invitation(hash) => {
            return Ok(store::user_of_invitation(connection, hash).await?.map_or(Concern::Nobody, Concern::User));
        }
        AttemptSubject::Provider(id) => {
            return Ok(store::project_of_provider(connection, *id).await?.map_or(Concern::Nobody, Concern::Project));
        }
    };
    Ok(account.map_or(Concern::Nobody, Concern::Account))
}

fn unavailable(error: redis::RedisError) -> Error {
    Error::Unavailable(anyhow::Error::new(error).context("counting rejections in Redis"))
}
