//! Imports of identifiers: whoever began one may have closed the page meanwhile.
use proto::vestibule::events::v1::IdentifierImportFinished;
use serde_json::json;

use super::notification_class::NotificationClass;
use super::notification_draft::NotificationDraft;

pub fn draft_from_import(finished: &IdentifierImportFinished) -> NotificationDraft {
    NotificationDraft {
        project_id: finished.project_id,
        class: NotificationClass::ImportFinished,
        event_id: None,
        data: json!({ "created": finished.created, "replaced": finished.replaced, "skipped": finished.skipped }),
        user_id: finished.user_id,
        rights: &[],
        group_id: 0,
    }
}
