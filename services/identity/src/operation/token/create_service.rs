//! A token of the project.
use kit::{Error, Fields, Result};
use policy::{Action, Authorized, Resource, action, resource};
use proto::vestibule::identity::v1 as api;
use serde_json::{Value, json};

use super::{Created, change, prove_presence, require_sign_in, text_and_hash, too_many};
use crate::app::App;
use crate::domain::token::{self, MAX_SERVICE, ServiceDraft, TokenDraft};
use crate::operation::profile::account::OwnAccount;
use crate::operation::role::assignable;
use crate::operation::user::groups;
use crate::store;
use crate::store::token::{NewToken, ServiceTokenRow};

pub struct ServiceTokenRights {
    pub own: OwnAccount,
    pub create: Authorized<resource::Token, action::Create>,
}

/// Limited as giving a user a role and groups is: nobody makes a token that may do what they could not give to a user. Refused in a
/// support session, which it would outlast.
pub async fn create_service(app: &App, rights: &ServiceTokenRights, request: &api::CreateServiceTokenRequest) -> Result<Created<ServiceTokenRow>> {
    let caller = rights.create.caller();
    require_sign_in(caller)?;
    let now = app.context.clock.now();
    let mut fields = Fields::new();
    let draft = TokenDraft::from_api(&request.name, &request.scopes, request.expires_at.as_ref(), now, &mut fields);
    let service = ServiceDraft::from_api(request.role.as_ref(), &request.domains, &mut fields);
    fields.finish()?;
    let presence = prove_presence(app, &rights.own, &request.password).await?;
    let (text, hash) = text_and_hash(app)?;

    groups::wait_until_projected(app, caller, &service.domain_ids).await?;
    let mut tx = app.context.database.tenant(rights.create.project_id()).await?;
    // The lock makes those that are made at once count each other.
    store::project::lock(&mut tx, rights.create.project_id()).await?;
    let user = store::user::find_own_for_update(&mut tx, &rights.own).await?;
    if user.is_support {
        return Err(Error::Forbidden);
    }
    presence.confirm(app, &mut tx, &rights.own, &user).await?;
    groups::validate_reach(&mut tx, &caller.scope(Resource::User, Action::Create), &Default::default(), &service.domain_ids).await?;
    assignable::check_assignable(&mut tx, caller, service.role_id).await?;
    if store::token::count_service(&mut tx, rights.create.project_id(), now).await? >= MAX_SERVICE {
        return Err(too_many(MAX_SERVICE));
    }
    let new = NewToken { draft: &draft, hash: &hash, prefix: token::prefix(&text), now };
    let id = store::token::insert_service(&mut tx, &rights.create, &service, &new).await?;
    let mut after = draft.audit_view();
    after["role_id"] = json!(service.role_id);
    after["domains"] = json!(service.domain_ids);
    kit::audit::record(&mut tx, &app.context.clock, caller, change(Action::Create, id, &draft.name, Value::Null, after)).await?;
    let token = store::token::find_created(&mut tx, &rights.create, id).await?;
    tx.commit().await?;
    Ok(Created { text, token })
}
