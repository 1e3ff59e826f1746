//! A service's database. Every transaction belongs to one project, and Postgres enforces it by row-level
//! security; the platform's own jobs say so and switch to a role that sees all projects.
use std::time::Duration;

pub use sqlx::migrate::Migrator;
use sqlx::{AssertSqlSafe, Connection, PgPool, Postgres, postgres::PgPoolOptions};

use crate::{Result, Settings};

/// A connection that was used just now is taken as it is; another is asked first whether it still is one.
const SURELY_ALIVE: Duration = Duration::from_secs(1);

pub type Tx = sqlx::Transaction<'static, Postgres>;

/// Tables that every service has: outbox, inbox, projection of the group tree.
pub static KIT_MIGRATIONS: Migrator = sqlx::migrate!("./migrations");

#[derive(Clone, Debug)]
pub struct Database {
    pool: PgPool,
}

impl Database {
    /// Connects lazily: a database that is away does not stop the process from starting.
    pub fn connect(settings: &Settings, service: &str) -> anyhow::Result<Self> {
        Self::connect_url(&settings.database_url(service), settings.database_connections)
    }

    pub fn connect_url(url: &str, connections: u32) -> anyhow::Result<Self> {
        let pool = PgPoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(Duration::from_secs(5))
            .idle_timeout(Duration::from_secs(300))
            .test_before_acquire(false)
            .before_acquire(|connection, about| {
                Box::pin(async move { if about.idle_for > SURELY_ALIVE { connection.ping().await.map(|()| true) } else { Ok(true) } })
            })
            .connect_lazy(url)?;
        Ok(Database { pool })
    }

    /// A transaction in which only the rows of `project_id` exist.
    pub async fn tenant(&self, project_id: i64) -> Result<Tx> {
        let begin = format!("BEGIN; SET LOCAL app.project_id = '{project_id}'"); // An i64 is safe in a statement.
        Ok(self.pool.begin_with(AssertSqlSafe(begin)).await?)
    }

    /// A transaction of the platform itself, over all projects: relays, consumers, sign-in.
    pub async fn system(&self) -> Result<Tx> {
        Ok(self.pool.begin_with("BEGIN; SET LOCAL ROLE vestibule_system").await?)
    }

    pub fn pool(&self) -> &PgPool {
        &self.pool
    }

    /// Whether it answers, and whether its schema is at least what this build was made for.
    pub async fn check(&self, migrations: &Migrator) -> anyhow::Result<()> {
        let newest = migrations.iter().chain(KIT_MIGRATIONS.iter()).map(|m| m.version).max().unwrap_or(0);
        let applied: Option<i64> = sqlx::query_scalar("SELECT max(version) FROM _sqlx_migrations WHERE success").fetch_one(&self.pool).await?;
        anyhow::ensure!(applied.unwrap_or(0) >= newest, "the schema is at version {}, this build needs {newest}", applied.unwrap_or(0));
        Ok(())
    }
}

/// Brings a database to this build's schema: first what every service has, then the service's own.
/// The service's versions begin at 1000, so that both live in one table.
pub async fn migrate(owner_url: &str, own: &Migrator) -> anyhow::Result<()> {
    let pool = PgPoolOptions::new().max_connections(1).acquire_timeout(Duration::from_secs(30)).connect(owner_url).await?;
    for migrations in [&KIT_MIGRATIONS, own] {
        let mut migrator = Migrator::with_migrations(migrations.iter().cloned().collect());
        migrator.set_ignore_missing(true).run(&pool).await?;
    }
    pool.close().await;
    Ok(())
}
