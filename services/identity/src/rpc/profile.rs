use image_upload::Crop;
use kit::{Error, Mask, clock, upload};
use policy::{Authorized, Caller, action, resource};
use prost_types::FieldMask;
use proto::vestibule::common::v1::Ref;
use proto::vestibule::identity::v1::profiles_server::Profiles;
use proto::vestibule::identity::v1::{
    Avatar, ChangeProfilePasswordRequest, DeleteProfileAvatarRequest, DeleteProfileRequest, GetProfileRequest, LicenseInfo, ListOwnSessionsRequest,
    ListOwnSessionsResponse, OwnSession, Profile, ProfileDetails, ProfileRole, RevokeOtherSessionsRequest, RevokeOtherSessionsResponse,
    RevokeOwnSessionRequest, SetMobileAppPopupRequest, SetProfileAvatarRequest, UpdateProfileRequest,
};
use tonic::{Request, Response, Status, Streaming};

use super::mobile_client::encode_client;
use super::project::encode_project;
use super::refs;
use crate::app::App;
use crate::domain::profile::{IDENTIFIER_FORMATS, TIME_FORMATS, word};
use crate::operation::user::UserEditRights;
use crate::operation::{avatar, profile, session};
use crate::projection;
use crate::store;
use crate::store::session::OwnSessionRow;
use crate::store::user::UserRow;

pub struct ProfileService(pub App);

#[tonic::async_trait]
impl Profiles for ProfileService {
    async fn get_profile(&self, request: Request<GetProfileRequest>) -> Result<Response<Profile>, Status> {
        let caller = self.0.context.caller(&request)?;
        Ok(Response::new(self.profile(&own(&caller)?).await?))
    }

    async fn update_profile(&self, request: Request<UpdateProfileRequest>) -> Result<Response<Profile>, Status> {
        let rights = self.rights(&request)?;
        let request = request.into_inner();
        let profile = request.profile.ok_or_else(|| Error::field("profile", "required"))?;
        profile::update(&self.0, &rights, &profile, &Mask::new(request.update_mask)).await?;
        Ok(Response::new(self.profile(&rights.view).await?))
    }

    async fn change_profile_password(&self, request: Request<ChangeProfilePasswordRequest>) -> Result<Response<()>, Status> {
        let caller = self.0.context.caller(&request)?;
        profile::change_password(&self.0, &own(&caller)?, request.get_ref()).await?;
        Ok(Response::new(()))
    }

    async fn list_own_sessions(&self, request: Request<ListOwnSessionsRequest>) -> Result<Response<ListOwnSessionsResponse>, Status> {
        let right = own(&self.0.context.caller(&request)?)?;
        let rows = session::list_own(&self.0, &right).await?;
        let current = right.caller().session_id;
        Ok(Response::new(ListOwnSessionsResponse { items: rows.into_iter().map(|row| session(row, current)).collect() }))
    }

    async fn revoke_own_session(&self, request: Request<RevokeOwnSessionRequest>) -> Result<Response<()>, Status> {
        let right = own(&self.0.context.caller(&request)?)?;
        session::revoke_own(&self.0, &right, request.get_ref().id).await?;
        Ok(Response::new(()))
    }

    async fn revoke_other_sessions(&self, request: Request<RevokeOtherSessionsRequest>) -> Result<Response<RevokeOtherSessionsResponse>, Status> {
        let right = own(&self.0.context.caller(&request)?)?;
        let revoked = session::revoke_others(&self.0, &right).await?;
        Ok(Response::new(RevokeOtherSessionsResponse { revoked }))
    }

    async fn set_mobile_app_popup(&self, request: Request<SetMobileAppPopupRequest>) -> Result<Response<()>, Status> {
        let rights = self.rights(&request)?;
        let details = ProfileDetails { is_app_popup_active: request.get_ref().is_app_popup_active, ..ProfileDetails::default() };
        let profile = Profile { profile: Some(details), ..Profile::default() };
        let mask = Mask::new(Some(FieldMask { paths: vec!["profile.is_app_popup_active".into()] }));
        profile::update(&self.0, &rights, &profile, &mask).await?;
        Ok(Response::new(()))
    }

    async fn set_profile_avatar(&self, request: Request<Streaming<SetProfileAvatarRequest>>) -> Result<Response<Avatar>, Status> {
        let rights = self.rights(&request)?;
        let _permit = avatar::UPLOADS.acquire().await.map_err(Error::internal)?;
        let upload = upload::collect(request.into_inner(), image_upload::MAX_BYTES, |message| message.image.take()).await?;
        let SetProfileAvatarRequest { x, y, size, .. } = upload.request;
        let user_id = rights.view.caller().user_id;
        let key = avatar::set(&self.0, &rights, user_id, upload.data, Crop { x, y, size }).await?;
        Ok(Response::new(Avatar { avatar_url: refs::avatar_url(key) }))
    }

    async fn delete_profile_avatar(&self, request: Request<DeleteProfileAvatarRequest>) -> Result<Response<()>, Status> {
        let rights = self.rights(&request)?;
        avatar::delete(&self.0, &rights, rights.view.caller().user_id).await?;
        Ok(Response::new(()))
    }

    async fn delete_profile(&self, request: Request<DeleteProfileRequest>) -> Result<Response<()>, Status> {
        profile::delete(&self.0, &self.rights(&request)?, &request.get_ref().password).await?;
        Ok(Response::new(()))
    }
}

/// Everybody who is signed in may see themselves.
fn own(caller: &Caller) -> kit::Result<Authorized<resource::User, action::View>> {
    Ok(caller.authorize()?)
}

impl ProfileService {
    fn rights<T>(&self, request: &Request<T>) -> kit::Result<UserEditRights> {
        let caller = self.0.context.caller(request)?;
        Ok(UserEditRights { view: own(&caller)?, edit: caller.authorize()? })
    }

    async fn profile(&self, right: &Authorized<resource::User, action::View>) -> kit::Result<Profile> {
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        let user = store::user::find(&mut reader, right, right.caller().user_id).await?;
        let role = store::role::of_profile(&mut reader, right, user.role_id).await?;
        let project = store::project::find(&mut reader, right.project_id()).await?;
        let languages = projection::project_settings::languages(&mut reader, right.project_id()).await?;
        let features = kit::features::find(&mut reader, right.project_id()).await?.unwrap_or_default();
        let groups: Vec<i64> = user.domains.iter().map(|domain| domain.id).collect();
        let features = license_limits::features::of_user(&mut reader, user.id, &groups, features).await?;
        let sip_number = projection::sip_number::find(&mut reader, right.project_id(), user.id).await?;
        drop(reader);
        let permissions = role.permissions().iter().map(|permission| permission.code().to_string()).collect();
        Ok(Profile {
            id: user.id,
            email: user.email.clone().unwrap_or_default(),
            name: user.name.clone(),
            locale: user.locale.clone(),
            is_verified: user.is_verified(),
            avatar_url: user.avatar_key.map(refs::avatar_url),
            role: Some(ProfileRole { id: role.id, name: role.name, permissions }),
            domains: user.domains.iter().cloned().map(Into::into).collect(),
            project: Some(encode_project(project, user.is_support)),
            is_invited: user.is_invited(),
            license_info: Some(LicenseInfo { features }),
            profile: Some(ProfileDetails { sip_number, ..details(&user, right.project_id()) }),
            is_support: user.is_support,
            is_dealer: right.caller().dealer_id != 0,
            locales: languages.all,
        })
    }
}

fn session(row: OwnSessionRow, current: i64) -> OwnSession {
    OwnSession {
        id: row.id,
        mobile_client: row.mobile_client().map(|client| encode_client(client, None)),
        is_current: row.id == current,
        project: Some(Ref { id: row.project_id, name: row.project_name }),
        ip: row.ip,
        user_agent: row.user_agent,
        created_at: Some(clock::to_proto(row.created_at)),
        refreshed_at: Some(clock::to_proto(row.refreshed_at)),
        expires_at: Some(clock::to_proto(row.expires_at)),
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
