//! A site as code: decode, authorize, call one operation, encode.
use kit::clock::to_proto as timestamp;
use kit::upload::{self, Upload};
use kit::upload_places::in_time;
use kit::{Result, download};
use policy::{Authorized, action, resource};
use proto::vestibule::common::v1::FileChunk;
use proto::vestibule::gateway::v1::sites_server::Sites;
use proto::vestibule::gateway::v1::{self as api, *};
use site_backup::yaml::MAX_TEXT_BYTES;
use tonic::codegen::BoxStream;
use tonic::{Request, Response, Status, Streaming};

use super::backup::{backup_message, decoded_mode, person, plan_message};
use crate::app::App;
use crate::operation::site::{self, ApplySiteInput, ExportInput, SiteInput};
use crate::store::lease::WorkProgress;

const FILE_NAME: &str = "site.yaml";
const CONTENT_TYPE: &str = "application/yaml";

pub struct SiteService(pub App);

impl SiteService {
    fn authorize<R: policy::ResourceKind, A: policy::ActionKind, T>(&self, request: &Request<T>) -> Result<Authorized<R, A>> {
        self.0.context.authorize(request)
    }
}

#[tonic::async_trait]
impl Sites for SiteService {
    type ExportSiteStream = BoxStream<FileChunk>;

    async fn export_site(&self, request: Request<ExportSiteRequest>) -> Result<Response<Self::ExportSiteStream>, Status> {
        let right = self.authorize::<resource::BackupFile, action::View, _>(&request)?;
        let ExportSiteRequest { entities, group_id, compact, codes } = request.into_inner();
        let input = ExportInput { entities, group_id, is_compact: compact, with_codes: codes };
        let text = site::export(&self.0, &right, input).await?;
        Ok(Response::new(download::file(FILE_NAME, CONTENT_TYPE, text.as_bytes())))
    }

    async fn plan_site(&self, request: Request<Streaming<PlanSiteRequest>>) -> Result<Response<BackupPlan>, Status> {
        let right = self.authorize::<resource::BackupFile, action::Edit, _>(&request)?;
        let call = self.0.backup_works.upload(right.project_id())?;
        let Upload { request, data, .. } = in_time(upload::collect(request.into_inner(), MAX_TEXT_BYTES, |message| message.file.take())).await?;
        let input = SiteInput { mode: decoded_mode(request.mode)?, entities: request.entities };
        Ok(Response::new(plan_message(site::plan(&self.0, &right, call, data, &input).await?)))
    }

    async fn apply_site(&self, request: Request<Streaming<ApplySiteRequest>>) -> Result<Response<ApplySiteResponse>, Status> {
        let right = self.authorize::<resource::BackupFile, action::Edit, _>(&request)?;
        let call = self.0.backup_works.upload(right.project_id())?;
        let Upload { request, data, .. } = in_time(upload::collect(request.into_inner(), MAX_TEXT_BYTES, |message| message.file.take())).await?;
        let ApplySiteRequest { mode, entities, plan_hash, secrets, leave_out_secrets, .. } = request;
        let site = SiteInput { mode: decoded_mode(mode)?, entities };
        let input = ApplySiteInput { site, plan_hash, secrets: secrets.into_iter().collect(), leave_out_secrets };
        let site::Applied { plan, backup } = site::apply(&self.0, &right, call, data, input).await?;
        let backup = backup.map(|backup| backup_message(backup, WorkProgress::default()));
        Ok(Response::new(ApplySiteResponse { plan: Some(plan_message(plan)), backup }))
    }

    async fn get_managed_groups(&self, request: Request<GetManagedGroupsRequest>) -> Result<Response<ManagedGroups>, Status> {
        let caller = self.0.context.caller(&request)?;
        Ok(Response::new(managed_message(site::managed(&self.0, &caller).await?)))
    }

    async fn get_site_drift(&self, request: Request<GetSiteDriftRequest>) -> Result<Response<SiteDrift>, Status> {
        let right = self.authorize::<resource::Backup, action::View, _>(&request)?;
        let site::Drift { managed, plan } = site::drift(&self.0, &right).await?;
        Ok(Response::new(SiteDrift { managed: Some(managed_message(managed)), plan: plan.map(plan_message) }))
    }

    async fn release_site(&self, request: Request<ReleaseSiteRequest>) -> Result<Response<ManagedGroups>, Status> {
        let right = self.authorize::<resource::BackupFile, action::Edit, _>(&request)?;
        site::release(&self.0, &right).await?;
        Ok(Response::new(ManagedGroups::default()))
    }
}

fn managed_message(managed: site::ManagedGroups) -> api::ManagedGroups {
    let site::ManagedGroups { project, group_ids, record } = managed;
    api::ManagedGroups {
        project,
        group_ids,
        applied_at: record.as_ref().map(|record| timestamp(record.applied_at)),
        applied_by_user: record.and_then(|record| person(&record.by)),
    }
}
