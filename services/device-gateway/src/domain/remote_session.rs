//! Remote control of a device: who may begin a session, and how long it lasts.
use kit::{Error, Fields, Result};
use serde_json::{Value, json};
use time::{Duration, OffsetDateTime};

use super::device::Protocol;

/// How long a session lasts after its last renewal.
pub const SESSION_TTL: Duration = Duration::minutes(5);

/// How many logins may be refused by the device within the window.
#[derive(Clone, Copy, Debug)]
pub struct LoginLimits {
    /// Of one user at one device.
    pub user: u32,
    /// Of all users at one device.
    pub device: u32,
    pub window: std::time::Duration,
}

impl Default for LoginLimits {
    fn default() -> Self {
        LoginLimits { user: 5, device: 20, window: std::time::Duration::from_secs(15 * 60) }
    }
}

const MAX_SERIAL: usize = 64;
const MAX_LOGIN: usize = 64;
const MAX_PASSWORD: usize = 64;

/// A session of remote control; a device has at most one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemoteSession {
    pub id: i64,
    pub device_id: i64,
    pub user_id: i64,
    pub user_name: String,
    pub started_at: OffsetDateTime,
    pub expires_at: OffsetDateTime,
}

impl RemoteSession {
    pub fn is_live(&self, now: OffsetDateTime) -> bool {
        now < self.expires_at
    }
}

/// What a user who begins a session gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// A new session; an existing one is expired.
    Begin,
    /// The user's own session, renewed.
    Renew(i64),
}

/// Refused while another user has a session, whatever the caller's rights.
pub fn claim(held: Option<&RemoteSession>, user_id: i64, now: OffsetDateTime) -> Result<Claim> {
    match held.filter(|session| session.is_live(now)) {
        None => Ok(Claim::Begin),
        Some(session) if session.user_id == user_id => Ok(Claim::Renew(session.id)),
        Some(session) => Err(Error::Conflict {
            code: "remotely_controlled",
            message: "device is remotely controlled by another user".into(),
            data: json!({"names": [session.user_name]}),
        }),
    }
}

/// A device is controlled over its connection to the broker, so it needs one.
pub fn ensure_reachable(protocol: Protocol, is_online: bool) -> Result<()> {
    let conflict = |code, message: &str| Err(Error::Conflict { code, message: message.into(), data: Value::Null });
    match protocol {
        Protocol::Mqtt if is_online => Ok(()),
        Protocol::Mqtt => conflict("device_offline", "device is offline, cannot remote control"),
        Protocol::Http | Protocol::None => conflict("device_not_mqtt", "device is not MQTT, cannot remote control"),
    }
}

pub fn validate_login(serial_number: &str, login: &str, password: &str) -> Result<()> {
    let mut fields = Fields::new();
    fields.text("serial_number", serial_number, MAX_SERIAL);
    fields.text("login", login, MAX_LOGIN);
    fields.text("password", password, MAX_PASSWORD);
    fields.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    const NOW: OffsetDateTime = datetime!(2026-11-23 09:00 UTC);

    fn session(user_id: i64, left: Duration) -> RemoteSession {
        RemoteSession { id: 7, device_id: 3, user_id, user_name: "Anna".into(), started_at: NOW - SESSION_TTL, expires_at: NOW + left }
    }

    fn refusal(result: Result<impl std::fmt::Debug>) -> (&'static str, Value) {
        match result.unwrap_err() {
            Error::Conflict { code, data, .. } => (code, data),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_device_that_nobody_controls_is_free() {
        assert_eq!(claim(None, 1, NOW).unwrap(), Claim::Begin);
    }

    #[test]
    fn the_same_user_renews_and_keeps_the_session() {
        assert_eq!(claim(Some(&session(1, SESSION_TTL)), 1, NOW).unwrap(), Claim::Renew(7));
    }

    #[test]
    fn another_user_is_told_who_controls_the_device() {
        assert_eq!(refusal(claim(Some(&session(1, SESSION_TTL)), 2, NOW)), ("remotely_controlled", json!({"names": ["Anna"]})));
    }

    #[test]
    fn a_session_is_over_at_its_end_and_not_before() {
        let another = |left| claim(Some(&session(1, left)), 2, NOW);
        assert!(another(Duration::milliseconds(1)).is_err());
        assert_eq!(another(Duration::ZERO).unwrap(), Claim::Begin);
        assert_eq!(claim(Some(&session(1, Duration::ZERO)), 1, NOW).unwrap(), Claim::Begin, "one that is over is not renewed");
    }

    #[test]
    fn only_a_device_that_is_online_by_mqtt_is_controlled() {
        assert!(ensure_reachable(Protocol::Mqtt, true).is_ok());
        assert_eq!(refusal(ensure_reachable(Protocol::Mqtt, false)).0, "device_offline");
        for (protocol, is_online) in [(Protocol::Http, true), (Protocol::None, true), (Protocol::Http, false)] {
            assert_eq!(refusal(ensure_reachable(protocol, is_online)).0, "device_not_mqtt");
        }
    }

    #[test]
    fn what_is_not_filled_in_is_said_of_each_field() {
        assert!(validate_login("A-1", "admin", "123456").is_ok());
        let Error::Invalid(fields) = validate_login("", " ", &"x".repeat(65)).unwrap_err() else { panic!("fields") };
        assert_eq!(fields.into_keys().collect::<Vec<_>>(), ["login", "password", "serial_number"]);
    }
}
