//! What other services ask of roles.
use kit::{Error, Fields, Result};
use policy::{Caller, CallerKind, Denied};
use proto::vestibule::identity::v1::role_checks_server::RoleChecks;
use proto::vestibule::identity::v1::{CheckRolesRequest, CheckRolesResponse, CheckedRole};
use tonic::{Request, Response, Status};

use crate::operation::roles;
use crate::parts::Parts;
use crate::store;

const MAX_IDS: usize = 100;

pub struct RoleCheckRpc(pub Parts);

impl RoleCheckRpc {
    async fn check(&self, caller: &Caller, ids: &[i64]) -> Result<Vec<CheckedRole>> {
        let mut fields = Fields::new();
        fields.check(ids.len() <= MAX_IDS, "ids", "too many items: at most 100");
        fields.finish()?;
        let mut reader = self.0.context.database.read(caller.project_id).await?;
        let mut checked = Vec::new();
        for (id, name) in store::role::names(&mut reader, caller.project_id, ids).await? {
            let may_assign = match roles::check_assignable(&mut reader, caller, id).await {
                Ok(()) => true,
                Err(Error::Forbidden) => false,
                Err(error) => return Err(error),
            };
            checked.push(CheckedRole { id, name, may_assign });
        }
        drop(reader);
        Ok(checked)
    }
}

#[tonic::async_trait]
impl RoleChecks for RoleCheckRpc {
    async fn check_roles(&self, request: Request<CheckRolesRequest>) -> std::result::Result<Response<CheckRolesResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        if caller.kind != CallerKind::User {
            return Err(Error::from(Denied::Unauthenticated).into());
        }
        Ok(Response::new(CheckRolesResponse { items: self.check(&caller, &request.get_ref().ids).await? }))
    }
}
