//! The harness of the services' tests. A test gets a real Postgres database of its own (a copy of a migrated
//! template, some 50 ms), the real Redis and RabbitMQ of the test set, a clock that stands still, and callers
//! by name:
//!
//! ```ignore
//! let app = testing::App::start("domains", &domains::MIGRATIONS).await;
//! let admin = testing::administrator(app.project);
//! let request = app.context.signer.request(&admin, CreateGroupRequest { .. });
//! ```
//! The servers are those of `./dev infra up test` (`./dev test` starts them); the environment names them.

mod callers;
mod database;

use std::sync::Arc;

use kit::caller::Signer;
use kit::metrics::Metrics;
use kit::peers::Peers;
use kit::seal::Sealer;
use kit::{Clock, Context, Database, Settings};
use sqlx::migrate::Migrator;
use time::macros::datetime;
use tokio_util::sync::CancellationToken;

pub use callers::{administrator, device, group_administrator, nobody, service, someone, with_role};
pub use database::rows_without_tenancy;

/// The project that most tests work in, and one that must never see it.
pub const PROJECT: i64 = 1;
pub const OTHER_PROJECT: i64 = 2;

/// A Monday, 09:00 UTC.
pub const NOW: time::OffsetDateTime = datetime!(2026-11-23 09:00 UTC);

/// A service's surroundings, made for one test.
pub struct App {
    pub context: Context,
    database: String,
}

impl App {
    pub async fn start(service: &'static str, migrations: &'static Migrator) -> App {
        Self::try_start(service, migrations).await.expect("the test set of servers runs: ./dev infra up test")
    }

    async fn try_start(service: &'static str, migrations: &'static Migrator) -> anyhow::Result<App> {
        let settings = Settings::from_env()?;
        let name = database::copy(&settings, service, migrations).await?;
        let clock = Clock::fixed(NOW);
        let url = database::with_name(&settings.database_url(service), &name);
        let context = Context {
            service,
            database: Database::connect_url(&url, 5)?,
            redis: kit::process::redis_manager(&settings.redis_url).await?,
            peers: Peers::default(),
            signer: Signer::new(&settings.service_key, clock.clone()),
            sealer: Sealer::new(&settings.seal_key)?,
            metrics: Metrics::default(),
            neighbours: Default::default(),
            shutdown: CancellationToken::new(),
            settings: Arc::new(settings),
            clock,
        };
        Ok(App { context, database: name })
    }

    /// Name of the test's database.
    pub fn database(&self) -> &str {
        &self.database
    }

    /// The events that the outbox holds, oldest first: (topic, payload).
    pub async fn events(&self) -> Vec<(String, Vec<u8>)> {
        let mut tx = self.context.database.system().await.expect("a transaction");
        sqlx::query_as("SELECT topic, payload FROM outbox ORDER BY seq").fetch_all(&mut *tx).await.expect("the outbox is readable")
    }

    /// Hands an event to a handler, in a committed transaction, as RabbitMQ would.
    pub async fn deliver(&self, handler: &impl kit::consumer::Handler, topic: &str, event: &impl prost_message::Message) -> kit::Result<()> {
        let delivery = kit::consumer::Delivery { id: uuid::Uuid::now_v7(), topic: topic.into(), payload: event.encode_to_vec() };
        let mut tx = self.context.database.system().await?;
        handler.handle(&mut tx, &delivery).await?;
        tx.commit().await?;
        handler.committed(&[delivery]).await;
        Ok(())
    }
}

/// Re-exported so that callers need no dependency of their own for it.
pub use prost as prost_message;
