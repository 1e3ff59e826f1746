//! The server that wakes mobile applications.
use kit::seal::Sealer;
use kit::{Fields, Mask};
use proto::vestibule::domains::v1 as api;
use serde::{Deserialize, Serialize};

use super::{Area, address, check_server_of_secret};
use crate::domain::path::text;
use crate::domain::sealed::Sealed;

const USER_PASS: &str = "domains.push.user_pass";
const CERT_FILE: &str = "domains.push.cert_file";
const MAX_TEXT: usize = 255;
const MAX_CERTIFICATE: usize = 64 * 1024;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PushServer {
    pub is_enabled: bool,
    pub server_url: Option<String>,
    pub server_port: i32,
    pub user_name: Option<String>,
    pub user_pass: Option<Sealed>,
    pub cert_file: Option<Sealed>,
    pub cert_file_name: Option<String>,
}

impl Default for PushServer {
    fn default() -> Self {
        PushServer { is_enabled: false, server_url: None, server_port: 80, user_name: None, user_pass: None, cert_file: None, cert_file_name: None }
    }
}

impl Area for PushServer {
    const NAME: &'static str = "push-server";
    const SECRETS: &'static [&'static str] = &["user_pass", "cert_file"];
    type Api = api::PushServerSettings;

    fn merge(&mut self, mask: &Mask, new: api::PushServerSettings, sealer: &Sealer, fields: &mut Fields) {
        let server = self.server_url.clone();
        mask.apply("is_enabled", &mut self.is_enabled, new.is_enabled);
        mask.apply("server_url", &mut self.server_url, text(new.server_url));
        mask.apply("server_port", &mut self.server_port, new.server_port);
        mask.apply("user_name", &mut self.user_name, text(new.user_name));
        let keeps_password = Sealed::merge(&mut self.user_pass, mask.has("user_pass"), new.user_pass.as_deref(), sealer, USER_PASS);
        check_server_of_secret(fields, "user_pass", keeps_password, &server, &self.server_url);
        let keeps_file = Sealed::merge(&mut self.cert_file, mask.has("cert_file"), new.cert_file.as_deref(), sealer, CERT_FILE);
        check_server_of_secret(fields, "cert_file", keeps_file, &server, &self.server_url);
        if let Some(message) = new.cert_file.as_deref().filter(|text| !text.is_empty() && !keeps_file && mask.has("cert_file")).and_then(wrong_with) {
            fields.add("cert_file", message);
        }
        mask.apply("cert_file_name", &mut self.cert_file_name, text(new.cert_file_name));
        if self.cert_file.is_none() {
            self.cert_file_name = None;
        }
    }

    fn validate(&self, fields: &mut Fields) {
        fields.check(!self.is_enabled || self.server_url.is_some(), "server_url", "required");
        if let Some(url) = &self.server_url {
            address::url(fields, "server_url", url);
        }
        address::port(fields, "server_port", self.server_port);
        fields.optional_text("user_name", self.user_name.as_deref(), MAX_TEXT);
        fields.optional_text("cert_file_name", self.cert_file_name.as_deref(), MAX_TEXT);
    }
}

impl PushServer {
    pub fn into_api(self) -> api::PushServerSettings {
        api::PushServerSettings {
            is_enabled: self.is_enabled,
            server_url: self.server_url,
            server_port: self.server_port,
            user_name: self.user_name,
            user_pass: Sealed::masked(&self.user_pass),
            cert_file: Sealed::masked(&self.cert_file),
            cert_file_name: self.cert_file_name,
        }
    }
}

/// Something between the marks of PEM; which key or certificate it is, is between its owner and the push server.
fn wrong_with(text: &str) -> Option<&'static str> {
    let text = text.trim();
    match text.starts_with("-----BEGIN ") && text.contains("-----END ") && text.ends_with("-----") {
        _ if text.len() > MAX_CERTIFICATE => Some("maximum length is 65536"),
        true => None,
        false => Some("invalid file"),
    }
}
