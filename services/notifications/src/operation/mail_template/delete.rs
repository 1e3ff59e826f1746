//! Deletes a mail template.
use kit::Result;
use kit::audit::{self, Change};
use policy::{Action, Resource, action};
use serde_json::Value;
use sqlx::PgConnection;

use super::rights::ensure_can_change;
use crate::app::App;
use crate::store::mail_template::{self, Right};

pub async fn delete(app: &App, right: &Right<action::Delete>, id: i64) -> Result<()> {
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    delete_in(&mut tx, app, right, id).await?;
    Ok(tx.commit().await?)
}

/// In a transaction of the caller.
pub async fn delete_in(connection: &mut PgConnection, app: &App, right: &Right<action::Delete>, id: i64) -> Result<()> {
    let template = mail_template::find_for_update(connection, right, id).await?;
    let before = template.draft();
    ensure_can_change(connection, right.caller(), before.group_id).await?;
    mail_template::delete(connection, &template).await?;
    let change = Change::new(Action::Delete, Resource::MailTemplate, id, &before.mail_type_id, before.audit_view(), Value::Null);
    audit::record(connection, &app.context.clock, right.caller(), change).await
}
