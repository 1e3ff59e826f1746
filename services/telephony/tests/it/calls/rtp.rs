//! The sound of a phone: sends a tone as G.711 and says which one it hears.
use std::f64::consts::TAU;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use tokio::net::UdpSocket;
use tokio::sync::watch;
use tokio_util::sync::{CancellationToken, DropGuard};

const RATE: f64 = 8_000.0;
/// Samples that a tone is told from: a quarter of a second.
const WINDOW: usize = 2_000;
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);

pub struct Voice {
    port: u16,
    to: watch::Sender<Option<SocketAddr>>,
    heard: watch::Sender<u32>,
    socket: Arc<UdpSocket>,
    _running: DropGuard,
}

impl Voice {
    pub async fn new(frequency: u32) -> Voice {
        let socket = Arc::new(UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap());
        let port = socket.local_addr().unwrap().port();
        let ((to, goes_to), heard, stop) = (watch::channel(None), watch::Sender::new(0), CancellationToken::new());
        tokio::spawn(stop.clone().run_until_cancelled_owned(speak(socket.clone(), goes_to, frequency)));
        tokio::spawn(stop.clone().run_until_cancelled_owned(listen(socket.clone(), heard.clone())));
        Voice { port, to, heard, socket, _running: stop.drop_guard() }
    }

    pub fn sdp(&self) -> String {
        format!(
            "v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio {} RTP/AVP 8 101\r\n\
             a=rtpmap:8 PCMA/8000\r\na=rtpmap:101 telephone-event/8000\r\na=sendrecv\r\n",
            self.port
        )
    }

    /// Speaks to where a session description says.
    pub fn speak_to(&self, sdp: &str) {
        let media = sdp.lines().find_map(|line| line.strip_prefix("m=audio ")).unwrap_or_else(|| panic!("no sound in {sdp}"));
        let port = media.split(' ').next().unwrap().parse().unwrap();
        self.to.send_replace(Some((Ipv4Addr::LOCALHOST, port).into()));
    }

    /// Presses a digit, as telephones do: RTP events, the last of them three times.
    pub async fn presses(&self, digit: u8) {
        let to = self.to.borrow().expect("the phone is in a call");
        for (packet, flags) in [0x0a, 0x0a, 0x8a, 0x8a, 0x8a].into_iter().enumerate() {
            let sequence = 30_000 + packet as u16;
            let header = [&[0x80, 101][..], &sequence.to_be_bytes(), &[0, 0, 0, 9], &[0, 0, 0, 7]].concat();
            self.socket.send_to(&[&header[..], &[digit, flags, 0, 160]].concat(), to).await.unwrap();
        }
    }

    pub fn hang_up(&self) {
        self.to.send_replace(None);
    }

    /// Waits until it hears this tone and no other, from now on.
    pub async fn hears_again(&self, frequency: u32) {
        self.heard.send_replace(0);
        self.hears(frequency).await;
    }

    /// Waits until it hears this tone and no other.
    pub async fn hears(&self, frequency: u32) {
        let mut heard = self.heard.subscribe();
        let is_it = |heard: &u32| heard.abs_diff(frequency) < 40;
        let waited = tokio::time::timeout(ANSWER_TIMEOUT, heard.wait_for(is_it)).await;
        assert!(waited.is_ok(), "hears {} Hz instead of {frequency}", *self.heard.borrow());
    }
}

async fn speak(socket: Arc<UdpSocket>, to: watch::Receiver<Option<SocketAddr>>, frequency: u32) {
    let mut ticks = tokio::time::interval(Duration::from_millis(20));
    for packet in 0u32.. {
        ticks.tick().await;
        let to = *to.borrow();
        let Some(to) = to else { continue };
        let mut bytes = vec![0x80, 8];
        bytes.extend((packet as u16).to_be_bytes());
        bytes.extend((packet * 160).to_be_bytes());
        bytes.extend(frequency.to_be_bytes());
        bytes.extend((0..160).map(|i| encode((8_000.0 * (TAU * f64::from(frequency) * f64::from(packet * 160 + i) / RATE).sin()) as i32)));
        let _nobody_listens_yet = socket.send_to(&bytes, to).await;
    }
}

async fn listen(socket: Arc<UdpSocket>, says: watch::Sender<u32>) {
    let (mut buffer, mut samples) = (vec![0; 2_000], Vec::with_capacity(WINDOW));
    loop {
        let Ok(length) = socket.recv(&mut buffer).await else { continue };
        if length <= 12 || buffer[1] & 0x7f != 8 {
            continue;
        }
        samples.extend(buffer[12..length].iter().map(|byte| decode(*byte)));
        if samples.len() >= WINDOW {
            says.send_replace(tone(&samples));
            samples.clear();
        }
    }
}

/// By how often the sign changes.
fn tone(samples: &[i32]) -> u32 {
    let changes = samples.windows(2).filter(|pair| (pair[0] < 0) != (pair[1] < 0)).count();
    (changes as f64 / 2.0 / (samples.len() as f64 / RATE)).round() as u32
}

fn decode(byte: u8) -> i32 {
    let byte = byte ^ 0x55;
    let (exponent, mantissa) = ((byte >> 4) & 7, i32::from(byte & 15));
    let value = if exponent == 0 { (mantissa << 4) + 8 } else { ((mantissa << 4) + 0x108) << (exponent - 1) };
    if byte & 0x80 != 0 { value } else { -value }
}

fn encode(sample: i32) -> u8 {
    let (sign, magnitude) = if sample < 0 { (0, -sample) } else { (0x80, sample) };
    let exponent = (0..8).rev().find(|exponent| magnitude >= 0x80 << exponent && *exponent > 0).unwrap_or(0);
    let mantissa = if exponent == 0 { magnitude >> 4 } else { (magnitude >> (exponent + 3)) & 15 };
    (sign | (exponent << 4) as u8 | mantissa as u8) ^ 0x55
}
