//! The device's own HTTP interface: what the server asks of a device that speaks HTTP, and what a search finds. It wants a login, and
//! carries out one request at a time.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::Context;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request as HttpRequest, State};
use axum::http::{Method as HttpMethod, StatusCode, header};
use axum::response::Response as HttpResponse;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use device_protocol::envelope::{MAX_MESSAGE_BYTES, VERSION_HEADER};
use device_protocol::photo::Photo;
use device_protocol::session::Token;
use device_protocol::{DeviceCall, Method, Request, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::commands::{self, Then};
use crate::device::{Counters, Device, lock};

/// A token is good for so long, and there is no way to renew it.
const TOKEN_TTL: Duration = Duration::from_secs(2 * 60 * 60);
/// Tokens at a time: the oldest go.
const MAX_TOKENS: usize = 16;

#[derive(Clone)]
struct Web {
    device: Arc<Device>,
    tokens: Arc<Mutex<HashMap<String, Instant>>>,
    turn: Arc<tokio::sync::Mutex<()>>,
}

/// Serves until shutdown.
pub async fn serve(device: Arc<Device>, address: SocketAddr, shutdown: CancellationToken) -> anyhow::Result<()> {
    let listener = TcpListener::bind(address).await.with_context(|| format!("listening on {address} for {}", device.serial))?;
    serve_on(device, listener, shutdown).await
}

pub async fn serve_on(device: Arc<Device>, listener: TcpListener, shutdown: CancellationToken) -> anyhow::Result<()> {
    let web = Web { device, tokens: Arc::default(), turn: Arc::default() };
    let router = Router::new().fallback(handle).with_state(web);
    // Not gracefully: a request to a device without a cable waits for as long as its caller does.
    tokio::select! {
        served = axum::serve(listener, router) => Ok(served?),
        () = shutdown.cancelled() => Ok(()),
    }
}

async fn handle(State(web): State<Web>, request: HttpRequest) -> HttpResponse {
    web.has_cable().await;
    let token = bearer(&request);
    let Some(request) = read(request).await else { return answer(StatusCode::BAD_REQUEST, &json!({"error": "not understood"})) };
    let _turn = web.turn.lock().await;
    let call = DeviceCall::parse(&request);
    let is_open = matches!(call, Ok(DeviceCall::Info | DeviceCall::Login(_)));
    if !is_open && !token.is_some_and(|token| web.takes(&token)) {
        return answer(StatusCode::UNAUTHORIZED, &json!({"error": "unauthorized"}));
    }
    Counters::count(&web.device.counters.commands);
    let reply = commands::answer(&web.device, &request);
    if let (Ok(DeviceCall::Login(_)), Ok(Token { token })) = (&call, Token::deserialize(&reply.response.body)) {
        web.issue(token);
    }
    let delay = web.device.faults().answer_delay();
    if !delay.is_zero() {
        tokio::time::sleep(delay).await;
    }
    if reply.then == Then::Reboot {
        lock(&web.tokens).clear();
        web.device.reboot();
    }
    write(&call.ok(), reply.response)
}

impl Web {
    /// A device that is offline answers nobody.
    async fn has_cable(&self) {
        let mut wanted = self.device.wanted.subscribe();
        let _ends_with_the_process = wanted.wait_for(|wanted| wanted.online).await;
    }

    fn takes(&self, token: &str) -> bool {
        lock(&self.tokens).get(token).is_some_and(|issued| issued.elapsed() < TOKEN_TTL)
    }

    fn issue(&self, token: String) {
        let mut tokens = lock(&self.tokens);
        tokens.retain(|_, issued| issued.elapsed() < TOKEN_TTL);
        while tokens.len() >= MAX_TOKENS {
            let Some(oldest) = tokens.iter().min_by_key(|(_, issued)| **issued).map(|(token, _)| token.clone()) else { break };
            tokens.remove(&oldest);
        }
        tokens.insert(token, Instant::now());
    }
}

fn bearer(request: &HttpRequest) -> Option<String> {
    let value = request.headers().get(header::AUTHORIZATION)?.to_str().ok()?;
    value.strip_prefix("Bearer ").map(str::to_owned)
}

async fn read(request: HttpRequest) -> Option<Request> {
    let (head, body) = request.into_parts();
    let method = match head.method {
        HttpMethod::GET => Method::Get,
        HttpMethod::POST => Method::Post,
        HttpMethod::PUT => Method::Put,
        HttpMethod::PATCH => Method::Patch,
        HttpMethod::DELETE => Method::Delete,
        _ => return None,
    };
    let bytes = to_bytes(body, MAX_MESSAGE_BYTES).await.ok()?;
    let body: Value = if bytes.is_empty() { Value::Null } else { serde_json::from_slice(&bytes).ok()? };
    let uri = head.uri.path_and_query().map_or_else(|| head.uri.path().to_owned(), ToString::to_string);
    let mut request = Request::new(Uuid::new_v4(), method, uri, body);
    if let Some(version) = head.headers.get(VERSION_HEADER).and_then(|value| value.to_str().ok()) {
        request.headers.insert(VERSION_HEADER.to_owned(), version.to_owned());
    }
    Some(request)
}

/// A snapshot is a picture, everything else is JSON.
fn write(call: &Option<DeviceCall>, response: Response) -> HttpResponse {
    let status = StatusCode::from_u16(response.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut written = match (call, Photo::deserialize(&response.body)) {
        (Some(DeviceCall::Snapshot), Ok(photo)) => {
            let file = STANDARD.decode(photo.file).unwrap_or_default();
            HttpResponse::builder().status(status).header(header::CONTENT_TYPE, photo.content_type).body(Body::from(file)).unwrap_or_default()
        }
        _ => answer(status, &response.body),
    };
    for (name, value) in response.headers {
        if let (Ok(name), Ok(value)) = (header::HeaderName::try_from(name), header::HeaderValue::try_from(value)) {
            written.headers_mut().insert(name, value);
        }
    }
    written
}

fn answer(status: StatusCode, body: &Value) -> HttpResponse {
    let json = Body::from(body.to_string());
    HttpResponse::builder().status(status).header(header::CONTENT_TYPE, "application/json").body(json).unwrap_or_default()
}
