//! One browser's socket.
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use kit::Context;
use kit::telemetry::span;
use policy::Caller;
use serde::Deserialize;
use serde_json::json;
use tokio::sync::mpsc::{self, Receiver};
use tracing::Instrument;

use super::hub::Order;
use super::topic::Topic;
use crate::Gateway;

/// Pushes that may wait for a slow browser.
const QUEUE: usize = 256;
const PING: Duration = Duration::from_secs(25);
/// A browser that takes longer to take a message is gone.
const SEND_LIMIT: Duration = Duration::from_secs(10);
/// Private close code: the session is over, sign in again.
const SESSION_OVER: u16 = 4401;
/// "Try again later": the browser comes back by itself.
const COME_BACK: u16 = 1013;

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Request {
    Subscribe { topic: String },
    Unsubscribe { topic: String },
    Publish { topic: String },
}

pub async fn run(gateway: Gateway, caller: Caller, mut socket: WebSocket) {
    let _serving = gateway.context.ending.serving.token();
    let (orders, inbox) = mpsc::channel(QUEUE);
    let session = caller.session_id;
    let id = gateway.hub.add(caller, orders.clone());
    let code = serve(&gateway, id, session, &mut socket, inbox, &orders).await;
    gateway.hub.remove(id);
    if let Some(code) = code {
        let close = Message::Close(Some(CloseFrame { code, reason: "".into() }));
        let _already_gone = tokio::time::timeout(SEND_LIMIT, socket.send(close)).await;
    }
}

/// Until the socket ends; a code when it is this side that ends it.
async fn serve(
    gateway: &Gateway,
    id: u64,
    session: i64,
    socket: &mut WebSocket,
    mut inbox: Receiver<Order>,
    orders: &mpsc::Sender<Order>,
) -> Option<u16> {
    let mut ping = tokio::time::interval(PING);
    ping.tick().await;
    let mut leaving = std::pin::pin!(leave(&gateway.context));
    loop {
        if orders.capacity() == 0 {
            return Some(COME_BACK); // The queue is full: something was dropped, or soon will be.
        }
        tokio::select! {
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => send(socket, Message::Text(answer(gateway, id, &text).into())).await?,
                Some(Ok(Message::Close(_))) | Some(Err(_)) | None => return None,
                Some(Ok(_)) => {}
            },
            order = inbox.recv() => match order {
                Some(Order::Text(text, span)) => send(socket, Message::Text(text)).instrument(span).await?,
                Some(Order::Recheck) => match gateway.sessions.of_session(session).await {
                    Ok(caller) => gateway.hub.update(id, caller),
                    Err(_) => return Some(SESSION_OVER),
                },
                None => return Some(COME_BACK),
            },
            _ = &mut leaving => return Some(COME_BACK),
            _ = ping.tick() => {
                // A session that ran out, and not only one that was revoked, ends its socket.
                if gateway.sessions.of_session(session).await.is_err() {
                    return Some(SESSION_OVER);
                }
                send(socket, Message::Ping(Default::default())).await?;
            }
        }
    }
}

/// Returns when it is this socket's turn to go: at some moment of the time that the process has to leave, so that
/// browsers do not all come back at once, and at the end of it at the latest.
async fn leave(context: &Context) {
    context.ending.leaving.cancelled().await;
    let moment = context.settings.drain.mul_f64(rand::random());
    let _its_turn_or_the_end = tokio::time::timeout(moment, context.shutdown.cancelled()).await;
}

/// None when the browser is gone.
async fn send(socket: &mut WebSocket, message: Message) -> Option<()> {
    tokio::time::timeout(SEND_LIMIT, socket.send(message)).await.ok()?.ok()
}

fn answer(gateway: &Gateway, id: u64, text: &str) -> String {
    let (kind, topic) = match serde_json::from_str::<Request>(text) {
        Ok(Request::Subscribe { topic }) if subscribe(gateway, id, &topic) => ("subscribed", topic),
        Ok(Request::Unsubscribe { topic }) => {
            gateway.hub.unsubscribe(id, &topic);
            ("unsubscribed", topic)
        }
        // Nothing in this version takes what browsers publish.
        Ok(Request::Subscribe { topic } | Request::Publish { topic }) => return refusal(&topic, "action prohibited"),
        Err(_) => return refusal("", "invalid data sent"),
    };
    json!({ "topic": topic, "data": { "type": kind } }).to_string()
}

fn subscribe(gateway: &Gateway, id: u64, topic: &str) -> bool {
    let span = span::subscribe(gateway.context.service, Topic::parse(topic).map_or("unknown", |topic| topic.template()));
    let is_subscribed = span.in_scope(|| gateway.hub.subscribe(id, topic));
    if !is_subscribed {
        span.record("error.type", "action prohibited");
    }
    is_subscribed
}

fn refusal(topic: &str, message: &str) -> String {
    json!({ "topic": topic, "data": { "type": "error", "message": message } }).to_string()
}
