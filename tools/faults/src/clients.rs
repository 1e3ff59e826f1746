//! People who look, open doors and listen while services are restarted. Whatever they notice is noted.
use std::time::{Duration, Instant};

use anyhow::Result;
use futures::{SinkExt, StreamExt};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rig::{Answer, Api, Environment};
use serde_json::json;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use crate::site::Site;

/// One of every service, and one that asks several.
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
const PAUSE: std::ops::Range<u64> = 20..200;
const SOCKETS: usize = 4;
/// The server says how long a socket may be silent: its pings come more often.
const SILENCE: Duration = Duration::from_secs(60);

/// What the clients did and noticed.
#[derive(Debug, Default)]
pub struct Seen {
    pub requests: u64,
    /// Those that were not answered as they should.
    pub failed: Vec<String>,
    /// The longest that an answer took.
    pub slowest: Duration,
    pub pushes: u64,
    /// How often a socket was asked to come back.
    pub reconnects: u64,
    /// Sockets that were lost or could not come back.
    pub torn: Vec<String>,
}

impl Seen {
    fn add(&mut self, other: Seen) {
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
    tasks: JoinSet<Seen>,
}

impl Clients {
    pub async fn stop(mut self) -> Result<Seen> {
        self.stop.send_replace(true);
        let mut all = Seen::default();
        while let Some(seen) = self.tasks.join_next().await {
            all.add(seen?);
        }
        Ok(all)
    }
}

/// Each with connections of their own.
pub fn start(environment: &Environment, site: &Site, login: &str, password: &str, seed: u64) -> Result<Clients> {
    let stop = watch::Sender::new(false);
    let mut tasks = JoinSet::new();
    for reader in 0..READERS {
        let api = Api::new(&environment.http, login, password)?;
        tasks.spawn(read(api, StdRng::seed_from_u64(seed ^ reader), stop.subscribe()));
    }
    let api = Api::new(&environment.http, login, password)?;
    tasks.spawn(open_doors(api.clone(), site.clone(), StdRng::seed_from_u64(seed ^ 0xd0), stop.subscribe()));
    for _ in 0..SOCKETS {
        tasks.spawn(listen(api.clone(), environment.http.clone(), stop.subscribe()));
    }
    Ok(Clients { stop, tasks })
}

async fn read(api: Api, mut random: StdRng, stop: watch::Receiver<bool>) -> Seen {
    let mut seen = Seen::default();
    while !*stop.borrow() {
        let path = PATHS.choose(&mut random).expect("there are paths");
        seen.expect(path, api.get(path)).await;
        tokio::time::sleep(Duration::from_millis(random.random_range(PAUSE))).await;
    }
    seen
}

/// A door opens when the panel says so: the command and its answer go through the broker.
async fn open_doors(api: Api, site: Site, mut random: StdRng, stop: watch::Receiver<bool>) -> Seen {
    let mut seen = Seen::default();
    while !*stop.borrow() {
        let door = site.panels.choose(&mut random).expect("there are panels");
        let path = format!("/devices/{}/open", door.id);
        seen.expect(&format!("opening {}", door.serial), api.post(&path, json!({ "lock_number": 1 }))).await;
        tokio::time::sleep(Duration::from_millis(random.random_range(PAUSE))).await;
    }
    seen
}

/// A console's socket: it comes back when it is asked to, and only then has a reason to.
async fn listen(api: Api, http: String, mut stop: watch::Receiver<bool>) -> Seen {
    let mut seen = Seen::default();
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

/// Until the server asks to come back.
async fn listen_once(api: &Api, http: &str, pushes: &mut u64) -> Result<()> {
    let token = api.token().await.map_err(|answer| anyhow::anyhow!("signing in: {answer:?}"))?;
    let (mut socket, _) = connect_async(format!("ws://{http}/api/v0/ws?access_token={token}")).await?;
    socket.send(Message::text(json!({ "type": "subscribe", "topic": "events.access-control" }).to_string())).await?;
    loop {
        let message = tokio::time::timeout(SILENCE, socket.next()).await?;
        match message.transpose()? {
            Some(Message::Text(text)) if text.contains("device.event.arrived") => *pushes += 1,
            Some(Message::Close(Some(close))) if close.code == CloseCode::Again => return Ok(()),
            Some(Message::Close(close)) => anyhow::bail!("closed: {close:?}"),
            Some(_) => {}
            None => anyhow::bail!("ended without a word"),
        }
    }
}
