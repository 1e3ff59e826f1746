use std::time::Duration;

use kit::{Error, Result};
use policy::{Action, Caller, Resource};
use proto::vestibule::device::v1::OpenDoorRequest;
use proto::vestibule::device::v1::doors_client::DoorsClient;

use crate::app::App;
use crate::domain::door_token;
use crate::store::features::{self, WEB_DIALER};
use crate::store::panel;

/// A panel's own door.
const FIRST_LOCK: i32 = 1;
/// device-gateway waits ten seconds for the panel.
const OPEN_TIMEOUT: Duration = Duration::from_secs(12);

/// Whether the door was opened. The user's right is checked again, because the token is up to a day old.
pub async fn open(app: &App, caller: &Caller, token: &str) -> Result<bool> {
    let context = &app.context;
    let device = door_token::open(&context.sealer, token, caller.project_id, caller.user_id, context.clock.now()).ok_or(Error::NotFound)?;
    let scope = caller.scope(Resource::PanelCall, Action::Open);
    let mut reader = context.database.read(caller.project_id).await?;
    features::require_for_user(&mut reader, caller.project_id, caller.user_id, WEB_DIALER).await?;
    let panel = panel::in_reach(&mut reader, caller.project_id, &scope, Some(device)).await?.pop().ok_or(Error::NotFound)?;
    drop(reader);
    let request = OpenDoorRequest {
        device_id: panel.device_id,
        lock_number: FIRST_LOCK,
        user_id: caller.user_id,
        user_name: caller.user_name.clone(),
        domain_ids: caller.domain_ids.clone(),
    };
    let mut doors = DoorsClient::new(context.peers.peer("device-gateway"));
    let answer = doors.open_door(context.signer.as_service(context.service, caller.project_id, request));
    let timed_out = |_| Error::Unavailable(anyhow::anyhow!("device-gateway did not answer in time"));
    let answer = tokio::time::timeout(OPEN_TIMEOUT, answer).await.map_err(timed_out)??;
    Ok(answer.into_inner().opened)
}
