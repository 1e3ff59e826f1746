//! How a device that speaks HTTP signs in at the server. MQTT devices sign in at the broker.
//! How a person signs in at a device: [`crate::credentials`].

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::serial::Serial;

/// The body of `POST /api/v0/devices/login`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Login {
    /// The serial number.
    pub login: Serial,
    pub password: String,
}

/// The answer, and that of a device to whom a person signs in; the token travels as `Authorization: Bearer` from then on. 401 means: sign in
/// again.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Token {
    pub token: String,
}

// Secrets must not reach a log by way of `{:?}`.
impl fmt::Debug for Login {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Login({})", self.login)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_login_never_prints_its_password() {
        let text = r#"{"login":"b4d0c1","password":"hush"}"#;
        let login: Login = serde_json::from_str(text).unwrap();
        assert_eq!(format!("{login:?}"), "Login(b4d0c1)");
    }
}
