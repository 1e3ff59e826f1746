//! The decision for a device that asks at the door.
mod decide;

pub use decide::decide;
