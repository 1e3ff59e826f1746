//! Settings of a project.
use kit::{Context, Mask};
use policy::{action, resource};
use proto::vestibule::domains::v1::{
    AppleWallet, DeleteProjectLogoRequest, GeneralSettings, GetAppleWalletSettingsRequest, GetGeneralSettingsRequest, GetMailSettingsRequest,
    GetPushServerSettingsRequest, GetSipSettingsRequest, GetWhiteLabelSettingsRequest, Logo, MailSettings, PushServerSettings, SetProjectLogoRequest,
    SipSettings, UpdateAppleWalletSettingsRequest, UpdateGeneralSettingsRequest, UpdateMailSettingsRequest, UpdatePushServerSettingsRequest,
    UpdateSipSettingsRequest, UpdateWhiteLabelSettingsRequest, WhiteLabel, settings_server,
};
use tonic::{Request, Response, Status, Streaming};

use crate::domain::settings::Area;
use crate::domain::settings::general::General;
use crate::domain::settings::mail::Mail;
use crate::domain::settings::push_server::PushServer;
use crate::domain::settings::sip::Sip;
use crate::domain::{apple_wallet, white_label};
use crate::operation::settings::{self, Proof};
use crate::operation::{general_settings, project_logo};
use crate::store;

type Answer<T> = Result<Response<T>, Status>;

pub struct Settings {
    context: Context,
}

impl Settings {
    pub fn new(context: Context) -> Self {
        Settings { context }
    }

    fn may_view<T>(&self, request: &Request<T>) -> kit::Result<Proof<action::View>> {
        self.context.authorize::<resource::ProjectSettings, action::View, _>(request)
    }

    fn may_edit<T>(&self, request: &Request<T>) -> kit::Result<Proof<action::Edit>> {
        self.context.authorize::<resource::ProjectSettings, action::Edit, _>(request)
    }

    async fn get<A: Area>(&self, right: &Proof<action::View>) -> kit::Result<A> {
        let mut reader = self.context.database.read(right.project_id()).await?;
        store::settings::get(&mut reader, right.project_id()).await
    }

    async fn logo(&self, project_id: i64) -> kit::Result<Option<String>> {
        let mut reader = self.context.database.read(project_id).await?;
        store::logo::path_of(&mut reader, project_id, None).await
    }

    async fn change<A: Area>(&self, right: &Proof<action::Edit>, mask: Option<prost_types::FieldMask>, new: Option<A::Api>) -> kit::Result<A>
    where
        A::Api: Default,
    {
        settings::change(&self.context, right, &Mask::new(mask), new.unwrap_or_default()).await
    }
}

#[tonic::async_trait]
impl settings_server::Settings for Settings {
    async fn get_general_settings(&self, request: Request<GetGeneralSettingsRequest>) -> Answer<GeneralSettings> {
        let right = self.may_view(&request)?;
        let general = self.get::<General>(&right).await?;
        Ok(Response::new(general_settings::show(&self.context, right.caller(), general).await?))
    }

    async fn update_general_settings(&self, request: Request<UpdateGeneralSettingsRequest>) -> Answer<GeneralSettings> {
        let right = self.may_edit(&request)?;
        let UpdateGeneralSettingsRequest { settings, update_mask } = request.into_inner();
        let general = general_settings::change(&self.context, &right, &Mask::new(update_mask), settings.unwrap_or_default()).await?;
        Ok(Response::new(general_settings::show(&self.context, right.caller(), general).await?))
    }

    async fn get_sip_settings(&self, request: Request<GetSipSettingsRequest>) -> Answer<SipSettings> {
        let right = self.may_view(&request)?;
        Ok(Response::new(self.get::<Sip>(&right).await?.into_api()))
    }

    async fn update_sip_settings(&self, request: Request<UpdateSipSettingsRequest>) -> Answer<SipSettings> {
        let right = self.may_edit(&request)?;
        let request = request.into_inner();
        Ok(Response::new(self.change::<Sip>(&right, request.update_mask, request.settings).await?.into_api()))
    }

    async fn get_white_label_settings(&self, request: Request<GetWhiteLabelSettingsRequest>) -> Answer<WhiteLabel> {
        let right = self.may_view(&request)?;
        let label = self.get::<white_label::WhiteLabel>(&right).await?;
        Ok(Response::new(label.into_api(self.logo(right.project_id()).await?)))
    }

    async fn update_white_label_settings(&self, request: Request<UpdateWhiteLabelSettingsRequest>) -> Answer<WhiteLabel> {
        let right = self.may_edit(&request)?;
        let request = request.into_inner();
        let label = self.change::<white_label::WhiteLabel>(&right, request.update_mask, request.settings).await?;
        Ok(Response::new(label.into_api(self.logo(right.project_id()).await?)))
    }

    async fn set_project_logo(&self, request: Request<Streaming<SetProjectLogoRequest>>) -> Answer<Logo> {
        let right = self.may_edit(&request)?;
        Ok(Response::new(Logo { logo: project_logo::set(&self.context, &right, request.into_inner()).await? }))
    }

    async fn delete_project_logo(&self, request: Request<DeleteProjectLogoRequest>) -> Answer<()> {
        let right = self.may_edit(&request)?;
        project_logo::remove(&self.context, &right).await?;
        Ok(Response::new(()))
    }

    async fn get_apple_wallet_settings(&self, request: Request<GetAppleWalletSettingsRequest>) -> Answer<AppleWallet> {
        let right = self.may_view(&request)?;
        Ok(Response::new(self.get::<apple_wallet::AppleWallet>(&right).await?.into_api()))
    }

    async fn update_apple_wallet_settings(&self, request: Request<UpdateAppleWalletSettingsRequest>) -> Answer<AppleWallet> {
        let right = self.may_edit(&request)?;
        let request = request.into_inner();
        Ok(Response::new(self.change::<apple_wallet::AppleWallet>(&right, request.update_mask, request.settings).await?.into_api()))
    }

    async fn get_push_server_settings(&self, request: Request<GetPushServerSettingsRequest>) -> Answer<PushServerSettings> {
        let right = self.may_view(&request)?;
        Ok(Response::new(self.get::<PushServer>(&right).await?.into_api()))
    }

    async fn update_push_server_settings(&self, request: Request<UpdatePushServerSettingsRequest>) -> Answer<PushServerSettings> {
        let right = self.may_edit(&request)?;
        let request = request.into_inner();
        Ok(Response::new(self.change::<PushServer>(&right, request.update_mask, request.settings).await?.into_api()))
    }

    async fn get_mail_settings(&self, request: Request<GetMailSettingsRequest>) -> Answer<MailSettings> {
        let right = self.may_view(&request)?;
        Ok(Response::new(self.get::<Mail>(&right).await?.into_api()))
    }

    async fn update_mail_settings(&self, request: Request<UpdateMailSettingsRequest>) -> Answer<MailSettings> {
        let right = self.may_edit(&request)?;
        let request = request.into_inner();
        Ok(Response::new(self.change::<Mail>(&right, request.update_mask, request.settings).await?.into_api()))
    }
}
