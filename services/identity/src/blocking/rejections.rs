//! Remembers who was wrong and who was turned away: the turned away are counted by the hour, and all of them are told the
//! audit log of whoever was meant (see `notes`), beside the answer, which takes alike long whether somebody was.
use std::sync::Arc;
use std::time::Duration;

use kit::{Context, Error, Result};
use policy::{Caller, Resource};
use redis::AsyncCommands;
use serde_json::{Value, json};
use sqlx::PgConnection;
use tokio::sync::Notify;

use super::notes::{Concern, Due, Notes, OTHERS};
use crate::store::ip_blocking::{self as store, Meant};
use crate::target::{Target, Whose};

const HOURS: i64 = 24;
/// Where the audit log keeps what concerns no project that is known.
const INSTALLATION: i64 = 0;
/// How often it looks without being told: for what other replicas noted, and for minutes that are over.
const EVERY: Duration = Duration::from_secs(5);

#[derive(Clone)]
pub struct Rejections {
    context: Context,
    notes: Notes,
    news: Arc<Notify>,
}

impl Rejections {
    pub fn new(context: Context) -> Self {
        Rejections { notes: Notes::new(context.clone()), news: Arc::default(), context }
    }

    /// An attempt was wrong.
    pub async fn failed(&self, address: &str, target: &Target) -> Result<()> {
        let concern = self.concern(&target.whose).await?;
        self.note("fail", target.what, address, concern).await
    }

    /// A token of a user's was refused that somebody had ended. The answer is the same when it cannot be noted.
    pub async fn refused_token(&self, address: &str, user_id: i64) {
        if let Err(error) = self.note("fail", "token", address, Concern::User(user_id)).await {
            tracing::warn!(%error, user_id, "a refused token is not noted");
        }
    }

    /// An attempt was turned away unchecked.
    pub async fn rejected(&self, address: &str, target: &Target) -> Result<()> {
        self.count().await?;
        let concern = self.concern(&target.whose).await?;
        self.note("reject", target.what, address, concern).await
    }

    /// A banned address came again; whom it meant is not looked at.
    pub async fn rejected_banned(&self, address: &str) -> Result<()> {
        self.count().await?;
        self.note("reject", "banned", address, Concern::Nobody).await
    }

    /// The beginning of a ban, which is told at once.
    pub async fn banned(&self, address: &str, target: &Target, failures: i64) -> Result<()> {
        let mut tx = self.context.database.system().await?;
        let concern = concern(&mut tx, &target.whose).await?;
        let after = json!({ "address": address, "what": target.what, "attempts": failures });
        self.record(&mut tx, "ban", address, concern, after).await?;
        Ok(tx.commit().await?)
    }

    /// In this hour and the 23 before it.
    pub async fn last_day(&self) -> Result<i64> {
        let keys: Vec<String> = (0..HOURS).map(|back| self.hour_key(back)).collect();
        let counts: Vec<Option<i64>> = self.context.redis.clone().mget(keys).await.map_err(unavailable)?;
        Ok(counts.into_iter().flatten().sum())
    }

    /// Tells what is due, until the process ends.
    pub async fn run(self) -> anyhow::Result<()> {
        let mut ticks = tokio::time::interval(EVERY);
        loop {
            tokio::select! {
                _ = self.context.shutdown.cancelled() => return Ok(()),
                _ = ticks.tick() => {}
                _ = self.news.notified() => {}
            }
            if let Err(error) = self.tell().await {
                tracing::warn!(%error, "attempts that were refused wait to be told");
            }
        }
    }

    /// Tells what is due now. One replica does at a time; one that ends between writing and saying so has it told twice,
    /// rather than not at all.
    pub async fn tell(&self) -> Result<()> {
        let Some(holder) = self.notes.lease().await? else { return Ok(()) };
        let told = self.tell_due().await;
        self.notes.release(&holder).await?;
        told
    }

    async fn tell_due(&self) -> Result<()> {
        loop {
            let due = self.notes.due().await?;
            if due.is_empty() {
                return Ok(());
            }
            let mut tx = self.context.database.system().await?;
            for Due { note, address, attempts, .. } in due.iter().filter(|due| due.attempts > 0) {
                let from = if note.from == OTHERS { OTHERS } else { address };
                let after = json!({ "address": from, "what": note.what, "attempts": attempts });
                self.record(&mut tx, &note.action, address, note.concern, after).await?;
            }
            tx.commit().await?;
            self.notes.told(&due).await?;
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
            self.news.notify_one();
        }
        Ok(())
    }

    fn hour_key(&self, back: i64) -> String {
        format!("{}:rejected:{}", self.context.settings.amqp_prefix, self.context.clock.now().unix_timestamp() / 3600 - back)
    }

    async fn concern(&self, whose: &Whose) -> Result<Concern> {
        match whose {
            Whose::Nobody => Ok(Concern::Nobody),
            Whose::Account(id) => Ok(Concern::Account(*id)),
            whose => {
                let mut tx = self.context.database.system().await?;
                let concern = concern(&mut tx, whose).await?;
                tx.rollback().await?;
                Ok(concern)
            }
        }
    }

    /// In the projects of whoever was meant; of the installation where that is nobody.
    async fn record(&self, connection: &mut PgConnection, action: &str, address: &str, concern: Concern, after: Value) -> Result<()> {
        let meant = match concern {
            Concern::Nobody => Vec::new(),
            Concern::Account(id) => store::meant_by_account(connection, id).await?,
            Concern::User(id) => store::meant_by_user(connection, id).await?,
            Concern::Project(project_id) => vec![Meant { project_id, user_id: 0, user_name: String::new() }],
        };
        let caller = |project_id| Caller { project_id, ip: address.into(), ..Caller::default() };
        for Meant { project_id, user_id, user_name } in &meant {
            let change =
                kit::audit::Change { action, resource: Resource::User, id: *user_id, name: user_name, before: Value::Null, after: after.clone() };
            kit::audit::record(connection, &self.context.clock, &caller(*project_id), change).await?;
        }
        if meant.is_empty() {
            let change = kit::audit::Change { action, resource: Resource::IpBlocking, id: 0, name: address, before: Value::Null, after };
            kit::audit::record(connection, &self.context.clock, &caller(INSTALLATION), change).await?;
        }
        Ok(())
    }
}

async fn concern(connection: &mut PgConnection, whose: &Whose) -> Result<Concern> {
    let account = match whose {
        Whose::Nobody => None,
        Whose::Account(id) => Some(*id),
        Whose::Email(email) => store::account_of_email(connection, email).await?,
        Whose::Recovery(hash) => store::account_of_recovery(connection, hash).await?,
        Whose::Passkey(credential_id) => store::account_of_passkey(connection, credential_id).await?,
        Whose::Invitation(hash) => {
            return Ok(store::user_of_invitation(connection, hash).await?.map_or(Concern::Nobody, Concern::User));
        }
        Whose::Provider(id) => {
            return Ok(store::project_of_provider(connection, *id).await?.map_or(Concern::Nobody, Concern::Project));
        }
    };
    Ok(account.map_or(Concern::Nobody, Concern::Account))
}

fn unavailable(error: redis::RedisError) -> Error {
    Error::Unavailable(anyhow::Error::new(error).context("counting rejections in Redis"))
}
