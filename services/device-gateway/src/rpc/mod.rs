//! The transport: translates, and hands on. Each operation asks for the right it needs before anything else.
pub mod broker;
pub mod count;
pub mod devices;
pub mod doors;
pub mod events;
pub mod lists;
pub mod remote_sessions;
pub mod tasks;
