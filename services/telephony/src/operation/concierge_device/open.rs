use std::time::Duration;

use kit::{Error, Result};
use policy::{Action, Caller, Resource};
use proto::vestibule::access::v1::CheckUserRequest;
use proto::vestibule::access::v1::remote_checks_client::RemoteChecksClient;
use proto::vestibule::device::v1::OpenDoorRequest;
use proto::vestibule::device::v1::doors_client::DoorsClient;
use sqlx::PgConnection;

use crate::app::App;
use crate::domain::door_token;
use crate::store::features::{self, WEB_DIALER};
use crate::store::{active_call, panel, web_phone};

/// A panel's own door.
const FIRST_LOCK: i32 = 1;
const CHECK_TIMEOUT: Duration = Duration::from_secs(4);
/// device-gateway waits ten seconds for the panel.
const OPEN_TIMEOUT: Duration = Duration::from_secs(12);

/// Whether the door was opened. The user's right is checked again, because the token is up to a day old. A concierge opens at any
/// time, and so does whoever the panel calls; others open while their access rules do.
pub async fn open(app: &App, caller: &Caller, token: &str) -> Result<bool> {
    let context = &app.context;
    let device = door_token::open(&context.sealer, token, caller.project_id, caller.user_id, context.clock.now()).ok_or(Error::NotFound)?;
    let scope = caller.scope(Resource::PanelCall, Action::Create);
    let mut reader = context.database.read(caller.project_id).await?;
    features::require_for_user(&mut reader, caller.project_id, caller.user_id, WEB_DIALER).await?;
    let panel = panel::in_reach(&mut reader, caller.project_id, &scope, Some(device)).await?.pop().ok_or(Error::NotFound)?;
    let opens_at_any_time = is_concierge(&mut reader, caller, device).await? || is_called_by(&mut reader, caller, device).await?;
    drop(reader);
    if !opens_at_any_time && !is_allowed_by_rules(app, caller, device).await? {
        return Err(Error::Forbidden);
    }
    let request = OpenDoorRequest {
        device_id: panel.device_id,
        lock_number: FIRST_LOCK,
        user_id: caller.user_id,
        user_name: caller.user_name.clone(),
        domain_ids: caller.domain_ids.clone(),
        identifier: None,
    };
    let mut doors = DoorsClient::new(context.peers.peer("device-gateway"));
    let answer = doors.open_door(context.signer.as_service_for(context.service, caller, request));
    let timed_out = |_| Error::Unavailable(anyhow::anyhow!("device-gateway did not answer in time"));
    let answer = tokio::time::timeout(OPEN_TIMEOUT, answer).await.map_err(timed_out)??;
    Ok(answer.into_inner().opened)
}

async fn is_concierge(connection: &mut PgConnection, caller: &Caller, device: i64) -> Result<bool> {
    let scope = caller.scope(Resource::PanelCall, Action::Open);
    Ok(!panel::in_reach(connection, caller.project_id, &scope, Some(device)).await?.is_empty())
}

/// Whether a call of the panel rings at one of the user's phones, or was answered there.
async fn is_called_by(connection: &mut PgConnection, caller: &Caller, device: i64) -> Result<bool> {
    let numbers = web_phone::numbers(connection, caller.project_id, caller.user_id).await?;
    active_call::is_called_by_device(connection, caller.project_id, &numbers, device).await
}

async fn is_allowed_by_rules(app: &App, caller: &Caller, device: i64) -> Result<bool> {
    let context = &app.context;
    let request = CheckUserRequest { project_id: caller.project_id, device_id: device, user_id: caller.user_id, lock_number: FIRST_LOCK };
    let mut checks = RemoteChecksClient::new(context.peers.peer("access"));
    let answer = checks.check_user(context.signer.as_service(context.service, caller.project_id, request));
    let timed_out = |_| Error::Unavailable(anyhow::anyhow!("access did not answer in time"));
    Ok(tokio::time::timeout(CHECK_TIMEOUT, answer).await.map_err(timed_out)??.into_inner().allowed)
}
