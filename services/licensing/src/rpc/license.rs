//! Licences.
use kit::{Context, Error, clock};
use policy::{Caller, CallerKind, action, resource};
use proto::vestibule::licensing::v1::{
    Feature, GetLicenseStatusRequest, GetLicenseStatusResponse, License, ListFeaturesRequest, ListFeaturesResponse, ListLicensesRequest,
    ListLicensesResponse, licenses_server,
};
use tonic::{Request, Response, Status};

use crate::domain::license::enabled;
use crate::domain::{feature, status};
use crate::store::license::{self, Stored};

pub struct Licenses {
    context: Context,
}

impl Licenses {
    pub fn new(context: Context) -> Self {
        Licenses { context }
    }

    /// The licences of the caller's project. Which features are on is no secret from whoever belongs to it.
    async fn of(&self, caller: &Caller) -> kit::Result<Vec<Stored>> {
        match caller.kind {
            CallerKind::User | CallerKind::Service(_) => {}
            CallerKind::Anonymous | CallerKind::Device(_) => return Err(Error::Unauthenticated),
        }
        let mut reader = self.context.database.read(caller.project_id).await?;
        license::of_project(&mut reader, caller.project_id).await
    }
}

#[tonic::async_trait]
impl licenses_server::Licenses for Licenses {
    async fn list_licenses(&self, request: Request<ListLicensesRequest>) -> Result<Response<ListLicensesResponse>, Status> {
        let right = self.context.authorize::<resource::License, action::View, _>(&request)?;
        let items: Vec<License> = self.of(right.caller()).await?.into_iter().map(shown).collect();
        let total = items.len() as i64;
        Ok(Response::new(ListLicensesResponse { items, total }))
    }

    async fn list_features(&self, request: Request<ListFeaturesRequest>) -> Result<Response<ListFeaturesResponse>, Status> {
        let caller = self.context.caller(&request)?;
        let licenses: Vec<_> = self.of(&caller).await?.into_iter().map(|stored| stored.license).collect();
        let enabled = enabled(&licenses, self.context.clock.now());
        // No licence limits a number yet, so every maximum is "unlimited".
        let item = |name: &str| Feature { name: name.into(), is_enabled: enabled.contains(name), maximum: None };
        Ok(Response::new(ListFeaturesResponse { items: feature::all().into_iter().map(item).collect() }))
    }

    async fn get_license_status(&self, request: Request<GetLicenseStatusRequest>) -> Result<Response<GetLicenseStatusResponse>, Status> {
        let caller = self.context.caller(&request)?;
        let periods: Vec<_> = self.of(&caller).await?.iter().map(|stored| stored.license.period).collect();
        let (status, days) = status::status(&periods, self.context.clock.now());
        Ok(Response::new(GetLicenseStatusResponse { status: status.into(), days }))
    }
}

fn shown(stored: Stored) -> License {
    let features = stored.license.features.unwrap_or_else(|| feature::all().into_iter().map(String::from).collect());
    License {
        id: stored.id,
        name: stored.name,
        plan: stored.plan.word().into(),
        features,
        valid_from: Some(clock::to_proto(stored.license.period.from)),
        valid_to: stored.license.period.to.map(clock::to_proto),
    }
}
