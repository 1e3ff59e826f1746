//! The tables, as functions on a transaction. Static SQL into private row structs.
pub mod broker;
pub mod broker_user;
pub mod device;
pub mod event;
pub mod identifier;
pub mod item;
pub mod number;
pub mod place;
pub mod project;
pub mod rejected;
pub mod remote_session;
pub mod reporter;
pub mod status;
pub mod sync;
pub mod sync_error;
pub mod task;
pub mod worker;
