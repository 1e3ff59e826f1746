//! Refusals of the control interface: `{"message": "..."}`.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::journal::JournalError;
use crate::sip::OrderError;
use crate::visit::VisitError;

#[derive(Debug, thiserror::Error)]
pub enum ControlError {
    #[error("no such device")]
    NoDevice,
    #[error("{0}")]
    Bad(String),
    #[error("{0}")]
    Conflict(String),
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error(transparent)]
    Telephone(#[from] OrderError),
    #[error("the device's memory could not be written: {0}")]
    Memory(anyhow::Error),
}

impl From<VisitError> for ControlError {
    fn from(error: VisitError) -> Self {
        match error {
            VisitError::NoSuchLock(_) => ControlError::Bad(error.to_string()),
            VisitError::Journal(error) => ControlError::Journal(error),
        }
    }
}

impl IntoResponse for ControlError {
    fn into_response(self) -> Response {
        let status = match &self {
            ControlError::NoDevice => StatusCode::NOT_FOUND,
            ControlError::Bad(_) => StatusCode::UNPROCESSABLE_ENTITY,
            ControlError::Conflict(_) | ControlError::Telephone(OrderError::NoPhone(_) | OrderError::NotNow(_)) => StatusCode::CONFLICT,
            ControlError::Telephone(OrderError::Failed(_)) => StatusCode::BAD_GATEWAY,
            ControlError::Journal(JournalError::Full) => StatusCode::INSUFFICIENT_STORAGE,
            ControlError::Journal(JournalError::Write(_)) | ControlError::Memory(_) => StatusCode::INTERNAL_SERVER_ERROR,
        };
        (status, Json(json!({ "message": self.to_string() }))).into_response()
    }
}
