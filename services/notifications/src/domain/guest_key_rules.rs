//! Guest keys: their giver hears of the first use, and of refusals.
use proto::vestibule::events::v1::GuestKeyOpened;
use serde_json::json;

use super::notification_class::NotificationClass;
use super::notification_draft::{NotificationDraft, reference};

/// None for a later opening, and for a key whose giver is gone.
pub fn draft_from_opening(opened: &GuestKeyOpened) -> Option<NotificationDraft> {
    let is_reported = (opened.is_first || opened.is_refused) && opened.owner_id != 0;
    is_reported.then(|| NotificationDraft {
        project_id: opened.project_id,
        class: NotificationClass::GuestKeyUsedFirst,
        event_id: None,
        data: json!({
            "guest_key": reference(opened.id, &opened.name),
            "device": reference(opened.device_id, &opened.device_name),
            "from": opened.name,
            "is_refused": opened.is_refused,
        }),
        user_id: opened.owner_id,
        rights: &[],
        group_id: 0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened() -> GuestKeyOpened {
        GuestKeyOpened { project_id: 1, id: 5, name: "Courier".into(), owner_id: 7, device_id: 3, device_name: "Gate".into(), ..Default::default() }
    }

    #[test]
    fn the_giver_hears_of_the_first_opening_and_of_refusals_only() {
        let first = draft_from_opening(&GuestKeyOpened { is_first: true, ..opened() }).unwrap();
        assert_eq!((first.user_id, first.rights.len(), &first.data["device"]["name"]), (7, 0, &json!("Gate")));
        let refused = draft_from_opening(&GuestKeyOpened { is_refused: true, ..opened() }).unwrap();
        assert_eq!(refused.data["is_refused"], true);
        assert!(draft_from_opening(&opened()).is_none());
        assert!(draft_from_opening(&GuestKeyOpened { is_first: true, owner_id: 0, ..opened() }).is_none(), "a giver who is gone");
    }
}
