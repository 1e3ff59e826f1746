//! Lines to the public telephone network.
use kit::late::{self, Kept};
use kit::patch::{self, Secret};
use kit::{Context, Error, Fields, Mask, Result, Tx, audit, tree};
use policy::{Action, ActionKind, Authorized, Caller, Resource, action, resource};
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse};
use proto::vestibule::telephony::v1::sip_trunks_server::SipTrunks;
use proto::vestibule::telephony::v1::*;
use serde_json::{Value, json};
use sqlx::PgConnection;
use tonic::{Request, Response, Status};

use crate::domain::trunk::{Trunk, check_credentials, check_password};
use crate::store::features;
use crate::store::sip_trunk::{self as store, Row};

/// What a trunk's password is sealed for.
const PASSWORD: &str = "telephony.trunk.password";

pub struct Api {
    context: Context,
}

impl Api {
    pub fn new(context: &Context) -> Self {
        Api { context: context.clone() }
    }

    async fn create(&self, caller: Caller, sent: SipTrunk) -> Result<SipTrunk> {
        let right = caller.authorize::<resource::SipTrunk, action::Create>()?;
        let given = sent.password.clone();
        let new = Trunk::from_api(sent);
        let mut fields = Fields::new();
        new.check(&mut fields);
        let sealed = match patch::secret(true, given.as_deref()) {
            Secret::Set(password) => {
                check_password(&mut fields, password);
                Some(self.context.sealer.seal_for(PASSWORD, password))
            }
            Secret::Unchanged | Secret::Cleared => None,
        };
        check_credentials(&mut fields, &new, sealed.is_some());
        fields.finish()?;
        late::settle(&self.context, &caller, Kept::Group, late::GROUPS, &new.domains).await?;
        let mut tx = self.context.database.tenant(right.project_id()).await?;
        features::require(&mut tx, right.project_id(), features::TRUNKS).await?;
        kit::related::groups(&mut tx, &caller, &new.domains).await?;
        let id = store::insert(&mut tx, &right, &new, sealed.as_deref(), self.context.clock.now()).await?;
        self.audit(&mut tx, &caller, id, (None, Some(&new)), sealed.is_some()).await?;
        answer(tx, right.project_id(), id).await
    }

    async fn update(&self, caller: Caller, request: UpdateSipTrunkRequest) -> Result<SipTrunk> {
        let right = caller.authorize::<resource::SipTrunk, action::Edit>()?;
        let (mask, sent) = (Mask::new(request.update_mask), request.sip_trunk.unwrap_or_default());
        let given = sent.password.clone();
        late::settle(&self.context, &caller, Kept::Group, late::GROUPS, &Trunk::from_api(sent.clone()).domains).await?;
        let project_id = right.project_id();
        let mut tx = self.context.database.tenant(project_id).await?;
        features::require(&mut tx, project_id, features::TRUNKS).await?;
        let row = reached(&mut tx, &caller, &right, request.id).await?;
        let before = row.trunk();
        let mut after = before.clone();
        after.patch(sent, &mask);

        let mut fields = Fields::new();
        after.check(&mut fields);
        let secret = patch::secret(mask.has("password"), given.as_deref());
        if let Secret::Set(password) = &secret {
            check_password(&mut fields, password);
        }
        // A secret goes to the server that it was entered for.
        let is_kept = secret == Secret::Unchanged && row.sealed_password.is_some();
        fields.check(!is_kept || after.has_server_of(&before), "password", "required with another server");
        check_credentials(&mut fields, &after, is_kept || matches!(secret, Secret::Set(_)));
        fields.finish()?;
        let named: Vec<i64> = after.domains.iter().copied().filter(|group| !before.domains.contains(group)).collect();
        kit::related::groups(&mut tx, &caller, &named).await?;

        let sealed = match secret {
            Secret::Unchanged => row.sealed_password,
            Secret::Cleared => None,
            Secret::Set(password) => Some(self.context.sealer.seal_for(PASSWORD, password)),
        };
        let line = |trunk: &Trunk| (trunk.termination_uri.clone(), trunk.login.clone(), trunk.is_registration_enabled);
        let is_another_line = line(&before) != line(&after) || secret != Secret::Unchanged;
        store::update(&mut tx, project_id, row.id, &after, sealed.as_deref(), is_another_line, self.context.clock.now()).await?;
        self.audit(&mut tx, &caller, row.id, (Some(&before), Some(&after)), secret != Secret::Unchanged).await?;
        answer(tx, project_id, row.id).await
    }

    async fn delete(&self, caller: &Caller, id: i64) -> Result<()> {
        let right = caller.authorize::<resource::SipTrunk, action::Delete>()?;
        let mut tx = self.context.database.tenant(right.project_id()).await?;
        let row = reached(&mut tx, caller, &right, id).await?;
        let names = store::named_by(&mut tx, right.project_id(), id).await?;
        if !names.is_empty() {
            return Err(Error::Conflict { code: "in_use", message: "the trunk is used by queues".into(), data: json!({ "names": names }) });
        }
        store::delete(&mut tx, &right, id).await?;
        self.audit(&mut tx, caller, id, (Some(&row.trunk()), None), false).await?;
        Ok(tx.commit().await?)
    }

    async fn audit(
        &self,
        tx: &mut PgConnection,
        caller: &Caller,
        id: i64,
        states: (Option<&Trunk>, Option<&Trunk>),
        has_new_password: bool,
    ) -> Result<()> {
        let action = match states {
            (None, _) => Action::Create,
            (_, None) => Action::Delete,
            _ => Action::Edit,
        };
        let (before, mut after) = (states.0.map_or(Value::Null, |trunk| json!(trunk)), states.1.map_or(Value::Null, |trunk| json!(trunk)));
        if has_new_password && after.is_object() {
            after["password"] = json!("changed");
        }
        let name = states.1.or(states.0).map(|trunk| trunk.name.as_str()).unwrap_or_default();
        audit::record(tx, &self.context.clock, caller, audit::Change::new(action, Resource::SipTrunk, id, name, before, after)).await
    }
}

/// Locked for a change. What is out of sight does not exist; a line is changed by those who reach everybody that uses
/// it, and by whoever made it.
async fn reached<A: ActionKind>(tx: &mut PgConnection, caller: &Caller, right: &Authorized<resource::SipTrunk, A>, id: i64) -> Result<Row> {
    let view = caller.authorize::<resource::SipTrunk, action::View>()?;
    let row = store::find(tx, &view, id, true).await?;
    let scope = right.scope();
    if scope.all || scope.own && row.created_by == Some(caller.user_id) {
        return Ok(row);
    }
    let mut is_reached = !row.group_ids.is_empty();
    for group in &row.group_ids {
        is_reached &= tree::covers(tx, scope, *group).await?;
    }
    if is_reached { Ok(row) } else { Err(Error::Forbidden) }
}

async fn answer(mut tx: Tx, project_id: i64, id: i64) -> Result<SipTrunk> {
    let row = store::read(&mut tx, project_id, id).await?;
    tx.commit().await?;
    Ok(row.into_api())
}

#[tonic::async_trait]
impl SipTrunks for Api {
    async fn list_sip_trunks(&self, request: Request<ListSipTrunksRequest>) -> Result<Response<ListSipTrunksResponse>, Status> {
        let right = self.context.authorize::<resource::SipTrunk, action::View, _>(&request)?;
        let request = request.into_inner();
        let mut reader = self.context.database.read(right.project_id()).await?;
        let page = store::list(&mut reader, &right, &kit::list_query!(request)).await?.map(Row::into_api);
        Ok(Response::new(ListSipTrunksResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }

    async fn get_sip_trunk(&self, request: Request<GetSipTrunkRequest>) -> Result<Response<SipTrunk>, Status> {
        let right = self.context.authorize::<resource::SipTrunk, action::View, _>(&request)?;
        let mut reader = self.context.database.read(right.project_id()).await?;
        Ok(Response::new(store::find(&mut reader, &right, request.into_inner().id, false).await?.into_api()))
    }

    async fn create_sip_trunk(&self, request: Request<CreateSipTrunkRequest>) -> Result<Response<SipTrunk>, Status> {
        let caller = self.context.caller(&request)?;
        Ok(Response::new(self.create(caller, request.into_inner().sip_trunk.unwrap_or_default()).await?))
    }

    async fn update_sip_trunk(&self, request: Request<UpdateSipTrunkRequest>) -> Result<Response<SipTrunk>, Status> {
        let caller = self.context.caller(&request)?;
        Ok(Response::new(self.update(caller, request.into_inner()).await?))
    }

    async fn delete_sip_trunk(&self, request: Request<DeleteSipTrunkRequest>) -> Result<Response<DeleteResponse>, Status> {
        let caller = self.context.caller(&request)?;
        let id = request.into_inner().id;
        self.delete(&caller, id).await?;
        Ok(Response::new(DeleteResponse { id }))
    }

    async fn delete_all_sip_trunks(&self, request: Request<DeleteAllRequest>) -> Result<Response<DeleteAllResponse>, Status> {
        let caller = self.context.caller(&request)?;
        caller.authorize::<resource::SipTrunk, action::Delete>().map_err(Error::from)?;
        Ok(Response::new(kit::bulk::each(request.into_inner().items, |id| self.delete(&caller, id)).await?))
    }
}
