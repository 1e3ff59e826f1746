//! A service's dead letters, for the operator on the System page: served by every service beside its own calls, because the
//! gateway faces the internet and has no queue of its own.
use kit_core::clock;
use kit_events::audit::{self, Change};
use kit_events::dead_letters::{self, MAX_LISTED};
use policy::{Action, Authorized, Resource, action, resource};
use proto::vestibule::gateway::v1::own_dead_letters_server::{OwnDeadLetters, OwnDeadLettersServer};
use proto::vestibule::gateway::v1::{
    DeadLetter, ListDeadLettersResponse, ListOwnDeadLettersRequest, ReplayDeadLettersResponse, ReplayOwnDeadLettersRequest,
};
use serde_json::{Value, json};
use time::OffsetDateTime;
use tonic::{Request, Response, Status};

use crate::{Context, Error, Result};

pub(crate) fn server(context: Context) -> OwnDeadLettersServer<impl OwnDeadLetters> {
    OwnDeadLettersServer::new(DeadLetterService(context))
}

struct DeadLetterService(Context);

#[tonic::async_trait]
impl OwnDeadLetters for DeadLetterService {
    async fn list_own_dead_letters(&self, request: Request<ListOwnDeadLettersRequest>) -> Result<Response<ListDeadLettersResponse>, Status> {
        self.0.authorize::<resource::Installation, action::View, _>(&request)?;
        let found = dead_letters::list(&self.0.settings, self.0.service).await.map_err(Error::Unavailable)?;
        Ok(Response::new(ListDeadLettersResponse { items: found.items.into_iter().map(encode).collect(), total: found.total.into() }))
    }

    async fn replay_own_dead_letters(&self, request: Request<ReplayOwnDeadLettersRequest>) -> Result<Response<ReplayDeadLettersResponse>, Status> {
        let right = self.0.authorize::<resource::Installation, action::Edit, _>(&request)?;
        let ids = request.into_inner().ids;
        if ids.len() > MAX_LISTED {
            return Err(Error::field("ids", format!("too many items: at most {MAX_LISTED}")).into());
        }
        record(&self.0, &right, &ids).await?;
        let replayed = dead_letters::replay(&self.0.settings, self.0.service, &ids).await.map_err(Error::Unavailable)?;
        Ok(Response::new(ReplayDeadLettersResponse { replayed: replayed.into() }))
    }
}

/// Before the first letter moves: what is put back cannot be taken back, so none is without its record.
async fn record(context: &Context, right: &Authorized<resource::Installation, action::Edit>, ids: &[String]) -> Result<()> {
    let letters = if ids.is_empty() { json!("all") } else { json!(ids) };
    let after = json!({ "letters": letters });
    let change = Change::new(Action::Edit, Resource::Installation, 0, context.service, Value::Null, after);
    let mut tx = context.database.tenant(right.project_id()).await?;
    audit::record(&mut tx, &context.clock, right.caller(), Change { action: "replay", ..change }).await?;
    Ok(tx.commit().await?)
}

fn encode(event: dead_letters::DeadLetter) -> DeadLetter {
    let died_at = event.died_at.and_then(|seconds| OffsetDateTime::from_unix_timestamp(seconds).ok());
    DeadLetter {
        id: event.id,
        topic: event.topic,
        project_id: event.project_id,
        died_at: died_at.map(clock::to_proto),
        bytes: i64::try_from(event.bytes).unwrap_or(i64::MAX),
    }
}
