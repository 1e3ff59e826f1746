//! Queues a mail that another service requests.
use kit::{Result, Tx};
use time::Duration;
use uuid::Uuid;

use crate::app::App;
use crate::domain::mail::draft::MailDraft;
use crate::store::mail;

/// Mails of one type that an address may receive from a project in `LIMIT_WINDOW`: nobody's mailbox is to be filled with
/// invitations. Counted in the queue itself, in the transaction of the event: an event that is handled again counts once.
const MAX_PER_RECEIVER: i64 = 10;
const LIMIT_WINDOW: Duration = Duration::hours(1);

/// In the transaction of the event. A mail beyond the limit is stored as failed.
pub async fn queue(app: &App, tx: &mut Tx, event_id: Uuid, draft: &MailDraft) -> Result<()> {
    let now = app.context.clock.now();
    let recent = mail::count_recent(tx, draft, now - LIMIT_WINDOW, MAX_PER_RECEIVER).await?;
    if recent < MAX_PER_RECEIVER {
        return mail::insert(tx, &app.context.sealer, event_id, draft, now).await;
    }
    tracing::warn!(
        project = draft.project_id,
        mail_type = draft.mail_type_id,
        "a mail is not queued: its receiver got {MAX_PER_RECEIVER} in an hour"
    );
    mail::insert_failed(tx, event_id, draft, "too many mails to this address", now).await
}
