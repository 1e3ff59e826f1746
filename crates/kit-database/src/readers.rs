//! Connections that only read. A transaction costs two round trips more than what is asked in it; who reads needs
//! none, since each statement sees what is committed when it begins, in a transaction (READ COMMITTED) or without.
//! So these connections stay a project's for as long as nobody asks for another's.
use std::ops::{Deref, DerefMut};
use std::time::Instant;

use deadpool::Runtime;
use deadpool::managed::{self, Metrics, Object, Pool, PoolError, RecycleResult};
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor, PgConnection};

use crate::budget::{ACQUIRE_TIMEOUT, PING_AFTER_IDLE};
use kit_core::{Error, Result};

/// A connection on which only the rows of one project exist, and nothing can be written.
pub struct Reader(Object<Connections>);

impl Deref for Reader {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.0.connection
    }
}

impl DerefMut for Reader {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.0.connection
    }
}

#[derive(Clone)]
pub(crate) struct Readers {
    pool: Pool<Connections>,
}

impl Readers {
    /// Connects lazily, as the pool of transactions does.
    pub(crate) fn new(options: PgConnectOptions, connections: u32) -> anyhow::Result<Self> {
        // Postgres itself refuses a write by mistake.
        let options = options.options([("default_transaction_read_only", "on")]);
        let timeout = Some(ACQUIRE_TIMEOUT);
        let pool = Pool::builder(Connections { options })
            .max_size(connections as usize)
            .runtime(Runtime::Tokio1)
            .timeouts(managed::Timeouts { wait: timeout, create: timeout, recycle: timeout })
            .build()?;
        Ok(Readers { pool })
    }

    pub(crate) async fn tenant(&self, project_id: i64) -> Result<Reader> {
        let mut reader = self.get().await?;
        reader.set_tenant(project_id).await?;
        Ok(Reader(reader))
    }

    /// Connects one in advance, for the first call.
    pub(crate) async fn warm(&self) -> Result<()> {
        self.get().await.map(drop)
    }

    async fn get(&self) -> Result<Object<Connections>> {
        self.pool.get().await.map_err(|error| match error {
            PoolError::Backend(error) => error.into(),
            error => Error::Unavailable(error.into()),
        })
    }
}

impl std::fmt::Debug for Readers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Readers({:?})", self.pool.status())
    }
}

struct Connections {
    options: PgConnectOptions,
}

struct ProjectConnection {
    connection: PgConnection,
    /// None when it is not known: at first, and after a change of it that was cancelled.
    project_id: Option<i64>,
    answered_at: Instant,
}

impl ProjectConnection {
    async fn set_tenant(&mut self, project_id: i64) -> Result<(), sqlx::Error> {
        if self.project_id != Some(project_id) {
            self.project_id = None;
            let set = format!("SET app.project_id = '{project_id}'"); // An i64 is safe in a statement.
            self.connection.execute(AssertSqlSafe(set)).await?;
            self.project_id = Some(project_id);
        }
        Ok(())
    }
}

impl managed::Manager for Connections {
    type Type = ProjectConnection;
    type Error = sqlx::Error;

    async fn create(&self) -> Result<ProjectConnection, sqlx::Error> {
        Ok(ProjectConnection { connection: self.options.connect().await?, project_id: None, answered_at: Instant::now() })
    }

    /// Pings a connection that was pinged longer ago than `PING_AFTER_IDLE`, also one in constant use: nothing else shows that
    /// its server is gone.
    async fn recycle(&self, reader: &mut ProjectConnection, _: &Metrics) -> RecycleResult<sqlx::Error> {
        if reader.answered_at.elapsed() > PING_AFTER_IDLE {
            reader.connection.ping().await?;
            reader.answered_at = Instant::now();
        }
        Ok(())
    }
}
