//! Sound and picture: rtpengine, and what it is told.
mod ng;
mod profile;
pub mod sdp;
mod session;

pub use ng::{Ng, NgError};
pub use profile::Profile;
pub use session::{Saved, Session, Side};
