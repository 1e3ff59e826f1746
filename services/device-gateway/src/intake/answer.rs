//! The answers to a batch, after its commit.
use std::collections::HashMap;

use device_protocol::remote::RemoteAnswer;
use device_protocol::{Response, StoredEvents};
use futures::StreamExt;
use serde_json::{Value, json};

use super::message::{Content, Message, Push};
use crate::mqtt::MqttClient;
use crate::store::reporting_device::ReportingDevice;

const MAX_CONCURRENT: usize = 64;

/// Answers the devices that are known; another installation may know the others.
pub async fn send_all(mqtt: &MqttClient, messages: &[Message], known: &HashMap<String, ReportingDevice>) {
    let known = messages.iter().filter(|message| known.contains_key(message.serial.as_str()));
    let answer = |message: &Message| {
        let (serial, response) = (message.serial.clone(), response(message));
        async move {
            if let Err(error) = mqtt.answer(&serial, &response).await {
                tracing::debug!(%serial, %error, "an answer is lost: the device will ask again");
            }
        }
    };
    futures::stream::iter(known).for_each_concurrent(MAX_CONCURRENT, answer).await;
}

fn response(message: &Message) -> Response {
    match &message.content {
        Content::Events(push) => Response::new(message.id, 200, json!(stored_events(push))),
        Content::Pong => Response::new(message.id, 200, Value::Null),
        Content::Validate(_) => Response::new(message.id, 200, json!(RemoteAnswer::NOT_HANDLED)),
        Content::Unsupported(status) => Response::error(message.id, *status, "not offered here"),
        Content::Rejected(rejection) => Response::error(message.id, rejection.status, rejection.reason.clone()),
    }
}

/// The device need not keep any of these: the stored ones nor the refused ones.
fn stored_events(push: &Push) -> StoredEvents {
    let mut answer = StoredEvents { stored: push.events.iter().map(|event| event.device_event_id as u64).collect(), ..StoredEvents::default() };
    for id in push.refused.iter().filter_map(|refused| refused.id.as_ref()) {
        match id.as_u64() {
            Some(id) => answer.stored.push(id),
            None => answer.refused.push(id.clone()),
        }
    }
    answer
}
