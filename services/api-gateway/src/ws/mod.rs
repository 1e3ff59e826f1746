//! The websocket at /api/v0/ws?access_token=…, or with `Authorization: Bearer …` of a program, which a browser cannot send: subscribe, unsubscribe, publish; pushes of the services by topic.
mod hub;
mod socket;
mod topic;

use std::net::SocketAddr;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{ConnectInfo, Query, State};
use axum::response::{IntoResponse, Response};
use http::HeaderMap;
use kit::telemetry::span;
use policy::Caller;
use serde::Deserialize;
use tracing::Instrument;

pub use hub::Hub;

use crate::app::App;
use crate::error::ApiError;
use crate::session::bearer;

pub const PATH: &str = "/api/v0/ws";
/// The default of 128 KiB a socket would cost 1.5 GB for 10,000 sockets.
const BUFFER_BYTES: usize = 2048;
const MAX_MESSAGE_BYTES: usize = 4096;

#[derive(Deserialize)]
pub struct Parameters {
    #[serde(default)]
    access_token: String,
}

pub async fn upgrade(
    State(app): State<App>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    Query(parameters): Query<Parameters>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let span = span::http_server(app.context.service, "GET", PATH);
    let response = async {
        let caller = authenticate(&app, address, &headers, &parameters).await;
        admit(app, caller, upgrade)
    };
    let response = response.instrument(span.clone()).await;
    span::http_answered(&span, response.status());
    response
}

async fn authenticate(app: &App, address: SocketAddr, headers: &HeaderMap, parameters: &Parameters) -> Result<Caller, ApiError> {
    // Addresses are logged on the way: one with an access token is worth ten minutes, one with a token of a program up to a year.
    let token = match bearer(headers) {
        Some(token) => token,
        None if access_token::program::hash(&parameters.access_token).is_some() => return Err(ApiError::unauthenticated()),
        None => &parameters.access_token,
    };
    let address = app.config.trusted_proxies.client_address(address, headers);
    let mut caller = app.sessions.authenticate(token, address).await?;
    caller.ip = address.to_string();
    app.sessions.count_token_use(&caller, app.config.max_token_requests).await?;
    Ok(caller)
}

fn admit(app: App, caller: Result<Caller, ApiError>, upgrade: WebSocketUpgrade) -> Response {
    match caller {
        Ok(caller) if app.hub.has_room(&caller) => upgrade
            .read_buffer_size(BUFFER_BYTES)
            .write_buffer_size(BUFFER_BYTES)
            .max_message_size(MAX_MESSAGE_BYTES)
            .on_upgrade(move |socket| socket::run(app, caller, socket)),
        Ok(_) => ApiError::from(tonic::Status::from(kit::Error::TooManyRequests { retry_after_seconds: 4 })).into_response(),
        Err(error) => error.into_response(),
    }
}
