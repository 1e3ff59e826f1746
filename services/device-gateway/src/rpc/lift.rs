//! Lifts, for access.
use kit::Error;
use policy::{Caller, CallerKind};
use proto::vestibule::device::v1::lifts_server::Lifts;
use proto::vestibule::device::v1::{CallLiftRequest, CallLiftResponse, GetLiftStatesRequest, GetLiftStatesResponse, LiftState};
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::operation::lift::{self as operation, CallOrder, LiftCall};

/// Controllers of one elevator.
const MAX_CONTROLLERS: usize = 20;

pub struct LiftService(pub App);

impl LiftService {
    /// The project of a service that calls about so many controllers.
    fn project<T>(&self, request: &Request<T>, controllers: usize) -> Result<i64, Error> {
        let service = self.0.context.caller(request)?;
        service.as_service()?;
        match controllers <= MAX_CONTROLLERS {
            true => Ok(service.project_id),
            false => Err(Error::field("device_ids", format!("maximum length is {MAX_CONTROLLERS}"))),
        }
    }
}

#[tonic::async_trait]
impl Lifts for LiftService {
    async fn call_lift(&self, request: Request<CallLiftRequest>) -> Result<Response<CallLiftResponse>, Status> {
        let project_id = self.project(&request, request.get_ref().commands.len())?;
        let token = self.0.context.caller(&request)?.token;
        let CallLiftRequest { elevator_id, floor, commands, user_id, user_name } = request.into_inner();
        // The log has one name: that of a token follows its user's.
        let user_name = token.iter().fold(user_name, |name, token| format!("{name} ({})", token.name));
        let user = Caller { project_id, user_id, user_name, kind: CallerKind::User, token, ..Caller::default() };
        let orders = commands.into_iter().map(|command| CallOrder {
            device_id: command.device_id,
            direction: Some(command.direction).filter(|direction| !direction.is_empty()),
            releases: command.releases,
        });
        let wanted = LiftCall { elevator_id, floor, orders: orders.collect() };
        Ok(Response::new(CallLiftResponse { device_ids: operation::call(&self.0, &user, wanted).await? }))
    }

    async fn get_lift_states(&self, request: Request<GetLiftStatesRequest>) -> Result<Response<GetLiftStatesResponse>, Status> {
        let project_id = self.project(&request, request.get_ref().device_ids.len())?;
        let states = operation::states(&self.0, project_id, &request.into_inner().device_ids).await?;
        let state = |(device_id, reason): (i64, Option<&'static str>)| LiftState { device_id, not_ready_reason: reason.unwrap_or_default().into() };
        Ok(Response::new(GetLiftStatesResponse { items: states.into_iter().map(state).collect() }))
    }
}
