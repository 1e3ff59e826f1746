//! How connections get the time limits of `kit_core::budget`.
use std::time::Duration;

use kit_core::Timeouts;
use sqlx::postgres::PgConnectOptions;

/// How long anybody waits for a connection.
pub(crate) const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);
/// A connection that was used more recently is taken as it is; another is asked first whether it still is one.
pub(crate) const PING_AFTER_IDLE: Duration = Duration::from_secs(1);

/// For every transaction of a connection that sets none of its own. Statements are not compiled: Postgres would spend up to seconds
/// on one of which it supposes many rows, and ours are short.
pub(crate) fn apply(timeouts: Timeouts, options: PgConnectOptions) -> PgConnectOptions {
    options.options(timeouts.parameters()).options([("jit", "off")])
}

/// For one transaction, in statements that go along with its beginning.
pub(crate) fn set_local(timeouts: Timeouts) -> String {
    let set = |(name, milliseconds)| format!("SET LOCAL {name} = {milliseconds}");
    timeouts.parameters().map(set).join("; ")
}
