//! Connections that only read. A transaction costs two round trips more than what is asked in it; who reads needs
//! none, since each statement sees what is committed when it begins, in a transaction (READ COMMITTED) or without.
//! So these connections stay a project's for as long as nobody asks for another's.
use std::ops::{Deref, DerefMut};
use std::time::Instant;

use deadpool::Runtime;
use deadpool::managed::{self, Metrics, Object, Pool, PoolError, RecycleResult};
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor, PgConnection};

use crate::db::{PATIENCE, SURELY_ALIVE};
use crate::{Error, Result};

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
    pub(crate) fn new(options: &PgConnectOptions, connections: u32) -> anyhow::Result<Self> {
        // Postgres itself refuses a write by mistake.
        let options = options.clone().options([("default_transaction_read_only", "on")]);
        let patience = Some(PATIENCE);
        let pool = Pool::builder(Connections { options })
            .max_size(connections as usize)
            .runtime(Runtime::Tokio1)
            .timeouts(managed::Timeouts { wait: patience, create: patience, recycle: patience })
            .build()?;
        Ok(Readers { pool })
    }

    pub(crate) async fn of(&self, project_id: i64) -> Result<Reader> {
        let mut reader = self.get().await?;
        reader.turn_to(project_id).await?;
        Ok(Reader(reader))
    }

    /// Connects one, which waits for whoever comes first.
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
    /// None while it is not known which: at first, and when a change of it was cut short.
    project_id: Option<i64>,
    answered_at: Instant,
}

impl ProjectConnection {
    async fn turn_to(&mut self, project_id: i64) -> Result<(), sqlx::Error> {
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

    /// One that has not been asked for a moment is asked whether it still is one. In use without end it is asked too:
    /// a server that went away is known by that alone.
    async fn recycle(&self, reader: &mut ProjectConnection, _: &Metrics) -> RecycleResult<sqlx::Error> {
        if reader.answered_at.elapsed() > SURELY_ALIVE {
            reader.connection.ping().await?;
            reader.answered_at = Instant::now();
        }
        Ok(())
    }
}
