//! One error for every operation, with the catalogue's message and a stable code, and its one way to gRPC.
//! The gateway turns the code into an HTTP status (see `docs/ARCHITECTURE.md`, "Errors on the wire").
use std::collections::BTreeMap;

use serde_json::{Value, json};
use tonic::metadata::{Binary, MetadataValue};
use tonic::{Code, Status};

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Metadata key under which the code and the data of an error travel, as JSON.
pub const METADATA: &str = "vestibule-error-bin";

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Fields that cannot be taken, by path.
    #[error("invalid data sent")]
    Invalid(BTreeMap<String, String>),
    /// Not there, or not visible to the caller.
    #[error("item not found")]
    NotFound,
    /// Not there, in words of the area.
    #[error("{message}")]
    Missing { code: &'static str, message: &'static str },
    /// A device that was asked to do something has not done it.
    #[error("{message}")]
    Device { code: &'static str, message: &'static str },
    /// What was sent is well-formed and cannot be taken; `data` says why.
    #[error("{message}")]
    NotAccepted { code: &'static str, message: &'static str, data: Value },
    /// Visible, but not allowed.
    #[error("action prohibited")]
    Forbidden,
    #[error("unauthenticated")]
    Unauthenticated,
    /// Wrong login or password.
    #[error("invalid credentials")]
    InvalidCredentials,
    #[error("too many requests")]
    TooManyRequests { retry_after_seconds: u64 },
    /// The state of things does not allow it; the message is one of the catalogue's.
    #[error("{message}")]
    Conflict { code: &'static str, message: String, data: Value },
    /// Related entities that do not exist or are not visible.
    #[error("invalid related entity sent")]
    InvalidRelated { names: Vec<String> },
    /// Rows of an import, by index.
    #[error("invalid data sent")]
    Rows(Vec<RowError>),
    /// A peer refused what it was sent, by a status with details: its status, message and details go to the caller.
    #[error("{}", .0.message())]
    Peer(Box<Status>),
    /// Something that the service needs does not answer; try again.
    #[error("device or service not available")]
    Unavailable(#[source] anyhow::Error),
    #[error("internal error")]
    Internal(#[source] anyhow::Error),
}

#[derive(Debug, serde::Serialize)]
pub struct RowError {
    pub index: usize,
    pub field: String,
    pub message: String,
}

impl Error {
    pub fn field(path: impl Into<String>, message: impl Into<String>) -> Self {
        Error::Invalid(BTreeMap::from([(path.into(), message.into())]))
    }

    /// A conflict in the catalogue's words; the code is the message with underscores.
    pub fn conflict(message: &'static str) -> Self {
        Error::Conflict { code: "conflict", message: message.into(), data: Value::Null }
    }

    /// A file that is not what it should be; `reason` says in which way.
    pub fn invalid_file(reason: impl Into<String>) -> Self {
        Self::file("invalid_file", "invalid file", reason.into())
    }

    /// An upload without a file, or a table without the columns it needs.
    pub fn wrong_file_body(reason: impl Into<String>) -> Self {
        Self::file("wrong_file_body", "wrong file body", reason.into())
    }

    fn file(code: &'static str, message: &str, reason: String) -> Self {
        Error::Conflict { code, message: message.into(), data: json!({ "fields": { "file": reason } }) }
    }

    pub fn internal(error: impl Into<anyhow::Error>) -> Self {
        Error::Internal(error.into())
    }

    /// The stable word for programs.
    fn code(&self) -> &'static str {
        match self {
            Error::Invalid(_) | Error::Rows(_) => "invalid_data",
            Error::NotFound => "not_found",
            Error::Forbidden => "forbidden",
            Error::Unauthenticated => "not_authorized",
            Error::InvalidCredentials => "invalid_credentials",
            Error::TooManyRequests { .. } => "too_many_requests",
            Error::Conflict { code, .. } | Error::Missing { code, .. } | Error::Device { code, .. } | Error::NotAccepted { code, .. } => code,
            Error::InvalidRelated { .. } => "invalid_related_entity",
            Error::Peer(_) => "refused_by_peer",
            Error::Unavailable(_) => "unavailable",
            Error::Internal(_) => "internal",
        }
    }

    fn data(&self) -> Value {
        match self {
            Error::Invalid(fields) => json!({ "fields": fields }),
            Error::InvalidRelated { names } => json!({ "names": names }),
            Error::Rows(rows) => json!({ "rows": rows }),
            Error::Conflict { data, .. } | Error::NotAccepted { data, .. } => data.clone(),
            Error::TooManyRequests { retry_after_seconds } => json!({ "retry_after": retry_after_seconds }),
            _ => Value::Null,
        }
    }

    fn grpc(&self) -> Code {
        match self {
            Error::Invalid(_) | Error::Rows(_) | Error::InvalidRelated { .. } | Error::NotAccepted { .. } => Code::InvalidArgument,
            Error::NotFound | Error::Missing { .. } => Code::NotFound,
            // The gateway's 502: no other error has this code.
            Error::Device { .. } => Code::DataLoss,
            Error::Forbidden => Code::PermissionDenied,
            Error::Unauthenticated | Error::InvalidCredentials => Code::Unauthenticated,
            Error::TooManyRequests { .. } => Code::ResourceExhausted,
            Error::Conflict { .. } => Code::FailedPrecondition,
            Error::Peer(status) => status.code(),
            Error::Unavailable(_) => Code::Unavailable,
            Error::Internal(_) => Code::Internal,
        }
    }
}

impl From<Error> for Status {
    /// The boundary: internal causes are logged here, once, and not answered.
    fn from(error: Error) -> Status {
        match &error {
            Error::Internal(source) => tracing::error!(error = format!("{source:#}"), "operation failed"),
            Error::Unavailable(source) => tracing::warn!(error = format!("{source:#}"), "not available"),
            _ => {}
        }
        let mut status = Status::new(error.grpc(), error.to_string());
        let details = match &error {
            Error::Peer(status) => details(status).cloned().unwrap_or_else(|| MetadataValue::from_bytes(b"null")),
            _ => MetadataValue::from_bytes(json!({ "code": error.code(), "data": error.data() }).to_string().as_bytes()),
        };
        status.metadata_mut().insert_bin(METADATA, details);
        status
    }
}

impl From<policy::Denied> for Error {
    fn from(denied: policy::Denied) -> Self {
        match denied {
            policy::Denied::Unauthenticated => Error::Unauthenticated,
            policy::Denied::Forbidden => Error::Forbidden,
        }
    }
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        use sqlx::Error as Db;
        match &error {
            Db::RowNotFound => Error::NotFound,
            Db::PoolTimedOut | Db::PoolClosed | Db::Io(_) | Db::WorkerCrashed | Db::Protocol(_) | Db::Tls(_) => Error::Unavailable(error.into()),
            Db::Database(db) if is_outage(db.code().as_deref()) => Error::Unavailable(error.into()),
            Db::Database(db) if is_unstorable_text(db.code().as_deref()) => Error::Invalid(BTreeMap::new()),
            Db::Database(db) if db.is_unique_violation() => Error::conflict("value not unique"),
            Db::Database(db) if db.is_foreign_key_violation() => Error::conflict("invalid related entity sent"),
            _ => Error::Internal(error.into()),
        }
    }
}

/// SQLSTATE classes that mean "the server cannot now": connection, a deadlock or another rollback, resources, operator
/// intervention (a statement's time-out among them); and two codes: a transaction that idled too long, a lock that was
/// not to be had in time.
fn is_outage(code: Option<&str>) -> bool {
    code.is_some_and(|code| ["08", "40", "53", "57", "25P03", "55P03"].iter().any(|class| code.starts_with(class)))
}

/// SQLSTATE of text with U+0000 in it, which Postgres stores neither as text nor within JSON.
fn is_unstorable_text(code: Option<&str>) -> bool {
    matches!(code, Some("22021" | "22P05"))
}

/// The name of the constraint that a write violated, for errors of its own.
pub fn violated(error: &sqlx::Error) -> Option<&str> {
    error.as_database_error().and_then(|db| db.constraint())
}

/// Where the code and the data of one of the platform's own errors are. A status of something between the services, as a
/// proxy, has none.
fn details(status: &Status) -> Option<&MetadataValue<Binary>> {
    status.metadata().get_bin(METADATA)
}

/// An error of a peer's answer. What the peer refused is passed on with its details; its internal causes are not answered.
impl From<Status> for Error {
    fn from(status: Status) -> Self {
        match status.code() {
            Code::InvalidArgument | Code::FailedPrecondition | Code::ResourceExhausted | Code::AlreadyExists if details(&status).is_some() => {
                Error::Peer(Box::new(status))
            }
            Code::NotFound => Error::NotFound,
            Code::PermissionDenied => Error::Forbidden,
            Code::Unauthenticated => Error::Unauthenticated,
            Code::Unavailable | Code::DeadlineExceeded | Code::Cancelled => Error::Unavailable(status.into()),
            _ => Error::Internal(status.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The error as it leaves a service that got it from a peer.
    fn passed_on(error: Error) -> Status {
        Status::from(Error::from(Status::from(error)))
    }

    fn parts(status: &Status) -> (Code, &str, Value) {
        let bytes = details(status).expect("details").to_bytes().unwrap();
        (status.code(), status.message(), serde_json::from_slice(&bytes).unwrap())
    }

    #[test]
    fn a_peers_refusal_keeps_its_status_message_and_details() {
        let refusals: [fn() -> Error; 5] = [
            || Error::field("name", "required"),
            || Error::InvalidRelated { names: vec!["group 7".into()] },
            || Error::Conflict { code: "role_in_use", message: "action prohibited".into(), data: json!({ "count": 3 }) },
            || Error::TooManyRequests { retry_after_seconds: 4 },
            || Error::Rows(vec![RowError { index: 1, field: "name".into(), message: "required".into() }]),
        ];
        for refusal in refusals {
            assert_eq!(parts(&passed_on(refusal())), parts(&refusal().into()));
        }
        let mut exists = Status::already_exists("value not unique");
        exists.metadata_mut().insert_bin(METADATA, MetadataValue::from_bytes(br#"{"code":"conflict","data":null}"#));
        assert_eq!(parts(&Status::from(Error::from(exists.clone()))), parts(&exists));
    }

    #[test]
    fn a_peers_other_metadata_stays_where_it_is() {
        let mut status = Status::from(Error::conflict("value not unique"));
        status.metadata_mut().insert("x-internal", "secret".parse().unwrap());
        assert!(Status::from(Error::from(status)).metadata().get("x-internal").is_none());
    }

    #[test]
    fn a_refusal_without_details_is_not_one_of_the_platform() {
        for code in [Code::InvalidArgument, Code::FailedPrecondition, Code::ResourceExhausted, Code::AlreadyExists] {
            assert!(matches!(Error::from(Status::new(code, "a proxy's words")), Error::Internal(_)), "{code:?}");
        }
    }

    #[test]
    fn what_goes_wrong_in_a_peer_is_not_told() {
        let status = passed_on(Error::internal(anyhow::anyhow!("a secret")));
        assert_eq!((status.code(), status.message()), (Code::Internal, "internal error"));
        let status = passed_on(Error::Unavailable(anyhow::anyhow!("a secret")));
        assert_eq!((status.code(), status.message()), (Code::Unavailable, "device or service not available"));
    }
}
