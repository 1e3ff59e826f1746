//! A dealer signs in to a project to help there: with all rights, for a while, and not unseen.
use kit::{Error, Result};
use policy::{Caller, CallerKind};
use proto::vestibule::identity::v1 as api;
use serde_json::{Value, json};
use time::Duration;

use super::dealer;
use crate::app::App;
use crate::domain::project::SupportRequest;
use crate::operation::audit;
use crate::operation::session::open::{ClientInfo, SessionOptions, open};
use crate::store;
use crate::store::session::Member;
use crate::store::support::{SupportSession, SupportUser};

/// It ends after its minutes for good: refreshing does not lengthen it.
pub async fn start_support_session(app: &App, client: &ClientInfo<'_>, request: &api::StartSupportSessionRequest) -> Result<api::Session> {
    let (caller, dealer_id) = (client.caller, dealer(client.caller)?);
    let support = SupportRequest::from_api(request)?;
    let now = app.context.clock.now();
    let mut tx = app.context.database.system().await?;
    let project = store::dealer::find(&mut tx, dealer_id, request.id).await?;
    if project.suspended {
        return Err(Error::conflict("action prohibited"));
    }
    let account_id = store::support::account_of(&mut tx, caller.user_id).await?.ok_or(Error::Forbidden)?;
    let role_id = store::role::administrator(&mut tx, project.id).await?;
    let locale = if project.locale == caller.locale || caller.locale.is_empty() { project.locale.as_str() } else { caller.locale.as_str() };
    let user = SupportUser { project_id: project.id, role_id, account_id, name: &caller.user_name, locale, now };
    let user_id = store::support::user(&mut tx, &user).await?;
    let member = Member { user_id, user_name: caller.user_name.clone(), project: store::project::find(&mut tx, project.id).await? };
    let expires_at = now + Duration::minutes(support.minutes.into());
    let (session_id, mut session) = open(app, &mut tx, client, member, &SessionOptions::default(), expires_at, &mut Vec::new()).await?;
    let started =
        SupportSession { session_id, project_id: project.id, user_id, dealer_name: caller.user_name.clone(), reason: support.reason.clone() };
    store::support::insert(&mut tx, &started).await?;
    let after = json!({ "dealer": caller.user_name, "reason": support.reason, "minutes": support.minutes });
    record(app, &mut tx, &started, &caller.ip, "start support session", after).await?;
    tx.commit().await?;
    if let Some(project) = &mut session.project {
        project.is_support = true;
    }
    Ok(session)
}

/// Tells the audit logs of support sessions that are over, however they ended.
pub async fn record_ended(app: &App) -> Result<()> {
    loop {
        let mut tx = app.context.database.system().await?;
        let ended = store::support::take_ended(&mut tx, app.context.clock.now()).await?;
        for session in &ended {
            let after = json!({ "dealer": session.dealer_name, "reason": session.reason });
            record(app, &mut tx, session, "", "end support session", after).await?;
        }
        tx.commit().await?;
        if ended.is_empty() {
            return Ok(());
        }
    }
}

async fn record(app: &App, connection: &mut sqlx::PgConnection, session: &SupportSession, ip: &str, action: &str, after: Value) -> Result<()> {
    let who = Caller {
        kind: CallerKind::User,
        project_id: session.project_id,
        user_id: session.user_id,
        user_name: session.dealer_name.clone(),
        session_id: session.session_id,
        ip: ip.into(),
        ..Caller::default()
    };
    let change = kit::audit::Change { after, ..audit::user_action(action, session.user_id, &session.dealer_name) };
    kit::audit::record(connection, &app.context.clock, &who, change).await
}
