//! Background work: the channels of Redis that the gateway listens to.
pub mod pushes;
pub mod session_changes;
