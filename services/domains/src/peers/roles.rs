//! Roles, which identity keeps, asked as the caller.
use std::collections::HashMap;
use std::time::Duration;

use kit::{Context, Result};
use policy::Caller;
use proto::vestibule::identity::v1::role_checks_client::RoleChecksClient;
use proto::vestibule::identity::v1::{CheckRolesRequest, CheckedRole};

use super::within;

const ANSWER_TIMEOUT: Duration = Duration::from_secs(3);

/// Those of the roles that exist, each with whether the caller may give it to users.
pub async fn check(context: &Context, caller: &Caller, ids: &[i64]) -> Result<Vec<CheckedRole>> {
    let mut identity = RoleChecksClient::new(context.peers.peer("identity"));
    let request = context.signer.request(caller, CheckRolesRequest { ids: ids.to_vec() });
    Ok(within(ANSWER_TIMEOUT, identity.check_roles(request)).await?.items)
}

/// Names by id; none while identity cannot be reached.
pub async fn names(context: &Context, caller: &Caller, ids: &[i64]) -> HashMap<i64, String> {
    if ids.is_empty() {
        return HashMap::new();
    }
    match check(context, caller, ids).await {
        Ok(roles) => roles.into_iter().map(|role| (role.id, role.name)).collect(),
        Err(error) => {
            tracing::warn!(error = format!("{error:#}"), "identity cannot be asked for the names of roles");
            HashMap::new()
        }
    }
}
