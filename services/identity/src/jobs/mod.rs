//! Work that runs beside the calls.
pub mod clean_up;
pub mod license_limits;
pub mod password_recovery;
pub(crate) mod rejections;
pub(crate) mod support_end;
pub mod waiting_invitations;
