//! Simulated devices against a real broker, with the test in the server's place.

mod commands;
mod control;
mod door;
mod events;
mod faults;
mod fleet;
mod sip;
mod support;
