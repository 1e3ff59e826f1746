//! Alarms of devices.
use kit::{Error, Page, clock, list_query, session_link};
use policy::{Caller, action, resource};
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse, Ref};
use proto::vestibule::device::v1 as api;
use proto::vestibule::device::v1::device_alarms_server::DeviceAlarms;
use tonic::{Request, Response, Status};

use super::decode_ids;
use crate::app::App;
use crate::domain::alarm_escalation::{CALL, MAIL, NOTIFICATION};
use crate::domain::event_image::address;
use crate::operation::device_alarm as operation;
use crate::store::device_alarm::{self, DeviceAlarmLogRow, DeviceAlarmRow};

pub struct DeviceAlarmService(pub App);

#[tonic::async_trait]
impl DeviceAlarms for DeviceAlarmService {
    async fn list_device_alarms(&self, request: Request<api::ListDeviceAlarmsRequest>) -> Result<Response<api::ListDeviceAlarmsResponse>, Status> {
        let right = self.0.context.authorize::<resource::DeviceAlarm, action::View, _>(&request)?;
        let request = request.into_inner();
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        let Page { items, total, page, size } = device_alarm::list(&mut reader, &right, &list_query!(request)).await?;
        Ok(Response::new(api::ListDeviceAlarmsResponse {
            items: items.into_iter().map(|row| encode(&self.0, right.caller(), row)).collect(),
            total,
            page,
            size,
        }))
    }

    async fn get_device_alarm(&self, request: Request<api::GetDeviceAlarmRequest>) -> Result<Response<api::DeviceAlarm>, Status> {
        let right = self.0.context.authorize::<resource::DeviceAlarm, action::View, _>(&request)?;
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        let row = device_alarm::find(&mut reader, &right, request.into_inner().id).await?.ok_or(Error::NotFound)?;
        Ok(Response::new(encode(&self.0, right.caller(), row)))
    }

    async fn delete_device_alarm(&self, request: Request<api::DeleteDeviceAlarmRequest>) -> Result<Response<DeleteResponse>, Status> {
        let right = self.0.context.authorize::<resource::DeviceAlarm, action::Delete, _>(&request)?;
        let id = request.into_inner().id;
        operation::delete(&self.0, &right, id).await?;
        Ok(Response::new(DeleteResponse { id }))
    }

    async fn delete_all_device_alarms(&self, request: Request<DeleteAllRequest>) -> Result<Response<DeleteAllResponse>, Status> {
        let right = self.0.context.authorize::<resource::DeviceAlarm, action::Delete, _>(&request)?;
        let ids = decode_ids(request.into_inner())?;
        Ok(Response::new(operation::delete_all(&self.0, &right, ids).await?))
    }

    async fn take_device_alarm(&self, request: Request<api::TakeDeviceAlarmRequest>) -> Result<Response<api::DeviceAlarm>, Status> {
        let right = self.0.context.authorize::<resource::DeviceAlarm, action::Edit, _>(&request)?;
        let api::TakeDeviceAlarmRequest { id, is_taken, taken_by_user_id } = request.into_inner();
        Ok(Response::new(encode(&self.0, right.caller(), operation::take(&self.0, &right, id, is_taken, taken_by_user_id).await?)))
    }

    async fn process_device_alarm(&self, request: Request<api::ProcessDeviceAlarmRequest>) -> Result<Response<api::DeviceAlarm>, Status> {
        let right = self.0.context.authorize::<resource::DeviceAlarm, action::Edit, _>(&request)?;
        let api::ProcessDeviceAlarmRequest { id, comment } = request.into_inner();
        Ok(Response::new(encode(&self.0, right.caller(), operation::process(&self.0, &right, id, &comment).await?)))
    }

    async fn list_device_alarm_logs(
        &self,
        request: Request<api::ListDeviceAlarmLogsRequest>,
    ) -> Result<Response<api::ListDeviceAlarmLogsResponse>, Status> {
        let right = self.0.context.authorize::<resource::DeviceAlarm, action::View, _>(&request)?;
        let api::ListDeviceAlarmLogsRequest { id, page, size } = request.into_inner();
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        let alarm = device_alarm::find(&mut reader, &right, id).await?.ok_or(Error::NotFound)?;
        let Page { items, total, page, size } = device_alarm::list_logs(&mut reader, &alarm, page, size).await?;
        Ok(Response::new(api::ListDeviceAlarmLogsResponse { items: items.into_iter().map(encode_log).collect(), total, page, size }))
    }
}

fn encode(app: &App, caller: &Caller, row: DeviceAlarmRow) -> api::DeviceAlarm {
    let person = |id: Option<i64>, name: Option<String>| id.map(|id| Ref { id, name: name.unwrap_or_default() });
    api::DeviceAlarm {
        id: row.id,
        state: row.state.into(),
        severity: row.severity.into(),
        code: row.code,
        device: Some(Ref { id: row.device_id, name: row.device_name }),
        domain: Some(Ref { id: row.domain_id, name: row.domain_name.unwrap_or_default() }),
        lock_number: (row.lock_number != 0).then_some(row.lock_number),
        count: row.count,
        first_at: Some(clock::to_proto(row.first_at)),
        last_at: Some(clock::to_proto(row.last_at)),
        created_at: Some(clock::to_proto(row.created_at)),
        cleared_at: row.cleared_at.map(clock::to_proto),
        taken_by_user: person(row.taken_by, row.taken_by_name),
        taken_at: row.taken_at.map(clock::to_proto),
        processed_by_user: person(row.processed_by, row.processed_by_name),
        processed_at: row.processed_at.map(clock::to_proto),
        comment: row.comment,
        location_latitude: row.location_latitude,
        location_longitude: row.location_longitude,
        image_url: row.image_path.and_then(|path| session_link::sign(&app.context.links, &app.context.clock, caller, &address(&path))),
        escalates_at: row.escalates_at.map(clock::to_proto),
    }
}

fn means_number(means: &str) -> api::EscalationMeans {
    match means {
        NOTIFICATION => api::EscalationMeans::Notification,
        MAIL => api::EscalationMeans::Mail,
        CALL => api::EscalationMeans::Call,
        _ => api::EscalationMeans::Unspecified,
    }
}

fn encode_log(row: DeviceAlarmLogRow) -> api::DeviceAlarmLog {
    let recipients = row.recipients.map(|recipients| recipients.0).unwrap_or_default();
    api::DeviceAlarmLog {
        id: row.id,
        change: row.change.into(),
        user: row.user_id.map(|id| Ref { id, name: row.user_name.unwrap_or_default() }),
        comment: row.comment,
        created_at: Some(clock::to_proto(row.created_at)),
        device_at: row.device_at.map(clock::to_proto),
        step: row.step,
        by: row.means.map(|means| means_number(&means).into()),
        recipients: recipients.into_iter().map(|recipient| Ref { id: recipient.id, name: recipient.name }).collect(),
    }
}
