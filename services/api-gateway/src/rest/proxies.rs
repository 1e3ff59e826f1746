//! From where a request comes, when it comes through others.
use std::net::{IpAddr, SocketAddr};

use anyhow::Context as _;
use http::HeaderMap;
use ipnet::IpNet;

/// The proxies whose word is taken for the address of whom they speak for. Limits and bans of addresses, and the "from
/// where" of the audit log, hold for what comes of this: too few, and everybody behind a proxy is banned as one; too
/// many, and anybody may say to be somebody else.
#[derive(Clone, Debug)]
pub struct Proxies(Vec<IpNet>);

impl Proxies {
    /// VESTIBULE_TRUSTED_PROXIES: networks or addresses with commas between them; without it this machine's own.
    pub fn from_env() -> anyhow::Result<Self> {
        let networks = std::env::var("VESTIBULE_TRUSTED_PROXIES").unwrap_or_else(|_| "127.0.0.0/8,::1".into());
        Self::parse(&networks).context("VESTIBULE_TRUSTED_PROXIES")
    }

    fn parse(text: &str) -> anyhow::Result<Self> {
        let names = text.split(',').map(str::trim).filter(|name| !name.is_empty());
        let network = |name: &str| {
            let network = name.parse().or_else(|_| name.parse::<IpAddr>().map(IpNet::from));
            network.with_context(|| format!("{name} is not a network"))
        };
        names.map(network).collect::<anyhow::Result<_>>().map(Proxies)
    }

    /// The nearest address that is none of the proxies': each of them has written whom it heard at the end of
    /// X-Forwarded-For. What stands before the first word of a stranger is the stranger's own and proves nothing.
    pub fn client_of(&self, peer: SocketAddr, headers: &HeaderMap) -> IpAddr {
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

/// Some proxies write the port as well.
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
        Proxies::parse(proxies).unwrap().client_of(SocketAddr::new(peer.parse().unwrap(), 4711), &headers).to_string()
    }

    #[test]
    fn a_strangers_header_proves_nothing() {
        assert_eq!(client("127.0.0.0/8", "203.0.113.9", "198.51.100.7"), "203.0.113.9");
        assert_eq!(client("", "127.0.0.1", "198.51.100.7"), "127.0.0.1");
        // It says one thing, the proxy that heard it another.
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
        assert!(Proxies::parse("10.0.0.0/99").is_err() && Proxies::parse("ingress").is_err());
    }
}
