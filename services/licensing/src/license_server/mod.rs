//! The licence server, over HTTP: activation of a key, refreshing and releasing.
use std::time::Duration;

use kit::outgoing::{Allowed, Failure, Outgoing};
use kit::{Context, Error};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::config::Config;
use crate::domain::license_file::MAX_BYTES;
use crate::domain::license_key::LicenseKey;
use crate::domain::seat_secret::SeatSecret;

/// Of one call.
const CALL_TIMEOUT: Duration = Duration::from_secs(10);

/// The code of a call without an answer.
pub const NOT_RESPONDING: &str = "license_server_not_responding";

#[derive(Clone)]
pub struct LicenseServer {
    outgoing: Outgoing,
    /// Without a slash at its end.
    address: String,
}

/// Who has a licence, by what the server knows it.
pub struct Seat<'a> {
    pub instance_id: Uuid,
    pub project_uid: Uuid,
    pub secret: &'a SeatSecret,
}

impl Seat<'_> {
    fn body(&self) -> Value {
        json!({ "instance_id": self.instance_id, "project_uid": self.project_uid, "secret": self.secret.as_str() })
    }
}

/// What the server says to a key.
#[derive(Debug, PartialEq, Eq)]
pub enum Activated {
    /// The file.
    Given(Vec<u8>),
    /// The seat was taken with a newer secret, or released: this one is worth nothing any more.
    Replaced,
}

/// What the server says of a licence that is here.
#[derive(Debug, PartialEq, Eq)]
pub enum Refreshed {
    /// Its file, as it is now.
    Holds(Vec<u8>),
    Revoked,
    /// Its seat is another activation's: the key has to be entered again.
    OfAnother,
}

impl LicenseServer {
    /// The address is the operator's, so that it may be in a private network.
    pub fn new(context: &Context, config: &Config) -> anyhow::Result<Option<Self>> {
        if config.license_server.is_empty() {
            return Ok(None);
        }
        let outgoing = Outgoing::new(Allowed::Everything, context.settings.certificate_authorities.clone())?;
        Ok(Some(LicenseServer { outgoing: outgoing.with_limits(CALL_TIMEOUT, MAX_BYTES), address: config.license_server.clone() }))
    }

    /// The file of a key, bound to this seat from now on.
    pub async fn activate(&self, key: &LicenseKey, seat: &Seat<'_>) -> kit::Result<Activated> {
        let mut body = seat.body();
        body["key"] = key.as_str().into();
        let (status, body) = self.post("/v1/activations", &body).await.map_err(not_responding)?;
        match status {
            200 => Ok(Activated::Given(body)),
            403 => Ok(Activated::Replaced),
            404 => Err(refused("no_license_for_project", "no licence for project")),
            409 => Err(refused("instance_id_registered", "instance id already registered")),
            410 => Err(refused("license_not_applicable", "licence cannot be applied")),
            _ => Err(refused(NOT_RESPONDING, "licence server not responding")),
        }
    }

    pub async fn refresh(&self, uid: Uuid, seat: &Seat<'_>) -> anyhow::Result<Refreshed> {
        match self.post(&format!("/v1/activations/{uid}/refresh"), &seat.body()).await? {
            (200, file) => Ok(Refreshed::Holds(file)),
            // Nothing else revokes: an unknown address or a server that has lost its ledger must not.
            (410, _) => Ok(Refreshed::Revoked),
            (403, _) => Ok(Refreshed::OfAnother),
            (status, _) => anyhow::bail!("status {status}"),
        }
    }

    /// Heard when the server knows that the seat is free, also when it knew before, or when another activation has it (403).
    pub async fn release(&self, uid: Uuid, seat: &Seat<'_>) -> anyhow::Result<()> {
        match self.post(&format!("/v1/activations/{uid}/release"), &seat.body()).await? {
            (200 | 204 | 403 | 404 | 410, _) => Ok(()),
            (status, _) => anyhow::bail!("status {status}"),
        }
    }

    async fn post(&self, path: &str, body: &Value) -> Result<(u16, Vec<u8>), Failure> {
        let request = http::Request::post(format!("{}{path}", self.address))
            .header("content-type", "application/json")
            .body(body.to_string().into_bytes())
            .map_err(|_| Failure::BadAddress)?;
        let answer = self.outgoing.send(request).await?;
        Ok((answer.status().as_u16(), answer.into_body()))
    }
}

fn refused(code: &'static str, message: &str) -> Error {
    Error::Conflict { code, message: message.into(), data: Value::Null }
}

fn not_responding(failure: Failure) -> Error {
    tracing::warn!(error = %failure, "the licence server does not respond");
    refused(NOT_RESPONDING, "licence server not responding")
}
