//! Calls: between services over gRPC, and to addresses that users entered over HTTP.
//!
//! - [`peers`]: a client's channel to another service, in this process without a port or over the network; [`resend`] sends a
//!   call again that certainly reached nobody, or that may be made twice.
//! - [`certificates`] and [`incoming`]: TLS 1.3 with a certificate at either end (docs/adr/0060).
//! - [`caller`]: the caller's context, signed by the gateway and checked by every service.
//! - [`upload`] and [`download`]: files as streams of pieces; [`upload_places`]: how many are in memory at once.
//! - [`outgoing`]: requests to addresses that users entered: public addresses only, bounded, without redirects (docs/adr/0007).

pub mod caller;
pub mod certificates;
pub mod download;
pub mod incoming;
pub mod outgoing;
pub mod peers;
pub mod resend;
pub mod upload;
pub mod upload_places;

pub use outgoing::Outgoing;
