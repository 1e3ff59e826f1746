//! Why somebody does not become a user, in the catalogue's words.
use kit::Error;
use serde_json::Value;

pub const OUTDATED_LINK: &str = "link_outdated";
pub const INVALID_CODE: &str = "invalid_confirmation_code";
pub const INVALID_INVITATION: &str = "invalid_invitation_code";
pub const REGISTERED_ALREADY: &str = "registered_already";

pub fn outdated_link() -> Error {
    conflict(OUTDATED_LINK, "verification link is outdated or incorrect")
}

pub fn invalid_code() -> Error {
    conflict(INVALID_CODE, "invalid confirmation code")
}

pub fn invalid_invitation() -> Error {
    conflict(INVALID_INVITATION, "invalid invitation code")
}

pub fn registered_already() -> Error {
    conflict(REGISTERED_ALREADY, "user registered already")
}

pub fn email_required() -> Error {
    conflict("email_required", EMAIL_REQUIRED)
}

/// Also the message of a field.
pub const EMAIL_REQUIRED: &str = "e-mail required for registration";

/// Whether an answer says that a guess was wrong.
pub fn is_wrong_guess(error: &Error) -> bool {
    match error {
        Error::InvalidCredentials => true,
        Error::Conflict { code, .. } => [OUTDATED_LINK, INVALID_CODE, INVALID_INVITATION].contains(code),
        _ => false,
    }
}

fn conflict(code: &'static str, message: &str) -> Error {
    Error::Conflict { code, message: message.into(), data: Value::Null }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_code_or_link_is_a_wrong_guess_and_an_outage_is_none() {
        for error in [outdated_link(), invalid_code(), invalid_invitation(), Error::InvalidCredentials] {
            assert!(is_wrong_guess(&error), "{error}");
        }
        for error in [registered_already(), email_required(), Error::Forbidden, Error::Unavailable(anyhow::anyhow!("away"))] {
            assert!(!is_wrong_guess(&error), "{error}");
        }
    }
}
