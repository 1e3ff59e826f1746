//! Between one baresip and the edge, over UDP: everything passes as it is, except that the INVITE
//! of an SOS call gets its header, which baresip cannot add by itself.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::net::UdpSocket;

/// The longest datagram.
const MAX: usize = 65_536;
const SOS: &[u8] = b"X-Sos: 1\r\n";

pub struct Relay {
    inner: UdpSocket,
    outer: UdpSocket,
    edge: SocketAddr,
    /// The next calls are SOS calls.
    pub is_sos: Arc<AtomicBool>,
}

impl Relay {
    pub async fn bind(edge: SocketAddr) -> std::io::Result<Self> {
        let any = match edge {
            SocketAddr::V4(_) if edge.ip().is_loopback() => "127.0.0.1:0",
            SocketAddr::V4(_) => "0.0.0.0:0",
            SocketAddr::V6(_) => "[::]:0",
        };
        Ok(Self { inner: UdpSocket::bind("127.0.0.1:0").await?, outer: UdpSocket::bind(any).await?, edge, is_sos: Arc::default() })
    }

    /// Where baresip finds it.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.inner.local_addr()
    }

    /// Passes datagrams on until it is dropped. One that cannot be sent is lost, as on any network.
    pub async fn run(self) -> std::io::Result<()> {
        let (mut from_phone, mut from_edge) = (vec![0; MAX], vec![0; MAX]);
        let mut phone = None;
        loop {
            tokio::select! {
                received = self.inner.recv_from(&mut from_phone) => {
                    // An error is about a datagram sent before, which somebody refused.
                    let Ok((length, source)) = received else { continue };
                    phone = Some(source);
                    let message = with_header(&from_phone[..length], self.is_sos.load(Ordering::Relaxed));
                    let _ = self.outer.send_to(&message, self.edge).await;
                }
                received = self.outer.recv_from(&mut from_edge) => {
                    let (Ok((length, _)), Some(phone)) = (received, phone) else { continue };
                    let _ = self.inner.send_to(&from_edge[..length], phone).await;
                }
            }
        }
    }
}

/// The header goes right behind the first line of an INVITE.
fn with_header(message: &[u8], is_sos: bool) -> Vec<u8> {
    let line = message.windows(2).position(|pair| pair == b"\r\n").map(|end| end + 2);
    match line {
        Some(line) if is_sos && message.starts_with(b"INVITE ") => [&message[..line], SOS, &message[line..]].concat(),
        _ => message.to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INVITE: &[u8] = b"INVITE sip:100@a SIP/2.0\r\nVia: x\r\n\r\n";

    #[test]
    fn only_the_invite_of_an_sos_call_gets_the_header() {
        assert_eq!(with_header(INVITE, true), b"INVITE sip:100@a SIP/2.0\r\nX-Sos: 1\r\nVia: x\r\n\r\n");
        assert_eq!(with_header(INVITE, false), INVITE);
        for other in [&b"BYE sip:100@a SIP/2.0\r\nVia: x\r\n\r\n"[..], b"\r\n\r\n", b"INVITE without an end"] {
            assert_eq!(with_header(other, true), other);
        }
    }

    #[tokio::test]
    async fn datagrams_pass_both_ways() {
        let edge = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        let relay = Relay::bind(edge.local_addr().unwrap()).await.unwrap();
        let address = relay.address().unwrap();
        relay.is_sos.store(true, Ordering::Relaxed);
        let running = tokio::spawn(relay.run());
        let phone = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        phone.send_to(INVITE, address).await.unwrap();
        let mut buffer = [0; 200];
        let (length, source) = edge.recv_from(&mut buffer).await.unwrap();
        assert_eq!(buffer[..length], with_header(INVITE, true));
        edge.send_to(b"SIP/2.0 100 Trying\r\n\r\n", source).await.unwrap();
        let (length, source) = phone.recv_from(&mut buffer).await.unwrap();
        assert_eq!((&buffer[..length], source), (&b"SIP/2.0 100 Trying\r\n\r\n"[..], address));
        running.abort();
    }
}
