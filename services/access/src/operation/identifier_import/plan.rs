//! What a table asks for, looked at with what is known here: rows to create, rows that are there already, errors.
use std::collections::{HashMap, HashSet};

use kit::error::RowError;
use kit::{Error, Result, features, zone};
use license_limits::features::{groups_with, users_without};
use policy::Caller;
use spreadsheet::Table;
use sqlx::PgConnection;

use crate::domain::card_reading::CardReading;
use crate::domain::identifier::{CodeLength, IdentifierType, UKEY2_IS_ISSUED};
use crate::domain::identifier_import::{ImportLine, OwnerCell, ReplacedColumns, error, parse};
use crate::domain::identifier_table::{self, RuleLabels};
use crate::domain::number::Number;
use crate::operation::identifier::owners_out_of_reach;
use crate::operation::secret_guess::is_hit;
use crate::projection::{self, USERS};
use crate::store::identifier_import::{self as store, ExistingIdentifier};
use crate::store::{access_rule, group, identifier, license};

const INVALID_RELATED: &str = "invalid related entity sent";

/// A row without errors of its own, with the ids of what it names.
#[derive(Clone, Debug)]
pub struct PlannedRow {
    pub line: ImportLine,
    pub owner_id: Option<i64>,
    pub domain_id: Option<i64>,
    /// None where the row says nothing of rules.
    pub rules: Option<Vec<i64>>,
    /// The identifier that has its number.
    pub existing: Option<ExistingIdentifier>,
    /// The licence does not cover the type for the owner of the row.
    pub is_unlicensed: bool,
    /// Of the rules that name that identifier, those that the caller sees: the others stay.
    pub seen_rules: Vec<i64>,
}

#[derive(Debug, Default)]
pub struct ImportPlan {
    pub rows: usize,
    pub planned: Vec<PlannedRow>,
    /// Of rows that can neither be created nor skipped.
    pub errors: Vec<RowError>,
    /// Codes of the table that identifiers have which the caller does not see.
    pub hits: usize,
}

/// Reads the table row by row, and looks up what the rows name in few statements. Identifiers that are there already are
/// locked where they may be replaced.
pub async fn make(
    connection: &mut PgConnection,
    caller: &Caller,
    table: &Table,
    reading: CardReading,
    shortest_code: usize,
    is_locked: bool,
) -> Result<ImportPlan> {
    let zone = zone::find(&projection::project::time_zone(connection, caller.project_id).await?);
    let mut plan = ImportPlan { rows: table.len(), ..ImportPlan::default() };
    let mut lines = Vec::with_capacity(table.len());
    for row in table.rows() {
        match parse(row, reading, &zone) {
            Ok(line) => lines.push(line),
            Err(errors) => plan.errors.extend(errors),
        }
    }
    let keys: Vec<(i16, String)> = lines.iter().map(key).collect();
    let mut existing = store::find_existing(connection, caller, &keys, is_locked).await?;
    let present_owners: Vec<i64> = existing.values().filter_map(|found| found.owner_id).collect::<HashSet<_>>().into_iter().collect();
    let out_of_reach = owners_out_of_reach(connection, caller, &present_owners).await?;
    for found in existing.values_mut() {
        found.is_editable &= found.owner_id.is_none_or(|owner| !out_of_reach.contains(&owner));
    }
    let named = NamedEntities::find(connection, caller, ReplacedColumns::new(table), &lines, present_owners).await?;
    let live_codes = identifier::count_codes(connection, caller.project_id).await?;
    let mut code_length = CodeLength { shortest: shortest_code, live_codes };
    let mut seen = HashSet::new();
    for (line, key) in lines.into_iter().zip(keys) {
        let index = line.index;
        // Two faces without a name are two.
        if !key.1.is_empty() && !seen.insert(key.clone()) {
            plan.errors.push(error(index, "value", "identifier duplicate"));
            continue;
        }
        let existing = existing.remove(&key);
        plan.hits += usize::from(existing.as_ref().is_some_and(is_hit));
        if let (None, Number::Code(code)) = (&existing, &line.number) {
            // Those of the table are beside each other, too.
            if let Some(message) = code_length.too_short(code) {
                plan.errors.push(error(index, "value", message));
                continue;
            }
            code_length.live_codes += 1;
        }
        match named.resolve(line, existing) {
            Ok(row) => plan.planned.push(row),
            Err(found) => plan.errors.push(found),
        }
    }
    plan.errors.sort_by(|one, other| (one.index, &one.field).cmp(&(other.index, &other.field)));
    Ok(plan)
}

fn key(line: &ImportLine) -> (i16, String) {
    (line.kind.number(), line.number.unique_value())
}

/// What the rows of a table name, as far as the caller may name it.
struct NamedEntities {
    columns: ReplacedColumns,
    emails: HashMap<String, i64>,
    /// Owners whom the caller sees, of the table and of what it replaces, with their groups; and those who are also in groups that the
    /// caller does not reach.
    owners: HashMap<i64, Vec<i64>>,
    beyond_reach: HashSet<i64>,
    /// Paths of the groups that the caller sees, as an export shows them; and their ids by path, which several may have.
    paths: HashMap<i64, String>,
    groups: HashMap<String, Vec<i64>>,
    visible_groups: HashSet<i64>,
    labels: RuleLabels,
    not_editable: HashSet<i64>,
    /// Types that the licence does not cover.
    unlicensed: HashSet<IdentifierType>,
    /// The same of owners: types that are off for their groups, or for them.
    unlicensed_owners: HashSet<(IdentifierType, i64)>,
    /// Of rows without an owner: types that are off for their groups, and for the groups of the caller where they have none.
    unlicensed_groups: HashSet<(IdentifierType, i64)>,
    unlicensed_makers: HashSet<IdentifierType>,
}

impl NamedEntities {
    async fn find(
        connection: &mut PgConnection,
        caller: &Caller,
        columns: ReplacedColumns,
        lines: &[ImportLine],
        present_owners: Vec<i64>,
    ) -> Result<NamedEntities> {
        let project_id = caller.project_id;
        let emails: Vec<String> =
            lines.iter().filter_map(|line| if let Some(OwnerCell::Email(email)) = &line.owner { Some(email.clone()) } else { None }).collect();
        let emails: HashMap<String, i64> = store::users_by_email(connection, project_id, &emails).await?.into_iter().collect();
        let mut owners: Vec<i64> = lines.iter().filter_map(|line| owner_id(&emails, line)).chain(present_owners).collect();
        owners.sort_unstable();
        owners.dedup();
        let visible = USERS.visible(connection, caller, &owners).await?;
        let beyond_reach = USERS.beyond_reach(connection, caller, &visible).await?.into_iter().collect();
        let owners = store::owners(connection, project_id, &visible).await?;
        let unlicensed_owners = unlicensed_owners(connection, &emails, lines).await?;
        let labels = RuleLabels::new(access_rule::visible_names(connection, caller).await?);
        let paths = group::visible_paths(connection, caller).await?;
        let mut groups: HashMap<String, Vec<i64>> = HashMap::new();
        for (id, path) in &paths {
            groups.entry(identifier_table::key(path)).or_default().push(*id);
        }
        let groups_of =
            |line: &ImportLine| line.group.as_ref().and_then(|path| groups.get(&identifier_table::key(path))).into_iter().flatten().copied();
        let named_groups: HashSet<i64> = lines.iter().flat_map(groups_of).collect();
        let named_groups: Vec<i64> = named_groups.into_iter().collect();
        let mut unlicensed_groups = HashSet::new();
        let mut unlicensed_makers = HashSet::new();
        for kind in IdentifierType::ALL {
            let of_kind = || lines.iter().filter(|line| line.kind == kind && line.owner.is_none());
            let of_groups: Vec<i64> = of_kind().flat_map(groups_of).collect::<HashSet<_>>().into_iter().collect();
            for feature in license::features_of(kind).iter().filter(|_| of_kind().next().is_some()) {
                let held = groups_with(connection, project_id, &of_groups, feature).await?;
                unlicensed_groups.extend(of_groups.iter().filter(|group| !held.contains(group)).map(|group| (kind, *group)));
                if license::is_lacked_by_maker(connection, caller, feature).await? {
                    unlicensed_makers.insert(kind);
                }
            }
        }
        Ok(NamedEntities {
            columns,
            emails,
            owners: owners.into_iter().map(|(id, (_, groups))| (id, groups)).collect(),
            beyond_reach,
            visible_groups: kit::related::visible_groups(connection, caller, &named_groups).await?.into_iter().collect(),
            paths,
            groups,
            not_editable: not_editable(connection, caller, lines, &labels).await?,
            labels,
            unlicensed: unlicensed(connection, project_id).await?,
            unlicensed_owners,
            unlicensed_groups,
            unlicensed_makers,
        })
    }

    /// A row that is there already is judged only when it is replaced: a table that was exported is all duplicates.
    fn resolve(&self, mut line: ImportLine, existing: Option<ExistingIdentifier>) -> Result<PlannedRow, RowError> {
        let index = line.index;
        let is_new = existing.is_none();
        if is_new && line.kind == IdentifierType::Ukey2 {
            return Err(error(index, "type", UKEY2_IS_ISSUED));
        }
        if is_new && line.is_revoked {
            return Err(error(index, "status", "must be one of: active, inactive"));
        }
        let owner_id = match (&line.owner, &existing) {
            (Some(_), _) => {
                Some(owner_id(&self.emails, &line).filter(|id| self.owners.contains_key(id)).ok_or_else(|| error(index, "owner", INVALID_RELATED))?)
            }
            // Without an owner who is suspended it would open again by the rules that name itself.
            (None, Some(existing)) if !self.columns.has_owner || existing.is_owner_suspended => existing.owner_id,
            (None, _) => None,
        };
        if line.owner.is_some() && owner_id.is_some_and(|id| self.beyond_reach.contains(&id)) {
            return Err(error(index, "owner", Error::Forbidden.to_string()));
        }
        if let Some(existing) = &existing {
            self.columns.set_period(&mut line.draft, (existing.valid_from, existing.valid_to));
        }
        let domain_id = self.domain(&line, owner_id, existing.as_ref());
        let is_lacking = match (owner_id, &domain_id) {
            (Some(owner), _) => self.unlicensed_owners.contains(&(line.kind, owner)),
            (None, Ok(Some(group))) => self.unlicensed_groups.contains(&(line.kind, *group)),
            (None, _) => self.unlicensed_makers.contains(&line.kind),
        };
        let is_unlicensed = self.unlicensed.contains(&line.kind) || is_lacking;
        if is_new && is_unlicensed {
            return Err(error(index, "type", features::not_licensed().to_string()));
        }
        let rules = line.rules.as_deref().map(|cell| self.labels.parse(cell)).transpose();
        let rules = rules.map_err(|label| error(index, "rules", format!("{INVALID_RELATED}: {label}")))?;
        if rules.iter().flatten().any(|rule| self.not_editable.contains(rule)) {
            return Err(error(index, "rules", Error::Forbidden.to_string()));
        }
        let domain_id = domain_id?;
        let seen_rules = existing.iter().flat_map(|existing| &existing.rule_ids).copied().filter(|rule| self.labels.knows(*rule)).collect();
        Ok(PlannedRow { line, owner_id, domain_id, rules, existing, is_unlicensed, seen_rules })
    }

    /// The group of the row, which the owner must be in; without one the first of the owner's. What a table replaces stays in its group as
    /// long as its owner is the same, where the table has no groups or the cell is what an export shows.
    fn domain(&self, line: &ImportLine, owner_id: Option<i64>, existing: Option<&ExistingIdentifier>) -> Result<Option<i64>, RowError> {
        let existing = existing.filter(|existing| existing.owner_id == owner_id);
        if let Some(existing) = existing.filter(|existing| !self.columns.has_group || self.is_as_exported(line, existing)) {
            return Ok(existing.domain_id);
        }
        let of_owner = owner_id.and_then(|id| self.owners.get(&id));
        let Some(path) = &line.group else { return Ok(of_owner.and_then(|groups| groups.first().copied())) };
        let named = self.groups.get(&identifier_table::key(path)).into_iter().flatten().copied();
        let named: Vec<i64> = named.filter(|id| self.visible_groups.contains(id)).collect();
        let found = match (of_owner, named.as_slice()) {
            // Of several that are called alike, the first of the owner's, as an export shows it.
            (Some(groups), named) => groups.iter().find(|id| named.contains(id)),
            (None, [group]) => Some(group),
            (None, _) => None,
        };
        found.copied().map(Some).ok_or_else(|| error(line.index, "group", INVALID_RELATED))
    }

    /// Whether the cell of the group says no more than an export to this caller, who may not see the group that the identifier has.
    fn is_as_exported(&self, line: &ImportLine, existing: &ExistingIdentifier) -> bool {
        let shown = identifier_table::group_cell(&self.paths, existing.domain_id, &existing.owner_groups);
        let cell = line.group.as_deref().unwrap_or_default();
        existing.is_visible && existing.domain_id.is_some() && identifier_table::key(shown) == identifier_table::key(cell)
    }
}

fn owner_id(emails: &HashMap<String, i64>, line: &ImportLine) -> Option<i64> {
    match line.owner.as_ref()? {
        OwnerCell::Id(id) => Some(*id),
        OwnerCell::Email(email) => emails.get(email).copied(),
    }
}

/// Of the rules that rows name, those that the caller may not change.
async fn not_editable(connection: &mut PgConnection, caller: &Caller, lines: &[ImportLine], labels: &RuleLabels) -> Result<HashSet<i64>> {
    let named: HashSet<i64> = lines.iter().filter_map(|line| labels.parse(line.rules.as_deref()?).ok()).flatten().collect();
    let all: Vec<i64> = named.iter().copied().collect();
    if access_rule::ensure_can_edit_rules(connection, caller, &all, &[]).await.is_ok() {
        return Ok(HashSet::new());
    }
    let mut refused = HashSet::new();
    for rule in all {
        match access_rule::ensure_can_edit_rules(connection, caller, &[rule], &[]).await {
            Ok(()) => {}
            Err(Error::Forbidden | Error::InvalidRelated { .. }) => drop(refused.insert(rule)),
            Err(other) => return Err(other),
        }
    }
    Ok(refused)
}

async fn unlicensed(connection: &mut PgConnection, project_id: i64) -> Result<HashSet<IdentifierType>> {
    let Some(features) = features::find(connection, project_id).await? else { return Ok(HashSet::new()) };
    let needed = [(IdentifierType::Face, "face_id"), (IdentifierType::LicensePlate, "license_plate")];
    Ok(needed.into_iter().filter(|(_, feature)| !features.iter().any(|held| held == feature)).map(|(kind, _)| kind).collect())
}

/// One statement for each feature that rows need.
async fn unlicensed_owners(
    connection: &mut PgConnection,
    emails: &HashMap<String, i64>,
    lines: &[ImportLine],
) -> Result<HashSet<(IdentifierType, i64)>> {
    let mut unlicensed = HashSet::new();
    for kind in IdentifierType::ALL {
        let owners: HashSet<i64> = lines.iter().filter(|line| line.kind == kind).filter_map(|line| owner_id(emails, line)).collect();
        let owners: Vec<i64> = owners.into_iter().collect();
        for feature in license::features_of(kind).iter().filter(|_| !owners.is_empty()) {
            unlicensed.extend(users_without(connection, &owners, feature).await?.into_iter().map(|owner| (kind, owner)));
        }
    }
    Ok(unlicensed)
}
