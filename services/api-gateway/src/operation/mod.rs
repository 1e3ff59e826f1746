//! Use cases of the gateway's own.
pub mod backup;
pub mod installation;
pub mod site;
