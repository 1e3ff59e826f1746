//! Errors on the wire: an HTTP status and {message, code, data}.
use axum::Json;
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use serde_json::{Value, json};
use tonic::{Code, Status};
use transcode::{InputError, Malformed};

#[derive(Clone, Debug)]
pub struct ApiError {
    status: StatusCode,
    code: String,
    message: String,
    data: Value,
}

impl ApiError {
    pub fn status(&self) -> StatusCode {
        self.status
    }
    fn new(status: StatusCode, code: &str, message: &str) -> Self {
        ApiError { status, code: code.into(), message: message.into(), data: Value::Null }
    }
    pub fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", "item not found")
    }
    pub fn method_not_allowed() -> Self {
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "method_prohibited", "method prohibited")
    }
    pub fn unauthenticated() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "not_authorized", "Unauthenticated")
    }
    pub fn forbidden() -> Self {
        Self::new(StatusCode::FORBIDDEN, "forbidden", "action prohibited")
    }
    pub fn too_large(limit: u64) -> Self {
        let mut error = Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", "the request is too large");
        error.data = json!({ "limit": limit });
        error
    }
    pub fn malformed(why: &str) -> Self {
        let mut error = Self::new(StatusCode::BAD_REQUEST, "malformed", "invalid data sent");
        error.data = json!({ "reason": why });
        error
    }
    pub fn unsupported_media() -> Self {
        Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", "wrong file body")
    }
    pub fn field(path: &str, message: &str) -> Self {
        let mut error = Self::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid_data", "invalid data sent");
        error.data = json!({ "fields": { path: message } });
        error
    }
    /// A service gave an answer that cannot be decoded.
    pub fn bad_gateway() -> Self {
        Self::new(StatusCode::BAD_GATEWAY, "bad_gateway", "internal error")
    }
    pub fn unsupported_content_type() -> Self {
        let mut error = Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", "invalid data sent");
        error.data = json!({ "reason": "the body must be application/json" });
        error
    }
    /// More requests are in flight than the gateway takes.
    pub fn overloaded() -> Self {
        let mut error = Self::new(StatusCode::SERVICE_UNAVAILABLE, "too_many_requests", "device or service not available");
        error.data = json!({ "retry_after": 1 });
        error
    }
    pub fn timed_out() -> Self {
        Self::new(StatusCode::GATEWAY_TIMEOUT, "timed_out", "device or service not available")
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let retry_after = self.data.get("retry_after").and_then(Value::as_u64);
        let body = Json(json!({ "message": self.message, "code": self.code, "data": self.data }));
        let mut response = (self.status, body).into_response();
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl From<InputError> for ApiError {
    fn from(error: InputError) -> Self {
        match &error {
            InputError::Malformed(why) => Self::malformed(why),
            InputError::TooLarge { limit } => Self::too_large(*limit),
            InputError::Fields(_) => {
                let mut answer = Self::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid_data", "invalid data sent");
                answer.data = error.data();
                answer
            }
        }
    }
}

/// A reply that no plan can read is the service's fault.
impl From<Malformed> for ApiError {
    fn from(error: Malformed) -> Self {
        tracing::error!(%error, "a reply cannot be translated");
        Self::bad_gateway()
    }
}

impl From<Status> for ApiError {
    fn from(status: Status) -> Self {
        let (http, code) = match status.code() {
            Code::InvalidArgument | Code::OutOfRange => (422, "invalid_data"),
            Code::NotFound => (404, "not_found"),
            Code::PermissionDenied => (403, "forbidden"),
            Code::Unauthenticated => (401, "not_authorized"),
            Code::AlreadyExists | Code::FailedPrecondition | Code::Aborted => (409, "conflict"),
            Code::ResourceExhausted => (429, "too_many_requests"),
            Code::Unavailable | Code::Cancelled => (503, "unavailable"),
            Code::DeadlineExceeded => (504, "timed_out"),
            Code::Unimplemented => (501, "unimplemented"),
            Code::DataLoss => (502, "device_problem"),
            _ => (500, "internal"),
        };
        let detail = status.metadata().get_bin(kit::error::METADATA).and_then(|value| value.to_bytes().ok());
        let detail: Value = detail.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
        // Only a service's own error, with its detail, is worded for people.
        let message = match detail.is_null() {
            false => status.message(),
            true if http == 503 || http == 504 => {
                tracing::warn!(code = ?status.code(), reason = status.message(), "a service cannot be reached");
                "device or service not available"
            }
            true => {
                tracing::error!(code = ?status.code(), message = status.message(), "a service answered without detail");
                "internal error"
            }
        };
        let message = if message == "unauthenticated" { "Unauthenticated" } else { message };
        ApiError {
            status: StatusCode::from_u16(http).expect("a valid status"),
            code: detail["code"].as_str().unwrap_or(code).into(),
            message: message.into(),
            data: detail["data"].clone(),
        }
    }
}
