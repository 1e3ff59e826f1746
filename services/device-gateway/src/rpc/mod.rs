//! The transport: translates, and hands on. Each operation asks for the right it needs before anything else.
pub mod devices;
pub mod events;
pub mod lists;
pub mod tasks;
