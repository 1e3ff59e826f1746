//! Licences.
use kit::{Error, clock, upload};
use policy::{Caller, CallerKind, action, resource};
use proto::vestibule::common::v1::DeleteResponse;
use proto::vestibule::licensing::v1::{
    AddCloudLicenseRequest, AddLicenseFileRequest, DeleteLicenseRequest, Feature, GetLicenseStatusRequest, GetLicenseStatusResponse, License,
    LicenseEndCount, LicenseEndPreview, LicenseState, ListFeaturesRequest, ListFeaturesResponse, ListLicensesRequest, ListLicensesResponse,
    PreviewLicenseEndRequest, licenses_server,
};
use time::OffsetDateTime;
use tonic::{Request, Response, Status, Streaming};

use super::encode_counts;
use crate::app::App;
use crate::domain::counts::Kind;
use crate::domain::license_file::MAX_BYTES;
use crate::domain::license_status::license_status;
use crate::domain::{feature, license_state};
use crate::operation::license::add::{add_cloud, add_file};
use crate::operation::license::preview_end::preview_end;
use crate::operation::license::remove::remove;
use crate::store::license::{self, LicenseRow};
use crate::store::license_tree;

pub struct LicenseService(pub App);

impl LicenseService {
    /// Every user and service of a project may know which features are enabled.
    fn member<T>(&self, request: &Request<T>) -> kit::Result<Caller> {
        let caller = self.0.context.caller(request)?;
        match caller.kind {
            CallerKind::User | CallerKind::Service(_) => Ok(caller),
            CallerKind::Anonymous | CallerKind::Device(_) => Err(Error::Unauthenticated),
        }
    }

    fn now(&self) -> OffsetDateTime {
        self.0.context.clock.now()
    }
}

#[tonic::async_trait]
impl licenses_server::Licenses for LicenseService {
    async fn list_licenses(&self, request: Request<ListLicensesRequest>) -> Result<Response<ListLicensesResponse>, Status> {
        let right = self.0.context.authorize::<resource::License, action::View, _>(&request)?;
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        let rows = license::list(&mut reader, right.project_id()).await?;
        let project_uid = license_tree::project_uid(&mut reader, right.project_id()).await?;
        let items: Vec<License> = rows.into_iter().filter(LicenseRow::is_present).map(|row| encode(row, self.now())).collect();
        let total = items.len() as i64;
        let project_uid = project_uid.map(|uid| uid.to_string()).unwrap_or_default();
        Ok(Response::new(ListLicensesResponse { items, total, project_uid, instance_id: self.0.config.instance_id.to_string() }))
    }

    async fn delete_license(&self, request: Request<DeleteLicenseRequest>) -> Result<Response<DeleteResponse>, Status> {
        let right = self.0.context.authorize::<resource::License, action::Delete, _>(&request)?;
        remove(&self.0, &right, request.into_inner().id).await?;
        Ok(Response::new(DeleteResponse::default()))
    }

    async fn add_license_file(&self, request: Request<Streaming<AddLicenseFileRequest>>) -> Result<Response<License>, Status> {
        let right = self.0.context.authorize::<resource::License, action::Create, _>(&request)?;
        let file = upload::collect(request.into_inner(), MAX_BYTES, |message| message.file.take()).await?;
        Ok(Response::new(encode(add_file(&self.0, &right, &file.data).await?, self.now())))
    }

    async fn add_cloud_license(&self, request: Request<AddCloudLicenseRequest>) -> Result<Response<License>, Status> {
        let right = self.0.context.authorize::<resource::License, action::Create, _>(&request)?;
        let key = request.into_inner().key;
        Ok(Response::new(encode(add_cloud(&self.0, &right, &key).await?, self.now())))
    }

    async fn list_features(&self, request: Request<ListFeaturesRequest>) -> Result<Response<ListFeaturesResponse>, Status> {
        let caller = self.member(&request)?;
        let mut reader = self.0.context.database.read(caller.project_id).await?;
        let (_, entitlement) = license_tree::entitlement_of(&mut reader, caller.project_id, self.0.config.grace, self.now()).await?;
        let used = license_tree::used_by_project(&mut reader, caller.project_id).await?;
        let item = |name: &'static str| {
            let kind = Kind::from_word(name);
            Feature {
                name: name.into(),
                is_enabled: entitlement.features.contains(name),
                maximum: kind.and_then(|kind| entitlement.counts.of(kind)),
                used: kind.map(|kind| used.get(&kind).copied().unwrap_or_default()),
                grace_until: entitlement.grace.iter().find(|(graced, _)| *graced == name).map(|(_, until)| clock::to_proto(*until)),
            }
        };
        Ok(Response::new(ListFeaturesResponse { items: feature::all().into_iter().map(item).collect() }))
    }

    async fn get_license_status(&self, request: Request<GetLicenseStatusRequest>) -> Result<Response<GetLicenseStatusResponse>, Status> {
        let caller = self.member(&request)?;
        let mut reader = self.0.context.database.read(caller.project_id).await?;
        let licenses: Vec<_> = license::list(&mut reader, caller.project_id).await?.into_iter().map(|row| row.license).collect();
        let (status, days) = license_status(&licenses, self.now());
        Ok(Response::new(GetLicenseStatusResponse { status: status.into(), days }))
    }

    async fn preview_license_end(&self, request: Request<PreviewLicenseEndRequest>) -> Result<Response<LicenseEndPreview>, Status> {
        let right = self.0.context.authorize::<resource::License, action::View, _>(&request)?;
        let preview = preview_end(&self.0, &right, request.into_inner().id).await?;
        let names = |features: Vec<&str>| features.into_iter().map(String::from).collect();
        let count = |count: crate::operation::license::preview_end::CountAfterEnd| LicenseEndCount {
            kind: count.kind.word().into(),
            used: count.used,
            maximum: count.maximum,
            suspended: count.suspended,
        };
        Ok(Response::new(LicenseEndPreview {
            ends_at: preview.ends_at.map(clock::to_proto),
            features: names(preview.features),
            grace_features: names(preview.grace_features),
            grace_days: preview.grace_days as i32,
            counts: preview.counts.into_iter().map(count).collect(),
        }))
    }
}

fn encode(row: LicenseRow, now: OffsetDateTime) -> License {
    let period = row.license.effective();
    let state = match row.license.state(now) {
        license_state::LicenseState::Future => LicenseState::Future,
        license_state::LicenseState::Active => LicenseState::Active,
        license_state::LicenseState::Ending => LicenseState::Ending,
        license_state::LicenseState::Disabled => LicenseState::Disabled,
    };
    let days = |to: OffsetDateTime| if to > now { (to - now).whole_days() } else { (now - to).whole_days() };
    License {
        id: row.id,
        name: row.name,
        plan: row.plan.word().into(),
        valid_from: Some(clock::to_proto(row.license.period.from)),
        valid_to: row.license.period.to.map(clock::to_proto),
        state: state.into(),
        source: row.source.word().into(),
        uid: row.uid.map(|uid| uid.to_string()).unwrap_or_default(),
        customer: row.customer,
        counts: Some(encode_counts(&row.license.counts)),
        per_user: Some(encode_counts(&row.license.per_user)),
        days: period.to.map(days),
        issued_at: Some(clock::to_proto(row.issued_at)),
        refreshed_at: row.refreshed_at.map(clock::to_proto),
        refresh_error: row.refresh_error,
        revoked_at: row.revoked_at.map(clock::to_proto),
        features: row.license.features.unwrap_or_else(|| feature::all().into_iter().map(String::from).collect()),
    }
}
