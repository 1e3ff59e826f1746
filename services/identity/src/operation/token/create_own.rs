//! A token of the caller.
use kit::{Error, Fields, Result};
use policy::Action;
use proto::vestibule::identity::v1 as api;
use serde_json::{Value, json};

use super::{Created, change, prove_presence, require_sign_in, text_and_hash, too_many};
use crate::app::App;
use crate::domain::token::{self, MAX_OWN, TokenDraft};
use crate::operation::profile::account::OwnAccount;
use crate::store;
use crate::store::token::{NewToken, TokenRow};

/// Refused in a support session: a token would last longer than it.
pub async fn create_own(app: &App, right: &OwnAccount, request: &api::CreateOwnTokenRequest) -> Result<Created<TokenRow>> {
    let caller = right.caller();
    require_sign_in(caller)?;
    let now = app.context.clock.now();
    let mut fields = Fields::new();
    let draft = TokenDraft::from_api(&request.name, &request.scopes, request.expires_at.as_ref(), now, &mut fields);
    fields.finish()?;
    let presence = prove_presence(app, right, &request.password).await?;
    let (text, hash) = text_and_hash(app)?;

    let mut tx = app.context.database.tenant(right.project_id()).await?;
    // The lock makes those that are made at once count each other.
    let user = store::user::find_own_for_update(&mut tx, right).await?;
    if user.is_support {
        return Err(Error::Forbidden);
    }
    presence.confirm(app, &mut tx, right, &user).await?;
    if store::token::count_own(&mut tx, right, now).await? >= MAX_OWN {
        return Err(too_many(MAX_OWN));
    }
    let prefix = token::prefix(&text);
    let id = store::token::insert_own(&mut tx, right, &NewToken { draft: &draft, hash: &hash, prefix, now }).await?;
    let mut after = draft.audit_view();
    after["user"] = json!(user.name);
    kit::audit::record(&mut tx, &app.context.clock, caller, change(Action::Create, id, &draft.name, Value::Null, after)).await?;
    tx.commit().await?;
    let token = TokenRow {
        id,
        name: draft.name,
        prefix: prefix.into(),
        scopes: draft.scopes,
        created_at: now,
        expires_at: draft.expires_at,
        last_used_at: None,
        last_used_ip: None,
    };
    Ok(Created { text, token })
}
