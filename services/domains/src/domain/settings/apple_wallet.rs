//! How passes of the Apple Wallet look, and the certificate that signs them.
use kit::clock::to_proto;
use kit::seal::Sealer;
use kit::{Fields, Mask};
use proto::vestibule::domains::v1 as api;
use proto::vestibule::events::v1::ProjectAppleWallet;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use wallet_pass::{PassCertificate, PassError, PassSigner};

use super::Area;
use crate::domain::apple_wallet::AppleWallet;
use crate::domain::path::text;
use crate::domain::sealed::Sealed;

/// What the key is sealed for.
pub const PRIVATE_KEY: &str = "domains.apple_wallet.private_key";

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct WalletSettings {
    #[serde(flatten)]
    pub look: AppleWallet,
    /// PEM.
    pub certificate: Option<String>,
    pub intermediate: Option<String>,
    pub private_key: Option<Sealed>,
    /// Read from the certificate.
    pub pass_type_id: Option<String>,
    pub team_id: Option<String>,
    #[serde(with = "time::serde::timestamp::option")]
    pub certificate_expires_at: Option<OffsetDateTime>,
}

impl Area for WalletSettings {
    const NAME: &'static str = "apple-wallet";
    const SECRETS: &'static [&'static str] = &["private_key"];
    const IS_PUBLISHED: bool = true;
    type Api = api::AppleWalletSettings;

    fn merge(&mut self, mask: &Mask, new: api::AppleWalletSettings, sealer: &Sealer, fields: &mut Fields) {
        let before = (self.certificate.clone(), self.intermediate.clone());
        let look = api::AppleWallet {
            is_enabled: new.is_enabled,
            backfields: new.backfields,
            background_color: new.background_color,
            barcode_alt_text: new.barcode_alt_text,
            developer_name: new.developer_name,
            developer_name_color: new.developer_name_color,
            font_color: new.font_color,
        };
        self.look.merge(mask, "", look);
        mask.apply("certificate", &mut self.certificate, text(new.certificate));
        mask.apply("intermediate", &mut self.intermediate, text(new.intermediate));
        let keeps_key = Sealed::merge(&mut self.private_key, mask.has("private_key"), new.private_key.as_deref(), sealer, PRIVATE_KEY);
        if before != (self.certificate.clone(), self.intermediate.clone()) || !keeps_key && self.private_key.is_some() {
            self.read_certificate(sealer, fields);
        }
    }

    fn validate(&self, fields: &mut Fields) {
        self.look.validate(fields, "");
        let has_certificate = self.certificate.is_some();
        fields.check(!has_certificate || self.intermediate.is_some(), "intermediate", "required");
        fields.check(!has_certificate || self.private_key.is_some(), "private_key", "required");
    }
}

impl WalletSettings {
    /// Reads type, team and expiry, and checks that certificate, intermediate and key belong together.
    fn read_certificate(&mut self, sealer: &Sealer, fields: &mut Fields) {
        (self.pass_type_id, self.team_id, self.certificate_expires_at) = (None, None, None);
        let (Some(certificate), Some(intermediate)) = (&self.certificate, &self.intermediate) else { return };
        let certificate = match PassCertificate::parse(certificate, intermediate) {
            Ok(certificate) => certificate,
            Err(error) => {
                let path = if error == PassError::OtherIssuer { "intermediate" } else { "certificate" };
                return fields.add(path, error.to_string());
            }
        };
        self.pass_type_id = Some(certificate.pass_type_id.clone());
        self.team_id = Some(certificate.team_id.clone());
        self.certificate_expires_at = Some(certificate.expires_at);
        let key = self.private_key.as_ref().and_then(|key| sealer.open_for(PRIVATE_KEY, key.bytes()).ok());
        if let Some(Err(error)) = key.map(|key| PassSigner::new(certificate, &key)) {
            fields.add("private_key", error.to_string());
        }
    }

    pub fn into_api(self) -> api::AppleWalletSettings {
        let look = self.look.into_api();
        api::AppleWalletSettings {
            is_enabled: look.is_enabled,
            backfields: look.backfields,
            background_color: look.background_color,
            barcode_alt_text: look.barcode_alt_text,
            developer_name: look.developer_name,
            developer_name_color: look.developer_name_color,
            font_color: look.font_color,
            certificate: self.certificate,
            intermediate: self.intermediate,
            private_key: Sealed::masked(&self.private_key),
            pass_type_id: self.pass_type_id,
            team_id: self.team_id,
            certificate_expires_at: self.certificate_expires_at.map(to_proto),
        }
    }

    /// What other services receive of it.
    pub fn into_event(self) -> ProjectAppleWallet {
        ProjectAppleWallet {
            certificate: self.certificate.unwrap_or_default(),
            intermediate: self.intermediate.unwrap_or_default(),
            sealed_private_key: self.private_key.map(|key| key.bytes().to_vec()).unwrap_or_default(),
            pass_type_id: self.pass_type_id.unwrap_or_default(),
            team_id: self.team_id.unwrap_or_default(),
            look: Some(self.look.into_event()),
        }
    }
}

#[cfg(test)]
mod tests {
    use prost_types::FieldMask;
    use testing::pass_authority::PassAuthority;

    use super::*;

    fn merged(settings: &mut WalletSettings, new: api::AppleWalletSettings) -> Vec<(String, String)> {
        let paths = ["certificate", "intermediate", "private_key"].map(str::to_owned).to_vec();
        let mut fields = Fields::new();
        settings.merge(&Mask::new(Some(FieldMask { paths })), new, &Sealer::new(&[7; 32]).unwrap(), &mut fields);
        settings.validate(&mut fields);
        match fields.finish() {
            Err(kit::Error::Invalid(fields)) => fields.into_iter().collect(),
            _ => Vec::new(),
        }
    }

    fn sent(authority: &PassAuthority) -> api::AppleWalletSettings {
        api::AppleWalletSettings {
            certificate: Some(authority.certificate.clone()),
            intermediate: Some(authority.intermediate.clone()),
            private_key: Some(authority.key.clone()),
            ..Default::default()
        }
    }

    #[test]
    fn type_and_team_are_read_from_a_certificate_whose_key_and_issuer_are_checked() {
        let (authority, other) = (PassAuthority::make(), PassAuthority::make());
        let mut settings = WalletSettings::default();
        assert_eq!(merged(&mut settings, sent(&authority)), []);
        assert_eq!((settings.pass_type_id.as_deref(), settings.team_id.as_deref()), (Some("pass.com.example.vestibule"), Some("TEAM123456")));
        assert!(settings.certificate_expires_at.is_some());
        assert_eq!(settings.clone().into_api().private_key.as_deref(), Some("********"));

        let with = |change: fn(&mut api::AppleWalletSettings, &PassAuthority)| {
            let mut new = sent(&authority);
            change(&mut new, &other);
            merged(&mut WalletSettings::default(), new).remove(0)
        };
        let problem = |path: &str, message: &str| (path.to_owned(), message.to_owned());
        assert_eq!(with(|new, other| new.private_key = Some(other.key.clone())), problem("private_key", "the key is not that of the certificate"));
        assert_eq!(with(|new, _| new.private_key = None), problem("private_key", "required"));
        assert_eq!(with(|new, _| new.certificate = Some("none".into())), problem("certificate", "must be a certificate in PEM"));
        assert_eq!(
            with(|new, other| new.intermediate = Some(other.intermediate.clone())),
            problem("intermediate", "the certificate was not signed by this one")
        );
        let new = api::AppleWalletSettings { private_key: Some("********".into()), ..sent(&other) };
        assert_eq!(merged(&mut settings.clone(), new), [problem("private_key", "the key is not that of the certificate")]);
    }
}
