//! SIP accounts of devices: telephony gives a device a number, and the device registers with it.
mod apply;
mod update_devices;
mod withhold;

pub use apply::apply;
pub use update_devices::update_devices;
pub use withhold::withhold;
