//! The address that a request comes from, when it comes through proxies.
use std::net::{IpAddr, SocketAddr};

use anyhow::Context as _;
use http::HeaderMap;
use ipnet::IpNet;

/// Proxies whose `X-Forwarded-For` is believed. Rate limits, bans and the audit log use the resulting address: with too
/// few proxies everybody behind one is banned as one, with too many anybody may claim any address.
#[derive(Clone, Debug)]
pub struct TrustedProxies(Vec<IpNet>);

impl TrustedProxies {
    /// Networks or addresses with commas between them, or `none`.
    pub fn parse(text: &str) -> anyhow::Result<Self> {
        if text == "none" {
            return Ok(TrustedProxies(Vec::new()));
        }
        let names = text.split(',').map(str::trim).filter(|name| !name.is_empty());
        let network = |name: &str| {
            let network = name.parse().or_else(|_| name.parse::<IpAddr>().map(IpNet::from));
            network.context("expected networks with commas between them, or none")
        };
        names.map(network).collect::<anyhow::Result<_>>().map(TrustedProxies)
    }

    /// The nearest address that is no trusted proxy: each of these appends the address of its own client to
    /// X-Forwarded-For. Entries before that of the first untrusted client were written by that client and prove nothing.
    pub fn client_address(&self, peer: SocketAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = peer.ip().to_canonical();
        let lines: Vec<&str> = headers.get_all("x-forwarded-for").iter().filter_map(|line| line.to_str().ok()).collect();
        for name in lines.iter().rev().flat_map(|line| line.rsplit(',')) {
            if !self.trust(client) {
                break;
            }
            let Some(before) = address(name.trim()) else { break };
            client = before;
        }
        client
    }

    fn trust(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(&address))
    }
}

/// An address, with a port as some proxies write it.
fn address(text: &str) -> Option<IpAddr> {
    let address = text.parse().or_else(|_| text.parse::<SocketAddr>().map(|socket| socket.ip()));
    address.ok().map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines of the header, with a bar between them.
    fn client(proxies: &str, peer: &str, forwarded: &str) -> String {
        let mut headers = HeaderMap::new();
        for line in forwarded.split('|').filter(|line| !line.is_empty()) {
            headers.append("x-forwarded-for", line.parse().unwrap());
        }
        TrustedProxies::parse(proxies).unwrap().client_address(SocketAddr::new(peer.parse().unwrap(), 4711), &headers).to_string()
    }

    #[test]
    fn a_strangers_header_proves_nothing() {
        assert_eq!(client("127.0.0.0/8", "203.0.113.9", "198.51.100.7"), "203.0.113.9");
        assert_eq!(client("none", "127.0.0.1", "198.51.100.7"), "127.0.0.1");
        // The client claims one address, the proxy has seen another.
        assert_eq!(client("10.0.0.0/8", "10.0.0.5", "198.51.100.7, 203.0.113.9"), "203.0.113.9");
        assert_eq!(client("10.0.0.0/8", "10.0.0.5", "198.51.100.7|203.0.113.9"), "203.0.113.9");
    }

    #[test]
    fn a_proxy_is_asked_for_whom_it_speaks() {
        assert_eq!(client("10.0.0.0/8", "10.0.0.5", "203.0.113.9"), "203.0.113.9");
        assert_eq!(client("10.0.0.0/8", "::ffff:10.0.0.5", "203.0.113.9"), "203.0.113.9");
        assert_eq!(client("10.0.0.0/8, 192.0.2.1", "10.0.0.5", "198.51.100.7, 203.0.113.9, 192.0.2.1"), "203.0.113.9");
        assert_eq!(client("fd00::/8", "fd00::1", "2001:db8::7"), "2001:db8::7");
        assert_eq!(client("10.0.0.0/8", "10.0.0.5", "203.0.113.9:50000"), "203.0.113.9");
        assert_eq!(client("10.0.0.0/8", "10.0.0.5", "[2001:db8::7]:50000"), "2001:db8::7");
    }

    #[test]
    fn with_nothing_said_or_nothing_that_can_be_read_it_is_the_proxy() {
        assert_eq!(client("10.0.0.0/8", "10.0.0.5", ""), "10.0.0.5");
        assert_eq!(client("10.0.0.0/8", "10.0.0.5", "203.0.113.9, unknown"), "10.0.0.5");
    }

    #[test]
    fn a_setting_that_cannot_be_read_stops_the_start() {
        assert!(TrustedProxies::parse("10.0.0.0/99").is_err() && TrustedProxies::parse("ingress").is_err());
    }
}
