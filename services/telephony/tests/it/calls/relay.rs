//! rtpengine: the test set's, or one of our own where it has none.
use std::f64::consts::TAU;
use std::net::{Ipv4Addr, SocketAddr};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// What callers hear while they wait, and while they are on hold.
pub const QUEUE: u32 = 350;
pub const HOLD: u32 = 440;
/// What people hear who are called because of an alarm.
pub const ALARM: u32 = 1_000;

pub struct Relay {
    pub address: SocketAddr,
    pub sounds: tempfile::TempDir,
    own: Option<Child>,
}

impl Relay {
    pub fn start() -> Relay {
        let sounds = sounds();
        if let Ok(address) = std::env::var("VESTIBULE_SIP_MEDIA_ADDR") {
            return Relay { address: address.parse().unwrap(), sounds, own: None };
        }
        let address = std::net::UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap();
        // Of the ports above those that the kernel gives out by itself; tests beside this one take others.
        let first = 61_000 + (u32::from(address.port()) % 40) * 100;
        let own = Command::new("rtpengine")
            .args(["--config-file=none", "--table=-1", "--interface=127.0.0.1", "--foreground", "--log-stderr", "--log-level=3"])
            .args([format!("--listen-ng={address}"), format!("--port-min={first}"), format!("--port-max={}", first + 99)])
            .stderr(Stdio::null())
            .spawn()
            .expect("rtpengine is installed");
        Relay { address, sounds, own: Some(own) }
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        if let Some(own) = &mut self.own {
            let _gone_already = own.kill();
            let _reaped = own.wait();
        }
    }
}

fn sounds() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    // rtpengine may run as somebody else.
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
    write(&folder.path().join("queue.wav"), QUEUE);
    write(&folder.path().join("hold.wav"), HOLD);
    write(&folder.path().join("alarm.wav"), ALARM);
    folder
}

/// A second of a tone: 8 kHz, mono, 16 bits.
fn write(path: &Path, frequency: u32) {
    let sample = |i: u32| (9_000.0 * (TAU * f64::from(frequency) * f64::from(i) / 8_000.0).sin()) as i16;
    let data: Vec<u8> = (0..8_000).flat_map(|i| sample(i).to_le_bytes()).collect();
    let mut file = b"RIFF".to_vec();
    file.extend((36 + data.len() as u32).to_le_bytes());
    file.extend(b"WAVEfmt ");
    file.extend(16u32.to_le_bytes());
    file.extend([1u16, 1].into_iter().flat_map(u16::to_le_bytes));
    file.extend([8_000u32, 16_000].into_iter().flat_map(u32::to_le_bytes));
    file.extend([2u16, 16].into_iter().flat_map(u16::to_le_bytes));
    file.extend(b"data");
    file.extend((data.len() as u32).to_le_bytes());
    file.extend(data);
    std::fs::write(path, file).unwrap();
}
