//! The websocket at /api/v0/ws?access_token=…: subscribe, unsubscribe, publish; pushes of the services by topic.
mod hub;
mod socket;
mod topic;

use std::time::Duration;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use futures::StreamExt;
use kit::realtime::{CHANNEL, Push};
use kit::telemetry::span;
use serde::Deserialize;
use tracing::Instrument;

pub use hub::Hub;

use crate::Gateway;
use crate::rest::ApiError;

pub const PATH: &str = "/api/v0/ws";
/// The default of 128 KiB a socket would cost 1.5 GB for 10,000 sockets.
const READ_BUFFER: usize = 2048;
const MAX_MESSAGE: usize = 4096;
const PAUSE: Duration = Duration::from_millis(500);

#[derive(Deserialize)]
pub struct Parameters {
    #[serde(default)]
    access_token: String,
}

pub async fn upgrade(State(gateway): State<Gateway>, Query(parameters): Query<Parameters>, upgrade: WebSocketUpgrade) -> Response {
    let span = span::http_server(gateway.context.service, "GET", PATH);
    let response = admit(gateway, parameters, upgrade).instrument(span.clone()).await;
    span::http_answered(&span, response.status());
    response
}

async fn admit(gateway: Gateway, parameters: Parameters, upgrade: WebSocketUpgrade) -> Response {
    match gateway.sessions.of_bearer(&parameters.access_token).await {
        Ok(caller) if gateway.hub.has_room(&caller) => upgrade
            .read_buffer_size(READ_BUFFER)
            .write_buffer_size(READ_BUFFER)
            .max_message_size(MAX_MESSAGE)
            .on_upgrade(move |socket| socket::run(gateway, caller, socket)),
        Ok(_) => ApiError::from(tonic::Status::from(kit::Error::TooManyRequests { retry_after_seconds: 4 })).into_response(),
        Err(error) => error.into_response(),
    }
}

/// Hands the services' pushes to the sockets, until shutdown.
pub async fn listen(gateway: Gateway) -> anyhow::Result<()> {
    let shutdown = gateway.context.shutdown.clone();
    while !shutdown.is_cancelled() {
        tokio::select! {
            _ = shutdown.cancelled() => break,
            result = listen_once(&gateway) => {
                if let Err(error) = result {
                    tracing::warn!(error = format!("{error:#}"), "pushes to browsers wait for Redis");
                }
            }
        }
        tokio::time::sleep(PAUSE).await;
    }
    Ok(())
}

async fn listen_once(gateway: &Gateway) -> anyhow::Result<()> {
    let client = redis::Client::open(gateway.context.settings.redis_url.as_str())?;
    let mut pubsub = client.get_async_pubsub().await?;
    pubsub.subscribe(CHANNEL).await?;
    // What was pushed while the subscription was away is lost: browsers are told to look again.
    gateway.hub.resynchronise();
    let mut messages = pubsub.into_on_message();
    while let Some(message) = messages.next().await {
        match serde_json::from_slice::<Push>(message.get_payload_bytes()) {
            Ok(push) => gateway.hub.deliver(&push),
            Err(error) => tracing::warn!(%error, "a push that cannot be read"),
        }
    }
    anyhow::bail!("Redis ended the subscription")
}
