//! What single users may have.
use kit::Mask;
use policy::{action, resource};
use proto::vestibule::licensing::v1::{GetUserLicenseRequest, UpdateUserLicenseRequest, UserLicense, user_licenses_server};
use tonic::{Request, Response, Status};

use super::{decode_counts, encode_counts, reference};
use crate::app::App;
use crate::operation::user_license as operation;
use crate::operation::user_license::UserLicenseView;

pub struct UserLicenseService(pub App);

fn encode(view: UserLicenseView) -> UserLicense {
    UserLicense {
        user: Some(reference((view.id, view.name))),
        features: view.features.into_iter().collect(),
        available_features: view.available_features.into_iter().collect(),
        counts: Some(encode_counts(&view.counts)),
        per_user: Some(encode_counts(&view.per_user)),
    }
}

#[tonic::async_trait]
impl user_licenses_server::UserLicenses for UserLicenseService {
    async fn get_user_license(&self, request: Request<GetUserLicenseRequest>) -> Result<Response<UserLicense>, Status> {
        let right = self.0.context.authorize::<resource::UserLicense, action::View, _>(&request)?;
        Ok(Response::new(encode(operation::find(&self.0, &right, request.into_inner().id).await?)))
    }

    async fn update_user_license(&self, request: Request<UpdateUserLicenseRequest>) -> Result<Response<UserLicense>, Status> {
        let right = self.0.context.authorize::<resource::UserLicense, action::Edit, _>(&request)?;
        let UpdateUserLicenseRequest { id, license, update_mask } = request.into_inner();
        let license = license.unwrap_or_default();
        let counts = decode_counts(license.counts.as_ref());
        let features = license.features.into_iter().collect();
        let updated = operation::update(&self.0, &right, id, &features, &counts, &Mask::new(update_mask)).await?;
        Ok(Response::new(encode(updated)))
    }
}
