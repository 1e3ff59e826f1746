//! What a device does not hold though it should, and why.
use std::collections::HashSet;
use std::time::Duration;

use kit::{Error, Result};
use policy::{Action, Authorized, Caller, Resource, action, resource};
use proto::vestibule::access::v1::ListVisibleEntitiesRequest;
use proto::vestibule::access::v1::visible_entities_client::VisibleEntitiesClient;

use crate::app::App;
use crate::domain::item::ItemKind;
use crate::store::device;
use crate::store::sync_error::{self as store, SyncErrorRow};

const ANSWER_TIMEOUT: Duration = Duration::from_secs(3);

/// Whoever sees the device sees each error; the names of identifiers and schedules only who sees these.
pub async fn list(app: &App, right: &Authorized<resource::Device, action::View>, device_id: i64) -> Result<Vec<SyncErrorRow>> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    device::find(&mut reader, right, device_id).await?.ok_or(Error::NotFound)?;
    let mut rows = store::list(&mut reader, right, device_id).await?;
    // No connection is held while access is asked.
    drop(reader);
    let seen = Seen::find(app, right.caller(), &rows).await.unwrap_or_else(|error| {
        tracing::warn!(%error, "access does not say whose names are seen");
        Seen::default()
    });
    rows.iter_mut().filter(|row| !seen.has(row)).for_each(|row| row.name = None);
    Ok(rows)
}

/// Entities that a caller sees.
#[derive(Default)]
struct Seen {
    identifiers: HashSet<i64>,
    schedules: HashSet<i64>,
}

impl Seen {
    async fn find(app: &App, caller: &Caller, rows: &[SyncErrorRow]) -> Result<Seen> {
        let named = |kind: ItemKind| rows.iter().filter(move |row| row.kind == kind as i16).filter_map(|row| row.entity_id);
        let (identifiers, schedules): (Vec<i64>, Vec<i64>) = (named(ItemKind::Identifier).collect(), named(ItemKind::Schedule).collect());
        let sees_all = |resource| caller.scope(resource, Action::View).all;
        let is_seen = |ids: &[i64], resource| ids.is_empty() || sees_all(resource);
        if is_seen(&identifiers, Resource::Identifier) && is_seen(&schedules, Resource::TimeRule) {
            return Ok(Seen { identifiers: identifiers.into_iter().collect(), schedules: schedules.into_iter().collect() });
        }
        let request = ListVisibleEntitiesRequest { identifier_ids: identifiers, time_rule_ids: schedules, ..Default::default() };
        let mut access = VisibleEntitiesClient::new(app.context.peers.peer("access"));
        let answered = tokio::time::timeout(ANSWER_TIMEOUT, access.list_visible_entities(app.context.signer.request(caller, request))).await;
        let answer = answered.map_err(|error| Error::Unavailable(error.into()))??.into_inner();
        Ok(Seen { identifiers: answer.identifier_ids.into_iter().collect(), schedules: answer.time_rule_ids.into_iter().collect() })
    }

    fn has(&self, row: &SyncErrorRow) -> bool {
        let seen = if row.kind == ItemKind::Schedule as i16 { &self.schedules } else { &self.identifiers };
        row.entity_id.is_some_and(|id| seen.contains(&id))
    }
}
