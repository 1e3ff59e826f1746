//! Entities of another service that were made just now. Their snapshot takes some hundred milliseconds to come here,
//! and a request that names one may come sooner: it waits for the snapshot, instead of being refused. Whether there
//! is anything to wait for is asked of the service that keeps the entity, so that an id that is nobody's is refused
//! at once.
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

/// For the snapshots to come.
const PATIENCE: Duration = Duration::from_secs(2);
/// For the keeper to say whether it has an entity.
const ANSWER: Duration = Duration::from_secs(1);
const FIRST_PAUSE: Duration = Duration::from_millis(25);
const LONGEST_PAUSE: Duration = Duration::from_millis(200);
/// Nobody makes more than a few things and names them all at once; more unknown ids than this are not waited for.
const MAX_UNKNOWN: usize = 20;

/// What an id is of: it says who keeps it.
#[derive(Clone, Copy, Debug)]
pub enum Kept {
    Group,
    User,
    Device,
}

/// The tree's projection, for `settle`.
pub const GROUPS: &str = "group_nodes";

/// Comes back when this service knows the ids, or none that it does not know is on its way: at most after two
/// seconds. `table` is the projection, with `project_id` and `id`. Called before the transaction that checks the ids.
pub async fn settle(context: &Context, caller: &Caller, kept: Kept, table: &'static str, ids: &[i64]) -> Result<()> {
    let ends = Instant::now() + PATIENCE;
    let mut missing = unknown(context, caller, table, ids).await?;
    if missing.is_empty() || missing.len() > MAX_UNKNOWN || caller.kind != CallerKind::User || !are_kept(context, caller, kept, &missing).await {
        return Ok(());
    }
    let mut pause = FIRST_PAUSE;
    while !missing.is_empty() && Instant::now() + pause < ends {
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
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

/// Whether the keeper has all of them, as far as the caller may see: one that it has not spoils the request anyway.
async fn are_kept(context: &Context, caller: &Caller, kept: Kept, ids: &[i64]) -> bool {
    let all = futures::future::try_join_all(ids.iter().map(|id| ask(context, caller, kept, *id)));
    matches!(tokio::time::timeout(ANSWER, all).await, Ok(Ok(_)))
}

async fn ask(context: &Context, caller: &Caller, kept: Kept, id: i64) -> std::result::Result<(), Status> {
    let signer = &context.signer;
    match kept {
        Kept::Group => {
            let mut domains = GroupsClient::new(context.peers.peer("domains"));
            domains.get_group(signer.request(caller, GetGroupRequest { id, ..Default::default() })).await.map(|_| ())
        }
        Kept::User => {
            let mut identity = UsersClient::new(context.peers.peer("identity"));
            identity.get_user(signer.request(caller, GetUserRequest { id, ..Default::default() })).await.map(|_| ())
        }
        Kept::Device => {
            let mut gateway = DevicesClient::new(context.peers.peer("device-gateway"));
            gateway.get_device(signer.request(caller, GetDeviceRequest { id, ..Default::default() })).await.map(|_| ())
        }
    }
}
