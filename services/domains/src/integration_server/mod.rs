//! The servers of integrations, over HTTP.
mod axxon_one;
pub mod barrier;
mod cache;

use kit::outgoing::Failure;

pub use axxon_one::{AxxonOne, Camera, Macro};
pub use cache::VideoPlatformCache;

/// Why a server gives no usable answer.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    #[error("invalid credentials")]
    Credentials,
    #[error("the server answers {0}")]
    Status(u16),
    #[error("the answer is not that of AxxonOne")]
    Answer(#[source] serde_json::Error),
    #[error(transparent)]
    Failure(#[from] Failure),
}
