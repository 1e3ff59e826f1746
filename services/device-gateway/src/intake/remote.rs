//! Somebody is at a door and the device asks whether to open. It waits ten seconds and decides by itself then, so an
//! answer that says "decide yourself" at once is better than none.
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use device_protocol::remote::{RemoteAnswer, RemoteCheck, RemoteType};
use device_protocol::{LockTarget, Response, Serial};
use proto::vestibule::access::v1::CheckIdentifierRequest;
use proto::vestibule::access::v1::remote_checks_client::RemoteChecksClient;
use serde_json::json;
use tokio::sync::Semaphore;
use tracing::Instrument;
use uuid::Uuid;

use super::message::Message;
use crate::driver::mqtt::traced;
use crate::gateway::Gateway;
use crate::store::reporter::{self, Reporter};

/// For the whole answer; well below the device's own patience.
const PATIENCE: Duration = Duration::from_secs(4);
/// Questions under way; one more is left to the device, which then waits in vain.
const AT_ONCE: usize = 256;

pub struct Checks {
    gateway: Gateway,
    room: Arc<Semaphore>,
}

impl Checks {
    pub fn new(gateway: Gateway) -> Checks {
        Checks { gateway, room: Arc::new(Semaphore::new(AT_ONCE)) }
    }

    /// Answers by itself, and before the process ends.
    pub fn take(&self, message: &Message, check: RemoteCheck) {
        let Ok(permit) = self.room.clone().try_acquire_owned() else {
            self.gateway.counters.messages_dropped.inc();
            return;
        };
        let (gateway, serial, id) = (self.gateway.clone(), message.serial.clone(), message.id);
        let serving = gateway.context.ending.serving.token();
        let span = traced::process(1, message.traceparent.as_deref().into_iter());
        let answering = async move {
            answer(&gateway, &serial, id, &check).await;
            drop((permit, serving));
        };
        tokio::spawn(answering.instrument(span));
    }
}

async fn answer(gateway: &Gateway, serial: &Serial, id: Uuid, check: &RemoteCheck) {
    let decided = tokio::time::timeout(PATIENCE, decide(gateway, serial, check)).await.context("no answer in time").and_then(|decided| decided);
    let answer = match decided {
        // Another installation may know it.
        Ok(None) => return,
        Ok(Some(answer)) => answer,
        Err(error) => {
            gateway.counters.checks_undecided.inc();
            tracing::warn!(%serial, error = format!("{error:#}"), "a device asks at the door and has to decide by itself");
            RemoteAnswer::NOT_HANDLED
        }
    };
    if let Err(error) = gateway.link.answer(serial, &Response::new(id, 200, json!(answer))).await {
        tracing::debug!(%serial, %error, "an answer is lost: the device decides by itself");
    }
}

async fn decide(gateway: &Gateway, serial: &Serial, check: &RemoteCheck) -> anyhow::Result<Option<RemoteAnswer>> {
    let Some(device) = known(gateway, serial).await? else { return Ok(None) };
    let question = CheckIdentifierRequest {
        project_id: device.project_id,
        device_id: device.id,
        r#type: word(check.identifier_type).into(),
        number: check.identifier_number.clone(),
    };
    let request = gateway.context.signer.as_service(gateway.context.service, device.project_id, question);
    let mut client = RemoteChecksClient::new(gateway.context.peers.peer("access"));
    let decision = client.check_identifier(request).await?.into_inner();
    Ok(Some(match (decision.known, decision.lock_number) {
        (false, _) => RemoteAnswer::NOT_HANDLED,
        (true, None) => RemoteAnswer::denied(),
        (true, Some(lock)) => RemoteAnswer::granted(u8::try_from(lock).ok().and_then(|lock| LockTarget::new(lock).ok()).context("no such lock")?),
    }))
}

async fn known(gateway: &Gateway, serial: &Serial) -> kit::Result<Option<Reporter>> {
    let mut tx = gateway.context.database.system().await?;
    let mut found = reporter::reporters(&mut tx, &[serial.to_string()]).await?;
    tx.commit().await?;
    Ok(found.pop())
}

/// The platform's word.
fn word(kind: RemoteType) -> &'static str {
    match kind {
        RemoteType::Card => "card",
        RemoteType::InputCode => "access_code",
        RemoteType::Qr => "qr",
    }
}
