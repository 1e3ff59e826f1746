//! Creates an integration or changes it.
use kit::audit::{self, Change};
use kit::{Error, Mask, Result, Tx};
use policy::{Action, Caller, Resource, action};
use proto::vestibule::domains::v1::Integration;
use serde_json::Value;
use sqlx::PgConnection;

use super::check_server::check_server;
use super::find::hidden_groups;
use super::is_allowed;
use crate::app::App;
use crate::domain::integration::IntegrationDraft;
use crate::store::group;
use crate::store::integration::{self, IntegrationRow};

/// Answers the id. The server is asked between two transactions, so that no lock is held meanwhile.
pub async fn save(app: &App, caller: &Caller, mask: &Mask, new: Integration) -> Result<i64> {
    let context = &app.context;
    let id = new.id;
    let mut tx = context.database.tenant(caller.project_id).await?;
    let before = if id == 0 { None } else { Some(integration::find(&mut tx, caller, id).await?) };
    let draft = match &before {
        None => IntegrationDraft::new(mask, new, &context.sealer)?,
        Some(row) => {
            let hidden = hidden_groups(&mut tx, caller, std::slice::from_ref(row)).await?;
            row.draft().merge(mask, new, &hidden, &context.sealer)?
        }
    };
    check_rights(&mut tx, caller, before.as_ref(), &draft).await?;
    tx.rollback().await?;
    if draft.is_active {
        check_server(app, &draft).await?;
    }
    let mut tx = context.database.tenant(caller.project_id).await?;
    let id = match before {
        None => create(&mut tx, app, caller, &draft).await?,
        Some(before) => update(&mut tx, app, caller, &before, &draft).await?,
    };
    tx.commit().await?;
    Ok(id)
}

async fn create(tx: &mut Tx, app: &App, caller: &Caller, draft: &IntegrationDraft) -> Result<i64> {
    let id = integration::insert(tx, caller, draft, app.context.clock.now()).await?;
    let change = Change::new(Action::Create, Resource::Integration, id, &draft.name, Value::Null, draft.audit_view());
    audit::record(tx, &app.context.clock, caller, change).await?;
    Ok(id)
}

async fn update(tx: &mut Tx, app: &App, caller: &Caller, before: &IntegrationRow, after: &IntegrationDraft) -> Result<i64> {
    let was = before.draft();
    if was == *after {
        return Ok(before.id);
    }
    let changed_meanwhile = || Error::conflict("changed by somebody else: try again");
    let found = integration::find_for_update::<action::Edit>(tx, caller, before.id).await;
    let row = found.map_err(|error| if matches!(error, Error::NotFound) { changed_meanwhile() } else { error })?;
    if row.version != before.version {
        return Err(changed_meanwhile());
    }
    integration::update(tx, &row, after, app.context.clock.now()).await?;
    let mut is = after.audit_view();
    if was.secret != after.secret && was.secret.is_some() && after.secret.is_some() {
        is["secret"] = "changed".into();
    }
    let change = Change::new(Action::Edit, Resource::Integration, row.id, &after.name, was.audit_view(), is);
    audit::record(tx, &app.context.clock, caller, change).await?;
    Ok(row.id)
}

/// The caller needs a right over the present and the new owner, and must see the groups that the change adds.
async fn check_rights(connection: &mut PgConnection, caller: &Caller, before: Option<&IntegrationRow>, after: &IntegrationDraft) -> Result<()> {
    let action = if before.is_some() { Action::Edit } else { Action::Create };
    if let Some(row) = before.filter(|row| row.domain_id != after.domain_id)
        && !is_allowed(connection, caller, action, row.domain_id).await?
    {
        return Err(Error::Forbidden);
    }
    let known = before.map_or(&[][..], |row| row.group_ids.as_slice());
    let added = after.groups.iter().filter(|group| !known.contains(group));
    let moved_to = after.domain_id.iter().filter(|group| before.is_none_or(|row| row.domain_id != Some(**group)));
    let named: Vec<i64> = added.chain(moved_to).copied().collect();
    let visible = group::covered(connection, caller.project_id, &caller.scope(Resource::Group, Action::View), &named).await?;
    let missing: Vec<String> = named.iter().filter(|group| !visible.contains(group)).map(|group| format!("group {group}")).collect();
    if !missing.is_empty() {
        return Err(Error::InvalidRelated { names: missing });
    }
    if is_allowed(connection, caller, action, after.domain_id).await? { Ok(()) } else { Err(Error::Forbidden) }
}
