//! A private broker.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};

use super::Scratch;

const MOSQUITTO: &str = "/usr/sbin/mosquitto";
/// A free port may be taken by somebody else before the broker gets it.
const ATTEMPTS: usize = 5;

pub struct Broker {
    child: Child,
    pub port: u16,
    _scratch: Scratch,
}

impl Broker {
    pub fn start() -> Self {
        (0..ATTEMPTS).find_map(|_| Self::try_start(free_port())).expect("mosquitto started")
    }

    /// kill -9, and a new broker on the same port that remembers nothing.
    pub fn replace(self) -> Self {
        let port = self.port;
        drop(self);
        Self::try_start(port).expect("mosquitto started again")
    }

    fn try_start(port: u16) -> Option<Self> {
        let scratch = Scratch::new();
        let config = scratch.0.join("mosquitto.conf");
        let text = format!("listener {port} 127.0.0.1\nallow_anonymous true\nuser root\npersistence false\nlog_dest stderr\nlog_type all\n");
        std::fs::write(&config, text).unwrap();
        let mut child =
            Command::new(MOSQUITTO).arg("-c").arg(&config).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("mosquitto is installed");
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let running = lines.by_ref().map_while(Result::ok).any(|line| line.ends_with(" running"));
        if !running {
            let _ = child.wait();
            return None;
        }
        // The broker would block on a full pipe.
        std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
        Some(Self { child, port, _scratch: scratch })
    }

    pub fn url(&self) -> String {
        format!("mqtt://127.0.0.1:{}", self.port)
    }
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

impl Drop for Broker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
