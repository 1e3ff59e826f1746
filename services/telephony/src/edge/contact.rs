//! A phone that is registered, as the edge's registrar knows it.
use std::net::SocketAddr;
use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;

/// What a field holds that has no value.
const NOT_SET: &str = "[not set]";

#[derive(Clone, Debug, PartialEq)]
pub struct Contact {
    /// The request URI of what is sent to the phone.
    pub uri: String,
    /// The value of the Route header that takes it there: through the edge, by the connection that the phone made.
    pub next_hop: String,
    /// A browser: wants ICE and DTLS.
    pub is_websocket: bool,
    /// From now.
    pub expires: Duration,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Found {
    contacts: Vec<Wrapped>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Wrapped {
    contact: Registered,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Registered {
    address: String,
    /// Seconds, or the words "permanent", "expired" and "deleted".
    expires: Value,
    received: String,
    socket: String,
}

/// From what `ul.lookup` answers, without registrations that are over.
pub fn read(found: &Value, edge: &SocketAddr) -> Option<Vec<Contact>> {
    let found = Found::deserialize(found).ok()?;
    Some(found.contacts.into_iter().filter_map(|wrapped| wrapped.contact.live(edge)).collect())
}

impl Registered {
    fn live(self, edge: &SocketAddr) -> Option<Contact> {
        let expires = Duration::from_secs(self.expires.as_u64().filter(|seconds| *seconds > 0)?);
        let is_websocket = transport(&self.received).unwrap_or_default() == "ws";
        let socket = self.edges_socket(is_websocket);
        // A colon needs no quoting in a parameter; a semicolon would end it.
        let received = match self.received.as_str() {
            NOT_SET => String::new(),
            received => format!(";received={}", received.replace(';', "%3B").replace('=', "%3D")),
        };
        Some(Contact { uri: self.address, next_hop: format!("<sip:{socket}@{edge};lr{received}>"), is_websocket, expires })
    }

    /// The name of the edge's socket that the phone is reached by: see docker/sip-edge/kamailio.cfg.
    fn edges_socket(&self, is_websocket: bool) -> &'static str {
        match (self.socket.split(':').next(), is_websocket) {
            (Some("tls"), _) => "wss",
            (Some("tcp"), true) => "ws",
            (Some("tcp"), false) => "tcp",
            _ => "udp",
        }
    }
}

fn transport(uri: &str) -> Option<&str> {
    uri.split(';').find_map(|parameter| parameter.strip_prefix("transport="))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn registered(address: &str, received: &str, socket: &str, expires: Value) -> Value {
        json!({"AoR": "1001@p7.sip.test", "Contacts": [{"Contact": {
            "Address": address, "Expires": expires, "Q": -1, "Received": received, "Path": NOT_SET, "Socket": socket,
        }}]})
    }

    fn only(found: &Value) -> Contact {
        let mut contacts = read(found, &"127.0.0.1:5070".parse().unwrap()).unwrap();
        assert_eq!(contacts.len(), 1);
        contacts.remove(0)
    }

    #[test]
    fn a_panel_is_reached_where_its_registration_came_from() {
        let contact = only(&registered("sip:1001@10.0.0.5:5060", "sip:203.0.113.9:40112", "udp:127.0.0.1:5060", json!(295)));
        assert_eq!(contact.uri, "sip:1001@10.0.0.5:5060");
        assert_eq!(contact.next_hop, "<sip:udp@127.0.0.1:5070;lr;received=sip:203.0.113.9:40112>");
        assert!(!contact.is_websocket);
        assert_eq!(contact.expires, Duration::from_secs(295));
    }

    #[test]
    fn a_browser_is_reached_by_the_websocket_that_it_opened() {
        let at = |socket| only(&registered("sip:a@b.invalid;transport=ws", "sip:203.0.113.9:5566;transport=ws", socket, json!(60)));
        for (socket, name) in [("tls:127.0.0.1:8443", "wss"), ("tcp:127.0.0.1:8080", "ws")] {
            let contact = at(socket);
            assert_eq!(contact.next_hop, format!("<sip:{name}@127.0.0.1:5070;lr;received=sip:203.0.113.9:5566%3Btransport%3Dws>"));
            assert!(contact.is_websocket);
        }
    }

    #[test]
    fn a_panel_over_tcp_is_no_browser() {
        let contact = only(&registered("sip:1001@10.0.0.5:5060;transport=tcp", "sip:10.0.0.5:5060;transport=tcp", "tcp:127.0.0.1:5060", json!(60)));
        assert_eq!(contact.next_hop, "<sip:tcp@127.0.0.1:5070;lr;received=sip:10.0.0.5:5060%3Btransport%3Dtcp>");
        assert!(!contact.is_websocket);
    }

    #[test]
    fn what_came_from_its_own_address_needs_no_other() {
        assert_eq!(only(&registered("sip:1@10.0.0.5", NOT_SET, "udp:127.0.0.1:5060", json!(60))).next_hop, "<sip:udp@127.0.0.1:5070;lr>");
    }

    #[test]
    fn registrations_that_are_over_are_left_out() {
        let edge = "127.0.0.1:5070".parse().unwrap();
        for expires in [json!("expired"), json!("deleted"), json!(0), json!(-3)] {
            let found = registered("sip:1@10.0.0.5", NOT_SET, "udp:127.0.0.1:5060", expires.clone());
            assert_eq!(read(&found, &edge), Some(Vec::new()), "{expires}");
        }
    }

    #[test]
    fn what_has_another_form_is_no_list() {
        let edge = "127.0.0.1:5070".parse().unwrap();
        for found in [json!(null), json!([]), json!({}), json!({"Contacts": [{"Contact": {"Address": "sip:1@h"}}]})] {
            assert_eq!(read(&found, &edge), None, "{found}");
        }
    }
}
