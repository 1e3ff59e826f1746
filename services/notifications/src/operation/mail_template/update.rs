//! Changes a mail template.
use kit::audit::{self, Change};
use kit::{Mask, Result};
use policy::{Action, Resource, action};

use super::rights::{ensure_can_change, ensure_can_place, wait_for_group};
use crate::app::App;
use crate::domain::mail_template::MailTemplateDraft;
use crate::store::mail_template::{self, MailTemplateRow, Right};

pub async fn update(app: &App, right: &Right<action::Edit>, id: i64, new: MailTemplateDraft, mask: &Mask) -> Result<MailTemplateRow> {
    if mask.has("domain") {
        wait_for_group(app, right.caller(), new.group_id).await?;
    }
    let context = &app.context;
    let mut tx = context.database.tenant(right.project_id()).await?;
    let template = mail_template::find_for_update(&mut tx, right, id).await?;
    let before = template.draft();
    ensure_can_change(&mut tx, right.caller(), before.group_id).await?;
    let mut draft = before.clone();
    draft.merge(mask, new);
    draft.validate()?;
    if draft.group_id != before.group_id {
        ensure_can_place(&mut tx, right.caller(), draft.group_id).await?;
    }
    if draft != before {
        mail_template::update(&mut tx, &template, &draft, context.clock.now()).await?;
        let change = Change::new(Action::Edit, Resource::MailTemplate, id, &draft.mail_type_id, before.audit_view(), draft.audit_view());
        audit::record(&mut tx, &context.clock, right.caller(), change).await?;
    }
    let updated = mail_template::find(&mut tx, right, id).await?;
    tx.commit().await?;
    Ok(updated)
}
