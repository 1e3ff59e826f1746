//! Recovering a password.
use time::Duration;

/// How long the mailed link is good, unless another is sent or it is used.
pub const VALIDITY: Duration = Duration::hours(1);
/// A request that was not processed for so long is dropped: by then its sender has sent another.
pub const MAX_DELAY: Duration = Duration::hours(1);
