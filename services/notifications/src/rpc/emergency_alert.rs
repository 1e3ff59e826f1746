//! Emergency alerts, their sounds and their runs.
use futures::{StreamExt, stream};
use kit::clock::to_proto;
use kit::signed_link::LinkSignature;
use kit::upload_places::in_time;
use kit::{Mask, Result, upload};
use policy::{ActionKind, Authorized, ResourceKind, action, resource};
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse, FileChunk, Ref};
use proto::vestibule::notifications::v1::emergency_alerts_server::EmergencyAlerts;
use proto::vestibule::notifications::v1::*;
use tonic::codegen::BoxStream;
use tonic::{Request, Response, Status, Streaming};

use crate::app::App;
use crate::domain::emergency_alert::{AlertDeviceType as DeviceTypeKind, DoorMode as DoorModeKind, EmergencyAlertDraft};
use crate::operation::alert_file::{self, UploadedFile};
use crate::operation::alert_run::{self, AlertRunView};
use crate::operation::emergency_alert::{self as operation, EmergencyAlertView};
use crate::store::alert_run::{AlertRunCountsRow, AlertRunDeviceRow};

pub struct EmergencyAlertService(pub App);

impl EmergencyAlertService {
    fn authorize<R: ResourceKind, A: ActionKind, T>(&self, request: &Request<T>) -> Result<Authorized<R, A>> {
        self.0.context.authorize(request)
    }
}

/// Ids of references, in order, each once.
fn ids(references: &[Ref]) -> Vec<i64> {
    let mut ids: Vec<i64> = references.iter().map(|reference| reference.id).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

fn references(ids: Vec<i64>, names: Vec<String>) -> Vec<Ref> {
    ids.into_iter().zip(names).map(|(id, name)| Ref { id, name }).collect()
}

fn decode(alert: Option<EmergencyAlert>) -> EmergencyAlertDraft {
    let alert = alert.unwrap_or_default();
    EmergencyAlertDraft {
        name: alert.name,
        device_type: DeviceTypeKind::from_number(alert.device_type),
        filename: alert.filename,
        playback_duration: alert.playback_duration,
        open_locks: alert.open_locks,
        groups: ids(&alert.domains),
        devices: ids(&alert.devices),
        door_mode: DoorModeKind::from_number(alert.door_mode),
        door_duration: alert.door_duration,
        pass_groups: ids(&alert.pass_domains),
        start_roles: ids(&alert.start_roles),
        release_roles: ids(&alert.release_roles),
        message: alert.message.filter(|message| !message.trim().is_empty()),
    }
}

fn encode(view: EmergencyAlertView) -> EmergencyAlert {
    let EmergencyAlertView { row, run, file_url } = view;
    let roles = |ids: Vec<i64>| ids.into_iter().map(|id| Ref { id, ..Ref::default() }).collect();
    let filename = row.file_key.map(|key| key.to_string()).unwrap_or_default();
    let file = file_url.map(|url| EmergencyAlertFile {
        filename: filename.clone(),
        name: row.file_name.unwrap_or_default(),
        duration: row.milliseconds.unwrap_or_default(),
        url,
    });
    EmergencyAlert {
        id: row.id,
        name: row.name,
        device_type: row.device_type.into(),
        filename,
        playback_duration: row.playback_duration,
        open_locks: row.open_locks,
        domains: references(row.group_ids, row.group_names),
        devices: references(row.device_ids, row.device_names),
        door_mode: row.door_mode.into(),
        door_duration: row.door_duration,
        pass_domains: references(row.pass_group_ids, row.pass_group_names),
        start_roles: roles(row.start_roles),
        release_roles: roles(row.release_roles),
        message: row.message,
        file,
        run: run.map(encode_run),
        created_by_user: row.created_by.map(|id| Ref { id, name: row.created_by_name }),
        created_at: Some(to_proto(row.created_at)),
        updated_at: Some(to_proto(row.updated_at)),
        names_nothing: row.names_nothing,
    }
}

fn encode_file(file: UploadedFile) -> EmergencyAlertFile {
    EmergencyAlertFile { filename: file.row.key.to_string(), name: file.row.file_name, duration: file.row.milliseconds, url: file.url }
}

fn encode_run(view: AlertRunView) -> AlertRun {
    let AlertRunView { row, status, counts, devices } = view;
    AlertRun {
        id: row.id,
        status: status as i32,
        is_drill: row.is_drill,
        open_locks: row.open_locks,
        door_mode: row.door_mode.into(),
        started_at: Some(to_proto(row.started_at)),
        started_by_user: Some(Ref { id: row.started_by, name: row.started_by_name }),
        sound_ends_at: Some(to_proto(row.sound_ends_at)),
        ends_at: Some(to_proto(row.ends_at)),
        stopped_at: row.stopped_at.map(to_proto),
        stopped_by_user: row.stopped_by.map(|id| Ref { id, name: row.stopped_by_name.unwrap_or_default() }),
        alert: Some(Ref { id: row.alert_id, name: row.alert_name }),
        message: row.message,
        counts: Some(encode_counts(&counts)),
        devices: devices.into_iter().map(encode_device).collect(),
    }
}

fn encode_counts(counts: &AlertRunCountsRow) -> AlertRunCounts {
    AlertRunCounts {
        players: counts.players as i32,
        playing: counts.playing as i32,
        done: counts.done as i32,
        failed: counts.failed as i32,
        offline: counts.offline as i32,
        stopped: counts.stopped as i32,
        locks: counts.locks as i32,
        open_locks: counts.open_locks as i32,
        failed_locks: counts.failed_locks as i32,
        doors: counts.doors as i32,
        shut_doors: counts.shut_doors as i32,
        restored_doors: counts.restored_doors as i32,
    }
}

fn encode_device(row: AlertRunDeviceRow) -> AlertRunDevice {
    let is_offline = row.state == AlertPlayState::Offline as i16 || row.locks.iter().any(|lock| lock.state == AlertLockState::Offline as i16);
    let lock = |lock: &crate::domain::alert_run::AlertLock| AlertRunLock {
        number: lock.number,
        state: lock.state.into(),
        error: lock.error.clone(),
        at: lock.at.map(to_proto),
    };
    AlertRunDevice {
        locks: row.locks.iter().map(lock).collect(),
        device: Some(Ref { id: row.device_id, name: row.device_name }),
        domain: row.group_name.map(|name| Ref { id: row.group_id, name }),
        state: row.state.into(),
        error: row.error,
        at: row.at.map(to_proto),
        door_state: row.door_state.into(),
        is_online: !is_offline,
    }
}

#[tonic::async_trait]
impl EmergencyAlerts for EmergencyAlertService {
    type GetEmergencyAlertAudioStream = BoxStream<FileChunk>;

    async fn list_emergency_alerts(&self, request: Request<ListEmergencyAlertsRequest>) -> Result<Response<ListEmergencyAlertsResponse>, Status> {
        let right = self.authorize::<resource::EmergencyAlert, action::View, _>(&request)?;
        let request = request.into_inner();
        let page = operation::list(&self.0, &right, &kit::list_query!(request)).await?.map(encode);
        Ok(Response::new(ListEmergencyAlertsResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }

    async fn get_emergency_alert(&self, request: Request<GetEmergencyAlertRequest>) -> Result<Response<EmergencyAlert>, Status> {
        let right = self.authorize::<resource::EmergencyAlert, action::View, _>(&request)?;
        Ok(Response::new(encode(operation::find(&self.0, &right, request.into_inner().id).await?)))
    }

    async fn create_emergency_alert(&self, request: Request<CreateEmergencyAlertRequest>) -> Result<Response<EmergencyAlert>, Status> {
        let right = self.authorize::<resource::EmergencyAlert, action::Create, _>(&request)?;
        let draft = decode(request.into_inner().emergency_alert);
        Ok(Response::new(encode(operation::create(&self.0, &right, draft).await?)))
    }

    async fn update_emergency_alert(&self, request: Request<UpdateEmergencyAlertRequest>) -> Result<Response<EmergencyAlert>, Status> {
        let right = self.authorize::<resource::EmergencyAlert, action::Edit, _>(&request)?;
        let request = request.into_inner();
        let (draft, mask) = (decode(request.emergency_alert), Mask::new(request.update_mask));
        Ok(Response::new(encode(operation::update(&self.0, &right, request.id, draft, &mask).await?)))
    }

    async fn delete_emergency_alert(&self, request: Request<DeleteEmergencyAlertRequest>) -> Result<Response<DeleteResponse>, Status> {
        let right = self.authorize::<resource::EmergencyAlert, action::Delete, _>(&request)?;
        let id = request.into_inner().id;
        operation::delete(&self.0, &right, id).await?;
        Ok(Response::new(DeleteResponse { id }))
    }

    async fn delete_all_emergency_alerts(&self, request: Request<DeleteAllRequest>) -> Result<Response<DeleteAllResponse>, Status> {
        let right = self.authorize::<resource::EmergencyAlert, action::Delete, _>(&request)?;
        Ok(Response::new(operation::delete_all(&self.0, &right, request.into_inner().items).await?))
    }

    async fn upload_emergency_alert_file(
        &self,
        request: Request<Streaming<UploadEmergencyAlertFileRequest>>,
    ) -> Result<Response<EmergencyAlertFile>, Status> {
        let right = self.authorize::<resource::EmergencyAlert, action::Create, _>(&request)?;
        alert_file::ensure_may_upload(&self.0, &right).await?;
        let _permit = alert_file::UPLOADS.acquire(right.project_id()).await?;
        let upload = in_time(upload::collect(request.into_inner(), audio_upload::MAX_BYTES, |message| message.file.take())).await?;
        Ok(Response::new(encode_file(alert_file::upload(&self.0, &right, upload.file_name, upload.data).await?)))
    }

    async fn get_emergency_alert_audio(&self, request: Request<GetEmergencyAlertAudioRequest>) -> Result<Response<BoxStream<FileChunk>>, Status> {
        let GetEmergencyAlertAudioRequest { filename, subject, expires, signature } = request.into_inner();
        let (file, data) = alert_file::find(&self.0, &filename, &subject, &LinkSignature { expires, signature }).await?;
        let name = format!("{}.wav", file.key);
        let first = FileChunk { file_name: name, content_type: audio_upload::CONTENT_TYPE.into(), ..FileChunk::default() };
        let pieces = data.map(|piece| Ok(FileChunk { data: piece?.to_vec(), ..FileChunk::default() }));
        Ok(Response::new(Box::pin(stream::iter([Ok(first)]).chain(pieces))))
    }

    async fn start_emergency_alert(&self, request: Request<StartEmergencyAlertRequest>) -> Result<Response<AlertRun>, Status> {
        let right = self.authorize::<resource::AlertRun, action::Create, _>(&request)?;
        let StartEmergencyAlertRequest { id, drill_device_id } = request.into_inner();
        Ok(Response::new(encode_run(alert_run::start(&self.0, &right, id, drill_device_id).await?)))
    }

    async fn stop_emergency_alert(&self, request: Request<StopEmergencyAlertRequest>) -> Result<Response<StopEmergencyAlertResponse>, Status> {
        let right = self.authorize::<resource::AlertRun, action::Edit, _>(&request)?;
        let run = alert_run::stop(&self.0, &right, request.into_inner().id).await?;
        Ok(Response::new(StopEmergencyAlertResponse { run: run.map(encode_run) }))
    }

    async fn list_alert_runs(&self, request: Request<ListAlertRunsRequest>) -> Result<Response<ListAlertRunsResponse>, Status> {
        let right = self.authorize::<resource::AlertRun, action::View, _>(&request)?;
        let ListAlertRunsRequest { id, page, size } = request.into_inner();
        let page = alert_run::list(&self.0, &right, id, page, size).await?.map(encode_run);
        Ok(Response::new(ListAlertRunsResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }

    async fn get_alert_run(&self, request: Request<GetAlertRunRequest>) -> Result<Response<AlertRun>, Status> {
        let right = self.authorize::<resource::AlertRun, action::View, _>(&request)?;
        let GetAlertRunRequest { id, run_id } = request.into_inner();
        Ok(Response::new(encode_run(alert_run::find(&self.0, &right, id, run_id).await?)))
    }
}
