//! A house with calls: the small site, the exchange behind which its phones are, rtpengine, and telephony as a process
//! of its own that can be killed.
use std::sync::Arc;
use std::time::Duration;

use kit::outgoing::{Allowed, Authorities, Outgoing};
use kit::{Context, Database, Settings};
use serde_json::Value;
use sqlx::Connection as _;
use telephony::config::{CallConfig, MAX_CONCURRENT_REQUESTS, OutsidePrefixes};
use telephony::domain::session_timer::{Policy, SHORTEST};
use telephony::{Config, signalling};
use testing::PROJECT;
use tokio::runtime::Runtime;

use super::exchange::Exchange;
use super::relay::Relay;
use crate::site::{ANNA, BORIS, BUILDING_1, BUILDING_2, PANEL_1, Site};
use crate::world::{general, held_by, held_by_panel};

pub const CONCIERGE: i64 = 110;
pub const SECOND: i64 = 112;

pub struct House {
    pub site: Site,
    pub exchange: Exchange,
    relay: Relay,
    settings: Arc<Settings>,
    session: Policy,
    max_concurrent_requests: usize,
    outside_calls_per_day: u64,
    outside_prefixes: OutsidePrefixes,
    /// Where trunks may lead.
    outgoing: Outgoing,
    telephony: Option<Runtime>,
}

/// The site of a house.
pub async fn inhabited() -> Site {
    let site = Site::start().await;
    site.somebody(ANNA, BUILDING_1, &["can_call_self_domain", "can_call_panel"]).await;
    site.somebody(BORIS, BUILDING_2, &["can_call_self_domain"]).await;
    site.somebody(CONCIERGE, BUILDING_1, &["can_intercept_call_like_concierge", "can_call_self_domain"]).await;
    site.somebody(SECOND, BUILDING_1, &["can_intercept_call_like_concierge"]).await;
    for number in [
        held_by("101", ANNA, BUILDING_1),
        held_by("102", BORIS, BUILDING_2),
        held_by("110", CONCIERGE, BUILDING_1),
        held_by("112", SECOND, BUILDING_1),
        held_by_panel("201", PANEL_1, BUILDING_1),
        general("300", BUILDING_1),
    ] {
        site.keep(number).await;
    }
    site
}

impl House {
    /// Anna (101) and the panel (201) of building 1, two concierges of it (110, 112), whom its general number 300
    /// rings, and Boris (102) of building 2.
    pub async fn open() -> House {
        House::of_sessions(Policy { expires: 1800, shortest: SHORTEST }).await
    }

    /// Whose phones must prove so often that they are there.
    pub async fn of_sessions(session: Policy) -> House {
        let site = inhabited().await;
        // Snapshots of other tests are in the same Redis.
        let settings = Settings { amqp_prefix: site.app.database().into(), ..(*site.app.context.settings).clone() };
        let (exchange, outgoing) = (Exchange::open().await, site.app.context.outgoing.clone());
        let mut house = House {
            exchange,
            relay: Relay::start(),
            settings: Arc::new(settings),
            session,
            max_concurrent_requests: MAX_CONCURRENT_REQUESTS,
            outside_calls_per_day: 500,
            outside_prefixes: OutsidePrefixes::default(),
            outgoing,
            telephony: None,
            site,
        };
        house.start();
        house
    }

    /// Telephony in a runtime of its own, with connections of its own.
    pub fn start(&mut self) {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let context = Context { outgoing: self.outgoing.clone(), ..self.site.app.context.clone() };
        let (settings, config) = (self.settings.clone(), self.config());
        let database = settings.database_url("telephony");
        let database = format!("{}/{}", database.rsplit_once('/').unwrap().0, self.site.app.database());
        runtime.spawn(async move {
            let redis = kit::Redis::new(&settings.redis_url).unwrap();
            let database = Database::connect_url(&database, 5).unwrap();
            let context = Context { redis, database, settings, ..context };
            signalling::run(context, Arc::new(config)).await.unwrap();
        });
        self.telephony = Some(runtime);
    }

    /// What another process of this house's installation works with.
    pub fn context(&self) -> Context {
        Context { settings: self.settings.clone(), ..self.site.app.context.clone() }
    }

    /// As in an installation whose operator allows no private networks.
    pub fn restart_among_public_networks_only(&mut self) {
        self.kill();
        self.outgoing = Outgoing::new(Allowed::Public, Authorities::default()).unwrap();
        self.start();
    }

    /// Which works on no more requests at once.
    pub fn restart_with_places(&mut self, max_concurrent_requests: usize) {
        self.kill();
        self.max_concurrent_requests = max_concurrent_requests;
        self.start();
    }

    /// Which passes on no more calls to outside in a day.
    pub fn restart_with_outside_calls(&mut self, outside_calls_per_day: u64) {
        self.kill();
        self.outside_calls_per_day = outside_calls_per_day;
        self.start();
    }

    /// Which calls these numbers outside and no others.
    pub fn restart_with_prefixes(&mut self, outside_prefixes: &str) {
        self.kill();
        self.outside_prefixes = outside_prefixes.parse().unwrap();
        self.start();
    }

    /// As by SIGKILL: nothing is sent to anybody.
    pub fn kill(&mut self) {
        if let Some(runtime) = self.telephony.take() {
            // Until its socket is free; a runtime must not be waited for where others run.
            let ended = std::thread::spawn(move || runtime.shutdown_timeout(Duration::from_secs(10))).join();
            ended.expect("the runtime ends");
        }
    }

    fn config(&self) -> Config {
        let calls = CallConfig {
            address: self.exchange.telephony,
            edge: self.exchange.address,
            edge_rpc: format!("http://{}/RPC", self.exchange.rpc),
            media: self.relay.address,
            keys: (self.exchange.telephony.ip(), 0).into(),
            sounds: self.relay.sounds.path().display().to_string(),
            shard: 0,
            session: self.session,
            max_concurrent_requests: self.max_concurrent_requests,
            outside_calls_per_day: self.outside_calls_per_day,
            outside_prefixes: self.outside_prefixes.clone(),
        };
        Config { calls: Some(calls), ..crate::site::config() }
    }

    /// The history, the oldest first: (from, to, answered by, status, type).
    pub async fn history(&self, rows: usize) -> Vec<(String, String, String, String, String)> {
        eventually(async || {
            let mut tx = self.site.app.context.database.tenant(PROJECT).await.unwrap();
            let found: Vec<_> = sqlx::query_as("SELECT from_number, to_number, answered_number, status, type FROM call_history ORDER BY id")
                .fetch_all(&mut *tx)
                .await
                .unwrap();
            (found.len() == rows).then_some(found)
        })
        .await
    }

    /// The one call that is up: (id, status, answered_by), once it has this status.
    pub async fn only_call(&self, status: &str) -> (String, Option<String>) {
        eventually(async || {
            let mut tx = self.site.app.context.database.tenant(PROJECT).await.unwrap();
            let row: Option<(String, String, Option<String>)> =
                sqlx::query_as("SELECT id, status, answered_by FROM active_calls").fetch_optional(&mut *tx).await.unwrap();
            row.filter(|row| row.1 == status).map(|row| (row.0, row.2))
        })
        .await
    }

    /// As the owner of the tables.
    pub async fn as_owner(&self, statement: &'static str) {
        let url = self.settings.database_owner_url("telephony");
        let url = format!("{}/{}", url.rsplit_once('/').unwrap().0, self.site.app.database());
        let mut owner = sqlx::PgConnection::connect(&url).await.unwrap();
        sqlx::raw_sql(statement).execute(&mut owner).await.unwrap();
    }

    /// Nobody is told who rings until this connection is closed.
    pub async fn holds_up_routing(&self) -> sqlx::PgConnection {
        let url = self.settings.database_owner_url("telephony");
        let url = format!("{}/{}", url.rsplit_once('/').unwrap().0, self.site.app.database());
        let mut owner = sqlx::PgConnection::connect(&url).await.unwrap();
        sqlx::raw_sql("BEGIN; LOCK TABLE sip_numbers IN ACCESS EXCLUSIVE MODE").execute(&mut owner).await.unwrap();
        owner
    }

    pub async fn has_no_call(&self) {
        eventually(async || {
            let mut tx = self.site.app.context.database.tenant(PROJECT).await.unwrap();
            let count: i64 = sqlx::query_scalar("SELECT count(*) FROM active_calls").fetch_one(&mut *tx).await.unwrap();
            (count == 0).then_some(())
        })
        .await;
    }

    /// Pushes to consoles of the house, as (topic, call).
    pub async fn pushes(&self) -> Pushes {
        let client = redis::Client::open(self.settings.redis_url.as_str()).unwrap();
        let mut pushes = client.get_async_pubsub().await.unwrap();
        pushes.subscribe(kit::realtime::channel(&self.settings)).await.unwrap();
        Pushes(pushes)
    }
}

impl Drop for House {
    fn drop(&mut self) {
        self.kill();
    }
}

pub struct Pushes(redis::aio::PubSub);

impl Pushes {
    /// The next of the call's.
    pub async fn next(&mut self, call: &str) -> (String, Value) {
        use futures::StreamExt as _;
        let mut messages = self.0.on_message();
        loop {
            let message = tokio::time::timeout(Duration::from_secs(20), messages.next()).await.expect("a push").unwrap();
            let Ok(push) = serde_json::from_slice::<kit::realtime::Push>(message.get_payload_bytes()) else { continue };
            if push.data["call"]["id"] == call {
                assert_eq!(push.data["type"], "CallUpdated");
                return (push.topic, push.data["call"].clone());
            }
        }
    }
}

/// Asks again until there is something.
pub async fn eventually<T>(mut ask: impl AsyncFnMut() -> Option<T>) -> T {
    let asked = async {
        loop {
            if let Some(found) = ask().await {
                return found;
            }
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), asked).await.expect("it becomes so")
}
