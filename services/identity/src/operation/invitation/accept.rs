//! Taking an invitation.
use kit::{Error, Fields, Result};
use policy::Caller;
use proto::vestibule::identity::v1 as api;
use sqlx::PgConnection;

use crate::invalidation::{self, SessionChange};
use crate::operation::audit;
use crate::operation::session::admit;
use crate::operation::session::open::ClientInfo;

use crate::app::App;
use crate::domain::attempt_target::AttemptTarget;
use crate::domain::{link_token, password, refusal};
use crate::store;
use crate::store::account::{Accounts, SignIn};
use crate::store::invitation::Invitation;

/// What the link is for.
pub async fn find(app: &App, caller: &Caller, token: &str) -> Result<api::Invitation> {
    let hash = link_token::hash(token).ok_or_else(refusal::outdated_link)?;
    let found = app.attempts.guard(&caller.ip, AttemptTarget::invitation(&hash), find_valid(app, &hash)).await?;
    Ok(api::Invitation { name: found.user_name, email: found.email, project_name: found.project_name, has_password: found.password_hash.is_some() })
}

/// Sets the password and signs in. An account that has one already, of another project, proves itself with it: a link in a
/// mail must not be enough to get into the other project. A password that somebody else has set proves nothing: it is
/// replaced.
pub async fn accept(app: &App, client: &ClientInfo<'_>, request: &api::AcceptInvitationRequest) -> Result<api::LoginResponse> {
    let hash = link_token::hash(&request.token).ok_or_else(refusal::outdated_link)?;
    let found = app.attempts.guard(&client.caller.ip, AttemptTarget::invitation(&hash), find_valid(app, &hash)).await?;
    let account_id = match &found.password_hash {
        Some(_) => {
            let target = AttemptTarget::sign_in(&found.email, found.account_id);
            app.attempts.guard(&client.caller.ip, target, with_own_password(app, client.caller, &found, &hash, &request.password)).await?
        }
        None => with_new_password(app, client.caller, &hash, &request.password).await?,
    };
    admit(app, client, account_id, Default::default()).await
}

async fn find_valid(app: &App, hash: &[u8; 32]) -> Result<Invitation> {
    let mut tx = app.context.database.system().await?;
    let found = store::invitation::find(&mut tx, hash, app.context.clock.now()).await?;
    tx.rollback().await?;
    found.ok_or_else(refusal::outdated_link)
}

async fn with_own_password(app: &App, caller: &Caller, found: &Invitation, hash: &[u8; 32], given: &str) -> Result<i64> {
    if given.chars().count() > password::MAX_LENGTH || !app.passwords.verify(given, found.password_hash.as_deref()).await? {
        return Err(Error::InvalidCredentials);
    }
    take(app, caller, hash, found.password_hash.as_deref(), None).await
}

async fn with_new_password(app: &App, caller: &Caller, hash: &[u8; 32], new: &str) -> Result<i64> {
    let mut fields = Fields::new();
    password::check(&mut fields, "password", new);
    fields.finish()?;
    let new_hash = app.passwords.hash(new).await?;
    take(app, caller, hash, None, Some(&new_hash)).await
}

/// Uses the link up. `proved`: the hash that the given password was checked against; another one by now, or one
/// where there was none, means that somebody was faster.
async fn take(app: &App, caller: &Caller, hash: &[u8; 32], proved: Option<&str>, new_hash: Option<&str>) -> Result<i64> {
    let now = app.context.clock.now();
    let mut tx = app.context.database.system().await?;
    let found = store::invitation::lock(&mut tx, hash, now).await?.ok_or_else(refusal::outdated_link)?;
    if found.password_hash.as_deref() != proved {
        return Err(refusal::outdated_link());
    }
    let account_id = account(app, &mut tx, &found, new_hash).await?;
    store::user::join_account(&mut tx, found.project_id, found.user_id, account_id, now).await?;
    let revoked = Accounts::from_system(&mut tx).prove_email(account_id, now).await?;
    store::invitation::delete(&mut tx, found.user_id).await?;
    let themself = audit::on_behalf(caller, found.project_id, found.user_id, &found.user_name);
    kit::audit::record(&mut tx, &app.context.clock, &themself, audit::user_action("accept invitation", found.user_id, &found.user_name)).await?;
    tx.commit().await?;
    invalidation::publish(&app.context, &revoked.into_iter().map(SessionChange::from).collect::<Vec<_>>()).await;
    Ok(account_id)
}

async fn account(app: &App, connection: &mut PgConnection, found: &Invitation, new_hash: Option<&str>) -> Result<i64> {
    let now = app.context.clock.now();
    let mut accounts = Accounts::from_system(connection);
    match (found.account_id, new_hash) {
        (Some(id), Some(new_hash)) => accounts.set_password(id, Some(new_hash), now).await.map(|()| id),
        (Some(id), None) => Ok(id),
        (None, new_hash) => accounts.create(&SignIn { email: Some(&found.email), login: None }, new_hash, now).await,
    }
}
