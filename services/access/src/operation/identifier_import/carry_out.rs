use std::collections::{BTreeSet, HashMap};

use kit::error::RowError;
use kit::{Error, Result, audit, features};
use policy::{Action, Caller, Resource};
use serde_json::{Value, json};
use sqlx::PgConnection;
use uuid::Uuid;

use super::UPLOADS;
use super::continuation::Continuation;
use super::plan::{self, PlannedRow};
use crate::app::App;
use crate::domain::identifier::PERIOD_ORDER;
use crate::domain::identifier_import::{COLUMNS, LIMITS, error};
use crate::operation::device_list::bump_list_versions;
use crate::operation::identifier::gives_to_everybody;
use crate::operation::secret_guess;
use crate::publish::{self, ImportedIdentifier};
use crate::store::access_rule::ensure_can_edit_rules;
use crate::store::device_list::devices_by_users;
use crate::store::identifier_import::{self as store, ExistingIdentifier, ImportCounts, ImportRight, WrittenRow};

/// Errors of an answer; a table of a hundred thousand rows may have as many.
const MAX_ERRORS: usize = 1_000;

/// What is done with rows whose number an identifier has already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportAction {
    Skip,
    /// Changes name, owner, group, period and rules of the identifier, as far as the table has columns of them.
    Replace,
}

/// Carries an attempt out: all of it or nothing. Asked again it answers the same.
pub async fn carry_out(app: &App, right: &ImportRight, action: ImportAction, file_path: &str) -> Result<ImportCounts> {
    let now = app.context.clock.now();
    let continuation = Continuation::open(&app.context.sealer, right.caller(), file_path, now)?;
    // Before the table is read into memory; whoever waits finds what the other call has done.
    let _place = UPLOADS.acquire(right.project_id()).await?;
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    if let Some(done) = store::find_result(&mut tx, right, continuation.attempt_id).await? {
        return Ok(done);
    }
    tx.rollback().await?;
    let table = uploaded(app, &continuation).await?;
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    if !store::try_lock(&mut tx, right).await? {
        return Err(Error::conflict("can't perform action"));
    }
    // The other of two calls may have carried it out meanwhile.
    if let Some(done) = store::find_result(&mut tx, right, continuation.attempt_id).await? {
        return Ok(done);
    }
    let plan = plan::make(&mut tx, right.caller(), &table, continuation.reading, app.shortest_code, action == ImportAction::Replace).await?;
    let hits = plan.hits.saturating_sub(continuation.hits);
    if hits > 0 {
        // Others were taken meanwhile.
        tx.rollback().await?;
        secret_guess::count(app, right.caller(), hits).await?;
        return Err(Error::conflict("changed by somebody else: try again"));
    }
    let mut errors = plan.errors;
    let work = Work::new(plan.planned, action, &mut errors);
    if !errors.is_empty() {
        errors.truncate(MAX_ERRORS);
        return Err(Error::Rows(errors));
    }
    let counts = write(app, &mut tx, right, work).await?;
    store::insert_result(&mut tx, right, continuation.attempt_id, counts, now).await?;
    publish::import_finished(&mut tx, right.project_id(), right.caller().user_id, counts).await?;
    tx.commit().await?;
    // What stays because the store is away is void with the attempt.
    if let Err(error) = app.blobs.delete(&continuation.key()).await {
        tracing::warn!(%error, "an imported table stays in the store of files");
    }
    Ok(counts)
}

async fn uploaded(app: &App, continuation: &Continuation) -> Result<spreadsheet::Table> {
    let again = || Error::invalid_file("must be uploaded again");
    let bytes = match app.blobs.get(&continuation.key()).await {
        Err(Error::NotFound) => return Err(again()),
        found => found?,
    };
    if !continuation.is_of(&bytes) {
        return Err(again());
    }
    let table = spreadsheet::read(bytes, LIMITS).await?;
    table.expect(COLUMNS)?;
    Ok(table)
}

/// The rows by what becomes of them.
#[derive(Default)]
struct Work {
    created: Vec<PlannedRow>,
    replaced: Vec<PlannedRow>,
    skipped: usize,
}

impl Work {
    fn new(planned: Vec<PlannedRow>, action: ImportAction, errors: &mut Vec<RowError>) -> Work {
        let mut work = Work::default();
        for row in planned {
            match &row.existing {
                None => work.created.push(row),
                Some(_) if action == ImportAction::Skip => work.skipped += 1,
                Some(existing) if !existing.is_visible => errors.push(error(row.line.index, "value", "identifier duplicate")),
                Some(existing) if !existing.is_editable => errors.push(error(row.line.index, "value", Error::Forbidden.to_string())),
                // What exists may be given to somebody else with its feature only.
                Some(existing) if row.is_unlicensed && existing.owner_id != row.owner_id => {
                    errors.push(error(row.line.index, "type", features::not_licensed().to_string()));
                }
                Some(existing) if !existing.is_replaceable() => errors.push(error(row.line.index, "value", "cannot be changed")),
                // Of a table with one of the two columns.
                Some(_) if !row.line.draft.has_period_in_order() => errors.push(error(row.line.index, "valid_to", PERIOD_ORDER)),
                Some(_) => work.replaced.push(row),
            }
        }
        work
    }
}

async fn write(app: &App, tx: &mut PgConnection, right: &ImportRight, work: Work) -> Result<ImportCounts> {
    let (project_id, now) = (right.project_id(), app.context.clock.now());
    let counts = ImportCounts { created: work.created.len() as i32, replaced: work.replaced.len() as i32, skipped: work.skipped as i32 };
    let ids = store::new_ids(tx, right, work.created.len()).await?;
    let written = |row: &PlannedRow, id: i64| WrittenRow {
        id,
        link_id: Uuid::now_v7(),
        line: row.line.clone(),
        owner_id: row.owner_id,
        domain_id: row.domain_id,
        rules: row.rules.clone(),
    };
    let created: Vec<WrittenRow> = work.created.iter().zip(ids).map(|(row, id)| written(row, id)).collect();
    let replaced: Vec<WrittenRow> = work.replaced.iter().filter_map(|row| Some(written(row, row.existing.as_ref()?.id))).collect();
    let rules = RuleChanges::new(&created, &work.replaced);
    let removed = rules.removed.iter().map(|(rule, _)| *rule);
    let changed: Vec<i64> = removed.chain(rules_of_revived(right.caller(), &work.replaced)).collect::<BTreeSet<_>>().into_iter().collect();
    ensure_can_edit_rules(tx, right.caller(), &[], &changed).await?;
    let mut devices = devices_of(tx, project_id, &work, &rules).await?;
    store::insert_all(tx, right, &created, now).await?;
    store::replace_all(tx, right, &replaced, now).await?;
    store::change_rules(tx, right, &rules.added, &rules.removed).await?;
    devices.extend(devices_of(tx, project_id, &work, &rules).await?);
    bump_list_versions(tx, project_id, devices).await?;
    publish_all(tx, project_id, &created, &work.replaced).await?;
    let of_created = created.iter().map(|row| (Action::Create, row.id, row.line.draft.name.as_str(), Value::Null, audit_view(row)));
    let of_replaced = replaced.iter().zip(&work.replaced).map(|(row, planned)| {
        let before = planned
            .existing
            .as_ref()
            .map_or(Value::Null, |existing| json!({ "name": existing.name, "owner_id": existing.owner_id, "access_rules": existing.rule_ids }));
        (Action::Edit, row.id, row.line.draft.name.as_str(), before, audit_view(row))
    });
    let changes = of_created
        .chain(of_replaced)
        .map(|(action, id, name, before, after)| audit::Change::new(action, Resource::Identifier, id, name, before, after));
    audit::record_all(tx, &app.context.clock, right.caller(), changes).await?;
    Ok(counts)
}

/// Rules that name identifiers which opened nothing with their owner, who is suspended or gone: with the next one they open again.
fn rules_of_revived(caller: &Caller, replaced: &[PlannedRow]) -> Vec<i64> {
    if gives_to_everybody(caller) {
        return Vec::new();
    }
    let is_revived = |row: &PlannedRow, existing: &ExistingIdentifier| existing.is_owner_suspended && existing.owner_id != row.owner_id;
    let revived = replaced.iter().filter_map(|row| row.existing.as_ref().filter(|existing| is_revived(row, existing)));
    revived.flat_map(|existing| existing.rule_ids.iter().copied()).collect()
}

/// Pairs of a rule and an identifier.
#[derive(Default)]
struct RuleChanges {
    added: Vec<(i64, i64)>,
    removed: Vec<(i64, i64)>,
}

impl RuleChanges {
    /// A replaced identifier keeps its rules where the table has none.
    fn new(created: &[WrittenRow], replaced: &[PlannedRow]) -> RuleChanges {
        let mut changes = RuleChanges::default();
        for row in created {
            changes.added.extend(row.rules.iter().flatten().map(|rule| (*rule, row.id)));
        }
        for row in replaced {
            let (Some(existing), Some(rules)) = (&row.existing, &row.rules) else { continue };
            let without =
                |ids: &[i64], others: &[i64]| ids.iter().copied().filter(|id| !others.contains(id)).map(|id| (id, existing.id)).collect::<Vec<_>>();
            changes.added.extend(without(rules, &existing.rule_ids));
            changes.removed.extend(without(&row.seen_rules, rules));
        }
        changes
    }
}

/// Devices that the rows concern: of their owners, before and after, and of the rules that name them.
async fn devices_of(tx: &mut PgConnection, project_id: i64, work: &Work, rules: &RuleChanges) -> Result<Vec<i64>> {
    let rows = work.created.iter().chain(&work.replaced);
    let owners: BTreeSet<i64> = rows.flat_map(|row| [row.owner_id, row.existing.as_ref().and_then(|existing| existing.owner_id)]).flatten().collect();
    let kept = work.replaced.iter().filter_map(|row| row.existing.as_ref()).flat_map(|existing| existing.rule_ids.iter().copied());
    let named: BTreeSet<i64> = rules.added.iter().chain(&rules.removed).map(|(rule, _)| *rule).chain(kept).collect();
    let mut devices = devices_by_users(tx, &owners.into_iter().collect::<Vec<_>>()).await?;
    devices.extend(store::devices_by_rules(tx, project_id, &named.into_iter().collect::<Vec<_>>()).await?);
    Ok(devices)
}

async fn publish_all(tx: &mut PgConnection, project_id: i64, created: &[WrittenRow], replaced: &[PlannedRow]) -> Result<()> {
    let owners: Vec<i64> = created.iter().filter_map(|row| row.owner_id).collect::<BTreeSet<_>>().into_iter().collect();
    let names: HashMap<i64, String> = store::owners(tx, project_id, &owners).await?.into_iter().map(|(id, (name, _))| (id, name)).collect();
    let imported: Vec<ImportedIdentifier<'_>> =
        created.iter().map(|row| ImportedIdentifier { row, owner_name: row.owner_id.and_then(|id| names.get(&id)) }).collect();
    publish::table_imported(tx, project_id, &imported).await?;
    let ids: Vec<i64> = replaced.iter().filter_map(|row| row.existing.as_ref()).map(|existing| existing.id).collect();
    let changed = crate::store::identifier::find_all(tx, project_id, &ids).await?;
    publish::identifiers_changed(tx, project_id, &changed).await
}

fn audit_view(row: &WrittenRow) -> Value {
    let mut view = row.line.draft.audit_view(false);
    view["owner_id"] = json!(row.owner_id);
    view["access_rules"] = json!(row.rules);
    view
}
