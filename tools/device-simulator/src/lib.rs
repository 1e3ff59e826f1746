//! Simulated door devices: panels and access controllers that speak MQTT or HTTP as the real ones do,
//! decide at the door by themselves, keep their memory on disk, and can be made to misbehave.
//!
//! * [`device`]: one device, and what the parts of it share
//! * [`state`]: what it holds: identifiers, time profiles, settings
//! * [`door`]: the decision at the door, pure; [`visit`]: somebody presents something
//! * [`journal`]: its events, kept until the server answered, and the record for the fault checker
//! * [`commands`]: what the server asks of it
//! * [`link`]: its way to the server: a connection to the broker, or calls over HTTP; [`web`]: its own HTTP interface
//! * [`sip`]: its telephone, a baresip of its own
//! * [`foreign`]: what another system gave it before the platform
//! * [`control`]: the local HTTP interface and page through which a person or a test plays with it
//! * [`simulator`]: all devices of a process; [`fleet`]: a load run over many

pub mod cli;
pub mod clock;
pub mod commands;
pub mod control;
pub mod credentials;
pub mod device;
pub mod door;
pub mod faults;
pub mod fleet;
pub mod foreign;
pub mod journal;
pub mod link;
pub mod present;
pub mod profile;
pub mod random;
pub mod simulator;
pub mod sip;
pub mod sounds;
pub mod state;
pub mod store;
pub mod visit;
pub mod web;
pub mod zone;
