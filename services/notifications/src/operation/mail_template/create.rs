//! Creates a mail template.
use kit::Result;
use kit::audit::{self, Change};
use policy::{Action, Resource, action};
use serde_json::Value;

use super::rights::{ensure_can_place, wait_for_group};
use crate::app::App;
use crate::domain::mail_template::MailTemplateDraft;
use crate::store::mail_template::{self, MailTemplateRow, Right};

pub async fn create(app: &App, right: &Right<action::Create>, draft: MailTemplateDraft) -> Result<MailTemplateRow> {
    draft.validate()?;
    wait_for_group(app, right.caller(), draft.group_id).await?;
    let context = &app.context;
    let mut tx = context.database.tenant(right.project_id()).await?;
    ensure_can_place(&mut tx, right.caller(), draft.group_id).await?;
    let id = mail_template::insert(&mut tx, right, &draft, context.clock.now()).await?;
    let change = Change::new(Action::Create, Resource::MailTemplate, id, &draft.mail_type_id, Value::Null, draft.audit_view());
    audit::record(&mut tx, &context.clock, right.caller(), change).await?;
    let created = mail_template::find(&mut tx, right, id).await?;
    tx.commit().await?;
    Ok(created)
}
