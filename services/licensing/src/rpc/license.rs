//! Licences.
use kit::{Error, clock};
use policy::{Caller, CallerKind, action, resource};
use proto::vestibule::licensing::v1::{
    Feature, GetLicenseStatusRequest, GetLicenseStatusResponse, License, ListFeaturesRequest, ListFeaturesResponse, ListLicensesRequest,
    ListLicensesResponse, licenses_server,
};
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::domain::feature;
use crate::domain::license::enabled_features;
use crate::domain::license_status::license_status;
use crate::store::license::{self, LicenseRow};

pub struct LicenseService(pub App);

impl LicenseService {
    /// The licences of the caller's project: every user and service of it may know which features are enabled.
    async fn list(&self, caller: &Caller) -> kit::Result<Vec<LicenseRow>> {
        match caller.kind {
            CallerKind::User | CallerKind::Service(_) => {}
            CallerKind::Anonymous | CallerKind::Device(_) => return Err(Error::Unauthenticated),
        }
        let mut reader = self.0.context.database.read(caller.project_id).await?;
        license::list(&mut reader, caller.project_id).await
    }
}

#[tonic::async_trait]
impl licenses_server::Licenses for LicenseService {
    async fn list_licenses(&self, request: Request<ListLicensesRequest>) -> Result<Response<ListLicensesResponse>, Status> {
        let right = self.0.context.authorize::<resource::License, action::View, _>(&request)?;
        let items: Vec<License> = self.list(right.caller()).await?.into_iter().map(encode).collect();
        let total = items.len() as i64;
        Ok(Response::new(ListLicensesResponse { items, total }))
    }

    async fn list_features(&self, request: Request<ListFeaturesRequest>) -> Result<Response<ListFeaturesResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        let licenses: Vec<_> = self.list(&caller).await?.into_iter().map(|stored| stored.license).collect();
        let enabled = enabled_features(&licenses, self.0.context.clock.now());
        // No licence limits a number yet: None is "unlimited".
        let item = |name: &str| Feature { name: name.into(), is_enabled: enabled.contains(name), maximum: None };
        Ok(Response::new(ListFeaturesResponse { items: feature::all().into_iter().map(item).collect() }))
    }

    async fn get_license_status(&self, request: Request<GetLicenseStatusRequest>) -> Result<Response<GetLicenseStatusResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        let periods: Vec<_> = self.list(&caller).await?.iter().map(|stored| stored.license.period).collect();
        let (status, days) = license_status(&periods, self.0.context.clock.now());
        Ok(Response::new(GetLicenseStatusResponse { status: status.into(), days }))
    }
}

fn encode(row: LicenseRow) -> License {
    let features = row.license.features.unwrap_or_else(|| feature::all().into_iter().map(String::from).collect());
    License {
        id: row.id,
        name: row.name,
        plan: row.plan.word().into(),
        features,
        valid_from: Some(clock::to_proto(row.license.period.from)),
        valid_to: row.license.period.to.map(clock::to_proto),
    }
}
