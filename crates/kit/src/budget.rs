//! How long work with Postgres may take, by its kind: what has no limit of its own would hold one of the few connections
//! of a service for as long as it likes, and stall the service for everybody.
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;

/// How long anybody waits for a connection.
pub(crate) const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);
/// A connection that was used more recently is taken as it is; another is asked first whether it still is one.
pub(crate) const PING_AFTER_IDLE: Duration = Duration::from_secs(1);

/// The limits of one kind of work; `Duration::ZERO` for none, as in Postgres.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// Of a statement, locks and the sending of its rows included.
    pub statement: Duration,
    /// Of waiting for one lock, advisory ones included.
    pub lock: Duration,
    /// Between two statements of a transaction.
    pub idle_in_transaction: Duration,
}

/// The limits of each kind of work. Migrations have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DatabaseTimeouts {
    /// Reading without a transaction: `Database::read`.
    pub reader: Timeouts,
    /// Transactions of a project: `Database::tenant`.
    pub tenant: Timeouts,
    /// Transactions of the platform's own jobs, its consumers and sign-in: `Database::system`.
    pub system: Timeouts,
}

impl Default for DatabaseTimeouts {
    /// Calls end before the gateway's limit of 30 seconds; a batch of events or a clean-up may take longer.
    fn default() -> Self {
        let call = Timeouts::from_seconds(20, 10, 60);
        DatabaseTimeouts { reader: call, tenant: call, system: Timeouts::from_seconds(300, 60, 300) }
    }
}

impl Timeouts {
    pub const NONE: Timeouts = Timeouts::from_seconds(0, 0, 0);

    pub const fn from_seconds(statement: u64, lock: u64, idle_in_transaction: u64) -> Self {
        Timeouts {
            statement: Duration::from_secs(statement),
            lock: Duration::from_secs(lock),
            idle_in_transaction: Duration::from_secs(idle_in_transaction),
        }
    }

    /// For every transaction of a connection that sets none of its own.
    pub(crate) fn apply(self, options: PgConnectOptions) -> PgConnectOptions {
        options.options(self.parameters())
    }

    /// For one transaction, in statements that go along with its beginning.
    pub(crate) fn set_local(self) -> String {
        let set = |(name, milliseconds)| format!("SET LOCAL {name} = {milliseconds}");
        self.parameters().map(set).join("; ")
    }

    fn parameters(self) -> [(&'static str, u128); 3] {
        [
            ("statement_timeout", self.statement.as_millis()),
            ("lock_timeout", self.lock.as_millis()),
            ("idle_in_transaction_session_timeout", self.idle_in_transaction.as_millis()),
        ]
    }
}
