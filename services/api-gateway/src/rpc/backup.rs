//! Backups: decode, authorize, call one operation, encode.
use std::collections::HashMap;

use kit::clock::to_proto as timestamp;
use kit::upload::{self, Upload};
use kit::upload_places::in_time;
use kit::{Error, Result, download};
use policy::{Authorized, Caller, action, resource};
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse, FileChunk, ItemResult, Ref};
use proto::vestibule::gateway::v1::backups_server::Backups;
use proto::vestibule::gateway::v1::{self as api, *};
use site_backup::archive::MAX_FILE_BYTES;
use site_backup::plan::Doors;
use site_backup::{Action, ENTITIES, Mode, Plan, PlanItem, View};
use tonic::codegen::BoxStream;
use tonic::{Request, Response, Status, Streaming};

use crate::app::App;
use crate::domain::backup::{self as domain, ApplyRecord, ApplyStatus, BackupRecord, Worker};
use crate::operation::backup::{self, ApplyInput, BackupFile, ListedBackups, Planned};
use crate::store::lease::WorkProgress;

const MAX_PLAN_ITEMS: usize = 2_000;

pub struct BackupService(pub App);

impl BackupService {
    fn authorize<R: policy::ResourceKind, A: policy::ActionKind, T>(&self, request: &Request<T>) -> Result<Authorized<R, A>> {
        self.0.context.authorize(request)
    }

    /// A plan shows what is in a backup.
    fn viewer<T>(&self, request: &Request<T>) -> Result<Caller> {
        Ok(self.authorize::<resource::Backup, action::View, _>(request)?.caller().clone())
    }

    async fn read_file(&self, stream: Streaming<ApplyBackupFileRequest>) -> Result<Upload<ApplyBackupFileRequest>> {
        in_time(upload::collect(stream, MAX_FILE_BYTES, |message| message.file.take())).await
    }
}

#[tonic::async_trait]
impl Backups for BackupService {
    type DownloadBackupStream = BoxStream<FileChunk>;

    async fn list_backups(&self, request: Request<ListBackupsRequest>) -> Result<Response<ListBackupsResponse>, Status> {
        let right = self.authorize::<resource::Backup, action::View, _>(&request)?;
        let ListBackupsRequest { page, size, sort, search } = request.into_inner();
        let ListedBackups { items, total, page, size } = backup::list(&self.0, &right, page, size, &sort, &search).await?;
        let items = items.into_iter().map(|(record, progress)| backup_message(record, progress)).collect();
        let entities = ENTITIES.iter().map(|entity| entity.name.to_owned()).collect();
        Ok(Response::new(ListBackupsResponse { items, total: total as i64, page, size, entities }))
    }

    async fn get_backup(&self, request: Request<GetBackupRequest>) -> Result<Response<api::Backup>, Status> {
        let right = self.authorize::<resource::Backup, action::View, _>(&request)?;
        let (record, progress) = backup::find(&self.0, &right, request.into_inner().id).await?;
        Ok(Response::new(backup_message(record, progress)))
    }

    async fn create_backup(&self, request: Request<CreateBackupRequest>) -> Result<Response<api::Backup>, Status> {
        let right = self.authorize::<resource::Backup, action::Create, _>(&request)?;
        let CreateBackupRequest { name, entities } = request.into_inner();
        let record = backup::create(&self.0, &right, &name, &entities).await?;
        Ok(Response::new(backup_message(record, WorkProgress::default())))
    }

    async fn delete_backup(&self, request: Request<DeleteBackupRequest>) -> Result<Response<DeleteResponse>, Status> {
        let right = self.authorize::<resource::Backup, action::Delete, _>(&request)?;
        let id = request.into_inner().id;
        backup::delete(&self.0, &right, id).await?;
        Ok(Response::new(DeleteResponse { id }))
    }

    async fn delete_all_backups(&self, request: Request<DeleteAllRequest>) -> Result<Response<DeleteAllResponse>, Status> {
        let right = self.authorize::<resource::Backup, action::Delete, _>(&request)?;
        let answers = backup::delete_all(&self.0, &right, &request.into_inner().items).await?;
        let items = answers.into_iter().map(|(id, done)| ItemResult {
            id,
            done: done.is_ok(),
            message: done.err().map(|error| error.to_string()).unwrap_or_default(),
        });
        Ok(Response::new(DeleteAllResponse { items: items.collect() }))
    }

    async fn apply_backup(&self, request: Request<ApplyBackupRequest>) -> Result<Response<ApplyBackupResponse>, Status> {
        let caller = self.viewer(&request)?;
        let ApplyBackupRequest { id, mode, entities, plan_hash } = request.into_inner();
        let input = ApplyInput { mode: decoded_mode(mode)?, entities, plan_hash, undoes: None };
        Ok(Response::new(planned(backup::apply(&self.0, &caller, id, input).await?)))
    }

    async fn apply_backup_file(&self, request: Request<Streaming<ApplyBackupFileRequest>>) -> Result<Response<ApplyBackupResponse>, Status> {
        let right = self.authorize::<resource::BackupFile, action::Edit, _>(&request)?;
        let call = self.0.backup_works.upload(right.project_id())?;
        let Upload { request, file_name, data } = self.read_file(request.into_inner()).await?;
        let ApplyBackupFileRequest { mode, entities, plan_hash, .. } = request;
        let input = ApplyInput { mode: decoded_mode(mode)?, entities, plan_hash, undoes: None };
        Ok(Response::new(planned(backup::apply_file(&self.0, &right, call, &file_name, data, input).await?)))
    }

    async fn undo_backup(&self, request: Request<UndoBackupRequest>) -> Result<Response<ApplyBackupResponse>, Status> {
        let caller = self.viewer(&request)?;
        let UndoBackupRequest { id, plan_hash } = request.into_inner();
        Ok(Response::new(planned(backup::undo(&self.0, &caller, id, plan_hash).await?)))
    }

    async fn download_backup(&self, request: Request<DownloadBackupRequest>) -> Result<Response<Self::DownloadBackupStream>, Status> {
        let right = self.authorize::<resource::BackupFile, action::View, _>(&request)?;
        let BackupFile { name, content_type, data } = backup::download(&self.0, &right, request.into_inner().id).await?;
        Ok(Response::new(download::file(&name, content_type, &data)))
    }
}

pub fn decoded_mode(mode: i32) -> Result<Mode> {
    match BackupMode::try_from(mode) {
        Ok(BackupMode::Unspecified | BackupMode::Merge) => Ok(Mode::Merge),
        Ok(BackupMode::Replace) => Ok(Mode::Replace),
        Err(_) => Err(Error::field("mode", "must be one of: merge, replace")),
    }
}

pub fn person(worker: &Worker) -> Option<Ref> {
    (worker.user_id != 0).then(|| Ref { id: worker.user_id, name: worker.user_name.clone() })
}

pub fn backup_message(record: BackupRecord, progress: WorkProgress) -> api::Backup {
    let status = match record.status {
        domain::BackupStatus::Making => BackupStatus::Making,
        domain::BackupStatus::Ready => BackupStatus::Ready,
        domain::BackupStatus::Failed => BackupStatus::Failed,
    };
    let origin = match record.origin {
        domain::BackupOrigin::Made => BackupOrigin::Made,
        domain::BackupOrigin::BeforeApply => BackupOrigin::BeforeApply,
        domain::BackupOrigin::File => BackupOrigin::File,
        domain::BackupOrigin::Site => BackupOrigin::Site,
    };
    let is_made = record.status == domain::BackupStatus::Ready;
    let entities = record.entities.iter().map(|(name, count)| {
        let view = record.view(name).filter(|_| is_made).map_or(BackupView::Unspecified, view_message);
        BackupEntity { name: name.clone(), count: *count as i32, view: view.into() }
    });
    api::Backup {
        id: record.id,
        status: status.into(),
        origin: origin.into(),
        entities: entities.collect(),
        size: record.size as i64,
        created_at: Some(timestamp(record.created_at)),
        expires_at: Some(timestamp(record.expires_at())),
        created_by_user: person(&record.made_by),
        read_seconds: record.read_seconds,
        is_complete: record.is_complete(),
        message: record.message,
        is_own: record.is_own,
        apply: record.apply.map(|apply| apply_message(apply, progress)),
        done: progress.done as i32,
        total: progress.total as i32,
        dropped: record.dropped,
        name: record.name,
    }
}

fn view_message(view: View) -> BackupView {
    match view {
        View::All => BackupView::All,
        View::Part(_) | View::Some => BackupView::Part,
        View::None => BackupView::None,
    }
}

fn apply_message(apply: ApplyRecord, progress: WorkProgress) -> BackupApply {
    let is_running = apply.status == ApplyStatus::Applying;
    let status = match apply.status {
        ApplyStatus::Applying => BackupApplyStatus::Applying,
        ApplyStatus::Applied => BackupApplyStatus::Applied,
        ApplyStatus::Failed => BackupApplyStatus::Failed,
        ApplyStatus::Undone => BackupApplyStatus::Undone,
    };
    let refusals = apply.refusals.into_iter();
    BackupApply {
        status: status.into(),
        mode: if apply.replace { BackupMode::Replace } else { BackupMode::Merge }.into(),
        started_at: Some(timestamp(apply.started_at)),
        ended_at: apply.ended_at.map(timestamp),
        by_user: person(&apply.by),
        done: if is_running { progress.done } else { apply.done } as i32,
        total: apply.total as i32,
        refusals: refusals.map(|refusal| BackupRefusal { entity: refusal.entity, name: refusal.name, message: refusal.message }).collect(),
        refusals_count: apply.refusals_count as i32,
        undo_backup_id: apply.undo_backup_id,
        message: apply.message,
    }
}

fn planned(planned: Planned) -> ApplyBackupResponse {
    ApplyBackupResponse { plan: Some(plan_message(planned.plan)), backup: Some(backup_message(planned.backup, WorkProgress::default())) }
}

pub fn plan_message(plan: Plan) -> BackupPlan {
    let counts = plan.counts.iter().map(|(entity, counts): &(_, HashMap<Action, usize>)| {
        let count = |action| counts.get(&action).copied().unwrap_or_default() as i32;
        BackupPlanCount {
            entity: entity.name.into(),
            create: count(Action::Create),
            change: count(Action::Change),
            delete: count(Action::Delete),
            same: count(Action::Same),
            conflict: count(Action::Conflict),
            kept: count(Action::Kept),
        }
    });
    BackupPlan {
        mode: if plan.mode == Mode::Replace { BackupMode::Replace } else { BackupMode::Merge }.into(),
        counts: counts.collect(),
        items_count: plan.items.len() as i32,
        truncated: plan.items.len() > MAX_PLAN_ITEMS,
        doors: (plan.doors.rules > 0).then(|| doors_message(&plan.doors)),
        items: plan.items.into_iter().take(MAX_PLAN_ITEMS).map(item_message).collect(),
        plan_hash: plan.hash,
    }
}

fn doors_message(doors: &Doors) -> BackupPlanDoors {
    BackupPlanDoors { devices: doors.devices.len() as i32, users: doors.users.len() as i32, rules: doors.rules as i32 }
}

fn item_message(item: PlanItem) -> BackupPlanItem {
    let action = match item.action {
        Action::Create => BackupAction::Create,
        Action::Change => BackupAction::Change,
        Action::Delete => BackupAction::Delete,
        Action::Conflict => BackupAction::Conflict,
        Action::Same | Action::Kept => BackupAction::Unspecified,
    };
    let fields = item.fields.into_iter();
    BackupPlanItem {
        entity: item.entity.name.into(),
        action: action.into(),
        id: (item.id != 0).then_some(item.id),
        name: item.name,
        fields: fields.map(|field| BackupPlanField { name: field.name, before: field.before, after: field.after }).collect(),
        message: item.message.map(str::to_owned),
        secrets: item.secrets,
        kept: item.kept,
    }
}
