//! Network settings of a device.

use std::net::Ipv4Addr;

use serde::{Deserialize, Serialize};

use crate::bounds::BoundsError;

/// The body of `POST /v1/network/settings` (*ours*: one call for both ways).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NetworkSettings {
    pub is_dhcp: bool,
    /// The four below are required without DHCP.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ip: Option<Ipv4Addr>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subnet: Option<Ipv4Addr>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gateway: Option<Ipv4Addr>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dns: Option<Ipv4Addr>,
}

impl NetworkSettings {
    pub const DHCP: NetworkSettings = NetworkSettings { is_dhcp: true, ip: None, subnet: None, gateway: None, dns: None };

    pub fn check(&self) -> Result<(), BoundsError> {
        if self.is_dhcp {
            return Ok(());
        }
        let fields = [("ip", self.ip), ("subnet", self.subnet), ("gateway", self.gateway), ("dns", self.dns)];
        match fields.into_iter().find(|(_, value)| value.is_none()) {
            Some((field, _)) => Err(BoundsError::new(field, "is required without DHCP")),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fixed_address_needs_all_four_parts() {
        let address = Some(Ipv4Addr::new(192, 168, 1, 10));
        let mut fixed = NetworkSettings { is_dhcp: false, ip: address, subnet: address, gateway: address, dns: None };
        assert_eq!(fixed.check().unwrap_err().field, "dns");
        fixed.dns = address;
        assert!(fixed.check().is_ok());
        assert!(NetworkSettings::DHCP.check().is_ok());
    }
}
