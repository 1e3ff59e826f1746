//! The panel's telephone: one baresip process a panel that has a SIP account.
//!
//! * [`line`]: what the device knows about its telephone, and what follows from what happens; pure
//! * [`account`], [`config`]: baresip's configuration; pure
//! * [`ctrl`]: baresip's control protocol; [`client`]: a connection that speaks it
//! * [`relay`]: between baresip and the edge, since baresip cannot add a header to a call by itself
//! * [`hearing`]: what the panel hears, from the file that baresip writes
//! * [`phone`]: one running process; [`exchange`]: all of them, and who gets one

mod account;
mod client;
mod config;
mod ctrl;
mod exchange;
mod hearing;
mod line;
mod phone;
mod relay;

pub use exchange::{Exchange, PortRange, Refused, is_installed};
pub use hearing::ReceivedAudio;
pub use line::{CallState, Direction, Line, LineView, Order, OrderError, Registration};
