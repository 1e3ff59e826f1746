//! For api-gateway only.
use kit::Error;
use proto::vestibule::identity::v1::backup_records_server::BackupRecords;
use proto::vestibule::identity::v1::{BackupRecordAction, RecordBackupRequest};
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::operation::backup_record::{self, BackupAction, BackupRecord};

pub struct BackupRecordService(pub App);

#[tonic::async_trait]
impl BackupRecords for BackupRecordService {
    async fn record_backup(&self, request: Request<RecordBackupRequest>) -> Result<Response<()>, Status> {
        let service = self.0.context.caller(&request)?;
        service.as_service().map_err(Error::from)?;
        let RecordBackupRequest { action, backup_id, backup_name, user_id, user_name, ip, request_id, is_whole, refusals_count } =
            request.into_inner();
        let action = decoded(action)?;
        let (id, name) = (backup_id, backup_name);
        let record = BackupRecord { action, id, name, user_id, user_name, ip, request_id, is_whole, refusals_count };
        backup_record::record(&self.0, &service, record).await?;
        Ok(Response::new(()))
    }
}

fn decoded(action: i32) -> kit::Result<BackupAction> {
    match BackupRecordAction::try_from(action) {
        Ok(BackupRecordAction::Create) => Ok(BackupAction::Create),
        Ok(BackupRecordAction::Download) => Ok(BackupAction::Download),
        Ok(BackupRecordAction::Apply) => Ok(BackupAction::Apply),
        Ok(BackupRecordAction::Undo) => Ok(BackupAction::Undo),
        Ok(BackupRecordAction::Delete) => Ok(BackupAction::Delete),
        Ok(BackupRecordAction::BeginManagement) => Ok(BackupAction::BeginManagement),
        Ok(BackupRecordAction::EndManagement) => Ok(BackupAction::EndManagement),
        Ok(BackupRecordAction::Unspecified) | Err(_) => Err(Error::field("action", "unknown value")),
    }
}
