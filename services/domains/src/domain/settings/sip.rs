//! Where devices and phones register, and the virtual numbers that are given out.
use kit::seal::Sealer;
use kit::{Fields, Mask};
use proto::vestibule::domains::v1 as api;
use proto::vestibule::events::v1::ProjectSip;
use serde::{Deserialize, Serialize};

use super::general::one_of;
use super::{Area, address, check_server_of_secret};
use crate::domain::path::text;
use crate::domain::sealed::Sealed;

const TURN_PASSWORD: &str = "domains.sip.turn_password";
const TRANSPORTS: [&str; 3] = ["udp", "tcp", "tls"];
const MAX_USER_NAME: usize = 255;
const MAX_DIGITS: usize = 12;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Sip {
    pub is_enabled: bool,
    pub proxy_address: Option<String>,
    pub realm_address: Option<String>,
    pub proxy_port: i32,
    pub transport: String,
    pub stun_address: Option<String>,
    pub stun_port: i32,
    pub turn_address: Option<String>,
    pub turn_port: i32,
    pub turn_user_name: Option<String>,
    pub turn_password: Option<Sealed>,
    pub talk_timeout: i32,
    pub first_number: Option<String>,
    pub last_number: Option<String>,
}

impl Default for Sip {
    fn default() -> Self {
        Sip {
            is_enabled: true,
            // The installation's own.
            proxy_address: None,
            realm_address: None,
            proxy_port: 5060,
            transport: "udp".into(),
            stun_address: None,
            stun_port: 3478,
            turn_address: None,
            turn_port: 3478,
            turn_user_name: None,
            turn_password: None,
            talk_timeout: 120,
            first_number: None,
            last_number: None,
        }
    }
}

impl Area for Sip {
    const NAME: &'static str = "sip";
    const IS_PUBLISHED: bool = true;
    const SECRETS: &'static [&'static str] = &["turn_password"];
    type Api = api::SipSettings;

    fn merge(&mut self, mask: &Mask, new: api::SipSettings, sealer: &Sealer, fields: &mut Fields) {
        let turn = self.turn_address.clone();
        mask.apply("is_enabled", &mut self.is_enabled, new.is_enabled);
        mask.apply("proxy_address", &mut self.proxy_address, text(new.proxy_address));
        mask.apply("realm_address", &mut self.realm_address, text(new.realm_address));
        mask.apply("proxy_port", &mut self.proxy_port, new.proxy_port);
        mask.apply("transport", &mut self.transport, new.transport);
        mask.apply("stun_address", &mut self.stun_address, text(new.stun_address));
        mask.apply("stun_port", &mut self.stun_port, new.stun_port);
        mask.apply("turn_address", &mut self.turn_address, text(new.turn_address));
        mask.apply("turn_port", &mut self.turn_port, new.turn_port);
        mask.apply("turn_user_name", &mut self.turn_user_name, text(new.turn_user_name));
        let is_unchanged = Sealed::merge(&mut self.turn_password, mask.has("turn_password"), new.turn_password.as_deref(), sealer, TURN_PASSWORD);
        check_server_of_secret(fields, "turn_password", is_unchanged, &turn, &self.turn_address);
        mask.apply("talk_timeout", &mut self.talk_timeout, new.talk_timeout);
        mask.apply("first_number", &mut self.first_number, text(new.first_number));
        mask.apply("last_number", &mut self.last_number, text(new.last_number));
    }

    fn validate(&self, fields: &mut Fields) {
        address::host(fields, "proxy_address", self.proxy_address.as_deref());
        address::host(fields, "realm_address", self.realm_address.as_deref());
        address::host(fields, "stun_address", self.stun_address.as_deref());
        address::host(fields, "turn_address", self.turn_address.as_deref());
        address::port(fields, "proxy_port", self.proxy_port);
        address::port(fields, "stun_port", self.stun_port);
        address::port(fields, "turn_port", self.turn_port);
        one_of(fields, "transport", &self.transport, &TRANSPORTS);
        fields.optional_text("turn_user_name", self.turn_user_name.as_deref(), MAX_USER_NAME);
        fields.range("talk_timeout", self.talk_timeout, 10, 7_200);
        self.check_numbers(fields);
    }
}

impl Sip {
    /// Both ends of the range or none, the first not above the last.
    fn check_numbers(&self, fields: &mut Fields) {
        let mut number = |path: &str, value: &Option<String>, other: &Option<String>| {
            fields.check(value.is_some() || other.is_none(), path, "required");
            let value = value.as_deref()?;
            let ok = value.len() <= MAX_DIGITS && value.bytes().all(|b| b.is_ascii_digit());
            fields.check(ok, path, "must be a number of up to 12 digits");
            value.parse::<u64>().ok().filter(|_| ok)
        };
        let first = number("first_number", &self.first_number, &self.last_number);
        let last = number("last_number", &self.last_number, &self.first_number);
        if let (Some(first), Some(last)) = (first, last) {
            fields.check(first <= last, "last_number", "must not be less than the first number");
        }
    }

    pub fn into_event(self) -> ProjectSip {
        ProjectSip {
            is_enabled: self.is_enabled,
            proxy_address: self.proxy_address.unwrap_or_default(),
            proxy_port: self.proxy_port,
            transport: self.transport,
            stun_address: self.stun_address.unwrap_or_default(),
            stun_port: self.stun_port,
            turn_address: self.turn_address.unwrap_or_default(),
            turn_port: self.turn_port,
            turn_user_name: self.turn_user_name.unwrap_or_default(),
            sealed_turn_password: self.turn_password.map(|password| password.bytes().to_vec()).unwrap_or_default(),
            talk_timeout: self.talk_timeout,
            first_number: self.first_number.unwrap_or_default(),
            last_number: self.last_number.unwrap_or_default(),
            realm_address: self.realm_address.unwrap_or_default(),
        }
    }

    pub fn into_api(self) -> api::SipSettings {
        api::SipSettings {
            is_enabled: self.is_enabled,
            proxy_address: self.proxy_address,
            realm_address: self.realm_address,
            proxy_port: self.proxy_port,
            transport: self.transport,
            stun_address: self.stun_address,
            stun_port: self.stun_port,
            turn_address: self.turn_address,
            turn_port: self.turn_port,
            turn_user_name: self.turn_user_name,
            turn_password: Sealed::masked(&self.turn_password),
            talk_timeout: self.talk_timeout,
            first_number: self.first_number,
            last_number: self.last_number,
        }
    }
}
