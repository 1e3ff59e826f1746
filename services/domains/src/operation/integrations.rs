//! Who may do what with an integration, and its changes.
use std::collections::BTreeSet;

use kit::audit::{self, Change};
use kit::{Context, Error, Mask, Result, Tx, tree};
use policy::{Action, Caller, Resource};
use proto::vestibule::domains::v1::{Integration, IntegrationType};
use serde_json::Value;
use sqlx::PgConnection;

use super::server_of_integration;
use crate::domain::integration::Draft;
use crate::domain::sealed::Sealed;
use crate::store::integration::{self, Row};

/// The project's own need the right to its settings; a group's, a right that reaches the group.
pub async fn may(connection: &mut PgConnection, caller: &Caller, action: Action, domain_id: Option<i64>) -> Result<bool> {
    match domain_id {
        None => Ok(caller.scope(Resource::ProjectIntegration, action).all),
        Some(group) => tree::covers(connection, &caller.scope(Resource::Integration, action), group).await,
    }
}

/// Makes one, or changes it. Its server is asked in between, outside of a transaction: nothing waits for it.
pub async fn save(context: &Context, caller: &Caller, mask: &Mask, new: Integration) -> Result<i64> {
    let id = new.id;
    let mut tx = context.database.tenant(caller.project_id).await?;
    let before = if id == 0 { None } else { Some(integration::find(&mut tx, caller, id, false).await?) };
    let draft = match &before {
        None => Draft::new(mask, new, &context.sealer)?,
        Some(row) => draft(row).patch(mask, new, &hidden(&mut tx, caller, row).await?, &context.sealer)?,
    };
    check_rights(&mut tx, caller, before.as_ref(), &draft).await?;
    tx.rollback().await?;
    if draft.is_active {
        server_of_integration::ask(context, &draft).await?;
    }
    let mut tx = context.database.tenant(caller.project_id).await?;
    let id = write(&mut tx, context, caller, before, &draft).await?;
    tx.commit().await?;
    Ok(id)
}

async fn write(tx: &mut Tx, context: &Context, caller: &Caller, before: Option<Row>, after: &Draft) -> Result<i64> {
    let now = context.clock.now();
    let Some(row) = before else {
        let id = integration::insert(tx, caller, after, now).await?;
        let change = Change::new(Action::Create, Resource::Integration, id, &after.name, Value::Null, after.audited());
        audit::record(tx, &context.clock, caller, change).await?;
        return Ok(id);
    };
    let was = draft(&row);
    if was != *after {
        if !integration::update(tx, caller.project_id, row.id, row.version, after, now).await? {
            return Err(Error::conflict("changed by somebody else: try again"));
        }
        let mut is = after.audited();
        if was.secret != after.secret && was.secret.is_some() && after.secret.is_some() {
            is["secret"] = "changed".into();
        }
        let change = Change::new(Action::Edit, Resource::Integration, row.id, &after.name, was.audited(), is);
        audit::record(tx, &context.clock, caller, change).await?;
    }
    Ok(row.id)
}

/// A right over where it belongs, and where it shall belong; groups that are to use it are seen by the caller.
async fn check_rights(connection: &mut PgConnection, caller: &Caller, before: Option<&Row>, after: &Draft) -> Result<()> {
    let action = if before.is_some() { Action::Edit } else { Action::Create };
    if let Some(row) = before.filter(|row| row.domain_id != after.domain_id)
        && !may(connection, caller, action, row.domain_id).await?
    {
        return Err(Error::Forbidden);
    }
    let seen = caller.scope(Resource::Group, Action::View);
    let known = before.map_or(&[][..], |row| row.group_ids.as_slice());
    let added = after.groups.iter().filter(|group| !known.contains(group));
    let moved_to = after.domain_id.iter().filter(|group| before.is_none_or(|row| row.domain_id != Some(**group)));
    let mut missing = Vec::new();
    for group in added.chain(moved_to) {
        if !tree::covers(connection, &seen, *group).await? {
            missing.push(format!("group {group}"));
        }
    }
    if !missing.is_empty() {
        return Err(Error::InvalidRelated { names: missing });
    }
    if may(connection, caller, action, after.domain_id).await? { Ok(()) } else { Err(Error::Forbidden) }
}

/// Groups of an integration that the caller does not see.
pub async fn hidden(connection: &mut PgConnection, caller: &Caller, row: &Row) -> Result<BTreeSet<i64>> {
    let seen = caller.scope(Resource::Group, Action::View);
    let mut hidden = BTreeSet::new();
    for group in row.group_ids.iter().chain(&row.domain_id) {
        if !seen.all && !tree::covers(connection, &seen, *group).await? {
            hidden.insert(*group);
        }
    }
    Ok(hidden)
}

pub async fn delete(connection: &mut PgConnection, context: &Context, caller: &Caller, id: i64) -> Result<()> {
    let row = integration::find(connection, caller, id, true).await?;
    if !may(connection, caller, Action::Delete, row.domain_id).await? {
        return Err(Error::Forbidden);
    }
    integration::delete(connection, caller.project_id, id).await?;
    let change = Change::new(Action::Delete, Resource::Integration, id, &row.name, draft(&row).audited(), Value::Null);
    audit::record(connection, &context.clock, caller, change).await
}

/// A group is removed: its own integrations go along, and those that it uses lose it. Said before it is removed.
pub async fn record_removal_of_group(connection: &mut PgConnection, context: &Context, caller: &Caller, group: i64) -> Result<()> {
    let rows = integration::lock_of_group(connection, caller.project_id, group).await?;
    let change = |row: &Row| {
        let before = draft(row);
        let mut after = before.clone();
        after.groups.remove(&group);
        match row.domain_id == Some(group) {
            true => (Action::Delete, before.audited(), Value::Null),
            false => (Action::Edit, before.audited(), after.audited()),
        }
    };
    let changes: Vec<_> = rows.iter().map(|row| (row, change(row))).collect();
    let changes = changes
        .iter()
        .map(|(row, (action, before, after))| Change::new(*action, Resource::Integration, row.id, &row.name, before.clone(), after.clone()));
    audit::record_all(connection, &context.clock, caller, changes).await
}

pub fn draft(row: &Row) -> Draft {
    Draft {
        kind: IntegrationType::try_from(i32::from(row.kind)).unwrap_or_default(),
        name: row.name.clone(),
        domain_id: row.domain_id,
        groups: row.group_ids.iter().copied().collect(),
        server_url: row.server_url.clone(),
        user_name: row.user_name.clone(),
        secret: row.secret.clone().map(Sealed::from),
        is_active: row.is_active,
    }
}
