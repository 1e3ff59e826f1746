//! Rules, without I/O.
pub mod apple_wallet;
pub mod generation;
pub mod group;
pub mod group_settings;
pub mod group_type;
pub mod integration;
pub mod interval;
pub mod logic_address;
pub mod moving;
pub mod new_group;
pub mod outline;
pub mod path;
pub mod reach;
pub mod sealed;
pub mod settings;
pub mod structure;
pub mod white_label;
