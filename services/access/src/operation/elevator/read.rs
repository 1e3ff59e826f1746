use std::collections::HashMap;
use std::time::Duration;

use kit::{ListQuery, Page, Result};
use policy::{Authorized, Caller, action, resource};
use proto::vestibule::device::v1::GetLiftStatesRequest;
use proto::vestibule::device::v1::lifts_client::LiftsClient;
use sqlx::PgConnection;

use crate::app::App;
use crate::operation::related::{NamedIds, visible};
use crate::operation::visible_filter::{RelatedFields, RelatedKind, ensure_filters_visible};
use crate::store::elevator::{self as store, ElevatorRow};

/// The group and the controllers of an elevator are shown to whoever sees it.
const FILTERS: RelatedFields = &[("within_domain_id", RelatedKind::Group), ("elevator_access_rule_id", RelatedKind::ElevatorAccessRule)];
/// How long an answer waits to say whether controllers are ready.
const STATES_TIMEOUT: Duration = Duration::from_secs(2);

type ViewRight = Authorized<resource::Elevator, action::View>;

pub async fn list(app: &App, right: &ViewRight, query: &ListQuery) -> Result<Page<ElevatorRow>> {
    ensure_filters_visible(app, right.caller(), &query.filters, FILTERS).await?;
    let mut reader = app.context.database.read(right.project_id()).await?;
    let mut page = store::list(&mut reader, right, query).await?;
    retain_visible(&mut reader, right.caller(), &mut page.items).await?;
    Ok(page)
}

/// By controller why it is not ready; empty for one that is. A controller is missing where that is not known.
pub type ControllerStates = HashMap<i64, String>;

pub async fn find(app: &App, right: &ViewRight, id: i64) -> Result<(ElevatorRow, ControllerStates)> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let row = store::find(&mut reader, right, id).await?;
    let row = visible_part(&mut reader, right.caller(), row).await?;
    drop(reader);
    let states = controller_states(app, right.project_id(), row.device_ids()).await;
    Ok((row, states))
}

/// The elevator is shown without them while device-gateway is away.
async fn controller_states(app: &App, project_id: i64, device_ids: Vec<i64>) -> ControllerStates {
    let context = &app.context;
    if device_ids.is_empty() {
        return ControllerStates::new();
    }
    let mut lifts = LiftsClient::new(context.peers.peer("device-gateway"));
    let asked = lifts.get_lift_states(context.signer.as_service(context.service, project_id, GetLiftStatesRequest { device_ids }));
    match tokio::time::timeout(STATES_TIMEOUT, asked).await {
        Ok(Ok(answer)) => answer.into_inner().items.into_iter().map(|state| (state.device_id, state.not_ready_reason)).collect(),
        Ok(Err(error)) => {
            tracing::warn!(%error, "the states of lift controllers are not known");
            ControllerStates::new()
        }
        Err(_) => {
            tracing::warn!("device-gateway did not answer in time: the states of lift controllers are not known");
            ControllerStates::new()
        }
    }
}

/// The row as the caller sees it.
pub(super) async fn visible_part(connection: &mut PgConnection, caller: &Caller, mut row: ElevatorRow) -> Result<ElevatorRow> {
    retain_visible(connection, caller, std::slice::from_mut(&mut row)).await?;
    Ok(row)
}

/// Whoever sees an elevator need not see the rules about it, nor its group: they may have made it and left.
async fn retain_visible(connection: &mut PgConnection, caller: &Caller, rows: &mut [ElevatorRow]) -> Result<()> {
    let named = NamedIds {
        elevator_access_rules: rows.iter().flat_map(|row| &row.rule_ids).copied().collect(),
        groups: rows.iter().map(|row| row.domain_id).collect(),
        ..NamedIds::default()
    };
    let visible = visible(connection, caller, named).await?;
    rows.iter_mut().for_each(|row| row.retain_visible(&visible));
    Ok(())
}
