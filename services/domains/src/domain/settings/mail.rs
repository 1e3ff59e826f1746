//! The project's own mail server.
use kit::seal::Sealer;
use kit::{Fields, Mask};
use proto::vestibule::domains::v1 as api;
use proto::vestibule::events::v1::ProjectMail;
use serde::{Deserialize, Serialize};

use super::general::one_of;
use super::{Area, address, check_server_of_secret};
use crate::domain::path::text;
use crate::domain::sealed::Sealed;

/// The password is opened elsewhere: the service that sends mail gets it sealed.
pub const PASSWORD: &str = "domains.mail.password";
const ENCRYPTIONS: [&str; 3] = ["none", "starttls", "tls"];
const MAX_TEXT: usize = 255;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Mail {
    pub is_enabled: bool,
    pub host: Option<String>,
    pub port: i32,
    pub encryption: String,
    pub user_name: Option<String>,
    pub password: Option<Sealed>,
    pub from_email: Option<String>,
    pub from_name: Option<String>,
}

impl Default for Mail {
    fn default() -> Self {
        Mail {
            is_enabled: false,
            host: None,
            port: 587,
            encryption: "starttls".into(),
            user_name: None,
            password: None,
            from_email: None,
            from_name: None,
        }
    }
}

impl Area for Mail {
    const NAME: &'static str = "mail";
    const SECRETS: &'static [&'static str] = &["password"];
    const IS_PUBLISHED: bool = true;
    type Api = api::MailSettings;

    fn merge(&mut self, mask: &Mask, new: api::MailSettings, sealer: &Sealer, fields: &mut Fields) {
        let (host, from_email) = (self.host.clone(), self.from_email.clone());
        mask.apply("is_enabled", &mut self.is_enabled, new.is_enabled);
        mask.apply("host", &mut self.host, text(new.host));
        mask.apply("port", &mut self.port, new.port);
        mask.apply("encryption", &mut self.encryption, new.encryption);
        mask.apply("user_name", &mut self.user_name, text(new.user_name));
        let is_unchanged = Sealed::merge(&mut self.password, mask.has("password"), new.password.as_deref(), sealer, PASSWORD);
        check_server_of_secret(fields, "password", is_unchanged, &host, &self.host);
        mask.apply("from_email", &mut self.from_email, text(new.from_email));
        fields.changed_email("from_email", self.from_email.as_deref(), from_email.as_deref());
        mask.apply("from_name", &mut self.from_name, text(new.from_name));
    }

    fn validate(&self, fields: &mut Fields) {
        if self.is_enabled {
            fields.check(self.host.is_some(), "host", "required");
            fields.check(self.from_email.is_some(), "from_email", "required");
        }
        address::host(fields, "host", self.host.as_deref());
        address::port(fields, "port", self.port);
        one_of(fields, "encryption", &self.encryption, &ENCRYPTIONS);
        fields.optional_text("user_name", self.user_name.as_deref(), MAX_TEXT);
        fields.optional_text("from_name", self.from_name.as_deref(), MAX_TEXT);
    }
}

impl Mail {
    pub fn into_api(self) -> api::MailSettings {
        api::MailSettings {
            is_enabled: self.is_enabled,
            host: self.host,
            port: self.port,
            encryption: self.encryption,
            user_name: self.user_name,
            password: Sealed::masked(&self.password),
            from_email: self.from_email,
            from_name: self.from_name,
        }
    }

    pub fn into_event(self) -> ProjectMail {
        ProjectMail {
            is_enabled: self.is_enabled,
            host: self.host.unwrap_or_default(),
            port: self.port,
            encryption: self.encryption,
            user_name: self.user_name.unwrap_or_default(),
            sealed_password: self.password.map(|password| password.bytes().to_vec()).unwrap_or_default(),
            from_email: self.from_email.unwrap_or_default(),
            from_name: self.from_name.unwrap_or_default(),
        }
    }
}
