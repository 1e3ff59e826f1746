//! Recovering a forgotten password: what is asked for is only noted, which takes alike long for any address; the
//! mail is asked for beside the answer.
use kit::telemetry::span;
use kit::{Fields, Result};
use policy::Caller;
use sqlx::PgConnection;
use tracing::Instrument;

use crate::app::App;
use crate::domain::attempt_target::AttemptTarget;
use crate::domain::mail::Mail;
use crate::domain::{link_token, recovery};
use crate::operation::audit;
use crate::publish;
use crate::store;
use crate::store::account::Accounts;
use crate::store::password_recovery::{NewRequest, RecoveryRequest};

/// Every call counts: each may send a mail.
pub async fn recover(app: &App, caller: &Caller, email: &str) -> Result<()> {
    let email = email.trim();
    let mut fields = Fields::new();
    fields.email("email", email);
    fields.finish()?;
    let _counted = app.attempts.count(AttemptTarget::recovery(email), &caller.ip).await?;
    let request = NewRequest { email, ip: &caller.ip, request_id: &caller.request_id, now: app.context.clock.now() };
    let mut tx = app.context.database.system().await?;
    store::password_recovery::ask(&mut tx, &request).await?;
    tx.commit().await?;
    app.recoveries.notify_one();
    Ok(())
}

/// Works off the oldest request; false when there is none.
pub async fn send_next_link(app: &App) -> Result<bool> {
    let mut tx = app.context.database.system().await?;
    let Some(request) = store::password_recovery::next(&mut tx).await? else { return Ok(false) };
    let span = span::task(app.context.service, "recover a password", request.traceparent.as_deref());
    let sending = async {
        send_link(app, &mut tx, &request).await?;
        Ok(tx.commit().await?)
    };
    sending.instrument(span).await.map(|()| true)
}

/// Nothing for an unknown address, and for an account that could not sign in anywhere.
async fn send_link(app: &App, connection: &mut PgConnection, request: &RecoveryRequest) -> Result<()> {
    let mut accounts = Accounts::from_system(connection);
    let Some(account) = accounts.find(&request.email).await? else { return Ok(()) };
    let Some(receiver) = accounts.receiver(account.id).await? else { return Ok(()) };
    let (token, hash) = link_token::generate(&app.random)?;
    let expires_at = app.context.clock.now() + recovery::VALIDITY;
    store::password_recovery::replace(connection, account.id, &hash, expires_at).await?;
    let mail = Mail::PasswordRecovery { link: app.links().reset(&token), minutes: recovery::VALIDITY.whole_minutes() };
    publish::mail::request(connection, receiver, mail, Some(expires_at)).await?;
    let somebody = Caller { ip: request.ip.clone(), request_id: request.request_id.clone(), ..Caller::default() };
    audit(app, connection, &somebody, account.id, "request password recovery").await
}

/// In the audit log of each project that the account signs in to.
pub async fn audit(app: &App, connection: &mut PgConnection, caller: &Caller, account_id: i64, action: &str) -> Result<()> {
    for member in store::session::members(connection, account_id).await? {
        let themself = audit::on_behalf(caller, member.project.id, member.user_id, &member.user_name);
        kit::audit::record(connection, &app.context.clock, &themself, audit::user_action(action, member.user_id, &member.user_name)).await?;
    }
    Ok(())
}
