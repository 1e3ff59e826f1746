//! Settings of the demonstration site: where it lies, what it is called, and a code for those who register.
use anyhow::{Context as _, Result};
use proto::vestibule::domains::v1::settings_client::SettingsClient;
use proto::vestibule::domains::v1::{
    GeneralSettings, GetGeneralSettingsRequest, GetWhiteLabelSettingsRequest, SelfRegistrationSettings, UpdateGeneralSettingsRequest,
    UpdateWhiteLabelSettingsRequest, UserTypeSettings, WhiteLabel,
};

use super::{Site, reference};

/// What `/self-registration/{code}` of the console ends with.
const INVITATION_CODE: &str = "riverside-demo";
const NAME: &str = "Riverside Residence";
const OBJECT_NAMES: [&str; 2] = ["Apartment", "Office"];

impl Site {
    /// Once: whoever changed them since keeps what they chose.
    pub(super) async fn settings(&self) -> Result<()> {
        let mut settings = SettingsClient::new(self.context.peers.peer("domains"));
        let general = settings.get_general_settings(self.request(GetGeneralSettingsRequest {})).await?.into_inner();
        if general.self_registration.and_then(|own| own.invitation_code).is_none() {
            let resident = *self.roles().await?.get("user").context("the role user")?;
            let request =
                UpdateGeneralSettingsRequest { settings: Some(self.general(resident)), update_mask: named(&["time_zone", "self_registration"]) };
            settings.update_general_settings(self.request(request)).await?;
        }
        let label = settings.get_white_label_settings(self.request(GetWhiteLabelSettingsRequest {})).await?.into_inner();
        if label.name.is_none() {
            let label = WhiteLabel { is_enabled: true, name: Some(NAME.into()), ..Default::default() };
            let request = UpdateWhiteLabelSettingsRequest { settings: Some(label), update_mask: named(&["is_enabled", "name"]) };
            settings.update_white_label_settings(self.request(request)).await?;
        }
        Ok(())
    }

    fn general(&self, resident: i64) -> GeneralSettings {
        GeneralSettings {
            time_zone: self.time_zone.clone(),
            self_registration: Some(SelfRegistrationSettings {
                is_enabled: true,
                invitation_code: Some(INVITATION_CODE.into()),
                user_types: vec![UserTypeSettings { name: "Resident".into(), role: Some(reference(resident)) }],
                object_names: OBJECT_NAMES.map(String::from).to_vec(),
            }),
            ..Default::default()
        }
    }
}

pub(super) fn named(paths: &[&str]) -> Option<prost_types::FieldMask> {
    Some(prost_types::FieldMask { paths: paths.iter().map(|path| path.to_string()).collect() })
}
