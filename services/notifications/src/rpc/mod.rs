//! The contract's services: decode, authorize, call an operation, encode.
mod announce;
mod announce_page;
mod conversation;
mod emergency_alert;
mod group_members;
mod list;
mod mail_template;
mod notification;
mod push_subscription;
mod webhook;

pub use announce::AnnounceService;
pub use announce_page::AnnouncePageService;
pub use conversation::ConversationService;
pub use emergency_alert::EmergencyAlertService;
pub use group_members::GroupMembersService;
pub use list::ListService;
pub use mail_template::MailTemplateService;
pub use notification::NotificationService;
pub use push_subscription::PushSubscriptionService;
pub use webhook::WebhookService;

use proto::vestibule::common::v1::Ref;

/// Ids of references, in order, each once.
fn ids(references: &[Ref]) -> Vec<i64> {
    let mut ids: Vec<i64> = references.iter().map(|reference| reference.id).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

fn references(ids: Vec<i64>, names: Vec<String>) -> Vec<Ref> {
    ids.into_iter().zip(names).map(|(id, name)| Ref { id, name }).collect()
}

fn reference(id: Option<i64>, name: String) -> Option<Ref> {
    id.map(|id| Ref { id, name })
}
