//! The access decision, asked and explained.
use kit::Error;
use kit::clock::{from_proto, to_proto};
use policy::{action, resource};
use proto::vestibule::access::v1::access_checks_server::AccessChecks;
use proto::vestibule::access::v1::*;
use proto::vestibule::common::v1::Ref;
use tonic::{Request, Response, Status};

use super::encode_timestamp;
use crate::app::App;
use crate::domain::decision;
use crate::operation::check::{AccessQuestion, Explanation, explain};

pub struct AccessChecksService(pub App);

fn encode_reason(explanation: &Explanation, reason: decision::Reason) -> Reason {
    let next_opens = match reason {
        decision::Reason::OutsideSchedule { next_opens, .. } | decision::Reason::OutsideHours { next_opens } => next_opens,
        _ => None,
    };
    Reason {
        code: reason.code().into(),
        access_rule: explanation.rule(reason).map(|(id, name)| Ref { id, name: name.into() }),
        time_rule: explanation.schedule(reason).map(|(id, name)| Ref { id, name: name.into() }),
        identifier: explanation.identifier().map(|identifier| Ref { id: identifier.id.0, name: identifier.name.clone() }),
        next_opens: next_opens.map(encode_timestamp),
    }
}

#[tonic::async_trait]
impl AccessChecks for AccessChecksService {
    async fn check_access(&self, request: Request<CheckAccessRequest>) -> Result<Response<CheckAccessResponse>, Status> {
        let right = self.0.context.authorize::<resource::AccessRule, action::View, _>(&request)?;
        let request = request.into_inner();
        let now = self.0.context.clock.now();
        let at = request.time.as_ref().map_or(Some(now), from_proto).ok_or_else(|| Error::field("time", "out of range"))?;
        let question = AccessQuestion {
            user_id: request.user_id,
            identifier_id: request.identifier_id,
            device_id: request.device_id,
            lock_number: request.lock_number,
            at,
        };
        let explanation = explain(&self.0, &right, question).await?;
        let identifier = explanation.identifier();
        Ok(Response::new(CheckAccessResponse {
            allowed: explanation.decision.allowed,
            reasons: explanation.decision.reasons.iter().map(|reason| encode_reason(&explanation, *reason)).collect(),
            time: Some(to_proto(at)),
            online_only: explanation.online_only.map(|cause| cause.code().into()),
            valid_from: identifier.and_then(|identifier| identifier.valid_from).map(encode_timestamp),
            valid_to: identifier.and_then(|identifier| identifier.valid_to).map(encode_timestamp),
            has_own_hours: identifier.is_some_and(|identifier| identifier.hours.is_some()),
        }))
    }
}
