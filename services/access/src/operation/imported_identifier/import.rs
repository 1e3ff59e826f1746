use kit::error::RowError;
use kit::{Error, Result, audit};
use policy::{Action, Authorized, Caller, Resource, Scope, action, resource};
use uuid::Uuid;

use super::{audit_change, bump_lists_of_owners};
use crate::app::App;
use crate::domain::imported_identifier::{ImportedIdentifierDraft, ImportedRow};
use crate::projection::USERS;
use crate::publish;
use crate::store::imported_identifier as store;

/// Identifiers of one call.
const MAX_ITEMS: usize = 2_000;

/// What came of a row without errors.
#[derive(Clone, Debug)]
pub struct ImportedResult {
    /// The import creates it, now or in an earlier call.
    pub is_new: bool,
    pub unique_value: String,
}

/// Either a result for every row, or errors.
pub type ImportOutcome = Result<Vec<ImportedResult>, Vec<RowError>>;

/// Where a row has an error nothing is created. Domains has checked that the owners and groups exist and are visible.
pub async fn import(
    app: &App,
    view: &Authorized<resource::Identifier, action::View>,
    create: Option<&Authorized<resource::Identifier, action::Create>>,
    import_id: Uuid,
    rows: &[ImportedRow],
    validate_only: bool,
) -> Result<ImportOutcome> {
    if rows.len() > MAX_ITEMS {
        return Err(Error::field("identifiers", format!("maximum length is {MAX_ITEMS}")));
    }
    let (drafts, errors) = parse_rows(rows);
    if !errors.is_empty() {
        return Ok(Err(errors));
    }
    let caller = view.caller();
    let (project_id, now) = (caller.project_id, app.context.clock.now());
    let mut tx = app.context.database.tenant(project_id).await?;
    if !validate_only {
        store::open_import(&mut tx, caller, import_id, now).await?;
    }
    let keys: Vec<(i16, String)> = drafts.iter().map(ImportedIdentifierDraft::key).collect();
    let existing = store::find_existing(&mut tx, project_id, &reach(caller, create.is_some()), import_id, &keys).await?;
    let owners: Vec<i64> = rows.iter().filter_map(|row| row.owner_id).collect();
    let beyond_reach = USERS.beyond_reach(&mut tx, caller, &owners).await?;
    let (mut results, mut missing, mut errors) = (Vec::with_capacity(drafts.len()), Vec::new(), Vec::new());
    for ((row, draft), key) in rows.iter().zip(drafts).zip(&keys) {
        let existing = existing.get(key).copied();
        if existing.is_some_and(|existing| !row.same_owner(existing)) {
            errors.push(row.error("identifier duplicate"));
        }
        results.push(ImportedResult { is_new: existing.is_none_or(|existing| existing.is_of_import), unique_value: draft.unique_value.clone() });
        if existing.is_none() {
            if create.is_none() || draft.owner_id.is_some_and(|owner| beyond_reach.contains(&owner)) {
                errors.push(row.error(Error::Forbidden.to_string()));
            }
            missing.push(draft);
        }
    }
    if !errors.is_empty() {
        return Ok(Err(errors));
    }
    if let Some(create) = create.filter(|_| !validate_only) {
        let created = store::insert_all(&mut tx, create, import_id, &missing, now).await?;
        let owners: Vec<i64> = missing.iter().filter_map(|draft| draft.owner_id).collect();
        let owner_names = store::owner_names(&mut tx, project_id, &owners).await?;
        publish::identifiers_imported(&mut tx, project_id, &created, &missing, &owner_names).await?;
        bump_lists_of_owners(&mut tx, project_id, owners).await?;
        let changes = created.iter().zip(&missing).map(|((id, _), draft)| audit_change(Action::Create, *id, &draft.name, draft.audit_view()));
        audit::record_all(&mut tx, &app.context.clock, caller, changes).await?;
        tx.commit().await?;
    }
    Ok(Ok(results))
}

/// Somebody who may create none finds those that they see: the others do not exist for them.
fn reach(caller: &Caller, may_create: bool) -> Scope {
    if may_create { Scope::everything() } else { caller.scope(Resource::Identifier, Action::View) }
}

fn parse_rows(rows: &[ImportedRow]) -> (Vec<ImportedIdentifierDraft>, Vec<RowError>) {
    let (mut drafts, mut errors) = (Vec::with_capacity(rows.len()), Vec::new());
    for row in rows {
        match row.parse() {
            Ok(draft) => drafts.push(draft),
            Err(error) => errors.push(error),
        }
    }
    (drafts, errors)
}
