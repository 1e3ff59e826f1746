//! The remote check: a device asks the server whether to open, waits ten seconds, then decides
//! by itself.

use serde::{Deserialize, Serialize};

use crate::lock::LockTarget;

/// What can be checked remotely; note `input_code`, which identifiers spell `inputCode`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RemoteType {
    Card,
    InputCode,
    Qr,
}

/// The body of `POST /remote/validate`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemoteCheck {
    pub identifier_number: String,
    pub identifier_type: RemoteType,
}

/// The server's word: `{"handled": false}` leaves the decision to the device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemoteAnswer {
    pub handled: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub access: Option<RemoteAccess>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemoteAccess {
    pub granted: bool,
    /// 0 (all), 1 or 2; without meaning when access is refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lock_number: Option<LockTarget>,
}

impl RemoteAnswer {
    pub const NOT_HANDLED: RemoteAnswer = RemoteAnswer { handled: false, access: None };

    pub const fn granted(lock: LockTarget) -> Self {
        Self { handled: true, access: Some(RemoteAccess { granted: true, lock_number: Some(lock) }) }
    }

    pub const fn denied() -> Self {
        Self { handled: true, access: Some(RemoteAccess { granted: false, lock_number: None }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_question_has_the_vendors_shape() {
        let question: RemoteCheck = serde_json::from_value(json!({"identifier_number": "1234", "identifier_type": "input_code"})).unwrap();
        assert_eq!(question.identifier_type, RemoteType::InputCode);
    }

    #[test]
    fn answers_have_the_vendors_shape() {
        let json = |answer: RemoteAnswer| serde_json::to_value(answer).unwrap();
        assert_eq!(json(RemoteAnswer::NOT_HANDLED), json!({"handled": false}));
        assert_eq!(json(RemoteAnswer::denied()), json!({"handled": true, "access": {"granted": false}}));
        let lock = LockTarget::new(2).unwrap();
        assert_eq!(json(RemoteAnswer::granted(lock)), json!({"handled": true, "access": {"granted": true, "lock_number": 2}}));
    }
}
