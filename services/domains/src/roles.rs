//! Roles, which identity keeps: asked of it in the caller's name.
use std::collections::HashMap;
use std::time::Duration;

use kit::{Context, Error, Result};
use policy::Caller;
use proto::vestibule::identity::v1::role_checks_client::RoleChecksClient;
use proto::vestibule::identity::v1::{CheckRolesRequest, CheckedRole};

const PATIENCE: Duration = Duration::from_secs(3);

/// Those of the roles that exist.
pub async fn check(context: &Context, caller: &Caller, ids: &[i64]) -> Result<Vec<CheckedRole>> {
    let mut identity = RoleChecksClient::new(context.peers.peer("identity"));
    let request = context.signer.request(caller, CheckRolesRequest { ids: ids.to_vec() });
    let answer = tokio::time::timeout(PATIENCE, identity.check_roles(request)).await;
    let answer = answer.map_err(|_| Error::Unavailable(anyhow::anyhow!("identity does not answer")))?;
    Ok(answer?.into_inner().items)
}

/// Names by id. They are for showing: without identity there are none.
pub async fn names(context: &Context, caller: &Caller, ids: &[i64]) -> HashMap<i64, String> {
    if ids.is_empty() {
        return HashMap::new();
    }
    match check(context, caller, ids).await {
        Ok(roles) => roles.into_iter().map(|role| (role.id, role.name)).collect(),
        Err(error) => {
            tracing::warn!(error = format!("{error:#}"), "roles are shown without their names");
            HashMap::new()
        }
    }
}
