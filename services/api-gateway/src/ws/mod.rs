//! The websocket at /api/v0/ws?access_token=…: subscribe, unsubscribe, publish; pushes of the services by topic.
mod hub;
mod socket;
mod topic;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use kit::telemetry::span;
use serde::Deserialize;
use tracing::Instrument;

pub use hub::Hub;

use crate::app::App;
use crate::error::ApiError;

pub const PATH: &str = "/api/v0/ws";
/// The default of 128 KiB a socket would cost 1.5 GB for 10,000 sockets.
const BUFFER_BYTES: usize = 2048;
const MAX_MESSAGE_BYTES: usize = 4096;

#[derive(Deserialize)]
pub struct Parameters {
    #[serde(default)]
    access_token: String,
}

pub async fn upgrade(State(app): State<App>, Query(parameters): Query<Parameters>, upgrade: WebSocketUpgrade) -> Response {
    let span = span::http_server(app.context.service, "GET", PATH);
    let response = admit(app, parameters, upgrade).instrument(span.clone()).await;
    span::http_answered(&span, response.status());
    response
}

async fn admit(app: App, parameters: Parameters, upgrade: WebSocketUpgrade) -> Response {
    match app.sessions.authenticate(&parameters.access_token).await {
        Ok(caller) if app.hub.has_room(&caller) => upgrade
            .read_buffer_size(BUFFER_BYTES)
            .write_buffer_size(BUFFER_BYTES)
            .max_message_size(MAX_MESSAGE_BYTES)
            .on_upgrade(move |socket| socket::run(app, caller, socket)),
        Ok(_) => ApiError::from(tonic::Status::from(kit::Error::TooManyRequests { retry_after_seconds: 4 })).into_response(),
        Err(error) => error.into_response(),
    }
}
