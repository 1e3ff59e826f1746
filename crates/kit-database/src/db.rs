//! A service's database. Every transaction belongs to one project, and Postgres enforces it by row-level
//! security; the platform's own jobs say so and switch to a role that sees all projects.
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::time::{Duration, Instant};

pub use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{AssertSqlSafe, Connection, PgConnection, PgPool, Postgres, SqlSafeStr};
use tokio::sync::Notify;

use crate::budget::{ACQUIRE_TIMEOUT, PING_AFTER_IDLE, apply, set_local};
use crate::cancel_safe_begin::CancelSafeBegin;
use crate::connect_options::connect_options;
use crate::readers::{Reader, Readers};
use kit_core::authorities::Authorities;
use kit_core::{DatabaseTimeouts, Result, Settings, Timeouts};
use kit_telemetry as telemetry;

/// A connection that nobody used for so long is closed.
const IDLE_TIMEOUT: Duration = Duration::from_secs(300);
/// For the one connection that migrates.
const MIGRATION_CONNECT_TIMEOUT: Duration = Duration::from_secs(30);

/// A transaction. Without a commit it is rolled back when it is dropped.
#[derive(Debug)]
pub struct Tx {
    own: sqlx::Transaction<'static, Postgres>,
    committed: Arc<Notify>,
}

impl Tx {
    pub async fn commit(self) -> Result<(), sqlx::Error> {
        self.own.commit().await?;
        self.committed.notify_one();
        Ok(())
    }

    /// Lets the statements that follow take longer than those of other calls, as a table that is sent while it is read.
    pub async fn set_statement_timeout(&mut self, limit: Duration) -> Result<()> {
        let set = format!("SET LOCAL statement_timeout = {}", limit.as_millis());
        sqlx::raw_sql(AssertSqlSafe(set)).execute(&mut **self).await?;
        Ok(())
    }

    /// Every statement that follows sees the database as it is at the first one, and none can write. For a transaction that has read nothing
    /// yet.
    pub async fn freeze(&mut self) -> Result<()> {
        sqlx::raw_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY").execute(&mut **self).await?;
        Ok(())
    }

    /// Rolls back; also the end of a transaction that only read. It does not wait: the connection sends the ROLLBACK when it
    /// returns to the pool, in the round trip that it makes there in any case.
    pub async fn rollback(self) -> Result<(), sqlx::Error> {
        drop(self.own);
        Ok(())
    }
}

impl Deref for Tx {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.own
    }
}

impl DerefMut for Tx {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.own
    }
}

/// Tables that every service has: outbox, inbox, projection of the group tree.
pub static KIT_MIGRATIONS: Migrator = sqlx::migrate!("./migrations");

#[derive(Clone, Debug)]
pub struct Database {
    pool: PgPool,
    readers: Readers,
    committed: Arc<Notify>,
    /// The statements by which a transaction of the platform begins.
    begin_system: Arc<str>,
}

impl Database {
    /// Connects lazily: a database that is away does not stop the process from starting.
    pub fn connect(settings: &Settings, service: &str) -> anyhow::Result<Self> {
        let options = connect_options(&settings.database_url(service), &settings.certificate_authorities)?;
        Self::with_options(options, settings.database_connections, settings.database_timeouts)
    }

    /// With the time-outs that are the defaults.
    pub fn connect_url(url: &str, connections: u32) -> anyhow::Result<Self> {
        Self::connect_with(url, connections, DatabaseTimeouts::default())
    }

    pub fn connect_with(url: &str, connections: u32, timeouts: DatabaseTimeouts) -> anyhow::Result<Self> {
        Self::with_options(url.parse()?, connections, timeouts)
    }

    /// Two of five connections are for reading alone: those are held for one statement, not for a transaction.
    fn with_options(options: PgConnectOptions, connections: u32, timeouts: DatabaseTimeouts) -> anyhow::Result<Self> {
        let readers = (connections * 2 / 5).max(1);
        let pool = PgPoolOptions::new()
            .max_connections((connections - readers).max(1))
            .acquire_timeout(ACQUIRE_TIMEOUT)
            .idle_timeout(IDLE_TIMEOUT)
            .test_before_acquire(false)
            .before_acquire(|connection, about| {
                Box::pin(async move { if about.idle_for > PING_AFTER_IDLE { connection.ping().await.map(|()| true) } else { Ok(true) } })
            })
            .connect_lazy_with(apply(timeouts.tenant, options.clone()));
        let begin_system = format!("BEGIN; SET LOCAL ROLE vestibule_system; {}", set_local(timeouts.system)).into();
        let readers = Readers::new(apply(timeouts.reader, options), readers)?;
        Ok(Database { pool, readers, committed: Arc::default(), begin_system })
    }

    /// Only reads, and only the rows of `project_id`.
    pub async fn read(&self, project_id: i64) -> Result<Reader> {
        self.readers.tenant(project_id).await
    }

    /// Connects in advance, so that the first call after a start does not wait for it.
    pub async fn warm(&self) -> Result<()> {
        self.readers.warm().await?;
        self.pool.acquire().await?;
        Ok(())
    }

    /// A transaction in which only the rows of `project_id` exist.
    pub async fn tenant(&self, project_id: i64) -> Result<Tx> {
        let begin = format!("BEGIN; SET LOCAL app.project_id = '{project_id}'"); // An i64 is safe in a statement.
        self.begin(AssertSqlSafe(begin)).await
    }

    /// A transaction of the platform itself, over all projects: relays, consumers, sign-in.
    pub async fn system(&self) -> Result<Tx> {
        self.begin(AssertSqlSafe(self.begin_system.to_string())).await
    }

    async fn begin(&self, statement: impl SqlSafeStr + Send + 'static) -> Result<Tx> {
        let since = Instant::now();
        let pool = self.pool.clone();
        let begun = CancelSafeBegin::new(async move { pool.begin_with(statement).await }).await?;
        telemetry::begun(since);
        Ok(Tx { own: begun, committed: self.committed.clone() })
    }

    /// Returns when this process has committed something since it was last asked.
    pub async fn committed(&self) {
        self.committed.notified().await;
    }

    pub fn pool(&self) -> &PgPool {
        &self.pool
    }

    /// Whether it answers, and whether its schema has everything that this build was made for. It may have more: the
    /// next version's migrations leave this one what it uses.
    pub async fn check(&self, migrations: &Migrator) -> anyhow::Result<()> {
        let needed = KIT_MIGRATIONS.iter().chain(migrations.iter()).map(|migration| migration.version);
        let applied: Vec<i64> = sqlx::query_scalar("SELECT version FROM _sqlx_migrations WHERE success").fetch_all(&self.pool).await?;
        let missing: Vec<String> = needed.filter(|version| !applied.contains(version)).map(|version| version.to_string()).collect();
        anyhow::ensure!(missing.is_empty(), "the schema lacks {}, which this build needs", missing.join(", "));
        Ok(())
    }
}

/// Brings a database to this build's schema: first what every service has, then the service's own.
/// The service's versions begin at 1000, so that both live in one table.
pub async fn migrate(owner_url: &str, own: &Migrator) -> anyhow::Result<()> {
    migrate_with_authorities(owner_url, &Authorities::default(), own).await
}

/// As `migrate`; these authorities are trusted too.
pub async fn migrate_with_authorities(owner_url: &str, authorities: &Authorities, own: &Migrator) -> anyhow::Result<()> {
    // An index on a large table takes what it takes, whatever limits the role or the database has.
    let options = apply(Timeouts::NONE, connect_options(owner_url, authorities)?);
    let pool = PgPoolOptions::new().max_connections(1).acquire_timeout(MIGRATION_CONNECT_TIMEOUT).connect_with(options).await?;
    for migrations in [&KIT_MIGRATIONS, own] {
        let mut migrator = Migrator::with_migrations(migrations.iter().cloned().collect());
        migrator.set_ignore_missing(true).run(&pool).await?;
    }
    pool.close().await;
    Ok(())
}
