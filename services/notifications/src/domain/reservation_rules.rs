//! Reminders of reservations: to whoever has reserved.
use kit::clock::from_proto;
use proto::vestibule::events::v1::AmenityReservationReminderDue;
use serde_json::json;

use super::notification_class::NotificationClass;
use super::notification_draft::{NotificationDraft, rfc3339};

pub fn draft_from_reminder(due: &AmenityReservationReminderDue) -> NotificationDraft {
    NotificationDraft {
        project_id: due.project_id,
        class: NotificationClass::ReservationReminder,
        event_id: None,
        data: json!({
            "reservation": { "id": due.id },
            "name": due.amenity_name,
            "starts_at": due.start.as_ref().and_then(from_proto).map(rfc3339),
        }),
        user_id: due.user_id,
        rights: &[],
        group_id: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reminder_of_a_reservation_goes_to_its_user_only() {
        let due = AmenityReservationReminderDue { project_id: 1, id: 5, user_id: 7, amenity_name: "Sauna".into(), ..Default::default() };
        let draft = draft_from_reminder(&due);
        assert_eq!((draft.user_id, draft.rights.len(), &draft.data["name"]), (7, 0, &json!("Sauna")));
    }
}
