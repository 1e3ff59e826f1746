//! Rules without I/O.
pub mod device;
pub mod difference;
pub mod event;
pub mod floor;
pub mod licensed;
pub mod model;
pub mod password;
pub mod remote_session;
pub mod retry;
pub mod settings;
pub mod settings_rules;
pub mod sip_account;
pub mod task;
pub mod turn;
