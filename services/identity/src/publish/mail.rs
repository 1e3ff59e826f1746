//! Asking for mails: notifications sends them once the transaction is committed.
use kit::{Result, clock, outbox};
use proto::vestibule::events::v1::MailRequested;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::mail::{Mail, Receiver};

pub const TOPIC: &str = "mail.requested";

/// `void_at`: when what the mail holds is good for nothing any more.
pub async fn request(connection: &mut PgConnection, receiver: Receiver, mail: Mail<'_>, void_at: Option<OffsetDateTime>) -> Result<()> {
    let (project_id, event) = (receiver.project_id, event(receiver, mail, void_at));
    outbox::emit(connection, project_id, TOPIC, &aggregate(project_id), &event).await
}

pub fn aggregate(project_id: i64) -> String {
    format!("project:{project_id}")
}

pub fn event(receiver: Receiver, mail: Mail<'_>, void_at: Option<OffsetDateTime>) -> MailRequested {
    MailRequested {
        project_id: receiver.project_id,
        kind: mail.kind().into(),
        to_email: receiver.email,
        to_name: receiver.name,
        locale: receiver.locale,
        domain_id: receiver.domain_id,
        values: mail.values(),
        expires_at: void_at.map(clock::to_proto),
        by_installation: receiver.by_installation,
    }
}
