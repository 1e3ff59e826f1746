//! Validation of the settings of a device. Messages are those of the catalogue; paths are those of the API.
use std::net::Ipv4Addr;

use kit::Fields;

use super::floor;
use super::settings::{Additional, Address, BUTTONS, DeviceSettings, FaceRecognition, IntegrationAxxon, LiftController, Network, Sip};

const MAX_HOST: usize = 255;
const MAX_ACCOUNT: usize = 31;
const MAX_NAME: usize = 100;
/// The vendor's: those that send the lift, and the one in which floors are released.
const LIFT_MODES: [&str; 5] = ["call-up", "call-down", "call-up-down", "call-any", "access-control-manual"];

impl DeviceSettings {
    pub fn validate(&self, fields: &mut Fields) {
        self.sip.validate(fields);
        self.address.validate(fields);
        self.network.validate(fields);
        self.additional.validate(fields);
        self.face_recognition.validate(fields);
        self.lift_controller.validate(fields);
        self.integration_axxon.validate(fields);
    }
}

impl Sip {
    fn validate(&self, fields: &mut Fields) {
        let at = |name: &str| format!("device_settings.sip.{name}");
        for (name, value) in [("proxy_address", &self.proxy_address), ("realm_address", &self.realm_address), ("stun_address", &self.stun_address)] {
            fields.optional_text(&at(name), value.as_deref(), MAX_HOST);
        }
        fields.optional_text(&at("login"), self.login.as_deref(), MAX_ACCOUNT);
        if let Some(port) = self.stun_port {
            fields.range(&at("stun_port"), port, 1, 65_535);
        }
        // The bounds of the device's own call, see device_protocol::call_settings.
        fields.range(&at("talk_timeout"), self.talk_timeout, 10, 600);
        fields.range(&at("rtp_profile"), self.rtp_profile, 0, 127);
        one_of(fields, &at("transport"), &self.transport, &["UDP", "TCP", "TLS"]);
    }
}

impl Address {
    fn validate(&self, fields: &mut Fields) {
        let at = |name: &str| format!("device_settings.address.{name}");
        if let Some(mode) = &self.mode {
            one_of(fields, &at("mode"), mode, &["unit", "wall"]);
        }
        digits(fields, &at("building"), self.building.as_deref(), 1, 9999);
        digits(fields, &at("unit"), self.unit.as_deref(), 0, 99);
        digits(fields, &at("device"), self.device.as_deref(), 0, 99);
        digits(fields, &at("floor"), self.floor.as_deref(), 0, 98);
        digits(fields, &at("apartment"), self.apartment.as_deref(), 1, 99);
        fields.range(&at("reregister_interval"), self.reregister_interval, 1, 86_400);
        if self.mode.as_deref() == Some("unit") {
            fields.check(self.building.is_some(), &at("building"), "required");
        }
    }
}

impl Network {
    fn validate(&self, fields: &mut Fields) {
        for (name, value) in [("ip", &self.ip), ("subnet", &self.subnet), ("gateway", &self.gateway), ("dns", &self.dns)] {
            let ok = value.as_deref().is_none_or(|value| value.parse::<Ipv4Addr>().is_ok());
            fields.check(ok, &format!("device_settings.network.{name}"), "must be IP");
        }
        if let Err((name, why)) = self.check_reach() {
            fields.add(format!("device_settings.network.{name}"), why);
        }
    }

    /// Whether a device with this address can reach its gateway; otherwise it would be disconnected. Returns the name of the wrong
    /// part. An incomplete address, or an invalid one, passes here.
    pub fn check_reach(&self) -> Result<(), (&'static str, &'static str)> {
        let number = |text: &Option<String>| text.as_deref().and_then(|text| text.parse::<Ipv4Addr>().ok()).map(u32::from);
        let (Some(ip), Some(mask), Some(gateway)) = (number(&self.ip), number(&self.subnet), number(&self.gateway)) else { return Ok(()) };
        if self.is_dhcp {
            return Ok(());
        }
        // Two hosts at least: the device and its gateway.
        let is_mask = mask.leading_ones() + mask.trailing_zeros() == 32 && (1..=30).contains(&mask.leading_ones());
        if !is_mask {
            return Err(("subnet", "must be a subnet mask"));
        }
        let is_host = |address: u32| address & !mask != 0 && address & !mask != !mask;
        let special = Ipv4Addr::from(ip);
        if !is_host(ip) || special.is_loopback() || special.is_multicast() {
            return Err(("ip", "must be an address of a device"));
        }
        match is_host(gateway) && gateway & mask == ip & mask && gateway != ip {
            true => Ok(()),
            false => Err(("gateway", "must be in the subnet of the device")),
        }
    }

    /// Whether it can be sent: DHCP, or an address with subnet and gateway.
    pub fn is_complete(&self) -> bool {
        self.is_dhcp || [&self.ip, &self.subnet, &self.gateway, &self.dns].iter().all(|value| value.is_some())
    }
}

impl Additional {
    fn validate(&self, fields: &mut Fields) {
        let at = "device_settings.additional.button_numbers";
        fields.check(self.button_numbers.len() == BUTTONS, at, "must be 4 numbers");
        for (index, number) in self.button_numbers.iter().take(BUTTONS).enumerate() {
            fields.optional_text(&format!("{at}.{index}"), Some(number), MAX_ACCOUNT);
        }
    }
}

impl FaceRecognition {
    fn validate(&self, fields: &mut Fields) {
        one_of(fields, "device_settings.face_recognition.mode", &self.mode, &["2D", "3D"]);
        one_of(fields, "device_settings.face_recognition.similarity", &self.similarity, &["low", "medium", "high"]);
    }
}

impl LiftController {
    fn validate(&self, fields: &mut Fields) {
        let at = |name: &str| format!("device_settings.lift_controller.settings.{name}");
        let lift = &self.settings;
        one_of(fields, &at("device_mode"), &lift.device_mode, &LIFT_MODES);
        one_of(fields, &at("relay_mode"), &lift.relay_mode, &["COM-NC", "COM-NO"]);
        fields.range(&at("relay_open_time"), lift.relay_open_time, 1, 600);
        for (name, value) in [("card", lift.lift_release_time.card), ("api", lift.lift_release_time.api)] {
            if let Some(seconds) = value {
                fields.range(&at(&format!("lift_release_time.{name}")), seconds, 0, 600);
            }
        }
        floor::validate(fields, "device_settings.lift_controller.floor_map", &self.floor_map);
    }
}

impl IntegrationAxxon {
    fn validate(&self, fields: &mut Fields) {
        let at = |name: &str| format!("device_settings.integration_axxon.{name}");
        fields.range(&at("direction"), self.direction, 0, 2);
        let texts = [
            ("macro_name", &self.macro_name),
            ("macro_guid", &self.macro_guid),
            ("camera_name", &self.camera_name),
            ("camera_guid", &self.camera_guid),
        ];
        for (name, value) in texts {
            fields.optional_text(&at(name), value.as_deref(), MAX_NAME);
        }
    }
}

fn one_of(fields: &mut Fields, path: &str, value: &str, words: &[&str]) {
    if !words.contains(&value) {
        fields.add(path, format!("must be one of: {}", words.join(", ")));
    }
}

/// Digits that stand for a number within bounds, as 0001 to 9999.
fn digits(fields: &mut Fields, path: &str, value: Option<&str>, min: u32, max: u32) {
    let Some(value) = value else { return };
    let number = value.bytes().all(|b| b.is_ascii_digit()).then(|| value.parse::<u32>().ok()).flatten();
    if !number.is_some_and(|number| (min..=max).contains(&number)) || value.len() > 4 {
        fields.add(path, format!("must be within {min} - {max}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(settings: &DeviceSettings) -> Vec<String> {
        let mut fields = Fields::new();
        settings.validate(&mut fields);
        match fields.finish() {
            Err(kit::Error::Invalid(errors)) => errors.into_keys().collect(),
            _ => Vec::new(),
        }
    }

    fn with(change: impl FnOnce(&mut DeviceSettings)) -> Vec<String> {
        let mut settings = DeviceSettings::default();
        change(&mut settings);
        errors(&settings)
    }

    #[test]
    fn the_defaults_are_valid() {
        assert_eq!(errors(&DeviceSettings::default()), Vec::<String>::new());
    }

    #[test]
    fn an_address_keeps_to_its_bounds() {
        assert_eq!(with(|s| s.address.building = Some("0000".into())), ["device_settings.address.building"]);
        assert_eq!(with(|s| s.address.floor = Some("99".into())), ["device_settings.address.floor"]);
        assert_eq!(with(|s| s.address.apartment = Some("x1".into())), ["device_settings.address.apartment"]);
        assert_eq!(with(|s| s.address.mode = Some("unit".into())), ["device_settings.address.building"]);
        assert!(with(|s| s.address.building = Some("0001".into())).is_empty());
    }

    #[test]
    fn a_network_address_is_an_ip_address() {
        assert_eq!(with(|s| s.network.gateway = Some("10.0.0.256".into())), ["device_settings.network.gateway"]);
    }

    #[test]
    fn an_address_that_cuts_the_device_off_is_refused() {
        let wrong = |ip: &str, subnet: &str, gateway: &str| {
            let text = |address: &str| Some(address.to_string());
            with(|s| s.network = Network { is_dhcp: false, ip: text(ip), subnet: text(subnet), gateway: text(gateway), dns: text("9.9.9.9") })
        };
        assert!(wrong("10.0.0.5", "255.255.255.0", "10.0.0.1").is_empty());
        assert!(wrong("10.0.0.1", "255.255.255.252", "10.0.0.2").is_empty());
        for gateway in ["10.0.1.1", "10.0.0.5", "10.0.0.0", "10.0.0.255"] {
            assert_eq!(wrong("10.0.0.5", "255.255.255.0", gateway), ["device_settings.network.gateway"], "{gateway}");
        }
        for mask in ["0.0.0.0", "255.0.255.0", "255.255.255.255", "10.0.0.1"] {
            assert_eq!(wrong("10.0.0.5", mask, "10.0.0.1"), ["device_settings.network.subnet"], "{mask}");
        }
        for ip in ["10.0.0.0", "10.0.0.255", "127.0.0.2", "224.0.0.5"] {
            assert_eq!(wrong(ip, "255.255.255.0", "10.0.0.1"), ["device_settings.network.ip"], "{ip}");
        }
        let by_dhcp =
            Network { is_dhcp: true, ip: Some("10.0.0.5".into()), subnet: Some("255.0.255.0".into()), gateway: Some("1.1.1.1".into()), dns: None };
        assert!(with(|s| s.network = by_dhcp).is_empty(), "by DHCP it does not matter");
    }

    #[test]
    fn words_are_those_of_the_device() {
        assert_eq!(with(|s| s.sip.transport = "SCTP".into()), ["device_settings.sip.transport"]);
        assert_eq!(with(|s| s.face_recognition.mode = "4D".into()), ["device_settings.face_recognition.mode"]);
        assert_eq!(with(|s| s.lift_controller.settings.device_mode = "up".into()), ["device_settings.lift_controller.settings.device_mode"]);
    }

    #[test]
    fn there_are_four_buttons() {
        assert_eq!(with(|s| s.additional.button_numbers.push("5".into())), ["device_settings.additional.button_numbers"]);
    }
}
