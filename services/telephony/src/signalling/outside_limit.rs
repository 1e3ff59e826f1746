//! Which numbers outside are called, and how much one trunk is used in a day. A number in the public network costs the owner of the trunk money, so a telephone that somebody
//! else got hold of, or a loop of two systems that forward to each other, must end somewhere.
use std::time::Duration;

use kit::rate_limit::{self, Limit};

use super::switchboard::Switchboard;
use crate::domain::route::{Outside, Route};

const DAY: Duration = Duration::from_secs(24 * 3600);
/// Of the calls of a trunk, so many may be one caller's.
const CALLER_SHARE: u64 = 5;

/// False for a number that the installation does not call. Counts a call to outside, by its trunk and by its caller: false when
/// either has reached its amount. While Redis is away calls go on.
pub async fn admit(board: &Switchboard, route: &Route, outside: &Outside) -> bool {
    if !board.config.outside_prefixes.allow(&outside.number) {
        tracing::warn!(trunk = outside.trunk_id, caller = route.from.number, "a call to outside is to a number that is not called");
        return false;
    }
    let most = board.config.outside_calls_per_day;
    let limit = |kind, name: String, most| Limit { counter: rate_limit::counter(&board.context, kind, &name), most, window: DAY };
    let limits = vec![
        limit("outside-trunk", outside.trunk_id.to_string(), most),
        limit("outside-caller", format!("{}/{}", outside.trunk_id, route.from.number), most.div_ceil(CALLER_SHARE)),
    ];
    match rate_limit::acquire(&board.context, limits).await {
        Ok(_) => true,
        Err(kit::Error::TooManyRequests { retry_after_seconds }) => {
            tracing::warn!(trunk = outside.trunk_id, caller = route.from.number, retry_after_seconds, "a call to outside is over the day's amount");
            false
        }
        Err(error) => {
            tracing::warn!(%error, "calls to outside cannot be counted, and go on");
            true
        }
    }
}
