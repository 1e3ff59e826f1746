//! Deletes the mail templates of a group that was deleted.
use kit::audit::{self, Change};
use kit::{Result, Tx};
use policy::{Action, Caller, Resource};
use serde_json::Value;

use crate::app::App;
use crate::store::mail_template;

/// In the transaction of the event. Each deletion is recorded in the audit log, without a user.
pub async fn delete_of_group(app: &App, tx: &mut Tx, project_id: i64, group_id: i64) -> Result<()> {
    let deleted = mail_template::delete_of_group(tx, project_id, group_id).await?;
    let platform = Caller { project_id, ..Caller::default() };
    let changes = deleted
        .iter()
        .map(|(id, draft)| Change::new(Action::Delete, Resource::MailTemplate, *id, &draft.mail_type_id, draft.audit_view(), Value::Null));
    audit::record_all(tx, &app.context.clock, &platform, changes).await
}
