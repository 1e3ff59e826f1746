//! Where a trunk leads: sip:host, sip:host:port, with ;transport=udp, tcp or tls.
use std::net::{Ipv4Addr, Ipv6Addr};

const MAX: usize = 255;
const MAX_LABEL: usize = 63;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Termination {
    /// In small letters; an IPv6 address in brackets.
    pub host: String,
    pub port: Option<u16>,
    pub transport: Transport,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    Udp,
    Tcp,
    Tls,
}

impl Termination {
    /// None for anything else: no user, no other parameters, no headers.
    pub fn parse(uri: &str) -> Option<Termination> {
        let rest = uri.strip_prefix("sip:").filter(|_| uri.len() <= MAX)?;
        let (server, transport) = match rest.split_once(';') {
            None => (rest, Transport::Udp),
            Some((server, parameter)) => (server, transport(parameter)?),
        };
        let (host, port) = match server.rsplit_once(':').filter(|(host, _)| !host.starts_with('[') || host.ends_with(']')) {
            None => (server, None),
            Some((host, port)) => (host, Some(port.parse::<u16>().ok().filter(|value| *value > 0 && !port.starts_with('+'))?)),
        };
        is_host(host).then(|| Termination { host: host.to_ascii_lowercase(), port, transport })
    }
}

fn transport(parameter: &str) -> Option<Transport> {
    match parameter.strip_prefix("transport=")? {
        "udp" => Some(Transport::Udp),
        "tcp" => Some(Transport::Tcp),
        "tls" => Some(Transport::Tls),
        _ => None,
    }
}

fn is_host(host: &str) -> bool {
    if let Some(address) = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return address.parse::<Ipv6Addr>().is_ok();
    }
    let is_label = |label: &str| {
        (1..=MAX_LABEL).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    // Four numbers that are no address are no name either.
    let is_name = host.split('.').all(is_label) && host.bytes().any(|byte| byte.is_ascii_alphabetic());
    is_name || host.parse::<Ipv4Addr>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_termination_names_a_host_a_port_and_a_transport() {
        let expected = |host: &str, port, transport| Some(Termination { host: host.into(), port, transport });
        assert_eq!(Termination::parse("sip:Trunk.example.org"), expected("trunk.example.org", None, Transport::Udp));
        assert_eq!(Termination::parse("sip:10.0.0.1:5070"), expected("10.0.0.1", Some(5070), Transport::Udp));
        assert_eq!(Termination::parse("sip:trunk.example.org;transport=tls"), expected("trunk.example.org", None, Transport::Tls));
        assert_eq!(Termination::parse("sip:[2001:db8::1]:5061;transport=tcp"), expected("[2001:db8::1]", Some(5061), Transport::Tcp));
        assert_eq!(Termination::parse("sip:[2001:db8::1]"), expected("[2001:db8::1]", None, Transport::Udp));
    }

    #[test]
    fn nothing_else_is_one() {
        let long = format!("sip:{}.org", "a".repeat(64));
        for bad in [
            "",
            "sip:",
            "trunk.example.org",
            "sips:trunk.example.org",
            "sip:user@trunk.example.org",
            "sip:trunk.example.org:0",
            "sip:trunk.example.org:99999",
            "sip:trunk.example.org:+5060",
            "sip:trunk.example.org;transport=ws",
            "sip:trunk.example.org;lr",
            "sip:trunk.example.org?Subject=x",
            "sip:999.1.1.1",
            "sip:-bad.org",
            "sip:a..org",
            "sip:trunk.example.org\r\nX-Tenant: p1",
            &long,
        ] {
            assert_eq!(Termination::parse(bad), None, "{bad}");
        }
    }
}
