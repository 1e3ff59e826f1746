//! A new pair of tokens for a refresh token, which is void from then on. One that was used before was copied by
//! somebody: the whole session ends, for the thief and for the owner.
use kit::{Error, Result, Tx};
use policy::{Caller, CallerKind};
use proto::vestibule::identity::v1 as api;

use crate::app::App;
use crate::domain::refresh_token;
use crate::invalidation::{self, SessionChange};
use crate::operation::audit;
use crate::store;
use crate::store::refresh_token::Found;

/// `Unauthenticated` for a token that is unknown, used, over or revoked, and when the user may not sign in any more.
pub async fn refresh(app: &App, caller: &Caller, token: &str) -> Result<api::RefreshResponse> {
    let hash = refresh_token::hash(token).ok_or(Error::Unauthenticated)?;
    let now = app.context.clock.now();
    let mut tx = app.context.database.system().await?;
    let found = store::refresh_token::lock(&mut tx, &hash).await?.ok_or(Error::Unauthenticated)?;
    if found.revoked {
        drop(tx);
        app.blocking.rejections.refused_token(&caller.ip, found.user_id).await;
        return Err(Error::Unauthenticated);
    }
    // That a session comes to its end is nothing that somebody tried.
    if found.expires_at <= now {
        return Err(Error::Unauthenticated);
    }
    if found.used {
        revoke_family(app, tx, caller, &found).await?;
        return Err(Error::Unauthenticated);
    }
    let Some(live) = store::session::live(&mut tx, found.session_id, now).await? else {
        drop(tx);
        app.blocking.rejections.refused_token(&caller.ip, found.user_id).await;
        return Err(Error::Unauthenticated);
    };
    if live.is_suspended {
        return Err(store::license::suspended());
    }
    let (refresh, new_hash) = refresh_token::generate(&app.random)?;
    store::refresh_token::mark_used(&mut tx, &hash, now).await?;
    store::refresh_token::insert(&mut tx, &new_hash, found.project_id, found.session_id, now).await?;
    store::session::mark_refreshed(&mut tx, found.session_id, now).await?;
    let token = app.tokens.issue(found.session_id, found.user_id, found.project_id, found.expires_at.unix_timestamp())?;
    tx.commit().await?;
    Ok(api::RefreshResponse { token, refresh })
}

async fn revoke_family(app: &App, mut tx: Tx, caller: &Caller, found: &Found) -> Result<()> {
    let now = app.context.clock.now();
    let revoked = store::session::revoke(&mut tx, found.project_id, found.user_id, found.session_id, now).await?;
    let owner = Caller {
        kind: CallerKind::User,
        project_id: found.project_id,
        user_id: found.user_id,
        session_id: found.session_id,
        ip: caller.ip.clone(),
        request_id: caller.request_id.clone(),
        ..Caller::default()
    };
    kit::audit::record(&mut tx, &app.context.clock, &owner, audit::user_action("revoke", found.user_id, "a refresh token was used twice")).await?;
    tx.commit().await?;
    tracing::warn!(session_id = found.session_id, user_id = found.user_id, ip = caller.ip, "a refresh token was used twice: its session is revoked");
    invalidation::publish(&app.context, &revoked.into_iter().map(SessionChange::from).collect::<Vec<_>>()).await;
    Ok(())
}
