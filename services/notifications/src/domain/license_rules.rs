//! Reminders of the end of a licence period: to those who give licences to the group, or manage those of the project.
use kit::clock::from_proto;
use policy::{Action, Resource};
use proto::vestibule::events::v1::LicenseReminderDue;
use serde_json::json;
use time::OffsetDateTime;

use super::local_time::LocalTime;
use super::mail::macros::Values;
use super::notification_class::NotificationClass;
use super::notification_draft::{NotificationDraft, reference, rfc3339};

/// Id of the type of mails.
pub const MAIL_TYPE: &str = "license_reminder";

pub fn draft_from_reminder(due: &LicenseReminderDue) -> NotificationDraft {
    let group = (due.group_id != 0).then(|| reference(due.group_id, &due.name));
    NotificationDraft {
        project_id: due.project_id,
        class: NotificationClass::LicenseReminder,
        event_id: None,
        data: json!({
            "group": group,
            "name": due.name,
            "days": due.days,
            "ends_at": due.ends_at.as_ref().and_then(from_proto).map(rfc3339),
        }),
        user_id: 0,
        rights: if due.group_id == 0 { &[(Resource::License, Action::Create)] } else { &[(Resource::GroupLicense, Action::Edit)] },
        group_id: due.group_id,
    }
}

/// Values of the mail's macros. `local`: how the project writes times.
pub fn mail_values(due: &LicenseReminderDue, local: &LocalTime) -> Values {
    let at = due.ends_at.as_ref().and_then(from_proto).map(|at: OffsetDateTime| local.write(at)).unwrap_or_default();
    let values = [("group", due.name.clone()), ("at", at), ("days", due.days.to_string())];
    values.into_iter().map(|(name, value)| (name.to_string(), value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reminder_of_a_group_goes_to_those_who_give_it_licences_and_that_of_the_project_to_those_who_manage_them() {
        let due = LicenseReminderDue { project_id: 1, group_id: 7, name: "House 1".into(), days: 3, ..Default::default() };
        let of_group = draft_from_reminder(&due);
        assert_eq!((of_group.rights, of_group.group_id), (&[(Resource::GroupLicense, Action::Edit)][..], 7));
        let of_project = draft_from_reminder(&LicenseReminderDue { group_id: 0, ..due });
        assert_eq!((of_project.rights, &of_project.data["group"]), (&[(Resource::License, Action::Create)][..], &serde_json::Value::Null));
    }
}
