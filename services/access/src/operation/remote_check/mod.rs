//! The decision for a device that asks at the door, and for a user who opens from the phone.
mod decide;
mod decide_for_user;
mod typed_code;

pub use decide::decide;
pub use decide_for_user::decide_for_user;
