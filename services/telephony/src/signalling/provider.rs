//! A trunk's provider, as SIP addresses.
use std::net::SocketAddr;

use rsipstack::sip::{Auth, Param, Transport as Parameter, Uri};

use crate::domain::termination::{Termination, Transport};

pub struct Provider(Termination);

impl Provider {
    pub fn parse(termination_uri: &str) -> Option<Provider> {
        Termination::parse(termination_uri).map(Provider)
    }

    pub fn host(&self) -> &str {
        &self.0.host
    }

    pub fn port(&self) -> u16 {
        self.0.port.unwrap_or(if self.0.transport == Transport::Tls { 5061 } else { 5060 })
    }

    pub fn is_secure(&self) -> bool {
        self.0.transport == Transport::Tls
    }

    /// A number at the provider; None for one that is none.
    pub fn uri(&self, number: &str) -> Option<Uri> {
        let is_user = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+._-".contains(&byte));
        if !is_user {
            return None;
        }
        let params = match self.0.transport {
            Transport::Udp => vec![],
            Transport::Tcp => vec![Param::Transport(Parameter::Tcp)],
            Transport::Tls => vec![Param::Transport(Parameter::Tls)],
        };
        Some(Uri { auth: Some(Auth { user: number.into(), password: None }), params, ..self.registrar()? })
    }

    /// The provider itself. Without its transport, which rsipstack would take for that of the way to the edge.
    pub fn registrar(&self) -> Option<Uri> {
        Uri::try_from(format!("sip:{}:{}", self.0.host, self.port()).as_str()).ok()
    }

    /// The edge's socket that leads to it, and its address as it is given to the edge.
    pub fn next_hop(&self, address: SocketAddr) -> (&'static str, String) {
        match self.0.transport {
            Transport::Udp => ("udp", format!("sip:{address};transport=udp")),
            Transport::Tcp => ("tcp", format!("sip:{address};transport=tcp")),
            Transport::Tls => ("wss", format!("sip:{address};transport=tls")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_dialled_at_the_provider() {
        let provider = Provider::parse("sip:10.0.0.1:5080;transport=tcp").unwrap();
        assert_eq!(provider.uri("+4930").unwrap().to_string(), "sip:+4930@10.0.0.1:5080;transport=TCP");
        for other in ["", "1;x", "a b", "1>"] {
            assert_eq!(provider.uri(other), None, "{other}");
        }
    }

    #[test]
    fn the_edge_is_told_the_address_and_by_which_of_its_sockets() {
        let next_hop = |uri| Provider::parse(uri).unwrap().next_hop("10.0.0.1:5080".parse().unwrap());
        assert_eq!(next_hop("sip:provider.example"), ("udp", "sip:10.0.0.1:5080;transport=udp".into()));
        assert_eq!(next_hop("sip:provider.example;transport=tls"), ("wss", "sip:10.0.0.1:5080;transport=tls".into()));
        assert_eq!(Provider::parse("sip:provider.example;transport=tls").unwrap().port(), 5061);
    }
}
