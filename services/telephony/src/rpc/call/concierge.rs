//! Panels whose doors the caller opens from the phone.
use std::time::Duration;

use kit::{Error, Result};
use policy::{Action, Caller, Resource};
use proto::vestibule::device::v1::OpenDoorRequest;
use proto::vestibule::device::v1::doors_client::DoorsClient;
use proto::vestibule::telephony::v1::{ConciergeDevice, ConciergeNumber, OpenConciergeDeviceResponse};
use tonic::Status;

use super::Api;
use crate::domain::door_token::{self, Door};
use crate::store::features::{self, WEB_DIALER};
use crate::store::panel;

/// A panel's own door.
const FIRST_LOCK: i32 = 1;
/// device-gateway waits ten seconds for the panel.
const PATIENCE: Duration = Duration::from_secs(12);

impl Api {
    /// By name; none for who may call no panel.
    pub(super) async fn concierge_devices(&self, caller: &Caller) -> Result<Vec<ConciergeDevice>> {
        let scope = caller.scope(Resource::PanelCall, Action::Open);
        let mut reader = self.context.database.read(caller.project_id).await?;
        let panels = panel::in_reach(&mut reader, caller.project_id, &scope, None).await?;
        drop(reader);
        let now = self.context.clock.now();
        let device = |panel: panel::Panel| ConciergeDevice {
            token: door_token::make(
                &self.context.sealer,
                Door { project_id: caller.project_id, user_id: caller.user_id, device_id: panel.device_id },
                now,
            ),
            name: panel.name,
            sip_number: panel.number.map(|number| ConciergeNumber { number }),
        };
        Ok(panels.into_iter().map(device).collect())
    }

    /// The panel must be in reach still. What device-gateway refuses, it refuses in the catalogue's words.
    pub(super) async fn open(&self, caller: &Caller, token: &str) -> Result<OpenConciergeDeviceResponse, Status> {
        let context = &self.context;
        let now = context.clock.now();
        let device = door_token::device(&context.sealer, token, caller.project_id, caller.user_id, now).ok_or(Error::NotFound)?;
        let scope = caller.scope(Resource::PanelCall, Action::Open);
        let mut reader = context.database.read(caller.project_id).await?;
        features::require(&mut reader, caller.project_id, WEB_DIALER).await?;
        let panel = panel::in_reach(&mut reader, caller.project_id, &scope, Some(device)).await?.pop().ok_or(Error::NotFound)?;
        drop(reader);
        let ask =
            OpenDoorRequest { device_id: panel.device_id, lock_number: FIRST_LOCK, user_id: caller.user_id, user_name: caller.user_name.clone() };
        let mut doors = DoorsClient::new(context.peers.peer("device-gateway"));
        let asked = doors.open_door(context.signer.as_service(context.service, caller.project_id, ask));
        let late = |_| Error::Unavailable(anyhow::anyhow!("device-gateway did not answer in time"));
        let answer = tokio::time::timeout(PATIENCE, asked).await.map_err(late)??;
        Ok(OpenConciergeDeviceResponse { opened: answer.into_inner().opened })
    }
}
