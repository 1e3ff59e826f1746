//! How the platform shows itself to the people of a group, or of a whole project. The picture is kept apart.
use kit::{Fields, Mask};
use policy::Permission;
use proto::vestibule::domains::v1 as api;
use proto::vestibule::events::v1::ProjectWhiteLabel;
use serde::{Deserialize, Serialize};

use super::path::{text, within};

const MAX_NAME: usize = 100;
const MAX_ADDRESS: usize = 255;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct WhiteLabel {
    pub is_enabled: bool,
    pub name: Option<String>,
    pub address: Option<String>,
    pub email: Option<String>,
    pub phone: Option<String>,
}

impl WhiteLabel {
    /// Takes what the mask names at `path` (empty where the mask speaks of this message alone), and checks what is checked only where it
    /// changes.
    pub fn merge(&mut self, mask: &Mask, path: &str, new: api::WhiteLabel, fields: &mut Fields) {
        let email = self.email.clone();
        mask.apply(&within(path, "is_enabled"), &mut self.is_enabled, new.is_enabled);
        mask.apply(&within(path, "name"), &mut self.name, text(new.name));
        mask.apply(&within(path, "address"), &mut self.address, text(new.address));
        mask.apply(&within(path, "email"), &mut self.email, text(new.email));
        mask.apply(&within(path, "phone"), &mut self.phone, text(new.phone));
        fields.changed_email(&within(path, "email"), self.email.as_deref(), email.as_deref());
    }

    pub fn validate(&self, fields: &mut Fields, path: &str) {
        fields.optional_text(&within(path, "name"), self.name.as_deref(), MAX_NAME);
        fields.optional_multiline_text(&within(path, "address"), self.address.as_deref(), MAX_ADDRESS);
        if let Some(phone) = &self.phone {
            fields.phone(&within(path, "phone"), phone);
        }
    }

    /// Whether a project with these features shows itself by it. None while they are unknown: then every feature counts as licensed.
    pub fn is_shown(&self, held: Option<&[String]>) -> bool {
        let feature = Permission::CanManageSelfDomainWhiteLabelSettings.feature();
        self.is_enabled && feature.zip(held).is_none_or(|(feature, held)| held.iter().any(|held| held == feature))
    }

    pub fn into_api(self, logo: Option<String>) -> api::WhiteLabel {
        let WhiteLabel { is_enabled, name, address, email, phone } = self;
        api::WhiteLabel { is_enabled, logo, name, address, email, phone }
    }

    /// What other services receive of it.
    pub fn into_event(self, logo: Option<String>) -> ProjectWhiteLabel {
        ProjectWhiteLabel {
            is_enabled: self.is_enabled,
            name: self.name.unwrap_or_default(),
            logo: logo.unwrap_or_default(),
            address: self.address.unwrap_or_default(),
            email: self.email.unwrap_or_default(),
            phone: self.phone.unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mask(paths: &[&str]) -> Mask {
        Mask::new(Some(prost_types::FieldMask { paths: paths.iter().map(|path| path.to_string()).collect() }))
    }

    #[test]
    fn every_bad_field_is_told_at_its_path() {
        let bad = api::WhiteLabel {
            name: Some("n".repeat(101)),
            address: Some("a".repeat(256)),
            email: Some("nobody".into()),
            phone: Some("020 1234567".into()),
            ..api::WhiteLabel::default()
        };
        let (mut label, mut fields) = (WhiteLabel::default(), Fields::new());
        label.merge(&mask(&["whitelabel_settings"]), "whitelabel_settings", bad, &mut fields);
        label.validate(&mut fields, "whitelabel_settings");
        let Err(kit::Error::Invalid(fields)) = fields.finish() else { panic!("taken") };
        let problems: Vec<_> = fields.iter().map(|(path, message)| (path.as_str(), message.as_str())).collect();
        let expected = [
            ("whitelabel_settings.address", "maximum length is 255"),
            ("whitelabel_settings.email", "must be e-mail"),
            ("whitelabel_settings.name", "maximum length is 100"),
            ("whitelabel_settings.phone", "must be phone in international format"),
        ];
        assert_eq!(problems, expected);
    }

    #[test]
    fn what_a_patch_does_not_name_stays_and_null_clears() {
        let before = WhiteLabel { is_enabled: true, name: Some("Harbour".into()), email: Some("a@b.nl".into()), ..WhiteLabel::default() };
        let (mut after, mut fields) = (before.clone(), Fields::new());
        after.merge(&mask(&["whitelabel_settings.name"]), "whitelabel_settings", api::WhiteLabel::default(), &mut fields);
        assert_eq!(after, WhiteLabel { name: None, ..before.clone() });
        after.merge(&mask(&["whitelabel_settings"]), "whitelabel_settings", api::WhiteLabel::default(), &mut fields);
        assert_eq!(after, WhiteLabel::default());
        let mut of_the_project = before.clone();
        of_the_project.merge(&mask(&["is_enabled"]), "", api::WhiteLabel::default(), &mut fields);
        assert_eq!(of_the_project, WhiteLabel { is_enabled: false, ..before });
        assert!(fields.is_empty());
    }

    #[test]
    fn an_e_mail_of_before_the_stricter_rule_is_kept_with_what_else_is_changed() {
        let before = WhiteLabel { email: Some("a@@b.c".into()), ..WhiteLabel::default() };
        let kept = |email: &str| {
            let (mut after, mut fields) = (before.clone(), Fields::new());
            let new = api::WhiteLabel { name: Some("Harbour".into()), email: Some(email.into()), ..api::WhiteLabel::default() };
            after.merge(&mask(&["name", "email"]), "", new, &mut fields);
            after.validate(&mut fields, "");
            fields.is_empty()
        };
        assert!(kept("a@@b.c") && !kept("b@@b.c"));
    }
}
