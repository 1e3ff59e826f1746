use kit::{Error, Mask};
use policy::{Authorized, Caller, action, resource};
use proto::vestibule::identity::v1::profiles_server::Profiles;
use proto::vestibule::identity::v1::{
    ChangeProfilePasswordRequest, GetProfileRequest, LicenseInfo, Profile, ProfileDetails, ProfileRole, UpdateProfileRequest,
};
use tonic::{Request, Response, Status};

use crate::domain::profile::{IDENTIFIER_FORMATS, TIME_FORMATS, word};
use crate::operation::change_password::change_password;
use crate::operation::update_profile::{Rights, update_profile};
use crate::parts::Parts;
use crate::store;
use crate::store::user_list::UserRow;

pub struct ProfileRpc(pub Parts);

#[tonic::async_trait]
impl Profiles for ProfileRpc {
    async fn get_profile(&self, request: Request<GetProfileRequest>) -> Result<Response<Profile>, Status> {
        let caller = self.0.context.caller(&request)?;
        Ok(Response::new(self.profile(&own(&caller)?).await?))
    }

    async fn update_profile(&self, request: Request<UpdateProfileRequest>) -> Result<Response<Profile>, Status> {
        let caller = self.0.context.caller(&request)?;
        let rights = Rights { view: own(&caller)?, edit: caller.authorize().map_err(Error::from)? };
        let request = request.into_inner();
        let profile = request.profile.ok_or_else(|| Error::field("profile", "required"))?;
        update_profile(&self.0, &rights, &profile, &Mask::new(request.update_mask)).await?;
        Ok(Response::new(self.profile(&rights.view).await?))
    }

    async fn change_profile_password(&self, request: Request<ChangeProfilePasswordRequest>) -> Result<Response<()>, Status> {
        let caller = self.0.context.caller(&request)?;
        change_password(&self.0, &own(&caller)?, request.get_ref()).await?;
        Ok(Response::new(()))
    }
}

/// Everybody who is signed in may see themselves.
fn own(caller: &Caller) -> kit::Result<Authorized<resource::User, action::View>> {
    Ok(caller.authorize()?)
}

impl ProfileRpc {
    async fn profile(&self, right: &Authorized<resource::User, action::View>) -> kit::Result<Profile> {
        let mut tx = self.0.context.database.tenant(right.project_id()).await?;
        let user = store::user_list::find(&mut tx, right, right.caller().user_id).await?;
        let role = store::role::of_profile(&mut tx, right, user.role_id).await?;
        let project = store::project::find(&mut tx, right.project_id()).await?;
        let features = store::features::of(&mut tx, right.project_id()).await?;
        tx.rollback().await?;
        let permissions = role.permissions().iter().map(|permission| permission.code().to_string()).collect();
        Ok(Profile {
            id: user.id,
            email: user.email.clone().unwrap_or_default(),
            name: user.name.clone(),
            locale: user.locale.clone(),
            is_verified: user.activated_at.is_some(),
            avatar_url: None,
            role: Some(ProfileRole { id: role.id, name: role.name, permissions }),
            domains: user.domains.iter().cloned().map(Into::into).collect(),
            project: Some(project.into()),
            is_invited: user.activated_at.is_none(),
            license_info: Some(LicenseInfo { features }),
            profile: Some(details(&user, right.project_id())),
        })
    }
}

fn details(user: &UserRow, project_id: i64) -> ProfileDetails {
    ProfileDetails {
        address: user.address.clone(),
        phone: user.phone.clone(),
        project_id,
        time_zone: user.time_zone.clone(),
        time_format: word(&TIME_FORMATS, user.time_format).into(),
        identifier_format: word(&IDENTIFIER_FORMATS, user.identifier_format).into(),
        sip_number: None,
        is_app_popup_active: user.is_app_popup_active,
    }
}
