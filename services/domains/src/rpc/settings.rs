//! Settings of a project.
use kit::{Mask, upload};
use policy::{Caller, action, resource};
use proto::vestibule::common::v1::Ref;
use proto::vestibule::domains::v1::{
    AppleWalletSettings, DeleteProjectLogoRequest, GeneralSettings, GetAppleWalletSettingsRequest, GetGeneralSettingsRequest, GetMailSettingsRequest,
    GetPushServerSettingsRequest, GetSipSettingsRequest, GetWhiteLabelSettingsRequest, Logo, MailSettings, PushServerSettings, SetProjectLogoRequest,
    SipSettings, UpdateAppleWalletSettingsRequest, UpdateGeneralSettingsRequest, UpdateMailSettingsRequest, UpdatePushServerSettingsRequest,
    UpdateSipSettingsRequest, UpdateWhiteLabelSettingsRequest, WhiteLabel, settings_server,
};
use tonic::{Request, Response, Status, Streaming};

use crate::app::App;
use crate::domain::settings::Area;
use crate::domain::settings::apple_wallet::WalletSettings;
use crate::domain::settings::general::General;
use crate::domain::settings::mail::Mail;
use crate::domain::settings::push_server::PushServer;
use crate::domain::settings::sip::Sip;
use crate::domain::white_label;
use crate::operation::settings::{self, SettingsRight};
use crate::operation::{general_settings, project_logo};
use crate::store;

type Answer<T> = Result<Response<T>, Status>;

pub struct SettingsService(pub App);

impl SettingsService {
    fn authorize_view<T>(&self, request: &Request<T>) -> kit::Result<SettingsRight<action::View>> {
        self.0.context.authorize::<resource::ProjectSettings, action::View, _>(request)
    }

    fn authorize_edit<T>(&self, request: &Request<T>) -> kit::Result<SettingsRight<action::Edit>> {
        self.0.context.authorize::<resource::ProjectSettings, action::Edit, _>(request)
    }

    async fn find<A: Area>(&self, right: &SettingsRight<action::View>) -> kit::Result<A> {
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        store::settings::find_or_default(&mut reader, right.project_id()).await
    }

    async fn encode_general(&self, caller: &Caller, general: General) -> kit::Result<GeneralSettings> {
        let names = general_settings::find_names(&self.0, caller, &general).await?;
        let role = |id: i64| Ref { id, name: names.roles.get(&id).cloned().unwrap_or_default() };
        Ok(general.into_api(role, |id| Ref { id, name: names.group.clone() }))
    }

    async fn logo(&self, project_id: i64) -> kit::Result<Option<String>> {
        let mut reader = self.0.context.database.read(project_id).await?;
        store::logo::find_path(&mut reader, project_id, None).await
    }

    async fn update<A: Area>(&self, right: &SettingsRight<action::Edit>, mask: Option<prost_types::FieldMask>, new: Option<A::Api>) -> kit::Result<A>
    where
        A::Api: Default,
    {
        settings::update(&self.0, right, &Mask::new(mask), new.unwrap_or_default()).await
    }
}

#[tonic::async_trait]
impl settings_server::Settings for SettingsService {
    async fn get_general_settings(&self, request: Request<GetGeneralSettingsRequest>) -> Answer<GeneralSettings> {
        let right = self.authorize_view(&request)?;
        let general = self.find::<General>(&right).await?;
        Ok(Response::new(self.encode_general(right.caller(), general).await?))
    }

    async fn update_general_settings(&self, request: Request<UpdateGeneralSettingsRequest>) -> Answer<GeneralSettings> {
        let right = self.authorize_edit(&request)?;
        let UpdateGeneralSettingsRequest { settings, update_mask } = request.into_inner();
        let general = general_settings::update(&self.0, &right, &Mask::new(update_mask), settings.unwrap_or_default()).await?;
        Ok(Response::new(self.encode_general(right.caller(), general).await?))
    }

    async fn get_sip_settings(&self, request: Request<GetSipSettingsRequest>) -> Answer<SipSettings> {
        let right = self.authorize_view(&request)?;
        Ok(Response::new(self.find::<Sip>(&right).await?.into_api()))
    }

    async fn update_sip_settings(&self, request: Request<UpdateSipSettingsRequest>) -> Answer<SipSettings> {
        let right = self.authorize_edit(&request)?;
        let request = request.into_inner();
        Ok(Response::new(self.update::<Sip>(&right, request.update_mask, request.settings).await?.into_api()))
    }

    async fn get_white_label_settings(&self, request: Request<GetWhiteLabelSettingsRequest>) -> Answer<WhiteLabel> {
        let right = self.authorize_view(&request)?;
        let label = self.find::<white_label::WhiteLabel>(&right).await?;
        Ok(Response::new(label.into_api(self.logo(right.project_id()).await?)))
    }

    async fn update_white_label_settings(&self, request: Request<UpdateWhiteLabelSettingsRequest>) -> Answer<WhiteLabel> {
        let right = self.authorize_edit(&request)?;
        let request = request.into_inner();
        let label = self.update::<white_label::WhiteLabel>(&right, request.update_mask, request.settings).await?;
        Ok(Response::new(label.into_api(self.logo(right.project_id()).await?)))
    }

    async fn set_project_logo(&self, request: Request<Streaming<SetProjectLogoRequest>>) -> Answer<Logo> {
        let right = self.authorize_edit(&request)?;
        let upload = upload::collect(request.into_inner(), image_upload::MAX_BYTES, |message| message.image.take()).await?;
        Ok(Response::new(Logo { logo: project_logo::set(&self.0, &right, upload.data).await? }))
    }

    async fn delete_project_logo(&self, request: Request<DeleteProjectLogoRequest>) -> Answer<()> {
        let right = self.authorize_edit(&request)?;
        project_logo::delete(&self.0, &right).await?;
        Ok(Response::new(()))
    }

    async fn get_apple_wallet_settings(&self, request: Request<GetAppleWalletSettingsRequest>) -> Answer<AppleWalletSettings> {
        let right = self.authorize_view(&request)?;
        Ok(Response::new(self.find::<WalletSettings>(&right).await?.into_api()))
    }

    async fn update_apple_wallet_settings(&self, request: Request<UpdateAppleWalletSettingsRequest>) -> Answer<AppleWalletSettings> {
        let right = self.authorize_edit(&request)?;
        let request = request.into_inner();
        Ok(Response::new(self.update::<WalletSettings>(&right, request.update_mask, request.settings).await?.into_api()))
    }

    async fn get_push_server_settings(&self, request: Request<GetPushServerSettingsRequest>) -> Answer<PushServerSettings> {
        let right = self.authorize_view(&request)?;
        Ok(Response::new(self.find::<PushServer>(&right).await?.into_api()))
    }

    async fn update_push_server_settings(&self, request: Request<UpdatePushServerSettingsRequest>) -> Answer<PushServerSettings> {
        let right = self.authorize_edit(&request)?;
        let request = request.into_inner();
        Ok(Response::new(self.update::<PushServer>(&right, request.update_mask, request.settings).await?.into_api()))
    }

    async fn get_mail_settings(&self, request: Request<GetMailSettingsRequest>) -> Answer<MailSettings> {
        let right = self.authorize_view(&request)?;
        Ok(Response::new(self.find::<Mail>(&right).await?.into_api()))
    }

    async fn update_mail_settings(&self, request: Request<UpdateMailSettingsRequest>) -> Answer<MailSettings> {
        let right = self.authorize_edit(&request)?;
        let request = request.into_inner();
        Ok(Response::new(self.update::<Mail>(&right, request.update_mask, request.settings).await?.into_api()))
    }
}
