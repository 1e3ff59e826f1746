//! A device as people enter it: defaults, merging of a PATCH, validation.
use std::sync::LazyLock;

use device_protocol::Serial;
use kit::{EntityFields, Fields, Mask};
use proto::vestibule::device::v1 as api;
use serde::{Deserialize, Serialize};

use super::model;
use super::settings::DeviceSettings;

const DEFAULT_PORT: i32 = 80;
/// How long it is kept when a device came and went.
pub const STATUS_HISTORY: time::Duration = time::Duration::days(30);
const DEFAULT_MODEL: &str = "AA-12";

static FIELDS: LazyLock<EntityFields> = LazyLock::new(|| EntityFields::new("vestibule.device.v1.Device"));

/// The protocol between platform and device. The numbers are those of the table and of the API.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(i16)]
pub enum Protocol {
    Http = 1,
    #[default]
    Mqtt = 2,
    None = 3,
}

impl Protocol {
    pub const CHOICES: &[(&str, i16)] = &[("http", 1), ("mqtt", 2), ("none", 3)];

    pub fn from_number(number: i16) -> Protocol {
        match number {
            1 => Protocol::Http,
            2 => Protocol::Mqtt,
            _ => Protocol::None,
        }
    }

    pub fn as_str(self) -> &'static str {
        Self::CHOICES[self as usize - 1].0
    }
}

/// With the keys of the API. Without secrets: those are in [`Secrets`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Device {
    pub name: String,
    pub description: Option<String>,
    /// Number of the type, see [`model::TYPES`].
    #[serde(rename = "type")]
    pub kind: i16,
    /// As the catalogue spells it.
    pub model: String,
    pub ip_address: Option<String>,
    pub port: i32,
    pub login: Option<String>,
    pub device_login: Option<String>,
    pub serial_number: String,
    pub domain_id: i64,
    pub device_settings: DeviceSettings,
    pub get_logs: bool,
    pub protocol: Protocol,
    pub heartbeat: bool,
    pub realtime_logging: bool,
    /// What the device holds is left alone.
    pub keep_list: bool,
    pub location_latitude: Option<f64>,
    pub location_longitude: Option<f64>,
}

/// The secrets of a request, unchanged: the mask `********` means that a secret is not to be changed.
#[derive(Clone, Debug, Default)]
pub struct Secrets {
    pub password: Option<String>,
    pub device_password: Option<String>,
    pub mqtt: Option<String>,
    pub sip: Option<String>,
}

impl Device {
    /// Fields that are missing get the defaults of the specification.
    pub fn from_api(device: api::Device) -> (Device, Secrets) {
        let settings = device.device_settings.unwrap_or_default();
        let secrets = Secrets {
            password: device.password,
            device_password: device.device_password,
            mqtt: settings.mqtt.as_ref().and_then(|mqtt| mqtt.password.clone()),
            sip: settings.sip.as_ref().and_then(|sip| sip.password.clone()),
        };
        let kind = if device.r#type == 0 { 1 } else { device.r#type as i16 };
        let named = if device.model.is_empty() && kind == 1 { DEFAULT_MODEL.into() } else { device.model };
        let management = device.management.unwrap_or_default();
        let device = Device {
            name: device.name.trim().to_string(),
            description: text(device.description),
            kind,
            model: model::find(kind, &named).map_or(named, |model| model.name.into()),
            ip_address: text(device.ip_address).map(|address| address.trim().to_string()),
            port: if device.port == 0 { DEFAULT_PORT } else { device.port },
            login: text(device.login),
            device_login: text(device.device_login),
            serial_number: device.serial_number.trim().to_string(),
            domain_id: device.domain.map_or(0, |domain| domain.id),
            device_settings: settings.into(),
            get_logs: device.get_logs,
            protocol: if device.protocol == 0 { Protocol::Mqtt } else { Protocol::from_number(device.protocol as i16) },
            heartbeat: management.heartbeat,
            realtime_logging: management.realtime_logging,
            keep_list: management.keep_list,
            location_latitude: device.location_latitude.map(finite),
            location_longitude: device.location_longitude.map(finite),
        };
        (device, secrets)
    }

    /// With what the mask names from `new`.
    pub fn merge(&self, new: &Device, mask: &Mask) -> Device {
        FIELDS.merge(self, new, mask)
    }

    pub fn validate(&self, fields: &mut Fields) {
        FIELDS.check(self, fields);
        if model::type_word(self.kind).is_empty() {
            fields.add("type", "unknown type");
        } else if self.model.is_empty() {
            fields.add("model", "required");
        } else if model::find(self.kind, &self.model).is_none() {
            fields.add("model", "unknown model");
        }
        check_serial(fields, &self.serial_number);
        fields.check(self.ip_address.as_deref().is_none_or(is_host), "ip_address", "valid url or ip");
        fields.check(self.domain_id > 0, "domain", "required");
        self.device_settings.validate(fields);
    }

    /// Where the platform calls it when it speaks HTTP.
    pub fn http_address(&self) -> String {
        format!("{}:{}", self.ip_address.as_deref().unwrap_or_default(), self.port)
    }

    /// Of a device that has passed `validate`.
    pub fn capability(&self) -> device_protocol::capability::Capability {
        model::find(self.kind, &self.model).map_or(device_protocol::capability::Capability::RELAY, |model| model.capability)
    }
}

/// Letters, digits, dash or underscore, 1 to 64: it becomes a part of topics and of a role's name.
fn check_serial(fields: &mut Fields, serial: &str) {
    if serial.is_empty() {
        fields.add("serial_number", "required");
    } else if serial.len() > 64 {
        fields.add("serial_number", "maximum length is 64");
    } else if serial.contains('.') || Serial::new(serial).is_err() {
        fields.add("serial_number", "letters, digits, dash or underscore");
    }
}

/// An address, or the name of a host (RFC 1123). A name that ends with a number would be an address (RFC 3696), and a wrong one.
fn is_host(text: &str) -> bool {
    let is_label = |label: &str| {
        let has_ends = !label.starts_with('-') && !label.ends_with('-');
        (1..=63).contains(&label.len()) && has_ends && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
    };
    let ends_with_a_number = text.rsplit('.').next().is_some_and(|label| label.bytes().all(|byte| byte.is_ascii_digit()));
    text.parse::<std::net::IpAddr>().is_ok() || (text.len() <= 253 && text.split('.').all(is_label) && !ends_with_a_number)
}

/// What is no number is beyond every limit. Limits are checked as JSON, which has no word for it.
fn finite(number: f64) -> f64 {
    if number.is_finite() { number } else { f64::MAX }
}

fn text(value: Option<String>) -> Option<String> {
    value.filter(|text| !text.trim().is_empty())
}

#[cfg(test)]
#[path = "device_tests.rs"]
mod tests;
