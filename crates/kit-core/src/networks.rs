//! Which addresses the platform calls for people: public ones, and the private ones that its operator allows.
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use anyhow::Context as _;
use ipnet::{IpNet, Ipv6Net};

/// The networks below that are allowed although they are not public.
#[derive(Clone, Debug, Default)]
pub enum Allowed {
    #[default]
    Public,
    /// Public addresses, and those of these networks.
    Also(Vec<IpNet>),
    Everything,
}

impl Allowed {
    /// From `VESTIBULE_ALLOW_PRIVATE_NETWORKS`: empty or `false`, `true`, or networks separated by commas.
    pub fn parse(text: &str) -> anyhow::Result<Self> {
        match text.trim() {
            "" | "false" => Ok(Allowed::Public),
            "true" => Ok(Allowed::Everything),
            networks => networks.split(',').map(network).collect::<anyhow::Result<_>>().map(Allowed::Also),
        }
    }

    pub fn covers(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        match self {
            Allowed::Everything => true,
            Allowed::Public => is_public(address),
            Allowed::Also(networks) => is_public(address) || networks.iter().any(|network| network.contains(&address)),
        }
    }
}

/// A network, or one address of it.
fn network(text: &str) -> anyhow::Result<IpNet> {
    let text = text.trim();
    text.parse().or_else(|_| text.parse::<IpAddr>().map(IpNet::from)).context("expected true, false, or networks with commas between them")
}

/// Whoever has an IPv6 address has this much of the network, so they are counted as one.
const IPV6_PREFIX_OF_CLIENT: u8 = 64;

/// What a client's address is counted and banned by: itself, or its network. What is no address is taken as it is.
pub fn client_network(address: &str) -> String {
    match address.parse::<IpAddr>().map(|address| address.to_canonical()) {
        Ok(IpAddr::V6(v6)) => Ipv6Net::new(v6, IPV6_PREFIX_OF_CLIENT).map_or_else(|_| v6.to_string(), |network| network.trunc().to_string()),
        Ok(address) => address.to_string(),
        Err(_) => address.to_string(),
    }
}

/// Whether anybody on the internet may have it.
pub fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

/// The IANA registry of special-purpose addresses, and the one address outside it that a cloud (Azure) answers
/// its machines' metadata on.
fn is_public_v4(address: Ipv4Addr) -> bool {
    const SPECIAL: [(Ipv4Addr, u8); 16] = [
        (Ipv4Addr::new(0, 0, 0, 0), 8),
        (Ipv4Addr::new(10, 0, 0, 0), 8),
        (Ipv4Addr::new(100, 64, 0, 0), 10),
        (Ipv4Addr::new(127, 0, 0, 0), 8),
        (Ipv4Addr::new(168, 63, 129, 16), 32),
        (Ipv4Addr::new(169, 254, 0, 0), 16),
        (Ipv4Addr::new(172, 16, 0, 0), 12),
        (Ipv4Addr::new(192, 0, 0, 0), 24),
        (Ipv4Addr::new(192, 0, 2, 0), 24),
        (Ipv4Addr::new(192, 88, 99, 0), 24),
        (Ipv4Addr::new(192, 168, 0, 0), 16),
        (Ipv4Addr::new(198, 18, 0, 0), 15),
        (Ipv4Addr::new(198, 51, 100, 0), 24),
        (Ipv4Addr::new(203, 0, 113, 0), 24),
        (Ipv4Addr::new(224, 0, 0, 0), 4),
        (Ipv4Addr::new(240, 0, 0, 0), 4),
    ];
    let bits = |address: Ipv4Addr, length: u8| u32::from(address) >> (32 - u32::from(length));
    !SPECIAL.iter().any(|(network, length)| bits(address, *length) == bits(*network, *length))
}

/// Only what is given out to the internet (2000::/3), without the parts that lead to an IPv4 address or nowhere.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    let global = first & 0xe000 == 0x2000;
    let six_to_four = first == 0x2002;
    // Teredo, ORCHID and others of the protocol assignments; the documentation's 2001:db8::/32 and 3fff::/20.
    let special = first == 0x2001 && (second < 0x0200 || second == 0x0db8) || first == 0x3fff && second < 0x1000;
    global && !six_to_four && !special
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covers(allowed: &Allowed, address: &str) -> bool {
        allowed.covers(address.parse().unwrap())
    }

    #[test]
    fn an_ipv6_address_stands_for_its_network() {
        assert_eq!(client_network("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
        assert_eq!(client_network("2001:db8:1:2::"), "2001:db8:1:2::/64");
        assert_eq!(client_network("::ffff:192.0.2.7"), "192.0.2.7");
        assert_eq!(client_network("192.0.2.7"), "192.0.2.7");
        assert_eq!(client_network("unknown"), "unknown");
    }

    #[test]
    fn addresses_that_are_not_public_are_refused() {
        let private = "0.0.0.0 10.1.2.3 100.64.0.1 100.100.100.200 127.0.0.1 127.9.9.9 168.63.129.16 169.254.169.254 172.16.0.1
            172.31.255.255 192.0.0.192 192.168.1.1 198.19.0.1 224.0.0.251 240.0.0.1 255.255.255.255 :: ::1 ::ffff:127.0.0.1
            ::ffff:10.0.0.1 ::7f00:1 64:ff9b::7f00:1 fe80::1 fec0::1 fc00::1 fd00:ec2::254 ff02::1 2002:7f00:1:: 2001::1
            2001:db8::1 3fff::1";
        for address in private.split_whitespace() {
            assert!(!covers(&Allowed::Public, address), "{address}");
            assert!(covers(&Allowed::Everything, address), "{address}");
        }
    }

    #[test]
    fn public_addresses_are_called() {
        for address in ["1.1.1.1", "100.128.0.1", "172.32.0.1", "192.0.1.1", "2606:4700:4700::1111", "2a00:1450:4001::1", "::ffff:1.1.1.1"] {
            assert!(covers(&Allowed::Public, address), "{address}");
        }
    }

    #[test]
    fn the_operator_allows_networks_by_name() {
        let allowed = Allowed::parse("10.20.0.0/16, fd12::/16,192.168.7.7").unwrap();
        for (address, expected) in
            [("10.20.1.1", true), ("::ffff:10.20.1.1", true), ("10.21.1.1", false), ("fd12::1", true), ("192.168.7.7", true), ("192.168.7.8", false)]
        {
            assert_eq!(covers(&allowed, address), expected, "{address}");
        }
        assert!(matches!(Allowed::parse("").unwrap(), Allowed::Public));
        assert!(matches!(Allowed::parse("true").unwrap(), Allowed::Everything));
        assert!(Allowed::parse("yes").is_err() && Allowed::parse("10.0.0.0/99").is_err());
    }
}
