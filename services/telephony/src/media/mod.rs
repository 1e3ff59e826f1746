//! Audio and video: rtpengine, and the commands for it.
mod announcement;
mod keys;
mod ng;
mod profile;
pub mod sdp;
mod session;

pub use announcement::Announcement;
pub use keys::{KeyListener, Keys};
pub use ng::{Ng, NgError};
pub use profile::Profile;
pub use session::{Saved, Session, Side};
