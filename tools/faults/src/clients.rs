//! Clients that read, open doors and hold websockets while services are restarted, and record every failure.
use std::time::{Duration, Instant};

use anyhow::Result;
use e2e_harness::{Answer, ApiClient, Environment};
use futures::{SinkExt, StreamExt};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use serde_json::json;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use crate::site::Site;

/// One request of every service, and one that several services answer together.
const PATHS: [&str; 9] = [
    "/users?size=20",
    "/domains?size=20",
    "/identifiers?size=20",
    "/access-rules?size=20",
    "/devices?size=20",
    "/events/devices?size=20",
    "/notifications",
    "/sip-numbers?size=20",
    "/resources/meta",
];
const READERS: u64 = 3;
/// Between two requests of one client, in milliseconds.
const PAUSE_MILLIS: std::ops::Range<u64> = 20..200;
const SOCKETS: usize = 4;
/// A socket without a message for this long is broken: the server's pings are more frequent.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(60);

/// What the clients did, and the failures that they observed.
#[derive(Debug, Default)]
pub struct ClientResults {
    pub requests: u64,
    /// Requests with a wrong answer, or none.
    pub failed: Vec<String>,
    /// Latency of the slowest answer.
    pub slowest: Duration,
    pub pushes: u64,
    /// How often the server asked a socket to reconnect.
    pub reconnects: u64,
    /// Sockets that broke or could not reconnect.
    pub torn: Vec<String>,
}

impl ClientResults {
    fn add(&mut self, other: ClientResults) {
        self.requests += other.requests;
        self.failed.extend(other.failed);
        self.slowest = self.slowest.max(other.slowest);
        self.pushes += other.pushes;
        self.reconnects += other.reconnects;
        self.torn.extend(other.torn);
    }

    async fn expect(&mut self, what: &str, answer: impl Future<Output = Answer>) {
        let begin = Instant::now();
        let answer = answer.await;
        self.requests += 1;
        self.slowest = self.slowest.max(begin.elapsed());
        if let Err(error) = answer.done() {
            self.failed.push(format!("{what}: {error:#}"));
        }
    }
}

/// The clients, until they are stopped.
pub struct Clients {
    stop: watch::Sender<bool>,
    tasks: JoinSet<ClientResults>,
}

impl Clients {
    pub async fn stop(mut self) -> Result<ClientResults> {
        self.stop.send_replace(true);
        let mut all = ClientResults::default();
        while let Some(seen) = self.tasks.join_next().await {
            all.add(seen?);
        }
        Ok(all)
    }
}

/// Each client has its own connections.
pub fn start(environment: &Environment, site: &Site, login: &str, password: &str, seed: u64) -> Result<Clients> {
    let stop = watch::Sender::new(false);
    let mut tasks = JoinSet::new();
    for reader in 0..READERS {
        let api = ApiClient::new(&environment.http, login, password)?;
        tasks.spawn(read(api, StdRng::seed_from_u64(seed ^ reader), stop.subscribe()));
    }
    let api = ApiClient::new(&environment.http, login, password)?;
    tasks.spawn(open_doors(api.clone(), site.clone(), StdRng::seed_from_u64(seed ^ 0xd0), stop.subscribe()));
    for _ in 0..SOCKETS {
        tasks.spawn(listen(api.clone(), environment.http.clone(), stop.subscribe()));
    }
    Ok(Clients { stop, tasks })
}

async fn read(api: ApiClient, mut random: StdRng, stop: watch::Receiver<bool>) -> ClientResults {
    let mut seen = ClientResults::default();
    while !*stop.borrow() {
        let path = PATHS.choose(&mut random).expect("there are paths");
        seen.expect(path, api.get(path)).await;
        tokio::time::sleep(Duration::from_millis(random.random_range(PAUSE_MILLIS))).await;
    }
    seen
}

/// Opening a door goes through the broker to the panel and back.
async fn open_doors(api: ApiClient, site: Site, mut random: StdRng, stop: watch::Receiver<bool>) -> ClientResults {
    let mut seen = ClientResults::default();
    while !*stop.borrow() {
        let door = site.panels.choose(&mut random).expect("there are panels");
        let path = format!("/devices/{}/open", door.id);
        seen.expect(&format!("opening {}", door.serial), api.post(&path, json!({ "lock_number": 1 }))).await;
        tokio::time::sleep(Duration::from_millis(random.random_range(PAUSE_MILLIS))).await;
    }
    seen
}

/// A console's websocket. It reconnects only when the server asks it to; any other end is a failure.
async fn listen(api: ApiClient, http: String, mut stop: watch::Receiver<bool>) -> ClientResults {
    let mut seen = ClientResults::default();
    while !*stop.borrow() {
        tokio::select! {
            _ = stop.changed() => {}
            ended = listen_once(&api, &http, &mut seen.pushes) => match ended {
                Ok(()) => seen.reconnects += 1,
                Err(error) => seen.torn.push(format!("{error:#}")),
            },
        }
    }
    seen
}

/// Listens until the server asks to reconnect.
async fn listen_once(api: &ApiClient, http: &str, pushes: &mut u64) -> Result<()> {
    let token = api.token().await.map_err(|answer| anyhow::anyhow!("signing in: {answer:?}"))?;
    let (mut socket, _) = connect_async(format!("ws://{http}/api/v0/ws?access_token={token}")).await?;
    socket.send(Message::text(json!({ "type": "subscribe", "topic": "events.access-control" }).to_string())).await?;
    loop {
        let message = tokio::time::timeout(SILENCE_TIMEOUT, socket.next()).await?;
        match message.transpose()? {
            Some(Message::Text(text)) if text.contains("device.event.arrived") => *pushes += 1,
            Some(Message::Close(Some(close))) if close.code == CloseCode::Again => return Ok(()),
            Some(Message::Close(close)) => anyhow::bail!("closed: {close:?}"),
            Some(_) => {}
            None => anyhow::bail!("ended without a word"),
        }
    }
}
