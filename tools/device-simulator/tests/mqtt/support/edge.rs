//! A SIP edge of one call: takes a registration, answers a call, speaks, and presses keys.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::net::UdpSocket;
use tokio::time::{interval, timeout};

use super::TEST_TIMEOUT;

/// Bytes of A-law in a packet of 20 ms.
const PACKET: usize = 160;

pub struct Edge {
    socket: UdpSocket,
    media: UdpSocket,
}

/// A request, and where it came from.
pub struct SipRequest {
    pub text: String,
    source: SocketAddr,
}

impl SipRequest {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.text.lines().find_map(|line| Some(line.strip_prefix(name)?.strip_prefix(':')?.trim()))
    }

    fn required(&self, name: &str) -> &str {
        self.header(name).unwrap_or_else(|| panic!("{name} in {}", self.text))
    }

    /// Where the sender wants its sound.
    fn media(&self) -> SocketAddr {
        let port = self.text.lines().find_map(|line| line.strip_prefix("m=audio ")?.split(' ').next()?.parse().ok());
        SocketAddr::from(([127, 0, 0, 1], port.expect("a port of sound")))
    }
}

impl Edge {
    pub async fn bind() -> Self {
        let bind = || UdpSocket::bind("127.0.0.1:0");
        Self { socket: bind().await.unwrap(), media: bind().await.unwrap() }
    }

    pub fn address(&self) -> SocketAddr {
        self.socket.local_addr().unwrap()
    }

    /// The next request of this method; what else comes meanwhile is left unanswered.
    pub async fn next(&self, method: &str) -> SipRequest {
        let mut buffer = vec![0; 65_536];
        let find = async {
            loop {
                let (length, source) = self.socket.recv_from(&mut buffer).await.unwrap();
                let text = String::from_utf8_lossy(&buffer[..length]).into_owned();
                if text.starts_with(method) {
                    return SipRequest { text, source };
                }
            }
        };
        timeout(TEST_TIMEOUT, find).await.unwrap_or_else(|_| panic!("{method} arrives"))
    }

    pub async fn answer(&self, request: &SipRequest, status: &str, body: &str) {
        let copied = ["Via", "From", "Call-ID", "CSeq"].map(|name| format!("{name}: {}\r\n", request.required(name))).concat();
        let kind = if body.is_empty() { "" } else { "Content-Type: application/sdp\r\n" };
        let text = format!(
            "SIP/2.0 {status}\r\n{copied}To: {};tag=edge\r\nContact: <sip:edge@{}>\r\nExpires: 600\r\n{kind}Content-Length: {}\r\n\r\n{body}",
            request.required("To"),
            self.address(),
            body.len()
        );
        self.socket.send_to(text.as_bytes(), request.source).await.unwrap();
    }

    /// Takes a registration, whatever its password.
    pub async fn register(&self) -> SipRequest {
        let request = self.next("REGISTER").await;
        self.answer(&request, "200 OK", "").await;
        request
    }

    /// Answers a call with sound alone, and waits until that is known.
    pub async fn accept(&self, invite: &SipRequest) {
        let port = self.media.local_addr().unwrap().port();
        let body = format!(
            "v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio {port} RTP/AVP 8\r\n\
             a=rtpmap:8 PCMA/8000\r\nm=video 0 RTP/AVP 97\r\n"
        );
        self.answer(invite, "200 OK", &body).await;
        self.next("ACK").await;
    }

    /// Presses a key, by SIP INFO as browsers do.
    pub async fn press(&self, invite: &SipRequest, key: char) {
        let contact = invite.required("Contact");
        let uri = contact.split(['<', '>']).nth(1).expect("an address");
        let body = format!("Signal={key}\r\nDuration=160\r\n");
        let text = format!(
            "INFO {uri} SIP/2.0\r\nVia: SIP/2.0/UDP {address};branch=z9hG4bK-press\r\nFrom: {};tag=edge\r\nTo: {}\r\nCall-ID: {}\r\n\
             CSeq: 1 INFO\r\nMax-Forwards: 70\r\nContent-Type: application/dtmf-relay\r\nContent-Length: {}\r\n\r\n{body}",
            invite.required("To"),
            invite.required("From"),
            invite.required("Call-ID"),
            body.len(),
            address = self.address(),
        );
        self.socket.send_to(text.as_bytes(), invite.source).await.unwrap();
    }

    /// Speaks a tone of as many packets as these, at the pace of real sound.
    pub async fn speak(&self, invite: &SipRequest, frequency: f64, packets: u16) {
        let sound = call_sounds::synth::tone(frequency, f64::from(packets) / 50.0);
        let mut pace = interval(Duration::from_millis(20));
        for (number, samples) in (0_u16..).zip(sound.chunks(PACKET)) {
            pace.tick().await;
            let mut packet = vec![0x80, 8];
            packet.extend(number.to_be_bytes());
            packet.extend((u32::from(number) * PACKET as u32).to_be_bytes());
            packet.extend(7_u32.to_be_bytes());
            packet.extend(samples.iter().map(|sample| alaw(*sample)));
            self.media.send_to(&packet, invite.media()).await.unwrap();
        }
    }

    /// Whether the device speaks too: its next packet of sound.
    pub async fn hears(&self) -> usize {
        let mut buffer = [0; 2048];
        timeout(TEST_TIMEOUT, self.media.recv_from(&mut buffer)).await.expect("sound of the device").unwrap().0
    }
}

/// G.711: sign, three bits of exponent, four of mantissa, every other bit inverted.
fn alaw(sample: i16) -> u8 {
    let sign = if sample >= 0 { 0x80 } else { 0 };
    let size = sample.unsigned_abs().min(i16::MAX as u16) >> 4;
    let exponent = (16 - size.leading_zeros()).saturating_sub(4);
    let bits = if exponent == 0 { size >> 1 } else { (size >> exponent) & 0x0f };
    let bits = if exponent == 0 { bits & 0x0f } else { bits };
    (sign | (exponent as u8) << 4 | bits as u8) ^ 0x55
}
