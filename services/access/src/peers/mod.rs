//! Other services, asked over gRPC as the caller.
pub mod mobile_client;
