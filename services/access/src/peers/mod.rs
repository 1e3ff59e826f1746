//! Other services, asked over gRPC as the caller.
pub mod delivery;
pub mod mobile_client;
