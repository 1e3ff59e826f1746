//! Whether an integration's server can be reached and accepts the credentials.
use kit::outgoing::Failure;
use kit::{Error, Result};
use serde_json::{Value, json};

use crate::app::App;

use crate::domain::integration::{IntegrationDraft, IntegrationType};
use crate::integration_server::{AxxonOne, ServerError, barrier};

pub async fn check_server(app: &App, draft: &IntegrationDraft) -> Result<()> {
    let secret = draft.open_secret(&app.context.sealer).unwrap_or_default();
    let outgoing = &app.context.outgoing;
    let checked = match draft.kind {
        IntegrationType::AxxonOne => AxxonOne::new(outgoing, draft, &secret).macros().await.map(|_| ()),
        _ => barrier::check(outgoing, &draft.server_url, &secret).await,
    };
    let (path, secret_path) = match draft.kind {
        IntegrationType::AxxonOne => ("axxon_one_settings.server_url", "axxon_one_settings.password"),
        _ => ("barrier_settings.server_url", "barrier_settings.token"),
    };
    checked.map_err(|error| match error {
        ServerError::Credentials => Error::field(secret_path, "invalid credentials"),
        ServerError::Failure(failure @ (Failure::Refused | Failure::BadAddress)) => Error::field(path, failure.to_string()),
        error => unavailable(&error),
    })
}

/// Conflict with the reason, as the API has it for a server that gives no usable answer.
pub fn unavailable(error: &ServerError) -> Error {
    let reason: Value = json!({ "reason": error.to_string() });
    Error::Conflict { code: "integration_server_unavailable", message: "integration server is unavailable".into(), data: reason }
}
