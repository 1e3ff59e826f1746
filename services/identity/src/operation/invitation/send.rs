//! Inviting users: a link by which they set a password.
use std::collections::HashSet;

use kit::outbox::{self, Outgoing};
use kit::{Error, Result};
use policy::{Authorized, action, resource};
use sqlx::PgConnection;

use crate::app::App;
use crate::domain::invitation::VALIDITY;
use crate::domain::mail::{Mail, Receiver};
use crate::domain::{link_token, refusal};
use crate::operation::audit;
use crate::operation::user::refuse_own_by_token;
use crate::publish;
use crate::store;
use crate::store::invitation::{Invitee, NewInvitation};
use crate::store::user::UserRow;

/// `e-mail required for registration` without one, `user registered already` with a password.
pub async fn send_registration_link(app: &App, right: &Authorized<resource::User, action::Create>, id: i64) -> Result<()> {
    let (caller, project_id) = (right.caller(), right.project_id());
    refuse_own_by_token(caller, id)?;
    let mut tx = app.context.database.tenant(project_id).await?;
    let user = store::user::find_for_update(&mut tx, right, id).await?;
    if !store::user::is_wholly_within(&mut tx, project_id, right.scope(), id).await? || !user.is_active {
        return Err(Error::Forbidden);
    }
    check(&user)?;
    send(app, &mut tx, project_id, &caller.user_name, &[id]).await?;
    kit::audit::record(&mut tx, &app.context.clock, caller, audit::user_action("send registration link", id, &user.name)).await?;
    Ok(tx.commit().await?)
}

fn check(user: &UserRow) -> Result<()> {
    if user.has_password {
        return Err(refusal::registered_already());
    }
    if user.email.is_some() { Ok(()) } else { Err(refusal::email_required()) }
}

/// What many invitations take at most of those that a project may send within an hour: somebody who is invited alone need not wait
/// until an import is through.
pub fn most_of_many(per_hour: u32) -> i64 {
    i64::from(per_hour - per_hour / 10)
}

/// Sends their links to those of the users who are active and have an e-mail and no password, in the transaction that made or
/// changed them; the links before are void. Those beyond what the project may send within an hour wait: `jobs::waiting_invitations`.
/// Rights and audit are the caller's.
pub async fn send(app: &App, connection: &mut PgConnection, project_id: i64, inviter: &str, user_ids: &[i64]) -> Result<()> {
    let invitees = store::invitation::lock_invitees(connection, project_id, user_ids).await?;
    store::invitation::delete_waiting(connection, project_id, user_ids).await?;
    send_to(app, connection, project_id, inviter, invitees).await
}

/// As `send`, to those of the users who wait still once they are locked: others were sent a link meanwhile, which is good.
pub async fn send_waiting(app: &App, connection: &mut PgConnection, project_id: i64, inviter: &str, user_ids: &[i64]) -> Result<()> {
    let mut invitees = store::invitation::lock_invitees(connection, project_id, user_ids).await?;
    let waiting: HashSet<i64> = store::invitation::delete_waiting(connection, project_id, user_ids).await?.into_iter().collect();
    invitees.retain(|invitee| waiting.contains(&invitee.user_id));
    send_to(app, connection, project_id, inviter, invitees).await
}

async fn send_to(app: &App, connection: &mut PgConnection, project_id: i64, inviter: &str, invitees: Vec<Invitee>) -> Result<()> {
    let now = app.context.clock.now();
    if invitees.is_empty() {
        return Ok(());
    }
    let most = if invitees.len() == 1 { i64::from(app.invitations_per_hour) } else { most_of_many(app.invitations_per_hour) };
    let allowed = store::invitation::take_allowance(connection, project_id, invitees.len(), most, now).await?;
    let (invitees, waiting) = invitees.split_at(allowed);
    if !waiting.is_empty() {
        tracing::info!(project = project_id, invitations = waiting.len(), "invitations wait until the project may send more");
        store::invitation::insert_waiting(connection, project_id, waiting, inviter, now).await?;
    }
    if invitees.is_empty() {
        return Ok(());
    }
    let project = store::project::find(connection, project_id).await?.name;
    let mut new = Vec::with_capacity(invitees.len());
    let mut mails = Vec::with_capacity(invitees.len());
    for invitee in invitees {
        let (token, hash) = link_token::generate(&app.random)?;
        let mail = Mail::RegistrationLink { link: app.links().invitation(&token), project: &project, inviter, days: VALIDITY.whole_days() };
        mails.push(outgoing(invitee, publish::mail::event(invitee.receiver.clone(), mail, Some(now + VALIDITY))));
        new.push(NewInvitation { invitee, hash });
    }
    store::invitation::replace(connection, project_id, &new, now, now + VALIDITY).await?;
    outbox::emit_all(connection, publish::mail::TOPIC, &mails).await
}

fn outgoing<M>(invitee: &Invitee, event: M) -> Outgoing<M> {
    let Receiver { project_id, .. } = invitee.receiver;
    Outgoing { project_id, aggregate: publish::mail::aggregate(project_id), event }
}
