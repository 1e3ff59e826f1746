//! How to reach the broker, and how a device introduces itself there.

use std::path::PathBuf;

use anyhow::{Context, bail};
use device_protocol::envelope::MAX_MESSAGE_BYTES;
use device_protocol::management::ClientCertificate;
use device_protocol::{Presence, TopicKind};
use rumqttc_v4::{LastWill, MqttOptions, QoS, Transport};

use crate::device::Device;

/// Seconds without traffic after which a device shows that it is there.
const KEEP_ALIVE: u16 = 15;
/// Room for topic and header beside the largest message.
const MAX_PACKET: usize = MAX_MESSAGE_BYTES + 1024;

/// `mqtt://host:port`, or `mqtts://host:port` with a CA.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broker {
    pub host: String,
    pub port: u16,
    /// PEM of the authority that signed the broker's certificate; none: no TLS.
    pub ca: Option<Vec<u8>>,
    /// PEM of a certificate and of its key, for a broker that asks for them.
    pub identity: Option<(Vec<u8>, Vec<u8>)>,
}

impl Broker {
    /// Reads a URL. TLS needs the file of the authority's certificate.
    pub fn parse(url: &str, ca: Option<&PathBuf>) -> anyhow::Result<Self> {
        let (tls, host, port) = Self::address(url)?;
        let ca = match (tls, ca) {
            (false, _) => None,
            (true, Some(path)) => Some(std::fs::read(path).with_context(|| format!("reading {}", path.display()))?),
            (true, None) => bail!("mqtts needs --ca, the file of the authority's certificate"),
        };
        Ok(Self { host, port, ca, identity: None })
    }

    /// A broker that the server has named.
    pub fn with_certificate(url: &str, certificate: &ClientCertificate) -> anyhow::Result<Self> {
        let (tls, host, port) = Self::address(url)?;
        anyhow::ensure!(tls, "a certificate needs mqtts://");
        let ca = certificate.authority.clone().context("the authorities of the world are not part of the simulator")?.into_bytes();
        let identity = (certificate.certificate.clone().into_bytes(), certificate.private_key.clone().into_bytes());
        Ok(Self { host, port, ca: Some(ca), identity: Some(identity) })
    }

    fn address(url: &str) -> anyhow::Result<(bool, String, u16)> {
        let (tls, rest) = match (url.strip_prefix("mqtt://"), url.strip_prefix("mqtts://")) {
            (Some(rest), _) => (false, rest),
            (_, Some(rest)) => (true, rest),
            _ => bail!("a broker is mqtt://host:port or mqtts://host:port, not {url}"),
        };
        let rest = rest.trim_end_matches('/');
        let (host, port) = match rest.rsplit_once(':') {
            Some((host, port)) => (host, port.parse().with_context(|| format!("bad port in {url}"))?),
            None => (rest, if tls { 8883 } else { 1883 }),
        };
        Ok((tls, host.trim_matches(['[', ']']).to_owned(), port))
    }
}

/// MQTT 3.1.1, a session that outlives connections, user name and client id = serial, and a last
/// will that says "offline".
pub fn options(device: &Device, broker: &Broker) -> MqttOptions {
    let serial = device.serial.as_str();
    let status = TopicKind::DeviceStatus.topic(&device.serial);
    let mut options = MqttOptions::new(serial, (broker.host.as_str(), broker.port));
    options
        .set_keep_alive(KEEP_ALIVE)
        .set_clean_session(false)
        .set_credentials(serial, device.password())
        .set_max_packet_size(MAX_PACKET, MAX_PACKET)
        .set_last_will(LastWill::new(status, Presence::Offline.as_str(), QoS::AtLeastOnce, true));
    if let Some(ca) = &broker.ca {
        options.set_transport(Transport::tls(ca.clone(), broker.identity.clone(), None));
    }
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broker_is_a_url_with_an_optional_port() {
        let parse = |url| Broker::parse(url, None).unwrap();
        assert_eq!(parse("mqtt://127.0.0.1:18830"), Broker { host: "127.0.0.1".into(), port: 18830, ca: None, identity: None });
        assert_eq!(parse("mqtt://broker/").port, 1883);
        assert_eq!(parse("mqtt://[::1]:9").host, "::1");
    }

    #[test]
    fn an_invalid_broker_address_is_refused() {
        for bad in ["http://broker", "broker:1883", "mqtt://broker:x", "mqtts://broker"] {
            assert!(Broker::parse(bad, None).is_err(), "{bad}");
        }
    }
}
