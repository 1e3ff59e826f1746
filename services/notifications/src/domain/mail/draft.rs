//! A mail that is to be queued.
use time::OffsetDateTime;

use super::macros::Values;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MailDraft {
    pub project_id: i64,
    /// Id of its `MailType`.
    pub mail_type_id: String,
    pub to_email: String,
    /// Empty where the receiver's name is not known.
    pub to_name: String,
    pub locale: String,
    /// The group whose template and white label are used; None for the project's.
    pub group_id: Option<i64>,
    pub values: Values,
    /// When a code or link in it becomes void; None for a mail without one.
    pub expires_at: Option<OffsetDateTime>,
    /// By the installation's server and in the built-in text: what is in it opens an account that may not be the project's alone.
    pub by_installation: bool,
}
