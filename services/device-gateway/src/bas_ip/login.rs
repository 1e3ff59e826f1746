//! A person's login at a device: whether the device accepts it, and what the device reports of itself.
use device_protocol::info::DeviceInfo;
use device_protocol::session::Token;
use device_protocol::{Response, Serial};
use serde::Deserialize;

/// A device's answer to a login and a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoginResult {
    Accepted,
    /// They are wrong.
    Refused,
    /// It cannot say: it knows no such call, or is out of order.
    Unknown,
}

/// Only a token proves that the login was checked: a device may answer 200 to anything.
pub fn login_result(response: &Response) -> LoginResult {
    let has_token = || Token::deserialize(&response.body).is_ok_and(|token| !token.token.is_empty());
    match response.status {
        200..300 if has_token() => LoginResult::Accepted,
        400 | 401 | 403 => LoginResult::Refused,
        _ => LoginResult::Unknown,
    }
}

/// None when it is no such answer, or of another device.
pub fn info(serial: &Serial, response: &Response) -> Option<DeviceInfo> {
    if !response.is_success() {
        return None;
    }
    DeviceInfo::deserialize(&response.body).ok().filter(|info| info.serial == *serial)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};
    use uuid::Uuid;

    fn answer(status: u16, body: Value) -> Response {
        Response::new(Uuid::nil(), status, body)
    }

    #[test]
    fn a_token_is_a_proof_and_nothing_else_is() {
        assert_eq!(login_result(&answer(200, json!({"token": "t"}))), LoginResult::Accepted);
        for body in [Value::Null, json!({}), json!({"token": ""}), json!([])] {
            assert_eq!(login_result(&answer(200, body)), LoginResult::Unknown);
        }
    }

    #[test]
    fn wrong_credentials_are_told_from_a_device_that_is_out_of_order() {
        assert!([400, 401, 403].into_iter().all(|status| login_result(&answer(status, Value::Null)) == LoginResult::Refused));
        assert!([404, 429, 500, 503].into_iter().all(|status| login_result(&answer(status, Value::Null)) == LoginResult::Unknown));
    }

    #[test]
    fn a_device_speaks_of_itself_alone() {
        let answer_of_a = answer(200, json!({"serial": "a", "model": "AA-12", "firmware": "1.3.5"}));
        assert_eq!(info(&Serial::new("a").unwrap(), &answer_of_a).unwrap().firmware, "1.3.5");
        assert_eq!(info(&Serial::new("b").unwrap(), &answer_of_a), None);
        assert_eq!(info(&Serial::new("a").unwrap(), &answer(500, Value::Null)), None);
    }
}
