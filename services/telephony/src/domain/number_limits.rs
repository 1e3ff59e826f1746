//! How many numbers there may be. They keep one customer from taking what the installation has for all of them.
use kit::{Error, Result};
use serde_json::json;

/// A call to a user rings all of their numbers, each at every phone that registered with it.
pub const MAX_OF_USER: i64 = 10;
/// The general number of a group looks through the numbers of its people.
pub const MAX_OF_GROUP: i64 = 10_000;
/// The edge looks up an account with every registration, among those of the installation.
pub const MAX_OF_PROJECT: i64 = 100_000;
/// Of one call: they are made in one transaction, and all of them or none.
pub const MAX_GENERATED: i32 = 500;

/// Whether `more` may be added to what is there.
pub fn check(used: i64, more: i64, max: i64) -> Result<()> {
    if used + more <= max {
        return Ok(());
    }
    let message = format!("limit exceeded - used {used}, max {max}");
    Err(Error::Conflict { code: "limit_exceeded", message, data: json!({ "used": used, "max": max }) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_may_be_reached_and_not_passed() {
        assert!(check(9, 1, MAX_OF_USER).is_ok());
        assert_eq!(check(10, 1, MAX_OF_USER).unwrap_err().to_string(), "limit exceeded - used 10, max 10");
    }
}
