//! Entities of another service that were created just now. Their event takes some hundred milliseconds to arrive here, and
//! a request that names one may come sooner: it waits for the projection instead of being refused. The service that owns
//! the entity is asked first whether it exists, so that an unknown id is refused at once.
use std::time::Duration;

use policy::{Caller, CallerKind};
use proto::vestibule::device::v1::GetDeviceRequest;
use proto::vestibule::device::v1::devices_client::DevicesClient;
use proto::vestibule::domains::v1::GetGroupRequest;
use proto::vestibule::domains::v1::groups_client::GroupsClient;
use proto::vestibule::identity::v1::GetUserRequest;
use proto::vestibule::identity::v1::users_client::UsersClient;
use sqlx::AssertSqlSafe;
use tokio::time::Instant;
use tonic::Status;

use crate::{Context, Result};

/// Longest wait for the events.
const PROJECTION_TIMEOUT: Duration = Duration::from_secs(2);
/// For the owning service to answer whether it has an entity.
const OWNER_TIMEOUT: Duration = Duration::from_secs(1);
const FIRST_PAUSE: Duration = Duration::from_millis(25);
const MAX_PAUSE: Duration = Duration::from_millis(200);
/// A request with more unknown ids than this is not waited for: nobody creates so many and names them in one request.
const MAX_UNKNOWN: usize = 20;

/// What an id is of: it says who keeps it.
#[derive(Clone, Copy, Debug)]
pub enum ForeignEntity {
    Group,
    User,
    Device,
}

/// The tree's projection, for `wait_until_projected`.
pub const GROUPS: &str = "group_nodes";

/// Returns when the projection has the ids, or when those it lacks do not exist: after two seconds at most. `table` is the
/// projection, with `project_id` and `id`. Call it before the transaction that checks the ids.
pub async fn wait_until_projected(context: &Context, caller: &Caller, entity: ForeignEntity, table: &'static str, ids: &[i64]) -> Result<()> {
    let ends = Instant::now() + PROJECTION_TIMEOUT;
    let mut missing = unknown(context, caller, table, ids).await?;
    if missing.is_empty()
        || missing.len() > MAX_UNKNOWN
        || caller.kind != CallerKind::User
        || !exist_at_owner(context, caller, entity, &missing).await
    {
        return Ok(());
    }
    let mut pause = FIRST_PAUSE;
    while !missing.is_empty() && Instant::now() + pause < ends {
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(MAX_PAUSE);
        missing = unknown(context, caller, table, &missing).await?;
    }
    Ok(())
}

async fn unknown(context: &Context, caller: &Caller, table: &'static str, ids: &[i64]) -> Result<Vec<i64>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let statement = format!(
        "SELECT DISTINCT wanted FROM unnest($1::bigint[]) wanted WHERE NOT EXISTS (SELECT 1 FROM {table} t WHERE t.project_id = $2 AND t.id = wanted)"
    ); // Nothing but constants.
    let mut tx = context.database.tenant(caller.project_id).await?;
    let unknown = sqlx::query_scalar(AssertSqlSafe(statement)).bind(ids).bind(caller.project_id).fetch_all(&mut *tx).await?;
    tx.rollback().await?;
    Ok(unknown)
}

/// Whether the owning service has all of them, as far as the caller may see. One that it lacks makes the request fail anyway.
async fn exist_at_owner(context: &Context, caller: &Caller, entity: ForeignEntity, ids: &[i64]) -> bool {
    let all = futures::future::try_join_all(ids.iter().map(|id| get_from_owner(context, caller, entity, *id)));
    matches!(tokio::time::timeout(OWNER_TIMEOUT, all).await, Ok(Ok(_)))
}

async fn get_from_owner(context: &Context, caller: &Caller, entity: ForeignEntity, id: i64) -> std::result::Result<(), Status> {
    let signer = &context.signer;
    match entity {
        ForeignEntity::Group => {
            let mut domains = GroupsClient::new(context.peers.peer("domains"));
            domains.get_group(signer.request(caller, GetGroupRequest { id, ..Default::default() })).await.map(|_| ())
        }
        ForeignEntity::User => {
            let mut identity = UsersClient::new(context.peers.peer("identity"));
            identity.get_user(signer.request(caller, GetUserRequest { id, ..Default::default() })).await.map(|_| ())
        }
        ForeignEntity::Device => {
            let mut gateway = DevicesClient::new(context.peers.peer("device-gateway"));
            gateway.get_device(signer.request(caller, GetDeviceRequest { id, ..Default::default() })).await.map(|_| ())
        }
    }
}
