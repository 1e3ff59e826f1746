//! Templates of the project and of groups are made, changed and removed.
use kit::audit::{self, Change};
use kit::{Context, Error, Fields, Mask, Result, tree};
use policy::{Action, Caller, Resource, action};
use proto::vestibule::common::v1::ItemResult;
use proto::vestibule::notifications::v1::{MailTemplate, UpdateMailTemplateRequest};
use serde_json::Value;
use sqlx::{Connection, PgConnection};

use crate::domain::mail::rights;
use crate::domain::mail::template::Draft;
use crate::store::mail_template::{self, Proof};

/// Templates in one deleteAll.
const MAX_ITEMS: usize = 500;

pub async fn create(context: &Context, right: &Proof<action::Create>, template: MailTemplate) -> Result<MailTemplate> {
    let draft = Draft::new(template);
    draft.check()?;
    let mut tx = context.database.tenant(right.project_id()).await?;
    check_place(&mut tx, right.caller(), draft.domain_id).await?;
    let id = mail_template::insert(&mut tx, right, &draft, context.clock.now()).await?;
    let change = Change::new(Action::Create, Resource::MailTemplate, id, &draft.mail_type_id, Value::Null, draft.audited());
    audit::record(&mut tx, &context.clock, right.caller(), change).await?;
    let made = mail_template::find(&mut tx, right, id, false).await?;
    tx.commit().await?;
    Ok(made.into_api())
}

pub async fn update(context: &Context, right: &Proof<action::Edit>, request: UpdateMailTemplateRequest) -> Result<MailTemplate> {
    let UpdateMailTemplateRequest { id, template, update_mask } = request;
    let mut tx = context.database.tenant(right.project_id()).await?;
    let before = mail_template::find(&mut tx, right, id, true).await?.draft();
    refuse_unless_changeable(&mut tx, right.caller(), before.domain_id).await?;
    let mut draft = before.clone();
    draft.patch(&Mask::new(update_mask), template.unwrap_or_default());
    draft.check()?;
    if draft.domain_id != before.domain_id {
        check_place(&mut tx, right.caller(), draft.domain_id).await?;
    }
    if draft != before {
        mail_template::update(&mut tx, right, id, &draft, context.clock.now()).await?;
        let change = Change::new(Action::Edit, Resource::MailTemplate, id, &draft.mail_type_id, before.audited(), draft.audited());
        audit::record(&mut tx, &context.clock, right.caller(), change).await?;
    }
    let changed = mail_template::find(&mut tx, right, id, false).await?;
    tx.commit().await?;
    Ok(changed.into_api())
}

pub async fn delete(context: &Context, right: &Proof<action::Delete>, id: i64) -> Result<()> {
    let mut tx = context.database.tenant(right.project_id()).await?;
    delete_one(&mut tx, context, right, id).await?;
    Ok(tx.commit().await?)
}

/// Each in a savepoint.
pub async fn delete_all(context: &Context, right: &Proof<action::Delete>, ids: Vec<i64>) -> Result<Vec<ItemResult>> {
    let mut fields = Fields::new();
    fields.check(ids.len() <= MAX_ITEMS, "items", "maximum length is 500");
    fields.finish()?;
    let mut tx = context.database.tenant(right.project_id()).await?;
    let mut answers = Vec::with_capacity(ids.len());
    for id in ids {
        let mut savepoint = tx.begin().await?;
        let message = match delete_one(&mut savepoint, context, right, id).await {
            Ok(()) => {
                savepoint.commit().await?;
                String::new()
            }
            Err(error @ (Error::Internal(_) | Error::Unavailable(_))) => return Err(error),
            Err(error) => {
                savepoint.rollback().await?;
                error.to_string()
            }
        };
        answers.push(ItemResult { id, done: message.is_empty(), message });
    }
    tx.commit().await?;
    Ok(answers)
}

async fn delete_one(connection: &mut PgConnection, context: &Context, right: &Proof<action::Delete>, id: i64) -> Result<()> {
    let before = mail_template::find(connection, right, id, true).await?.draft();
    refuse_unless_changeable(connection, right.caller(), before.domain_id).await?;
    mail_template::delete(connection, right, id).await?;
    let change = Change::new(Action::Delete, Resource::MailTemplate, id, &before.mail_type_id, before.audited(), Value::Null);
    audit::record(connection, &context.clock, right.caller(), change).await
}

/// Where a template is to be: a group that the caller sees, and a place whose templates are theirs to change.
pub async fn check_place(connection: &mut PgConnection, caller: &Caller, group: Option<i64>) -> Result<()> {
    if let Some(group) = group
        && !tree::covers(connection, &caller.scope(Resource::Group, Action::View), group).await?
    {
        return Err(Error::InvalidRelated { names: vec![format!("group {group}")] });
    }
    refuse_unless_changeable(connection, caller, group).await
}

async fn refuse_unless_changeable(connection: &mut PgConnection, caller: &Caller, group: Option<i64>) -> Result<()> {
    let path = match group {
        Some(group) => Some(tree::path(connection, group).await?),
        None => None,
    };
    if rights::may_change(caller, path.as_deref()) { Ok(()) } else { Err(Error::Forbidden) }
}
