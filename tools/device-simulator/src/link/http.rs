//! The device's way to the server over HTTP: it logs in, says every few seconds that it is there, and pushes its events, until the
//! server does not take its token any more or does not answer.

use std::sync::Arc;
use std::time::Duration;

use device_protocol::event::MAX_EVENTS;
use device_protocol::remote::{RemoteAnswer, RemoteCheck};
use device_protocol::session::Token;
use device_protocol::{Event, Serial};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};
use tokio::time::{MissedTickBehavior, interval, sleep};

use super::LinkSettings;
use super::backoff::Backoff;
use super::events::{MAX_ANSWER_TIMEOUT, stored};
use crate::device::{Counters, Device};
use crate::random::{generator, index_of};

/// Of a device that is set to none: the specification's.
const DEFAULT_HEARTBEAT: Duration = Duration::from_secs(10);
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const MAX_PAUSE: Duration = Duration::from_secs(8);
/// *Ours*: the key of an event's details with the device's own number of it: the server keeps what a newer firmware adds, so that the
/// fault checker knows each event again. Devices over HTTP have no such number.
pub const NUMBER: &str = "sequence";

#[derive(Debug, thiserror::Error)]
pub enum HttpError {
    #[error("the server answered {0}")]
    Status(StatusCode),
    #[error("no answer: {0}")]
    Request(#[from] reqwest::Error),
}

/// A session at the server. Cheap to clone.
#[derive(Clone)]
pub struct HttpSession {
    client: Client,
    /// Without a slash at its end.
    server: String,
    token: String,
}

impl HttpSession {
    async fn log_in(client: &Client, server: &str, serial: &Serial, password: &str) -> Result<Self, HttpError> {
        let body = json!({"login": serial, "password": password});
        let answer = call(client, Method::POST, &format!("{server}/api/v0/devices/login"), None, &body).await?;
        let Token { token } = serde_json::from_value(answer).unwrap_or(Token { token: String::new() });
        Ok(Self { client: client.clone(), server: server.to_owned(), token })
    }

    async fn pong(&self) -> Result<(), HttpError> {
        self.call(Method::POST, "devices/pong", &json!({})).await.map(drop)
    }

    async fn push(&self, events: &[Event]) -> Result<(), HttpError> {
        let events: Vec<Value> = events.iter().map(as_sent).collect();
        self.call(Method::PUT, "devices/logs", &json!({"events": events})).await.map(drop)
    }

    /// The server's decision about what is presented; none when it makes no sense.
    pub async fn validate(&self, check: &RemoteCheck) -> Option<RemoteAnswer> {
        let answer = self.call(Method::POST, "remote/validate", &serde_json::to_value(check).ok()?).await.ok()?;
        serde_json::from_value(answer).ok()
    }

    async fn call(&self, method: Method, path: &str, body: &Value) -> Result<Value, HttpError> {
        call(&self.client, method, &format!("{}/api/v0/{path}", self.server), Some(&self.token), body).await
    }
}

/// An event as devices send it over HTTP, which know no numbers.
fn as_sent(event: &Event) -> Value {
    let mut sent = json!(event);
    if let Some(fields) = sent.as_object_mut() {
        fields.remove("id");
    }
    sent["info"][NUMBER] = event.id.into();
    sent
}

async fn call(client: &Client, method: Method, url: &str, token: Option<&str>, body: &Value) -> Result<Value, HttpError> {
    // As real devices, which do not say that it is JSON.
    let mut request = client.request(method, url).header("content-type", "text/plain").body(body.to_string());
    if let Some(token) = token {
        request = request.bearer_auth(token);
    }
    let answer = request.send().await?;
    match answer.status() {
        status if status.is_success() => Ok(answer.json().await.unwrap_or_default()),
        status => Err(HttpError::Status(status)),
    }
}

/// Logs in, and again after every failure. Ends only when it is aborted.
pub async fn run(device: Arc<Device>, server: String, settings: LinkSettings) {
    // Proxies of the environment are for people.
    let client = match Client::builder().no_proxy().timeout(REQUEST_TIMEOUT).build() {
        Ok(client) => client,
        Err(error) => return tracing::error!(%error, "no HTTP client"),
    };
    let mut random: StdRng = generator(0, "http", index_of(device.serial.as_str()));
    let mut backoff = Backoff::new(FIRST_PAUSE, MAX_PAUSE);
    loop {
        match HttpSession::log_in(&client, &server, &device.serial, &device.password()).await {
            Ok(session) => {
                Counters::count(&device.counters.connections);
                device.set_http(Some(session.clone()));
                device.connected.send_replace(true);
                let why = work(&device, &session, &settings, &mut backoff).await;
                device.connected.send_replace(false);
                device.set_http(None);
                tracing::debug!(serial = %device.serial, %why, "the session at the server has ended");
            }
            Err(error) => tracing::debug!(serial = %device.serial, %error, "not logged in"),
        }
        sleep(backoff.next(&mut random)).await;
    }
}

/// Until a call fails.
async fn work(device: &Device, session: &HttpSession, settings: &LinkSettings, backoff: &mut Backoff) -> HttpError {
    let heartbeat = if settings.heartbeat.is_zero() { DEFAULT_HEARTBEAT } else { settings.heartbeat };
    let mut ticks = interval(heartbeat);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut random: StdRng = generator(0, "events", index_of(device.serial.as_str()));
    loop {
        let changed = device.events_changed.notified();
        let batch = device.journal().batch(MAX_EVENTS);
        if !batch.is_empty() {
            if let Err(error) = push(device, session, &batch, &mut random).await {
                Counters::count(&device.counters.pushes_repeated);
                return error;
            }
            backoff.reset();
            continue;
        }
        tokio::select! {
            () = changed => {}
            _ = ticks.tick() => match session.pong().await {
                Ok(()) => backoff.reset(),
                Err(error) => return error,
            },
        }
    }
}

/// Returns when the server has stored the batch.
async fn push(device: &Device, session: &HttpSession, batch: &[Event], random: &mut StdRng) -> Result<(), HttpError> {
    let recorded = device.journal().mark_sent(batch);
    if let Err(error) = recorded {
        tracing::warn!(serial = %device.serial, %error, "the sending of events was not recorded");
        sleep(MAX_ANSWER_TIMEOUT).await;
        return Ok(());
    }
    let (duplicate, reorder) = {
        let faults = device.faults();
        (faults.duplicate_events, faults.reorder_events)
    };
    let mut events = batch.to_vec();
    if reorder {
        events.shuffle(random);
    }
    for _ in 0..if duplicate { 2 } else { 1 } {
        Counters::count(&device.counters.pushes);
        session.push(&events).await?;
    }
    let ids: Vec<u64> = batch.iter().map(|event| event.id).collect();
    stored(device, &ids);
    Ok(())
}
