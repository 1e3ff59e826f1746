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
mod changed_fields;
mod database;
pub mod pass_authority;
mod stand_in;
mod statements;

use std::sync::Arc;

use kit::caller::Signer;
use kit::metrics::Metrics;
use kit::peers::Peers;
use kit::seal::Sealer;
use kit::signed_link::LinkSigner;
use kit::{Clock, Context, Database, Leadership, Outgoing, Redis, Settings, Shutdown};
use sqlx::migrate::Migrator;
use sqlx::{Connection, PgConnection};
use time::macros::datetime;
use tokio_util::sync::CancellationToken;

pub use callers::{administrator, device, group_administrator, nobody, service, someone, with_role};
pub use changed_fields::{ChangedField, changed_fields};
pub use database::rows_without_tenancy;
pub use stand_in::StandIn;
pub use statements::{assert_statements, statements};

/// The project that most tests work in, and one that must never see it.
pub const PROJECT: i64 = 1;
pub const OTHER_PROJECT: i64 = 2;

/// A Monday, 09:00 UTC.
pub const NOW: time::OffsetDateTime = datetime!(2026-11-23 09:00 UTC);

/// A service's surroundings, made for one test.
pub struct App {
    pub context: Context,
    database: database::Copy,
}

impl App {
    pub async fn start(service: &'static str, migrations: &'static Migrator) -> App {
        Self::try_start(service, migrations).await.expect("the test set of servers runs: ./dev infra up test")
    }

    async fn try_start(service: &'static str, migrations: &'static Migrator) -> anyhow::Result<App> {
        let settings = Settings::from_env()?;
        let copy = database::copy(&settings, service, migrations).await?;
        let clock = Clock::fixed(NOW);
        let url = database::with_name(&settings.database_url(service), &copy.name);
        let shutdown = CancellationToken::new();
        let context = Context {
            service,
            database: Database::connect_with(&url, 5, settings.database_timeouts)?,
            redis: Redis::new(&settings.redis_url)?,
            peers: Peers::new(&settings)?,
            signer: Signer::new(&settings.service_keys, clock.clone()),
            links: LinkSigner::new(&settings.service_keys, clock.clone()),
            sealer: Sealer::with_former(&settings.seal_key, &settings.former_seal_keys)?,
            outgoing: Outgoing::new(settings.private_networks.clone(), settings.certificate_authorities.clone())?,
            metrics: Metrics::default(),
            local_services: Default::default(),
            topology: Default::default(),
            leadership: Leadership::sole(),
            shutdown_phases: Shutdown { terminated: shutdown.clone(), ..Shutdown::default() },
            shutdown,
            settings: Arc::new(settings),
            clock,
        };
        Ok(App { context, database: copy })
    }

    /// Name of the test's database.
    pub fn database(&self) -> &str {
        &self.database.name
    }

    /// The events that the outbox holds, oldest first: (topic, payload).
    pub async fn events(&self) -> Vec<(String, Vec<u8>)> {
        let mut tx = self.context.database.system().await.expect("a transaction");
        sqlx::query_as("SELECT topic, payload FROM outbox ORDER BY seq").fetch_all(&mut *tx).await.expect("the outbox is readable")
    }

    /// Runs one migration once more, as the owner of the tables does: over rows as an older build has left them.
    pub async fn migrate_again(&self, migrations: &Migrator, version: i64) {
        let url = database::with_name(&self.context.settings.database_owner_url(self.context.service), &self.database.name);
        let mut owner = PgConnection::connect(&url).await.expect("a connection");
        let migration = migrations.iter().find(|migration| migration.version == version).expect("such a migration");
        sqlx::raw_sql(migration.sql.clone()).execute(&mut owner).await.expect("the migration runs");
    }

    /// Hands an event to a handler, in a committed transaction, as RabbitMQ would.
    pub async fn deliver(&self, handler: &impl kit::consumer::Handler, topic: &str, event: &impl prost_message::Message) -> kit::Result<()> {
        let delivery = kit::consumer::Delivery { id: uuid::Uuid::now_v7(), topic: topic.into(), payload: event.encode_to_vec() };
        if !handler.wants(&delivery) {
            return Ok(());
        }
        let mut tx = self.context.database.system().await?;
        let follow_up = handler.handle(&mut tx, &delivery).await?;
        tx.commit().await?;
        handler.follow_up(vec![follow_up]).await;
        Ok(())
    }
}

/// Re-exported so that callers need no dependency of their own for it.
pub use prost as prost_message;
