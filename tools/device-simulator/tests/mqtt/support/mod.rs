//! What the tests share.
//!
//! * [`Broker`]: a private mosquitto on a free loopback port, gone with the test
//! * [`Edge`]: the SIP edge's side of a call
//! * [`Platform`]: the server's side of the conversation
//! * [`Panel`]: one simulated device in this process; [`Process`]: the binary
//!
//! Nothing sleeps: every wait is for a message, with a limit that only a failure reaches.

mod broker;
mod edge;
mod panel;
mod platform;
mod process;

use std::path::PathBuf;
use std::time::Duration;

pub use broker::Broker;
pub use edge::Edge;
pub use panel::Panel;
pub use platform::{Platform, Push, items, work_week};
pub use process::Process;

/// How long a message may take before the test fails.
pub const TEST_TIMEOUT: Duration = Duration::from_secs(30);

/// A folder that disappears with the test.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new() -> Self {
        let path = std::env::temp_dir().join(format!("device-simulator-{}", uuid::Uuid::new_v4()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
