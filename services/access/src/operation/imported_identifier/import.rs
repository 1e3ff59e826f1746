use std::collections::{HashMap, HashSet};

use kit::error::RowError;
use kit::{Error, Result, audit, features};
use license_limits::features::{groups_with, users_without};
use policy::{Action, Authorized, Caller, Resource, Scope, action, resource};
use sqlx::PgConnection;
use uuid::Uuid;

use super::{audit_change, bump_lists_of_owners};
use crate::app::App;
use crate::domain::identifier::IdentifierType;
use crate::domain::imported_identifier::{Existing, ImportedIdentifierDraft, ImportedRow};
use crate::operation::identifier::access_code;
use crate::operation::secret_guess;
use crate::projection::USERS;
use crate::publish;
use crate::store::{imported_identifier as store, license};

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
    let has_secrets = create.is_some() && drafts.iter().any(|draft| draft.kind.is_secret());
    let guesses = secret_guess::begin(app, caller, has_secrets).await?;
    let mut tx = app.context.database.tenant(project_id).await?;
    if !validate_only {
        store::open_import(&mut tx, caller, import_id, now).await?;
    }
    let keys: Vec<(i16, String)> = drafts.iter().map(ImportedIdentifierDraft::key).collect();
    let existing = store::find_existing(&mut tx, project_id, &reach(caller, create.is_some()), import_id, &keys).await?;
    let hits = find_hits(&mut tx, caller, import_id, &existing).await?;
    if !hits.is_empty() {
        tx.rollback().await?;
        guesses.finish(hits.len()).await?;
        let taken = rows.iter().zip(&keys).filter(|(_, key)| hits.contains(*key));
        return Ok(Err(taken.map(|(row, _)| row.error("identifier duplicate")).collect()));
    }
    guesses.finish(0).await?;
    let owners: Vec<i64> = rows.iter().filter_map(|row| row.owner_id).collect();
    let beyond_reach = USERS.beyond_reach(&mut tx, caller, &owners).await?;
    let unlicensed = Unlicensed::find(&mut tx, project_id, &drafts).await?;
    let mut code_length = access_code::length(app, &mut tx, project_id).await?;
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
            if unlicensed.has(&draft) {
                errors.push(row.error(features::not_licensed().to_string()));
            }
            if draft.kind == IdentifierType::AccessCode {
                errors.extend(code_length.too_short(&draft.unique_value).map(|message| row.error(message)));
                code_length.live_codes += 1;
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

/// Types that the licence does not cover, with the owners and the groups for which it does not: all groups where the project itself has
/// no licence. What is there already stays.
#[derive(Default)]
struct Unlicensed {
    owners: HashSet<(IdentifierType, i64)>,
    groups: HashSet<(IdentifierType, i64)>,
}

impl Unlicensed {
    async fn find(connection: &mut PgConnection, project_id: i64, drafts: &[ImportedIdentifierDraft]) -> Result<Unlicensed> {
        let mut unlicensed = Unlicensed::default();
        for kind in IdentifierType::ALL {
            let of_kind = || drafts.iter().filter(move |draft| draft.kind == kind);
            for feature in license::features_of(kind).iter().filter(|_| of_kind().next().is_some()) {
                let owners: HashSet<i64> = of_kind().filter_map(|draft| draft.owner_id).collect();
                let owners = users_without(connection, &owners.into_iter().collect::<Vec<_>>(), feature).await?;
                unlicensed.owners.extend(owners.into_iter().map(|owner| (kind, owner)));
                let groups: HashSet<i64> = of_kind().map(|draft| draft.group_id).collect();
                let licensed = groups_with(connection, project_id, &groups.iter().copied().collect::<Vec<_>>(), feature).await?;
                unlicensed.groups.extend(groups.into_iter().filter(|group| !licensed.contains(group)).map(|group| (kind, group)));
            }
        }
        Ok(unlicensed)
    }

    fn has(&self, draft: &ImportedIdentifierDraft) -> bool {
        let is_owner_without = draft.owner_id.is_some_and(|owner| self.owners.contains(&(draft.kind, owner)));
        is_owner_without || self.groups.contains(&(draft.kind, draft.group_id))
    }
}

type Key = (i16, String);

/// Codes among those that exist whose identifiers the caller does not see.
async fn find_hits(connection: &mut PgConnection, caller: &Caller, import_id: Uuid, existing: &HashMap<Key, Existing>) -> Result<HashSet<Key>> {
    let is_secret = |kind: i16| IdentifierType::from_number(kind.into()).is_some_and(IdentifierType::is_secret);
    let secrets: Vec<Key> =
        existing.iter().filter(|((kind, _), found)| is_secret(*kind) && !found.is_of_import).map(|(key, _)| key.clone()).collect();
    if secrets.is_empty() {
        return Ok(HashSet::new());
    }
    let reach = caller.scope(Resource::Identifier, Action::View);
    let seen = store::find_existing(connection, caller.project_id, &reach, import_id, &secrets).await?;
    Ok(secrets.into_iter().filter(|key| !seen.contains_key(key)).collect())
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
