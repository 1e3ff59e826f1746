//! Beginning a session, or renewing it: the device itself says whether login and password are right.
use std::time::Duration;

use device_protocol::{Credentials, DeviceCall, Serial};
use kit::{Error, Result, audit};
use policy::{Authorized, Caller, action, resource};
use proto::vestibule::device::v1 as api;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{RemoteSessionsRpc, answer, change, expiry, guess};
use crate::domain::device::Protocol;
use crate::domain::remote_session::{Claim, LIFETIME, Session, check_fields, check_reachable, claim};
use crate::driver::bas_ip::page::{self, Proof};
use crate::rpc::devices::reach;
use crate::store::device::Row;
use crate::store::{device, remote_session};

/// Of the minute that the caller waits at most; the rest is for what the device says of itself, and for us.
const PATIENCE: Duration = Duration::from_secs(20);

type Right = Authorized<resource::Device, action::Edit>;

impl RemoteSessionsRpc {
    pub(super) async fn begin(&self, caller: &Caller, request: api::BeginRemoteSessionRequest) -> Result<api::RemoteSession> {
        let right: Right = caller.authorize()?;
        check_fields(&request.serial_number, &request.login, &request.password)?;
        let row = self.controllable(caller, &right, &request.serial_number).await?;
        self.prove(caller, &row, Credentials::new(request.login, &request.password)).await?;
        let session = self.take(caller, &right, row.id).await?;
        let info = self.info(&row).await;
        Ok(answer(&session, &row, info))
    }

    /// Looked at before the device is asked: what cannot be had is refused at once, and no device is bothered.
    async fn controllable(&self, caller: &Caller, right: &Right, serial_number: &str) -> Result<Row> {
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        let id = device::id_of_serial(&mut reader, right.project_id(), serial_number).await?.ok_or(Error::NotFound)?;
        let row = reach::find(&mut reader, caller, right, id).await?;
        check_reachable(Protocol::from_number(row.protocol), row.is_online())?;
        let held = remote_session::of_device(&mut reader, right.project_id(), row.id).await?;
        claim(held.as_ref(), caller.user_id, self.0.context.clock.now())?;
        Ok(row)
    }

    /// The device's own words are not passed on: one that knows no such call may repeat what it was asked.
    async fn prove(&self, caller: &Caller, row: &Row, credentials: Credentials) -> Result<()> {
        let counted = guess::count(&self.0, caller, &row.serial_number).await?;
        let answer = self.ask(row, credentials).await;
        guess::settle(counted, &answer).await;
        let (proof, status) = answer?;
        match proof {
            Proof::Taken => Ok(()),
            Proof::Refused => {
                self.put_on_record(caller, row, "refuse remote control").await?;
                Err(Error::Conflict {
                    code: "device_refused_login",
                    message: "device does not take this login and password".into(),
                    data: Value::Null,
                })
            }
            Proof::Unknown => {
                Err(Error::Conflict { code: "device_refused", message: "device or service not available".into(), data: json!({"device": status}) })
            }
        }
    }

    /// With the status of its answer.
    async fn ask(&self, row: &Row, credentials: Credentials) -> Result<(Proof, u16)> {
        let serial = Serial::new(row.serial_number.clone()).map_err(Error::internal)?;
        let call = DeviceCall::Login(credentials).request(Uuid::now_v7());
        let response = self.0.link.call(&serial, call, PATIENCE).await.map_err(|error| Error::Unavailable(error.into()))?;
        Ok((page::proof(&response), response.status))
    }

    async fn put_on_record(&self, caller: &Caller, row: &Row, action: &str) -> Result<()> {
        let mut tx = self.0.context.database.tenant(row.project_id).await?;
        audit::record(&mut tx, &self.0.context.clock, caller, change(action, row.id, &row.name)).await?;
        Ok(tx.commit().await?)
    }

    /// Under the device's lock, because another user may have been as quick.
    async fn take(&self, caller: &Caller, right: &Right, device_id: i64) -> Result<Session> {
        let context = &self.0.context;
        let mut tx = context.database.tenant(right.project_id()).await?;
        let row = reach::lock(&mut tx, caller, right, device_id).await?;
        let now = context.clock.now();
        let expires_at = now + LIFETIME;
        expiry::of_device(&mut tx, &context.clock, row.project_id, row.id).await?;
        let held = remote_session::of_device(&mut tx, row.project_id, row.id).await?;
        let session = match (claim(held.as_ref(), caller.user_id, now)?, held) {
            (Claim::Renew(id), Some(held)) => {
                remote_session::prolong(&mut tx, row.project_id, id, expires_at).await?;
                Session { expires_at, ..held }
            }
            _ => remote_session::begin(&mut tx, caller, row.id, now, expires_at).await?,
        };
        audit::record(&mut tx, &context.clock, caller, change("begin remote control", row.id, &row.name)).await?;
        tx.commit().await?;
        Ok(session)
    }
}
