use std::time::Duration;

use kit::rate_limit::{self, Limit};
use kit::{Error, Result, tree};
use policy::{Action, Authorized, Caller, Permission, Resource, action, resource};
use proto::vestibule::device::v1::lifts_client::LiftsClient;
use proto::vestibule::device::v1::{CallLiftRequest, LiftCommand};
use sqlx::PgConnection;

use super::is_licensed;
use crate::app::App;
use crate::domain::elevator::{Direction, LiftOrder, effective_floors, find_floor, order};
use crate::store::elevator::{self as store, ElevatorRow, Rider};
use crate::store::license::is_off_in;

/// Calls of a user within a minute, of all elevators.
const MAX_CALLS: u64 = 10;
const CALLS_INTERVAL: Duration = Duration::from_secs(60);
/// device-gateway waits five seconds for a controller.
const CALL_TIMEOUT: Duration = Duration::from_secs(7);

/// What a person asks for.
#[derive(Clone, Debug, Default)]
pub struct ElevatorCall {
    /// 0 for the floor of the apartment.
    pub floor: i32,
    pub apartment: Option<String>,
    pub direction: Option<Direction>,
}

/// Sends the lift to a floor, or releases the floor. Returns the floor.
pub async fn call(app: &App, right: &Authorized<resource::Elevator, action::View>, id: i64, wanted: ElevatorCall) -> Result<i32> {
    let (context, caller) = (&app.context, right.caller());
    // People call a lift with the right to see it; a token that may only look moves nothing.
    if caller.token.as_ref().is_some_and(|token| token.is_limited) && !caller.can(Permission::CanEditElevator) {
        return Err(Error::Forbidden);
    }
    let counter = rate_limit::counter(context, "elevator-call", &caller.user_id.to_string());
    let _counted = rate_limit::acquire(context, vec![Limit { counter, most: MAX_CALLS, window: CALLS_INTERVAL }]).await?;
    let mut reader = context.database.read(right.project_id()).await?;
    let row = store::find(&mut reader, right, id).await?;
    let floors = row.floors();
    let floor = find_floor(&floors, wanted.floor, wanted.apartment.as_deref())?;
    let licensed = is_licensed(&mut reader, right.project_id()).await?;
    // Without the licence everybody goes to public floors only.
    let goes_on = licensed && !is_off_in(&mut reader, row.domain_id).await?;
    if !goes_on || !may_go_anywhere(&mut reader, caller, &row).await? {
        let passenger = store::passenger(&mut reader, right.project_id(), row.id, Rider::User(caller.user_id), licensed).await?;
        if !effective_floors(&floors, &passenger).contains(&floor) {
            return Err(Error::Forbidden);
        }
    }
    drop(reader);
    let commands = commands(&row, floor, wanted.direction)?;
    let request = CallLiftRequest { elevator_id: row.id, floor, commands, user_id: caller.user_id, user_name: caller.user_name.clone() };
    let mut lifts = LiftsClient::new(context.peers.peer("device-gateway"));
    let answer = lifts.call_lift(context.signer.as_service_for(context.service, caller, request));
    let timed_out = |_| Error::Unavailable(anyhow::anyhow!("device-gateway did not answer in time"));
    tokio::time::timeout(CALL_TIMEOUT, answer).await.map_err(timed_out)??;
    Ok(floor)
}

/// Who changes the elevator, and who answers visitors of its group.
async fn may_go_anywhere(connection: &mut PgConnection, caller: &Caller, row: &ElevatorRow) -> Result<bool> {
    for (resource, action) in [(Resource::Elevator, Action::Edit), (Resource::Interception, Action::Edit)] {
        let scope = caller.scope(resource, action);
        let is_own = resource == Resource::Elevator && scope.own && row.created_by == Some(caller.user_id);
        if scope.all || is_own || scope.needs_tree() && tree::covers(connection, &scope, row.domain_id).await? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Commands for the controllers that have the floor.
fn commands(row: &ElevatorRow, floor: i32, direction: Option<Direction>) -> Result<Vec<LiftCommand>> {
    let with_floor = || row.controllers.iter().filter(|controller| controller.floors.iter().any(|mapped| mapped.floor == floor));
    let command = |(device_id, order): (i64, LiftOrder)| match order {
        LiftOrder::Release => LiftCommand { device_id, direction: String::new(), releases: true },
        LiftOrder::Call(direction) => LiftCommand { device_id, direction: direction.map_or("", Direction::as_str).into(), releases: false },
    };
    let commands: Vec<LiftCommand> =
        with_floor().filter_map(|controller| Some((controller.id, order(controller, direction)?))).map(command).collect();
    let takes_any = with_floor().any(|controller| order(controller, Some(Direction::Up)).is_some());
    match (commands.is_empty(), direction) {
        (false, _) => Ok(commands),
        (true, None) if takes_any => Err(Error::field("direction", "wrong parameters")),
        (true, _) => Err(Error::conflict("can't perform action")),
    }
}
