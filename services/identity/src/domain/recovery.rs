//! Recovering a password.
use time::Duration;

/// How long the mailed link is good, unless another is sent or it is used.
pub const VALIDITY: Duration = Duration::hours(1);
/// A request that could not be worked off for so long is given up: whoever sent it has sent another.
pub const PATIENCE: Duration = Duration::hours(1);
