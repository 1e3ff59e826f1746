//! One browser's socket.
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use http::StatusCode;
use kit::Context;
use kit::telemetry::span;
use policy::Caller;
use serde::Deserialize;
use serde_json::json;
use tokio::sync::mpsc::{self, Receiver};
use tracing::Instrument;

use super::hub::SocketCommand;
use super::topic::Topic;
use crate::app::App;

/// Pushes that may wait for a slow browser.
const MAX_QUEUED: usize = 256;
const PING_INTERVAL: Duration = Duration::from_secs(25);
/// A browser that takes longer to take a message is gone.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);
/// Private close code: the session is over, sign in again.
const SESSION_ENDED: u16 = 4401;
/// "Try again later": the browser comes back by itself.
const TRY_AGAIN_LATER: u16 = 1013;

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Request {
    Subscribe { topic: String },
    Unsubscribe { topic: String },
    Publish { topic: String },
}

pub async fn run(app: App, caller: Caller, mut socket: WebSocket) {
    let _serving = app.context.shutdown_phases.in_flight.token();
    let (commands, inbox) = mpsc::channel(MAX_QUEUED);
    let session = caller.session_id;
    let id = app.hub.add(caller, commands.clone());
    let code = serve(&app, id, session, &mut socket, inbox, &commands).await;
    app.hub.remove(id);
    if let Some(code) = code {
        let close = Message::Close(Some(CloseFrame { code, reason: "".into() }));
        let _already_gone = tokio::time::timeout(SEND_TIMEOUT, socket.send(close)).await;
    }
}

/// Until the socket ends; a code when it is this side that ends it.
async fn serve(
    app: &App,
    id: u64,
    session: i64,
    socket: &mut WebSocket,
    mut inbox: Receiver<SocketCommand>,
    commands: &mpsc::Sender<SocketCommand>,
) -> Option<u16> {
    // It may have ended between its proof and its place in the hub, which hears of the end from now on.
    if let Err(code) = update_caller(app, id, session).await {
        return Some(code);
    }
    let mut ping = tokio::time::interval(PING_INTERVAL);
    ping.tick().await;
    let mut draining = std::pin::pin!(drain_turn(&app.context));
    loop {
        if commands.capacity() == 0 {
            return Some(TRY_AGAIN_LATER); // The queue is full: something was dropped, or soon will be.
        }
        tokio::select! {
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => send(socket, Message::Text(answer(app, id, &text).into())).await?,
                Some(Ok(Message::Close(_))) | Some(Err(_)) | None => return None,
                Some(Ok(_)) => {}
            },
            command = inbox.recv() => match command {
                Some(SocketCommand::Text(text, span)) => send(socket, Message::Text(text)).instrument(span).await?,
                Some(SocketCommand::Recheck) => {
                    if let Err(code) = update_caller(app, id, session).await {
                        return Some(code);
                    }
                }
                None => return Some(TRY_AGAIN_LATER),
            },
            _ = &mut draining => return Some(TRY_AGAIN_LATER),
            _ = ping.tick() => {
                // A session that expired ends its socket, and one whose change was missed goes on with its new rights.
                if let Err(code) = update_caller(app, id, session).await {
                    return Some(code);
                }
                send(socket, Message::Ping(Default::default())).await?;
            }
        }
    }
}

/// Gives the socket the rights that its session has now, or says with which code it is closed. While identity does not answer nobody knows
/// whether the session goes on: it gets nothing more, and whoever has it comes back without signing in.
async fn update_caller(app: &App, id: u64, session: i64) -> Result<(), u16> {
    match app.sessions.find(session).await {
        Ok(caller) => {
            app.hub.update(id, caller);
            Ok(())
        }
        Err(error) if error.status() == StatusCode::UNAUTHORIZED => Err(SESSION_ENDED),
        Err(_) => Err(TRY_AGAIN_LATER),
    }
}

/// Returns at a random moment of the time that the process has to drain, so that browsers do not all come back at once,
/// and at shutdown at the latest.
async fn drain_turn(context: &Context) {
    context.shutdown_phases.draining.cancelled().await;
    let moment = context.settings.drain.mul_f64(rand::random());
    let _moment_or_shutdown = tokio::time::timeout(moment, context.shutdown.cancelled()).await;
}

/// None when the browser is gone.
async fn send(socket: &mut WebSocket, message: Message) -> Option<()> {
    tokio::time::timeout(SEND_TIMEOUT, socket.send(message)).await.ok()?.ok()
}

fn answer(app: &App, id: u64, text: &str) -> String {
    let (kind, topic) = match serde_json::from_str::<Request>(text) {
        Ok(Request::Subscribe { topic }) if subscribe(app, id, &topic) => ("subscribed", topic),
        Ok(Request::Unsubscribe { topic }) => {
            app.hub.unsubscribe(id, &topic);
            ("unsubscribed", topic)
        }
        // Nothing in this version takes what browsers publish.
        Ok(Request::Subscribe { topic } | Request::Publish { topic }) => return refusal(&topic, "action prohibited"),
        Err(_) => return refusal("", "invalid data sent"),
    };
    json!({ "topic": topic, "data": { "type": kind } }).to_string()
}

fn subscribe(app: &App, id: u64, topic: &str) -> bool {
    let span = span::subscribe(app.context.service, Topic::parse(topic).map_or("unknown", |topic| topic.template()));
    let is_subscribed = span.in_scope(|| app.hub.subscribe(id, topic));
    if !is_subscribed {
        span.record("error.type", "action prohibited");
    }
    is_subscribed
}

fn refusal(topic: &str, message: &str) -> String {
    json!({ "topic": topic, "data": { "type": "error", "message": message } }).to_string()
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::extract::WebSocketUpgrade;
    use axum::routing::get;
    use kit::db::Migrator;
    use policy::CallerKind;
    use proto::vestibule::identity::v1::{ResolveSessionRequest, ResolveSessionResponse};
    use testing::StandIn;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::{TcpListener, TcpStream};
    use tonic::{Request as Call, Status};

    use super::*;
    use crate::config::Config;

    static NO_MIGRATIONS: Migrator = Migrator::DEFAULT;
    const HANDSHAKE: &str = "GET / HTTP/1.1\r\nhost: gateway\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
        sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    /// A frame that closes, with a code of two bytes.
    const CLOSE: [u8; 2] = [0x88, 2];

    /// The code with which a socket is closed whose caller has been proved, when identity answers this to the next question.
    async fn code_when(refusal: fn() -> Status) -> u16 {
        let servers = testing::App::start("api-gateway", &NO_MIGRATIONS).await;
        let answer = move |_: Call<ResolveSessionRequest>| -> Result<ResolveSessionResponse, Status> { Err(refusal()) };
        let identity = StandIn::default().answer("vestibule.identity.v1.Sessions/ResolveSession", answer);
        servers.context.peers.add("identity", identity.routes());
        let app = App::new(servers.context.clone(), Config::from_env().unwrap()).unwrap();
        let caller = Caller { project_id: 1, user_id: 5, session_id: 7, kind: CallerKind::User, ..Caller::default() };
        let serve = move |upgrade: WebSocketUpgrade| async move { upgrade.on_upgrade(move |socket| run(app, caller, socket)) };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut browser = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        tokio::spawn(async move { axum::serve(listener, Router::new().route("/", get(serve))).await });
        browser.write_all(HANDSHAKE.as_bytes()).await.unwrap();
        let mut received = Vec::new();
        browser.read_to_end(&mut received).await.unwrap();
        let (before, code) = received.split_at(received.len() - 2);
        assert!(before.ends_with(&CLOSE), "{received:?}");
        u16::from_be_bytes([code[0], code[1]])
    }

    #[tokio::test]
    async fn a_socket_whose_session_ended_while_it_was_opened_is_closed_before_it_hears_anything() {
        assert_eq!(code_when(|| Status::not_found("no session")).await, SESSION_ENDED);
    }

    #[tokio::test]
    async fn a_socket_whose_session_nobody_knows_now_is_told_to_come_back_and_not_to_sign_in() {
        assert_eq!(code_when(|| Status::internal("a database that is away")).await, TRY_AGAIN_LATER);
    }
}
