//! Other services, asked over gRPC.
pub mod amenity;
pub mod delivery;
pub mod mobile_client;
