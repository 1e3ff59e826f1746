//! How long work with Postgres may take, by its kind: what has no limit of its own would hold one of the few connections
//! of a service for as long as it likes, and stall the service for everybody.
use std::time::Duration;

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

    /// The parameters of Postgres that set them, in milliseconds.
    pub fn parameters(self) -> [(&'static str, u128); 3] {
        [
            ("statement_timeout", self.statement.as_millis()),
            ("lock_timeout", self.lock.as_millis()),
            ("idle_in_transaction_session_timeout", self.idle_in_transaction.as_millis()),
        ]
    }
}
