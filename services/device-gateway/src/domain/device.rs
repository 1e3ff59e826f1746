//! A device as a person describes it: defaults, merging of a PATCH, rules.
use device_protocol::Serial;
use kit::{Fields, Mask};
use proto::vestibule::device::v1 as api;
use serde::Serialize;
use serde_json::Value;

use super::model;
use super::settings::DeviceSettings;

const DEFAULT_PORT: i32 = 80;
const DEFAULT_MODEL: &str = "AA-12";
const MAX_NAME: usize = 100;
const MAX_TEXT: usize = 1000;
pub const MAX_LOGIN: usize = 64;

/// How the platform speaks with a device. The numbers are those of the table and of the API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[repr(i16)]
pub enum Protocol {
    Http = 1,
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

    pub fn word(self) -> &'static str {
        Self::CHOICES[self as usize - 1].0
    }
}

/// Without secrets: those are in [`Secrets`].
#[derive(Clone, Debug, PartialEq, Serialize)]
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
    pub location_latitude: Option<f64>,
    pub location_longitude: Option<f64>,
}

/// The secrets that a request carries, as it carries them: a mask means "unchanged".
#[derive(Clone, Debug, Default)]
pub struct Secrets {
    pub password: Option<String>,
    pub device_password: Option<String>,
    pub mqtt: Option<String>,
    pub sip: Option<String>,
}

impl Device {
    /// With the defaults of the specification for what is not given.
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
            ip_address: text(device.ip_address),
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
            location_latitude: device.location_latitude,
            location_longitude: device.location_longitude,
        };
        (device, secrets)
    }

    /// Takes what the mask names from `new`.
    pub fn merge(&mut self, new: Device, mask: &Mask) {
        mask.apply("name", &mut self.name, new.name);
        mask.apply("description", &mut self.description, new.description);
        mask.apply("type", &mut self.kind, new.kind);
        mask.apply("model", &mut self.model, new.model);
        mask.apply("ip_address", &mut self.ip_address, new.ip_address);
        mask.apply("port", &mut self.port, new.port);
        mask.apply("login", &mut self.login, new.login);
        mask.apply("device_login", &mut self.device_login, new.device_login);
        mask.apply("serial_number", &mut self.serial_number, new.serial_number);
        mask.apply("domain", &mut self.domain_id, new.domain_id);
        mask.apply("get_logs", &mut self.get_logs, new.get_logs);
        mask.apply("protocol", &mut self.protocol, new.protocol);
        mask.apply("management.heartbeat", &mut self.heartbeat, new.heartbeat);
        mask.apply("management.realtime_logging", &mut self.realtime_logging, new.realtime_logging);
        mask.apply("location_latitude", &mut self.location_latitude, new.location_latitude);
        mask.apply("location_longitude", &mut self.location_longitude, new.location_longitude);
        self.device_settings = merged(&self.device_settings, &new.device_settings, mask);
    }

    pub fn check(&self, fields: &mut Fields) {
        fields.text("name", &self.name, MAX_NAME);
        fields.optional_text("description", self.description.as_deref(), MAX_TEXT);
        if model::type_word(self.kind).is_empty() {
            fields.add("type", "unknown type");
        } else if self.model.is_empty() {
            fields.add("model", "required");
        } else if model::find(self.kind, &self.model).is_none() {
            fields.add("model", "unknown model");
        }
        fields.optional_text("ip_address", self.ip_address.as_deref(), 255);
        fields.range("port", self.port, 1, 65_535);
        fields.optional_text("login", self.login.as_deref(), MAX_LOGIN);
        fields.optional_text("device_login", self.device_login.as_deref(), MAX_LOGIN);
        check_serial(fields, &self.serial_number);
        fields.check(self.domain_id > 0, "domain", "required");
        check_degrees(fields, "location_latitude", self.location_latitude, 90.0);
        check_degrees(fields, "location_longitude", self.location_longitude, 180.0);
        self.device_settings.check(fields);
    }

    /// Of a device that has passed `check`.
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

fn check_degrees(fields: &mut Fields, path: &str, degrees: Option<f64>, max: f64) {
    if degrees.is_some_and(|degrees| !(-max..=max).contains(&degrees)) {
        fields.add(path, format!("must be within -{max} - {max}"));
    }
}

fn text(value: Option<String>) -> Option<String> {
    value.filter(|text| !text.trim().is_empty())
}

/// The leaves that the mask names come from `new`, the others from `old`.
fn merged(old: &DeviceSettings, new: &DeviceSettings, mask: &Mask) -> DeviceSettings {
    let json = |settings: &DeviceSettings| serde_json::to_value(settings).expect("settings have string keys only");
    let mut value = json(old);
    merge_at("device_settings", &mut value, json(new), mask);
    serde_json::from_value(value).expect("a mixture of settings is settings")
}

fn merge_at(path: &str, old: &mut Value, new: Value, mask: &Mask) {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            for (key, value) in new {
                let path = format!("{path}.{key}");
                if let Some(old) = old.get_mut(&key).filter(|_| mask.has(&path)) {
                    merge_at(&path, old, value, mask);
                }
            }
        }
        (old, new) => *old = new,
    }
}

#[cfg(test)]
#[path = "device_tests.rs"]
mod tests;
