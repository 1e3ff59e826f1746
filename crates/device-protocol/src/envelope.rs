//! The envelope of an MQTT payload (*ours*): the request and the response of the HTTP
//! interface, wrapped so that an answer finds its question.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

/// A payload above this is refused unread: no honest message comes near it.
pub const MAX_MESSAGE_BYTES: usize = 2 * 1024 * 1024;

/// *Ours*: the version of the desired state that a write belongs to, and, in an answer, the
/// version that the device holds. A decimal u64.
pub const VERSION_HEADER: &str = "x-version";

/// *Ours*: in the answer to a list of held things, the digest of all of them (see
/// [`crate::digest`]), whatever page was asked for.
pub const DIGEST_HEADER: &str = "x-digest";

pub type Headers = BTreeMap<String, String>;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Method {
    Get,
    Post,
    Put,
    Patch,
    Delete,
}

/// A question, in either direction.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// Chosen by the asker; the answer carries the same.
    pub id: Uuid,
    pub method: Method,
    /// Path and query, without host.
    pub uri: String,
    #[serde(default)]
    pub headers: Headers,
    #[serde(default)]
    pub body: Value,
}

/// The answer to the request with the same id.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Response {
    pub id: Uuid,
    /// An HTTP status code.
    pub status: u16,
    #[serde(default)]
    pub headers: Headers,
    #[serde(default)]
    pub body: Value,
}

#[derive(Debug, thiserror::Error)]
pub enum EnvelopeError {
    #[error("message of {0} bytes is over the limit of {MAX_MESSAGE_BYTES}")]
    TooLarge(usize),
    #[error("message is not a valid envelope: {0}")]
    Malformed(#[source] serde_json::Error),
}

impl Request {
    pub fn new(id: Uuid, method: Method, uri: impl Into<String>, body: Value) -> Self {
        Self { id, method, uri: uri.into(), headers: Headers::new(), body }
    }

    #[must_use]
    pub fn with_version(mut self, version: u64) -> Self {
        self.headers.insert(VERSION_HEADER.to_owned(), version.to_string());
        self
    }

    /// The version of the desired state that this write belongs to, if it has one.
    pub fn version(&self) -> Option<u64> {
        self.headers.get(VERSION_HEADER)?.parse().ok()
    }

    pub fn decode(payload: &[u8]) -> Result<Self, EnvelopeError> {
        decode(payload)
    }

    pub fn encode(&self) -> Vec<u8> {
        encode(self)
    }
}

impl Response {
    pub fn new(id: Uuid, status: u16, body: Value) -> Self {
        Self { id, status, headers: Headers::new(), body }
    }

    /// The vendor's shape of a refusal: `{"error": "..."}`.
    pub fn error(id: Uuid, status: u16, message: impl Into<String>) -> Self {
        Self::new(id, status, serde_json::json!({ "error": message.into() }))
    }

    #[must_use]
    pub fn with_version(mut self, version: u64) -> Self {
        self.headers.insert(VERSION_HEADER.to_owned(), version.to_string());
        self
    }

    #[must_use]
    pub fn with_digest(mut self, digest: impl Into<String>) -> Self {
        self.headers.insert(DIGEST_HEADER.to_owned(), digest.into());
        self
    }

    /// The version that the device holds, if it reports one.
    pub fn version(&self) -> Option<u64> {
        self.headers.get(VERSION_HEADER)?.parse().ok()
    }

    pub fn digest(&self) -> Option<&str> {
        self.headers.get(DIGEST_HEADER).map(String::as_str)
    }

    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    pub fn decode(payload: &[u8]) -> Result<Self, EnvelopeError> {
        decode(payload)
    }

    pub fn encode(&self) -> Vec<u8> {
        encode(self)
    }
}

fn decode<T: DeserializeOwned>(payload: &[u8]) -> Result<T, EnvelopeError> {
    if payload.len() > MAX_MESSAGE_BYTES {
        return Err(EnvelopeError::TooLarge(payload.len()));
    }
    serde_json::from_slice(payload).map_err(EnvelopeError::Malformed)
}

fn encode<T: Serialize>(envelope: &T) -> Vec<u8> {
    // An envelope is made of strings, numbers and JSON values with string keys: nothing in it
    // can fail to serialise.
    serde_json::to_vec(envelope).expect("an envelope is always JSON")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const ID: Uuid = Uuid::from_u128(7);

    #[test]
    fn a_request_has_the_agreed_shape() {
        let request = Request::new(ID, Method::Post, "/v1/x", json!({"a": 1})).with_version(12);
        let golden = json!({
            "id": "00000000-0000-0000-0000-000000000007", "method": "POST", "uri": "/v1/x",
            "headers": {"x-version": "12"}, "body": {"a": 1}
        });
        assert_eq!(serde_json::to_value(&request).unwrap(), golden);
        assert_eq!(Request::decode(golden.to_string().as_bytes()).unwrap(), request);
    }

    #[test]
    fn a_response_has_the_agreed_shape() {
        let response = Response::error(ID, 404, "unknown uri").with_version(3).with_digest("ff");
        let golden = json!({
            "id": "00000000-0000-0000-0000-000000000007", "status": 404,
            "headers": {"x-version": "3", "x-digest": "ff"}, "body": {"error": "unknown uri"}
        });
        assert_eq!(serde_json::to_value(&response).unwrap(), golden);
        assert_eq!((response.version(), response.digest()), (Some(3), Some("ff")));
    }

    #[test]
    fn headers_and_body_may_be_absent() {
        let text = format!(r#"{{"id":"{ID}","method":"GET","uri":"/api/info"}}"#);
        let request = Request::decode(text.as_bytes()).unwrap();
        assert_eq!(request.body, Value::Null);
        assert_eq!(request.version(), None);
    }

    #[test]
    fn garbage_and_oversized_messages_are_refused() {
        assert!(matches!(Request::decode(b"\xff\x00"), Err(EnvelopeError::Malformed(_))));
        let huge = vec![b' '; MAX_MESSAGE_BYTES + 1];
        assert!(matches!(Response::decode(&huge), Err(EnvelopeError::TooLarge(_))));
    }
}
