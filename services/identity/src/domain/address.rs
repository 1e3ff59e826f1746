//! Addresses of the internet, and networks of them.
use std::net::IpAddr;

use ipnet::IpNet;

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
