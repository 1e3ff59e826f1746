//! Calls from a device to the server, typed. Over MQTT it travels on
//! `server/request/v0/{serial}`; over HTTP the same paths are served by the gateway.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use uuid::Uuid;

use crate::device_call::CallError;
use crate::envelope::{Method, Request};
use crate::event::EventPush;
use crate::remote::RemoteCheck;
use crate::session::Login;
use crate::uri::Uri;

pub const LOGS_URI: &str = "/api/v0/devices/logs";
pub const PONG_URI: &str = "/api/v0/devices/pong";
pub const LOGIN_URI: &str = "/api/v0/devices/login";
pub const REFRESH_URI: &str = "/api/v0/devices/refresh";
pub const VALIDATE_URI: &str = "/remote/validate";

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ServerCall {
    /// `PUT /api/v0/devices/logs`: answered with [`crate::StoredEvents`], after the commit.
    Logs(EventPush),
    /// `POST /api/v0/devices/pong`, every ten seconds: a sign of life.
    Pong,
    /// `POST /remote/validate`: answered with [`crate::remote::RemoteAnswer`].
    Validate(RemoteCheck),
    /// `POST /api/v0/devices/login` (HTTP only): answered with [`crate::session::Token`].
    Login(Login),
    /// `POST /api/v0/devices/refresh` (HTTP only).
    Refresh,
}

impl ServerCall {
    /// Decodes a call of a device. Invalid events are left to the caller.
    pub fn parse(request: &Request) -> Result<Self, CallError> {
        let uri = Uri::parse(&request.uri);
        let mut segments = uri.segments();
        if segments.first() == Some(&"v0") {
            segments.remove(0);
        }
        match (request.method, segments.as_slice()) {
            (Method::Put, ["devices", "logs"]) => Ok(ServerCall::Logs(body(request)?)),
            (Method::Post, ["devices", "pong"]) => Ok(ServerCall::Pong),
            (Method::Post, ["devices", "login"]) => Ok(ServerCall::Login(body(request)?)),
            (Method::Post, ["devices", "refresh"]) => Ok(ServerCall::Refresh),
            (Method::Post, ["remote", "validate"]) => {
                let check: RemoteCheck = body(request)?;
                crate::bounds::text("identifier_number", &check.identifier_number, 1, 100)?;
                Ok(ServerCall::Validate(check))
            }
            _ => Err(CallError::UnknownUri(request.uri.clone())),
        }
    }

    /// Writes the call as a request with this id.
    pub fn request(&self, id: Uuid) -> Request {
        let (method, uri, body) = match self {
            ServerCall::Logs(push) => (Method::Put, LOGS_URI, json(push)),
            ServerCall::Pong => (Method::Post, PONG_URI, Value::Null),
            ServerCall::Validate(check) => (Method::Post, VALIDATE_URI, json(check)),
            ServerCall::Login(login) => (Method::Post, LOGIN_URI, json(login)),
            ServerCall::Refresh => (Method::Post, REFRESH_URI, Value::Null),
        };
        Request::new(id, method, uri, body)
    }
}

fn body<T: DeserializeOwned>(request: &Request) -> Result<T, CallError> {
    T::deserialize(&request.body).map_err(CallError::Body)
}

fn json(body: &impl Serialize) -> Value {
    serde_json::to_value(body).expect("protocol types have string keys only")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::remote::RemoteType;
    use crate::serial::Serial;
    use serde_json::json;

    #[test]
    fn every_call_reads_back_as_it_was_written() {
        let calls = [
            ServerCall::Logs(EventPush::default()),
            ServerCall::Pong,
            ServerCall::Validate(RemoteCheck { identifier_number: "1".into(), identifier_type: RemoteType::Card }),
            ServerCall::Login(Login { login: Serial::new("a").unwrap(), password: "b".into() }),
            ServerCall::Refresh,
        ];
        for call in calls {
            assert_eq!(ServerCall::parse(&call.request(Uuid::nil())).unwrap(), call);
        }
    }

    #[test]
    fn logs_travel_by_put() {
        let request = ServerCall::Logs(EventPush::default()).request(Uuid::nil());
        assert_eq!((request.method, request.uri.as_str()), (Method::Put, "/api/v0/devices/logs"));
        assert_eq!(request.body, json!({"events": []}));
    }

    #[test]
    fn a_remote_check_is_understood_under_both_paths() {
        let body = json!({"identifier_number": "1", "identifier_type": "card"});
        for uri in ["/remote/validate", "/api/v0/remote/validate"] {
            let request = Request::new(Uuid::nil(), Method::Post, uri, body.clone());
            assert!(matches!(ServerCall::parse(&request), Ok(ServerCall::Validate(_))), "{uri}");
        }
    }

    #[test]
    fn what_no_device_may_say_is_refused() {
        let request = Request::new(Uuid::nil(), Method::Post, "/api/v0/users", Value::Null);
        assert_eq!(ServerCall::parse(&request).unwrap_err().status(), 404);
        let request = Request::new(Uuid::nil(), Method::Put, LOGS_URI, json!({"events": 7}));
        assert_eq!(ServerCall::parse(&request).unwrap_err().status(), 400);
    }
}
