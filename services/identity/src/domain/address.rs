//! Addresses of the internet, and networks of them.
use std::net::{IpAddr, Ipv6Addr};

use ipnet::{IpNet, Ipv6Net};

/// Whoever has an IPv6 address has this much of the network, so they are counted as one.
const IPV6_PREFIX: u8 = 64;

/// What an address is counted and banned by: itself, or its network. What is no address is taken as it is.
pub fn subject(address: &str) -> String {
    match address.parse::<IpAddr>().map(|address| address.to_canonical()) {
        Ok(IpAddr::V6(address)) => of_ipv6(address),
        Ok(address) => address.to_string(),
        Err(_) => address.to_string(),
    }
}

fn of_ipv6(address: Ipv6Addr) -> String {
    Ipv6Net::new(address, IPV6_PREFIX).map_or_else(|_| address.to_string(), |network| network.trunc().to_string())
}

/// An address (`192.0.2.7`) or a network (`192.0.2.0/24`); what lies beyond the prefix is dropped.
pub fn network(text: &str) -> Option<IpNet> {
    let text = text.trim();
    let network = text.parse::<IpNet>().ok().or_else(|| text.parse::<IpAddr>().ok().map(IpNet::from))?;
    Some(network.trunc())
}

/// Whether a network is narrow enough to be left out of blocking: /16 or narrower of IPv4, /32 or narrower of IPv6. A wider
/// one would switch blocking off for much of the internet.
pub fn is_narrow(network: &IpNet) -> bool {
    network.prefix_len() >= if network.addr().is_ipv4() { 16 } else { 32 }
}

/// A network as people write it: one address without its prefix.
pub fn display(network: &str) -> String {
    match network.parse::<IpNet>() {
        Ok(one) if one.prefix_len() == one.max_prefix_len() => one.addr().to_string(),
        _ => network.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ipv6_address_stands_for_its_network() {
        assert_eq!(subject("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
        assert_eq!(subject("2001:db8:1:2::"), "2001:db8:1:2::/64");
        assert_eq!(subject("::ffff:192.0.2.7"), "192.0.2.7");
        assert_eq!(subject("192.0.2.7"), "192.0.2.7");
        assert_eq!(subject("unknown"), "unknown");
    }

    #[test]
    fn a_network_is_written_in_one_way() {
        let written = |text: &str| network(text).map(|network| network.to_string());
        assert_eq!(written(" 192.0.2.77/24 "), Some("192.0.2.0/24".into()));
        assert_eq!(written("192.0.2.7"), Some("192.0.2.7/32".into()));
        assert_eq!(written("2001:DB8::/32"), Some("2001:db8::/32".into()));
        for text in ["", "192.0.2", "192.0.2.7/33", "example.com", "192.0.2.0/255.255.255.0"] {
            assert_eq!(written(text), None, "{text}");
        }
        assert_eq!((display("192.0.2.7/32"), display("192.0.2.0/24"), display("::1/128")), ("192.0.2.7".into(), "192.0.2.0/24".into(), "::1".into()));
    }
}
