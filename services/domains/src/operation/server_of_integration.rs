//! What is asked of an integration's server.
use std::sync::Arc;
use std::time::Duration;

use kit::outgoing::Failure;
use kit::{Context, Error, Result};
use moka::sync::Cache;
use policy::{Action, Caller};
use proto::vestibule::domains::v1::{Camera, IntegrationType, Macro};
use serde_json::Value;

use super::integrations::{draft, may};
use crate::axxon_one::{AxxonOne, Unusable};
use crate::domain::integration::Draft;
use crate::store::integration;

/// Answers are shown again for so long: a picker asks at every letter.
const FRESH: Duration = Duration::from_secs(5);
const KEPT: u64 = 500;

/// Id and version of the integration.
type Key = (i64, i64);

/// What video platforms answered just now.
pub struct Answers {
    macros: Cache<Key, Arc<Vec<Macro>>>,
    cameras: Cache<Key, Arc<Vec<Camera>>>,
}

impl Default for Answers {
    fn default() -> Self {
        Answers {
            macros: Cache::builder().time_to_live(FRESH).max_capacity(KEPT).build(),
            cameras: Cache::builder().time_to_live(FRESH).max_capacity(KEPT).build(),
        }
    }
}

impl Answers {
    pub async fn macros(&self, context: &Context, caller: &Caller, id: i64) -> Result<Vec<Macro>> {
        let (key, draft) = usable(context, caller, id).await?;
        if let Some(known) = self.macros.get(&key) {
            return Ok(known.to_vec());
        }
        let secret = draft.open_secret(&context.sealer).unwrap_or_default();
        let found = platform(context, &draft, &secret).macros().await.map_err(unavailable)?;
        self.macros.insert(key, Arc::new(found.clone()));
        Ok(found)
    }

    pub async fn cameras(&self, context: &Context, caller: &Caller, id: i64) -> Result<Vec<Camera>> {
        let (key, draft) = usable(context, caller, id).await?;
        if let Some(known) = self.cameras.get(&key) {
            return Ok(known.to_vec());
        }
        let secret = draft.open_secret(&context.sealer).unwrap_or_default();
        let found = platform(context, &draft, &secret).cameras().await.map_err(unavailable)?;
        self.cameras.insert(key, Arc::new(found.clone()));
        Ok(found)
    }
}

/// Whether the server is there and takes the credentials.
pub async fn ask(context: &Context, draft: &Draft) -> Result<()> {
    let secret = draft.open_secret(&context.sealer).unwrap_or_default();
    let answer = match draft.kind {
        IntegrationType::AxxonOne => platform(context, draft, &secret).macros().await.map(|_| ()),
        _ => ask_barrier(context, draft, &secret).await,
    };
    let (path, secret_path) = match draft.kind {
        IntegrationType::AxxonOne => ("axxon_one_settings.server_url", "axxon_one_settings.password"),
        _ => ("barrier_settings.server_url", "barrier_settings.token"),
    };
    answer.map_err(|error| match error {
        Unusable::Credentials => Error::field(secret_path, "invalid credentials"),
        Unusable::Failure(failure @ (Failure::Refused | Failure::BadAddress)) => Error::field(path, failure.to_string()),
        error => unavailable(error),
    })
}

/// Any answer that is no fault of the server, and no refusal of the token, is one.
async fn ask_barrier(context: &Context, draft: &Draft, token: &str) -> Result<(), Unusable> {
    let mut request = http::Request::get(&draft.server_url);
    if !token.is_empty() {
        request = request.header(http::header::AUTHORIZATION, format!("Bearer {token}"));
    }
    let answer = context.outgoing.send(request.body(Vec::new()).map_err(|_| Failure::BadAddress)?).await?;
    match answer.status().as_u16() {
        401 | 403 => Err(Unusable::Credentials),
        status @ 500.. => Err(Unusable::Status(status)),
        _ => Ok(()),
    }
}

/// A video platform that is in use and that the caller sees for more than having made it: whoever lost the right to
/// where it belongs is not told what is there.
async fn usable(context: &Context, caller: &Caller, id: i64) -> Result<(Key, Draft)> {
    let mut reader = context.database.read(caller.project_id).await?;
    let row = integration::find(&mut reader, caller, id, false).await?;
    let mut is_theirs = may(&mut reader, caller, Action::View, row.domain_id).await?;
    for group in &row.group_ids {
        is_theirs = is_theirs || may(&mut reader, caller, Action::View, Some(*group)).await?;
    }
    drop(reader);
    let draft = draft(&row);
    if !is_theirs {
        return Err(not_allowed("integration not allowed for user"));
    }
    if draft.kind != IntegrationType::AxxonOne || !draft.is_active {
        return Err(not_allowed("integration not allowed for device"));
    }
    Ok(((id, row.version), draft))
}

fn platform<'a>(context: &'a Context, draft: &'a Draft, secret: &'a str) -> AxxonOne<'a> {
    AxxonOne {
        outgoing: &context.outgoing,
        server_url: &draft.server_url,
        user_name: draft.user_name.as_deref().unwrap_or_default(),
        password: secret,
    }
}

fn not_allowed(message: &str) -> Error {
    Error::Conflict { code: "integration_not_allowed", message: message.into(), data: Value::Null }
}

fn unavailable(error: Unusable) -> Error {
    let reason = serde_json::json!({ "reason": error.to_string() });
    Error::Conflict { code: "integration_server_unavailable", message: "integration server is unavailable".into(), data: reason }
}
