//! The rules: no I/O.
pub mod account;
pub mod door_token;
pub mod forward;
pub mod limits;
pub mod number;
pub mod outcome;
pub mod password;
pub mod range;
pub mod realm;
pub mod registrar;
pub mod ringing;
pub mod route;
pub mod routing;
pub mod session_timer;
pub mod speech;
pub mod termination;
pub mod trunk;
