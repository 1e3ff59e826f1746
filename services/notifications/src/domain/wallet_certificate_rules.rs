//! Reminders of the end of the certificate that signs wallet passes: to those who can enter another one.
use kit::clock::from_proto;
use policy::{Action, Resource};
use proto::vestibule::events::v1::WalletCertificateReminderDue;
use serde_json::json;

use super::local_time::LocalTime;
use super::mail::macros::Values;
use super::notification_class::NotificationClass;
use super::notification_draft::{NotificationDraft, rfc3339};

/// Id of the type of mails.
pub const MAIL_TYPE: &str = "wallet_certificate_reminder";

pub fn draft_from_reminder(due: &WalletCertificateReminderDue) -> NotificationDraft {
    NotificationDraft {
        project_id: due.project_id,
        class: NotificationClass::WalletCertificateReminder,
        event_id: None,
        data: json!({
            "name": due.pass_type_id,
            "days": due.days,
            "ends_at": due.expires_at.as_ref().and_then(from_proto).map(rfc3339),
        }),
        user_id: 0,
        rights: &[(Resource::ProjectSettings, Action::Edit)],
        group_id: 0,
    }
}

/// Values of the mail's macros. `local`: how the project writes times.
pub fn mail_values(due: &WalletCertificateReminderDue, local: &LocalTime) -> Values {
    let at = due.expires_at.as_ref().and_then(from_proto).map(|at| local.write(at)).unwrap_or_default();
    let values = [("certificate", due.pass_type_id.clone()), ("at", at), ("days", due.days.to_string())];
    values.into_iter().map(|(name, value)| (name.to_string(), value)).collect()
}
