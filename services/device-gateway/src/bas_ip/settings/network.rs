//! The address of the device.
use std::net::Ipv4Addr;

use device_protocol::network::NetworkSettings;

use crate::domain::settings::Network;

/// An address without a route is not sent: it may have been stored before addresses were validated.
pub fn settings(network: &Network) -> Result<NetworkSettings, String> {
    if network.is_dhcp {
        return Ok(NetworkSettings::DHCP);
    }
    network.check_reach().map_err(|(field, why)| format!("the {field} of the network {why}"))?;
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
