//! What devices held before the platform, for device-gateway.
use kit::{Error, Result, clock};
use policy::action;
use policy::resource;
use proto::vestibule::access::v1::adopted_lists_server::AdoptedLists;
use proto::vestibule::access::v1::{
    AdoptDeviceListRequest, AdoptDeviceListResponse, AdoptedItem, AdoptedKind, AdoptedState, AdoptionCounts, DesiredIdentifier, DesiredSchedule,
};
use tonic::{Request, Response, Status};
use uuid::Uuid;

use crate::app::App;
use crate::domain::adopted_list::{HeldIdentifier, HeldList, HeldSchedule, PlannedItem, PlannedKind, PlannedState};
use crate::domain::identifier::{IdentifierType, OwnerType};
use crate::operation::adopted_list::{self as operation, Adoption, AdoptionRights};

/// Lines of an answer.
const MAX_ITEMS: usize = 1_000;

pub struct AdoptedListsService(pub App);

fn link(text: &str) -> Option<Uuid> {
    Uuid::try_parse(text).ok().filter(|link| !link.is_nil())
}

fn decode_identifier(held: DesiredIdentifier) -> HeldIdentifier {
    HeldIdentifier {
        link_id: link(&held.link_id),
        kind: IdentifierType::parse(&held.r#type).filter(|kind| *kind != IdentifierType::Ukey2),
        number: held.number,
        name: held.owner_name,
        owner_type: if held.is_guest { OwnerType::Guest } else { OwnerType::Owner },
        locks: held.locks,
        valid_from: held.valid_from.as_ref().and_then(clock::from_proto),
        valid_to: held.valid_to.as_ref().and_then(clock::from_proto),
        passes: held.passes,
        // An id that is none stands for a schedule that is not there.
        schedules: held.schedule_link_ids.iter().map(|text| link(text).unwrap_or_default()).collect(),
    }
}

fn decode_schedule(held: DesiredSchedule) -> HeldSchedule {
    HeldSchedule { link_id: link(&held.link_id), name: held.name, profile: serde_json::from_str(&held.profile).ok() }
}

fn encode(adoption: Adoption) -> AdoptDeviceListResponse {
    let counts = |kind| {
        let [created, known, conflicts] = adoption.plan.counts(kind).map(|count| count as i32);
        Some(AdoptionCounts { created, known, conflicts })
    };
    let mut items: Vec<&PlannedItem> = adoption.plan.items.iter().collect();
    items.sort_by_key(|item| match (item.state, item.kind) {
        (PlannedState::Conflict(_), _) => 0,
        (_, PlannedKind::Rule) => 1,
        (PlannedState::Created, _) => 2,
        (PlannedState::Known(_), _) => 3,
    });
    AdoptDeviceListResponse {
        identifiers: counts(PlannedKind::Identifier),
        schedules: counts(PlannedKind::Schedule),
        rules: counts(PlannedKind::Rule),
        items: items.into_iter().take(MAX_ITEMS).map(encode_item).collect(),
        plan_hash: adoption.hash,
        is_applied: adoption.is_applied,
        list_version: adoption.list_version,
    }
}

fn encode_item(item: &PlannedItem) -> AdoptedItem {
    let kind = match item.kind {
        PlannedKind::Identifier => AdoptedKind::Identifier,
        PlannedKind::Schedule => AdoptedKind::Schedule,
        PlannedKind::Rule => AdoptedKind::Rule,
    };
    let (state, entity_id, reason) = match item.state {
        PlannedState::Created => (AdoptedState::Created, 0, ""),
        PlannedState::Known(id) => (AdoptedState::Known, id, ""),
        PlannedState::Conflict(conflict) => (AdoptedState::Conflict, 0, conflict.as_str()),
    };
    AdoptedItem {
        kind: kind.into(),
        state: state.into(),
        name: item.name.clone(),
        r#type: item.identifier_type.map(IdentifierType::as_str).unwrap_or_default().into(),
        number: item.number.clone(),
        entity_id,
        reason: reason.into(),
        locks: item.locks.clone(),
        identifiers: item.identifiers as i32,
    }
}

#[tonic::async_trait]
impl AdoptedLists for AdoptedListsService {
    async fn adopt_device_list(&self, request: Request<AdoptDeviceListRequest>) -> Result<Response<AdoptDeviceListResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        let rights = AdoptionRights {
            identifiers: caller.authorize::<resource::Identifier, action::Create>().map_err(Error::from)?,
            rules: caller.authorize::<resource::AccessRule, action::Create>().map_err(Error::from)?,
            schedules: caller.authorize::<resource::TimeRule, action::Create>().ok(),
        };
        let request = request.into_inner();
        let held = HeldList {
            identifiers: request.identifiers.into_iter().map(decode_identifier).collect(),
            schedules: request.schedules.into_iter().map(decode_schedule).collect(),
        };
        let adoption = operation::adopt(&self.0, &rights, request.device_id, &held, &request.plan_hash).await?;
        Ok(Response::new(encode(adoption)))
    }
}
