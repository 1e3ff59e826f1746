//! What telephony asks of alarms for which it calls people. It knows users and roles; how far they reach is decided here.
use kit::Error;
use policy::{Caller, CallerKind, PermissionSet};
use proto::vestibule::device::v1::alarm_calls_server::AlarmCalls;
use proto::vestibule::device::v1::{AlarmCallPerson, CheckAlarmRequest, CheckAlarmResponse, TakeAlarmForPersonRequest, TakeAlarmForPersonResponse};
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::operation::alarm_call;

/// As many as a step of an escalation names.
const MAX_PEOPLE: usize = 20;

pub struct AlarmCallService(pub App);

#[tonic::async_trait]
impl AlarmCalls for AlarmCallService {
    async fn check_alarm(&self, request: Request<CheckAlarmRequest>) -> Result<Response<CheckAlarmResponse>, Status> {
        let service = self.0.context.caller(&request)?;
        service.as_service().map_err(Error::from)?;
        let CheckAlarmRequest { alarm_id, people } = request.into_inner();
        if people.len() > MAX_PEOPLE {
            return Err(Error::field("people", "too many items: at most 20").into());
        }
        let people: Vec<Caller> = people.into_iter().map(|person| decode(&service, person)).collect();
        let found = alarm_call::check(&self.0, service.project_id, alarm_id, &people).await?;
        Ok(Response::new(CheckAlarmResponse { is_waiting: found.is_waiting, user_ids: found.user_ids }))
    }

    async fn take_alarm_for_person(&self, request: Request<TakeAlarmForPersonRequest>) -> Result<Response<TakeAlarmForPersonResponse>, Status> {
        let service = self.0.context.caller(&request)?;
        service.as_service().map_err(Error::from)?;
        let TakeAlarmForPersonRequest { alarm_id, person } = request.into_inner();
        let person = person.ok_or_else(|| Error::field("person", "required"))?;
        alarm_call::take(&self.0, &decode(&service, person), alarm_id).await?;
        Ok(Response::new(TakeAlarmForPersonResponse {}))
    }
}

fn decode(service: &Caller, person: AlarmCallPerson) -> Caller {
    Caller {
        project_id: service.project_id,
        user_id: person.user_id,
        user_name: person.user_name,
        permissions: PermissionSet::from_codes(person.permissions.iter().map(String::as_str)),
        domain_ids: person.domain_ids,
        kind: CallerKind::User,
        ..Caller::default()
    }
}
