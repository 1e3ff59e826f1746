//! What the server sends: commands, carried out one after the other, and answers.

use std::sync::Arc;

use device_protocol::remote::RemoteAnswer;
use device_protocol::{Request, Response, StoredEvents, TopicKind};
use rumqttc_v4::Publish;
use serde::Deserialize;
use tokio::sync::mpsc;

use super::outbox::Outbox;
use crate::commands::{self, Then};
use crate::device::{Counters, Device, lock};

pub struct Inbox {
    device: Arc<Device>,
    commands: mpsc::Sender<Request>,
}

impl Inbox {
    pub const fn new(device: Arc<Device>, commands: mpsc::Sender<Request>) -> Self {
        Self { device, commands }
    }

    /// Sorts a message. Never waits: it is called between two polls of the client.
    pub fn receive(&self, message: &Publish) {
        let topic = String::from_utf8_lossy(&message.topic);
        let understood = match TopicKind::parse(&topic) {
            Ok((TopicKind::DeviceRequest, _)) => Request::decode(&message.payload).map(|request| self.queue(request)),
            Ok((TopicKind::ServerResponse, _)) => Response::decode(&message.payload).map(|response| self.answered(&response)),
            _ => Ok(()),
        };
        if let Err(error) = understood {
            Counters::count(&self.device.counters.garbage_received);
            tracing::debug!(serial = %self.device.serial, %error, "a message was not understood");
        }
    }

    /// A device that is overrun drops commands; the server, which got no answer, asks again.
    fn queue(&self, request: Request) {
        if self.commands.try_send(request).is_err() {
            Counters::count(&self.device.counters.commands_dropped);
            tracing::warn!(serial = %self.device.serial, "too many commands, one was dropped");
        }
    }

    fn answered(&self, response: &Response) {
        if let Some(waiting) = lock(&self.device.remote_checks).remove(&response.id) {
            if let (true, Ok(answer)) = (response.is_success(), RemoteAnswer::deserialize(&response.body)) {
                // Nobody waits any more when the door was decided without the server.
                let _ = waiting.send(answer);
            }
            return;
        }
        if let (true, Ok(answer)) = (response.is_success(), StoredEvents::deserialize(&response.body)) {
            super::events::stored(&self.device, &answer.stored);
        }
    }
}

/// Carries out commands in the order in which they came.
pub async fn work(device: Arc<Device>, outbox: Outbox, mut waiting: mpsc::Receiver<Request>) {
    while let Some(request) = waiting.recv().await {
        Counters::count(&device.counters.commands);
        let reply = commands::answer(&device, &request);
        let (delay, is_silent) = {
            let faults = device.faults();
            (faults.answer_delay(), faults.is_silent)
        };
        if is_silent {
            continue;
        }
        if !delay.is_zero() {
            tokio::time::sleep(delay).await;
        }
        let sent = match reply.then {
            Then::Nothing => outbox.answer(&reply.response).await,
            Then::Reboot => outbox.answer_confirmed(&reply.response).await,
        };
        if let Err(error) = sent {
            tracing::warn!(serial = %device.serial, %error, "an answer was not sent");
        }
        if reply.then == Then::Reboot {
            device.reboot();
        }
    }
}
