//! How long a session lasts, and what is kept of where it came from.
use time::{Duration, OffsetDateTime};

const SHORT: Duration = Duration::hours(12);
const REMEMBERED: Duration = Duration::days(30);
/// Who does what outlasts the session, and has given no password for it, has signed in within this time.
pub const RECENT_SIGN_IN: Duration = Duration::minutes(15);
/// What is kept of the name of a browser, in characters.
const MAX_USER_AGENT: usize = 256;

/// A session that was ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RevokedSession {
    pub project_id: i64,
    pub user_id: i64,
    pub id: i64,
    /// The installation of the application that was signed out by it.
    pub mobile_client_id: Option<i64>,
    pub revoked_at: OffsetDateTime,
}

/// A session ends at a time set when it begins; refreshing does not prolong it.
pub fn expires_at(now: OffsetDateTime, remember: bool) -> OffsetDateTime {
    now + if remember { REMEMBERED } else { SHORT }
}

/// The name of a browser as it is kept: it is shown to people, and anybody may send anything.
pub fn clean_user_agent(name: &str) -> String {
    let name: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    name.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(MAX_USER_AGENT).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_browser_is_limited_and_has_no_control_characters() {
        assert_eq!(clean_user_agent("  Mozilla/5.0\t(X11)\u{1b}[31m\n "), "Mozilla/5.0 (X11) [31m");
        assert_eq!(clean_user_agent(&"ж".repeat(1000)).chars().count(), 256);
    }
}
