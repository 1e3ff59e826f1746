//! Keys that are pressed on telephones: RTP events (RFC 4733), which rtpengine passes on to this socket of the replica. A phone is known by
//! rtpengine's port from which its packets come, so that one socket takes those of all phones, and each replica gets those of its own
//! calls alone.
use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::net::UdpSocket;
use tokio_util::sync::{CancellationToken, DropGuard};

/// A fixed header, 15 sources, an extension and an event are shorter; sound is longer and is cut off.
const MAX_PACKET: usize = 1_500;
const RTP_HEADER: usize = 12;
const EVENT: usize = 4;
/// Payload types that session descriptions give out (RFC 3551); of those the offer names events alone.
const DYNAMIC_PAYLOAD_TYPES: std::ops::RangeInclusive<u8> = 96..=127;

/// What is done with a key.
type OnKey = Box<dyn Fn(char) + Send + Sync>;

/// Cheap to clone; its reader ends with the last clone.
#[derive(Clone)]
pub struct Keys {
    address: SocketAddr,
    phones: Phones,
    _reader: Arc<DropGuard>,
}

#[derive(Clone, Default)]
struct Phones(Arc<Mutex<HashMap<u16, OnKey>>>);

/// While it lives, the keys of a phone are listened for.
pub struct KeyListener {
    phones: Phones,
    port: u16,
}

impl Keys {
    pub async fn open(address: SocketAddr) -> std::io::Result<Keys> {
        let socket = UdpSocket::bind(address).await?;
        let (address, phones, stop) = (socket.local_addr()?, Phones::default(), CancellationToken::new());
        tokio::spawn(stop.clone().run_until_cancelled_owned(read(socket, phones.clone())));
        Ok(Keys { address, phones, _reader: Arc::new(stop.drop_guard()) })
    }

    /// Where phones' media are sent.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// `port`: rtpengine's, from which the phone's packets come.
    pub fn listen(&self, port: u16, on_key: impl Fn(char) + Send + Sync + 'static) -> KeyListener {
        self.phones.lock().insert(port, Box::new(on_key));
        KeyListener { phones: self.phones.clone(), port }
    }
}

impl Phones {
    fn lock(&self) -> MutexGuard<'_, HashMap<u16, OnKey>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for KeyListener {
    fn drop(&mut self) {
        self.phones.lock().remove(&self.port);
    }
}

async fn read(socket: UdpSocket, phones: Phones) {
    let mut buffer = vec![0; MAX_PACKET];
    loop {
        let Ok((length, from)) = socket.recv_from(&mut buffer).await else {
            tokio::task::yield_now().await;
            continue;
        };
        if let (Some(key), Some(on_key)) = (key_of_packet(&buffer[..length]), phones.lock().get(&from.port())) {
            on_key(key);
        }
    }
}

/// The key that an RTP packet reports. A key that is held is reported repeatedly.
fn key_of_packet(packet: &[u8]) -> Option<char> {
    let (first, second) = (*packet.first()?, *packet.get(1)?);
    if first >> 6 != 2 || !DYNAMIC_PAYLOAD_TYPES.contains(&(second & 0x7f)) {
        return None;
    }
    let mut start = RTP_HEADER + usize::from(first & 0x0f) * 4;
    if first & 0x10 != 0 {
        let words = packet.get(start + 2..start + 4)?;
        start += 4 + usize::from(u16::from_be_bytes([words[0], words[1]])) * 4;
    }
    let padding = if first & 0x20 != 0 { usize::from(*packet.last()?) } else { 0 };
    let payload = packet.get(start..packet.len().checked_sub(padding)?)?;
    // Redundant events of RFC 2198 and several events in a packet begin with other bytes; phones send neither unless it is agreed on.
    if payload.len() != EVENT {
        return None;
    }
    "0123456789*#".chars().nth(usize::from(payload[0]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packet(first: u8, payload_type: u8, more: &[u8]) -> Vec<u8> {
        [&[first, payload_type][..], &[0; 10], more].concat()
    }

    #[test]
    fn an_event_says_which_key_was_pressed() {
        assert_eq!(key_of_packet(&packet(0x80, 101, &[1, 10, 0, 160])), Some('1'));
        assert_eq!(key_of_packet(&packet(0x80, 0x80 | 96, &[11, 0x8a, 3, 32])), Some('#'));
        assert_eq!(key_of_packet(&packet(0x81, 101, &[0, 0, 0, 7, 0, 10, 0, 160])), Some('0'), "after one source");
        assert_eq!(key_of_packet(&packet(0x90, 101, &[0xbe, 0xde, 0, 1, 1, 2, 3, 4, 9, 10, 0, 160])), Some('9'), "after an extension");
        assert_eq!(key_of_packet(&packet(0xa0, 101, &[1, 10, 0, 160, 0, 2])), Some('1'), "before padding");
    }

    #[test]
    fn sound_and_nonsense_are_no_key() {
        assert_eq!(key_of_packet(&packet(0x80, 8, &[1, 10, 0, 160])), None, "of a sound's payload type");
        assert_eq!(key_of_packet(&packet(0x80, 101, &[1; 160])), None);
        assert_eq!(key_of_packet(&packet(0x80, 101, &[99, 0, 0, 0])), None);
        assert_eq!(key_of_packet(&packet(0x40, 101, &[1, 10, 0, 160])), None);
        for bytes in [&b""[..], &[0x80], &[0x8f, 101], &[0x90, 101, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff], &[0xbf; 20]] {
            assert_eq!(key_of_packet(bytes), None);
        }
    }

    #[tokio::test]
    async fn each_phone_is_known_by_the_port_its_packets_come_from() {
        let keys = Keys::open("127.0.0.1:0".parse().unwrap()).await.unwrap();
        let (first, second) = (UdpSocket::bind("127.0.0.1:0").await.unwrap(), UdpSocket::bind("127.0.0.1:0").await.unwrap());
        let (sender, mut pressed) = tokio::sync::mpsc::unbounded_channel();
        let listeners: Vec<KeyListener> = [&first, &second]
            .map(|phone| {
                let (port, sender) = (phone.local_addr().unwrap().port(), sender.clone());
                keys.listen(port, move |key| sender.send((port, key)).unwrap())
            })
            .into();
        let one = packet(0x80, 101, &[1, 10, 0, 160]);
        second.send_to(&one, keys.address()).await.unwrap();
        assert_eq!(pressed.recv().await, Some((second.local_addr().unwrap().port(), '1')));
        drop(listeners);
        assert!(keys.phones.lock().is_empty());
    }
}
