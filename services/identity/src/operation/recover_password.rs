//! Recovering a forgotten password: what is asked for is only noted, which takes alike long for any address; the
//! mail is asked for beside the answer.
use kit::telemetry::span;
use kit::{Fields, Result};
use policy::Caller;
use sqlx::PgConnection;
use tracing::Instrument;

use super::{act, on_behalf};
use crate::domain::mail::Mail;
use crate::domain::{link_token, recovery};
use crate::parts::Parts;
use crate::store;
use crate::store::account::Accounts;
use crate::store::password_recovery::{Asked, NewRequest};
use crate::target::Target;

/// Every call counts: each may send a mail.
pub async fn recover_password(parts: &Parts, caller: &Caller, email: &str) -> Result<()> {
    let email = email.trim();
    let mut fields = Fields::new();
    fields.email("email", email);
    fields.finish()?;
    let _counted = parts.attempts.count(Target::recovery(email), &caller.ip).await?;
    let request = NewRequest { email, ip: &caller.ip, request_id: &caller.request_id, now: parts.context.clock.now() };
    let mut tx = parts.context.database.system().await?;
    store::password_recovery::ask(&mut tx, &request).await?;
    tx.commit().await?;
    parts.recoveries.notify_one();
    Ok(())
}

/// Works off the oldest request; false when there is none.
pub async fn work_off_one(parts: &Parts) -> Result<bool> {
    let mut tx = parts.context.database.system().await?;
    let Some(asked) = store::password_recovery::next(&mut tx).await? else { return Ok(false) };
    let span = span::task(parts.context.service, "recover a password", asked.traceparent.as_deref());
    let sending = async {
        send_link(parts, &mut tx, &asked).await?;
        Ok(tx.commit().await?)
    };
    sending.instrument(span).await.map(|()| true)
}

/// Nothing for an unknown address, and for an account that could not sign in anywhere.
async fn send_link(parts: &Parts, connection: &mut PgConnection, asked: &Asked) -> Result<()> {
    let mut accounts = Accounts::of_system(connection);
    let Some(account) = accounts.find(&asked.email).await? else { return Ok(()) };
    let Some(receiver) = accounts.receiver(account.id).await? else { return Ok(()) };
    let (token, hash) = link_token::generate(&parts.random)?;
    let expires_at = parts.context.clock.now() + recovery::VALIDITY;
    store::password_recovery::replace(connection, account.id, &hash, expires_at).await?;
    let mail = Mail::PasswordRecovery { link: parts.links().reset(&token), minutes: recovery::VALIDITY.whole_minutes() };
    store::mail::request(connection, receiver, mail, Some(expires_at)).await?;
    let somebody = Caller { ip: asked.ip.clone(), request_id: asked.request_id.clone(), ..Caller::default() };
    audit(parts, connection, &somebody, account.id, "request password recovery").await
}

/// In the audit log of each project that the account signs in to.
pub async fn audit(parts: &Parts, connection: &mut PgConnection, caller: &Caller, account_id: i64, action: &str) -> Result<()> {
    for member in store::session::members(connection, account_id).await? {
        let themself = on_behalf(caller, member.project.id, member.user_id, &member.user_name);
        kit::audit::record(connection, &parts.context.clock, &themself, act(action, member.user_id, &member.user_name)).await?;
    }
    Ok(())
}
