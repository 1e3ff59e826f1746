//! What an address says of itself, without a login.
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use device_protocol::Serial;
use kit::outgoing::Outgoing;
use serde::Deserialize;
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::base;

/// Most addresses of a network are nobody's: they are given up sooner.
const CONNECT_TIMEOUT: Duration = Duration::from_millis(800);
const ANSWER_TIMEOUT: Duration = Duration::from_millis(1_500);
const MAX_ANSWER_BYTES: usize = 64 << 10;

/// Of the answer of a device.
#[derive(Clone, Debug, Deserialize)]
pub struct ProbedDevice {
    pub serial: Serial,
    pub model: String,
    #[serde(default, alias = "firmware_version")]
    pub firmware: Option<String>,
}

/// A device that answers at this port. Nothing is sent to an address that may not be called.
pub async fn probe(outgoing: &Outgoing, address: Ipv4Addr, port: u16) -> Option<ProbedDevice> {
    if !outgoing.allows(IpAddr::V4(address)) {
        return None;
    }
    let connection = timeout(CONNECT_TIMEOUT, TcpStream::connect(SocketAddr::from((address, port)))).await.ok()?.ok()?;
    drop(connection);
    let request = http::Request::get(format!("{}/api/info", base(&address.to_string(), port.into()))).body(Vec::new()).ok()?;
    let answer = outgoing.with_limits(ANSWER_TIMEOUT, MAX_ANSWER_BYTES).send(request).await.ok()?;
    read(answer.status().is_success(), answer.body())
}

/// Only what has a serial number and a model is a device.
fn read(is_success: bool, body: &[u8]) -> Option<ProbedDevice> {
    let info: ProbedDevice = serde_json::from_slice(body).ok().filter(|_| is_success)?;
    let is_short = info.model.chars().count() <= 64 && info.firmware.as_ref().is_none_or(|firmware| firmware.chars().count() <= 100);
    (!info.model.trim().is_empty() && is_short).then_some(info)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_names_no_serial_number_and_model_is_no_device() {
        let answer = br#"{"serial": "b4d0c1", "model": "AA-12", "firmware_version": "1.3.5"}"#;
        assert_eq!(read(true, answer).unwrap().serial.as_str(), "b4d0c1");
        assert!(read(false, answer).is_none());
        for other in ["", "<html>", "{}", "[]", r#"{"serial": "", "model": "AA-12"}"#, r#"{"serial": "b4", "model": " "}"#] {
            assert!(read(true, other.as_bytes()).is_none(), "{other}");
        }
    }
}
