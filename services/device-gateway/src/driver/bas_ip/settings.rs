//! The settings of a device as the calls that bring them about.
use std::net::Ipv4Addr;

use device_protocol::DeviceCall;
use device_protocol::address::PanelMode;
use device_protocol::call_settings::TalkTimeout;
use device_protocol::management::{ManagementProtocol, ManagementServer, ManagementSettings};
use device_protocol::network::NetworkSettings;
use device_protocol::sip::{MAX_REGISTRATION_INTERVAL, MIN_REGISTRATION_INTERVAL, SipEnable, SipSettings, SipTransport, Stun};

use crate::domain::device::Device;
use crate::domain::settings::{Address, Network, Sip};
use crate::domain::task::Kind;

/// What the settings need besides themselves.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    pub sip_password: Option<String>,
    pub mqtt_password: Option<String>,
    /// Where devices reach the broker; none when nobody said.
    pub broker_url: Option<String>,
}

/// The tasks that bring all settings of a device about, as far as there is anything to say.
pub fn tasks(device: &Device, knows_broker: bool) -> Vec<Kind> {
    let settings = &device.device_settings;
    let wanted = [
        (Kind::SipSettings, settings.sip.enabled || settings.sip.login.is_some()),
        (Kind::Address, settings.address.mode.is_some()),
        (Kind::Network, settings.network.is_complete()),
        (Kind::ManagementServer, knows_broker),
    ];
    wanted.into_iter().filter_map(|(kind, wanted)| wanted.then_some(kind)).collect()
}

/// The tasks that a change of a device makes necessary.
pub fn tasks_of_change(old: &Device, new: &Device, sip_password_changed: bool, knows_broker: bool) -> Vec<Kind> {
    let (before, after) = (&old.device_settings, &new.device_settings);
    let interval = before.address.reregister_interval != after.address.reregister_interval;
    tasks(new, knows_broker)
        .into_iter()
        .filter(|kind| match kind {
            Kind::SipSettings => before.sip != after.sip || sip_password_changed || interval,
            Kind::Address => before.address != after.address,
            Kind::Network => before.network != after.network,
            Kind::ManagementServer => (old.get_logs, old.realtime_logging) != (new.get_logs, new.realtime_logging),
            _ => false,
        })
        .collect()
}

/// The calls of a settings task, in their order; or why they cannot be made.
pub fn calls(kind: Kind, device: &Device, surroundings: &Surroundings) -> Result<Vec<DeviceCall>, String> {
    match kind {
        Kind::SipSettings => sip(&device.device_settings.sip, &device.device_settings.address, surroundings),
        Kind::Address => Ok(vec![DeviceCall::SetMode(mode(&device.device_settings.address)?)]),
        Kind::Network => Ok(vec![DeviceCall::WriteNetwork(network(&device.device_settings.network)?)]),
        Kind::ManagementServer => Ok(vec![DeviceCall::WriteManagement(management(device, surroundings)?)]),
        other => Err(format!("{} is not about settings", other.word())),
    }
}

fn sip(sip: &Sip, address: &Address, surroundings: &Surroundings) -> Result<Vec<DeviceCall>, String> {
    let enable = DeviceCall::EnableSip(SipEnable { sip_enable: sip.enabled });
    let timeout = DeviceCall::SetTalkTimeout(TalkTimeout { talk_timeout: sip.talk_timeout.max(0) as u32 });
    let Some(user) = sip.login.clone() else { return Ok(vec![enable, timeout]) };
    let settings = SipSettings {
        proxy: sip.proxy_address.clone().ok_or("the SIP proxy address is not set")?,
        realm: sip.realm_address.clone().or_else(|| sip.proxy_address.clone()).unwrap_or_default(),
        user,
        user_id: String::new(),
        password: surroundings.sip_password.clone().ok_or("the SIP password is not set")?,
        outbound: String::new(),
        transport: match sip.transport.as_str() {
            "TCP" => SipTransport::Tcp,
            "TLS" => SipTransport::Tls,
            _ => SipTransport::Udp,
        },
        registration_interval: (address.reregister_interval.max(0) as u32).clamp(MIN_REGISTRATION_INTERVAL, MAX_REGISTRATION_INTERVAL),
        stun: Stun { ip: sip.stun_address.clone().unwrap_or_default(), port: sip.stun_port.and_then(|port| port.try_into().ok()).unwrap_or(0) },
    };
    settings.check().map_err(|error| error.to_string())?;
    Ok(vec![DeviceCall::WriteSip(settings), enable, timeout])
}

fn mode(address: &Address) -> Result<PanelMode, String> {
    let device = number(address.device.as_deref())?;
    let mode = match address.mode.as_deref() {
        Some("unit") => PanelMode::Unit { building: number(address.building.as_deref())?, unit: number(address.unit.as_deref())?, device },
        Some("wall") => PanelMode::Wall { no_unit: address.no_unit, device },
        _ => return Err("the mode of the panel is not set".into()),
    };
    mode.check().map_err(|error| error.to_string())?;
    Ok(mode)
}

/// Nothing means 0.
fn number<T: std::str::FromStr + Default>(digits: Option<&str>) -> Result<T, String> {
    digits.map_or(Ok(T::default()), |digits| digits.parse().map_err(|_| format!("{digits} is no number of an address")))
}

fn network(network: &Network) -> Result<NetworkSettings, String> {
    if network.is_dhcp {
        return Ok(NetworkSettings::DHCP);
    }
    let address = |text: &Option<String>| text.as_deref().and_then(|text| text.parse::<Ipv4Addr>().ok());
    let settings = NetworkSettings {
        is_dhcp: false,
        ip: address(&network.ip),
        subnet: address(&network.subnet),
        gateway: address(&network.gateway),
        dns: address(&network.dns),
    };
    settings.check().map_err(|error| error.to_string())?;
    Ok(settings)
}

fn management(device: &Device, surroundings: &Surroundings) -> Result<ManagementServer, String> {
    let url = surroundings.broker_url.clone().ok_or("the broker's address for devices is not set")?;
    let server = ManagementServer {
        is_enabled: true,
        protocol: ManagementProtocol::Mqtt,
        settings: ManagementSettings {
            is_encrypted: Some(url.starts_with("mqtts:")),
            url,
            password: surroundings.mqtt_password.clone().unwrap_or_default(),
            is_logging_enabled: device.get_logs || device.realtime_logging,
            is_heartbeat_enabled: None,
        },
    };
    server.check().map_err(|error| error.to_string())?;
    Ok(server)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proto::vestibule::device::v1 as api;

    fn panel() -> Device {
        let (mut device, _) = Device::from_api(api::Device { name: "Door".into(), serial_number: "S1".into(), ..Default::default() });
        device.device_settings.sip =
            Sip { enabled: true, login: Some("1001".into()), proxy_address: Some("sip.example.org".into()), ..Sip::default() };
        device
    }

    fn secrets() -> Surroundings {
        Surroundings { sip_password: Some("Secret1".into()), ..Surroundings::default() }
    }

    #[test]
    fn sip_settings_are_written_then_switched_on() {
        let calls = calls(Kind::SipSettings, &panel(), &secrets()).unwrap();
        assert!(matches!(&calls[0], DeviceCall::WriteSip(sip) if sip.user == "1001" && sip.registration_interval == 600));
        assert!(matches!(calls[1], DeviceCall::EnableSip(SipEnable { sip_enable: true })));
        assert!(matches!(calls[2], DeviceCall::SetTalkTimeout(TalkTimeout { talk_timeout: 120 })));
    }

    #[test]
    fn what_is_missing_is_named() {
        assert_eq!(calls(Kind::SipSettings, &panel(), &Surroundings::default()).unwrap_err(), "the SIP password is not set");
        assert_eq!(calls(Kind::Address, &panel(), &secrets()).unwrap_err(), "the mode of the panel is not set");
    }

    #[test]
    fn an_address_of_digits_becomes_a_mode() {
        let mut device = panel();
        device.device_settings.address =
            Address { mode: Some("unit".into()), building: Some("0012".into()), unit: Some("03".into()), ..Address::default() };
        let made = calls(Kind::Address, &device, &secrets()).unwrap();
        assert_eq!(made, [DeviceCall::SetMode(PanelMode::Unit { building: 12, unit: 3, device: 0 })]);
    }

    #[test]
    fn only_what_changed_is_sent() {
        let (old, mut new) = (panel(), panel());
        assert!(tasks_of_change(&old, &new, false, true).is_empty());
        new.device_settings.sip.talk_timeout = 60;
        assert_eq!(tasks_of_change(&old, &new, false, true), [Kind::SipSettings]);
        new.realtime_logging = true;
        assert_eq!(tasks_of_change(&old, &new, false, false), [Kind::SipSettings]);
        assert_eq!(tasks_of_change(&old, &new, false, true), [Kind::SipSettings, Kind::ManagementServer]);
    }
}
