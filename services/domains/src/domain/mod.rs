//! Rules, without I/O.
pub mod group;
pub mod group_type;
pub mod interval;
pub mod logic_address;
pub mod outline;
pub mod reach;
