//! Compares a file with a site. Nothing is written here.
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use kit_core::Result;
use ring::digest::{Context, SHA256};
use serde_json::{Map, Value};

use crate::entity::{ENTITIES, Entity};
use crate::journal::{Done, Journal};
use crate::plan::{Action, Actor, Doors, FieldChange, Mode, Plan, PlanItem};
use crate::read::SiteRead;
use crate::snapshot::{Rows, SiteRow, Snapshot};
use crate::target::{Target, Targets};
use crate::unseen::{KeptFields, Unseen};

const MAX_VALUE_CHARACTERS: usize = 200;
const RULES: &str = "access-rules";

pub struct Compared<'a> {
    pub plan: Plan,
    pub targets: Targets<'a>,
    /// The file, with what its rows could not name.
    pub file: Cow<'a, Snapshot>,
    /// By which what the plan does is undone.
    pub journal: Journal,
}

impl Compared<'_> {
    /// Leaves out what whoever applies the file may not do: the plan says so, and it is not tried.
    pub fn refuse(&mut self, is_prohibited: impl Fn(&PlanItem) -> bool) {
        let Plan { items, counts, doors, hash, .. } = &mut self.plan;
        let mut digest = Context::new(&SHA256);
        digest.update(hash.as_bytes());
        let mut refused = Done::default();
        for item in items.iter_mut().filter(|item| item.action != Action::Conflict && is_prohibited(item)) {
            refused.add(item, 0);
            let what = format!("{:?} {} {}\n", item.action, item.entity.name, item.key);
            digest.update(&(what.len() as u64).to_be_bytes());
            digest.update(what.as_bytes());
            if let Some((_, counts)) = counts.iter_mut().find(|(counted, _)| counted.name == item.entity.name) {
                counts.entry(item.action).and_modify(|count| *count -= 1);
                *counts.entry(Action::Conflict).or_default() += 1;
            }
            item.refuse("action prohibited");
        }
        if refused.is_empty() {
            return;
        }
        *hash = hex(digest);
        self.journal.leave_out(&refused);
        if !items.iter().any(|item| item.entity.name == RULES && item.action != Action::Conflict) {
            *doors = Doors::default();
        }
    }
}

fn hex(digest: Context) -> String {
    digest.finish().as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What goes that the file does not have.
pub(crate) enum Deletions {
    None,
    /// All of its entities that whoever made it could see.
    Others,
    /// Ids by entity.
    Rows(HashMap<&'static str, HashSet<i64>>),
}

struct Comparison {
    mode: Mode,
    actor: Actor,
    plan: Plan,
    digest: Context,
    kept: KeptFields,
    journal: Journal,
}

/// `is_own`: the file was made by this project, so ids count before keys.
pub fn compare<'a>(
    file: &'a Snapshot,
    site: &'a SiteRead,
    chosen: &[&'static Entity],
    mode: Mode,
    is_own: bool,
    actor: Actor,
) -> Result<Compared<'a>> {
    let targets = Targets::new(file, site, &in_order(chosen), is_own);
    let unseen = Unseen::new(file, site, &targets, is_own);
    let (file, kept) = unseen.keep(&targets)?;
    let deletions = if mode == Mode::Replace { Deletions::Others } else { Deletions::None };
    compare_rows(Files { file, targets, kept, unseen: Some(unseen) }, site, &in_order(chosen), mode, &deletions, actor)
}

pub(crate) fn in_order(chosen: &[&'static Entity]) -> Vec<&'static Entity> {
    ENTITIES.iter().filter(|entity| chosen.iter().any(|chosen| chosen.name == entity.name)).collect()
}

/// A file as it is compared.
pub(crate) struct Files<'a> {
    pub file: Cow<'a, Snapshot>,
    pub targets: Targets<'a>,
    pub kept: KeptFields,
    /// None where whoever made it saw all.
    pub unseen: Option<Unseen<'a>>,
}

pub(crate) fn compare_rows<'a>(
    files: Files<'a>,
    site: &'a SiteRead,
    chosen: &[&'static Entity],
    mode: Mode,
    deletions: &Deletions,
    actor: Actor,
) -> Result<Compared<'a>> {
    let Files { file, targets, kept, unseen } = files;
    let plan = Plan { mode, items: Vec::new(), counts: Vec::new(), doors: Doors::default(), hash: String::new() };
    let mut comparison = Comparison { mode, actor, plan, digest: Context::new(&SHA256), kept, journal: Journal::default() };
    let none = Rows::default();
    for entity in chosen {
        comparison.plan.counts.push((entity, HashMap::new()));
        // What the caller may not list is neither compared nor deleted.
        let (Some(rows), here) = (file.get(entity.name), site.snapshot.get(entity.name)) else { continue };
        if here.is_none() && site.forbidden.contains(&entity.name) {
            rows.items.iter().for_each(|row| comparison.conflict(entity, row, 0, "action prohibited"));
            continue;
        }
        for row in &rows.items {
            comparison.row(entity, row, here.unwrap_or(&none), &targets)?;
        }
    }
    for entity in chosen.iter().rev() {
        let (Some(_), Some(here)) = (file.get(entity.name), site.snapshot.get(entity.name)) else { continue };
        comparison.deletions(entity, here, &targets, deletions, unseen.as_ref())?;
    }
    let Comparison { mut plan, digest, journal, .. } = comparison;
    plan.hash = hex(digest);
    Ok(Compared { plan, targets, file, journal })
}

impl Comparison {
    fn row(&mut self, entity: &'static Entity, row: &SiteRow, here: &Rows, targets: &Targets<'_>) -> Result<()> {
        let target = targets.of_key(entity.name, &row.key);
        let Some(after) = targets.compared(entity, row, true)? else {
            self.conflict(entity, row, 0, "invalid related entity sent");
            return Ok(());
        };
        let mut name = row.name.clone();
        let (before, id) = match target {
            Some(Target::Site(id)) => match here.by_id(id).or_else(|| here.by_key(&row.key).filter(|_| entity.is_singletons())) {
                Some(found) => {
                    // A text need not repeat the name of a row that is there.
                    if !after.contains_key("name") {
                        name.clone_from(&found.name);
                    }
                    (targets.compared(entity, found, false)?.unwrap_or_default(), id)
                }
                None => (Map::new(), id),
            },
            Some(Target::New) => (Map::new(), 0),
            None => {
                self.conflict(entity, row, 0, "value not unique");
                return Ok(());
            }
        };
        let action = if target == Some(Target::New) { Action::Create } else { Action::Change };
        let changed: Vec<&String> = after.keys().filter(|name| !is_equal(before.get(*name), &after[*name])).collect();
        if action == Action::Change && changed.is_empty() {
            self.count(entity, Action::Same);
            return Ok(());
        }
        if self.would_harm_actor(entity, id, &changed) {
            self.conflict(entity, row, id, "action prohibited");
            return Ok(());
        }
        let fields = changed.iter().map(|name| FieldChange {
            name: (*name).clone(),
            before: before.get(*name).filter(|_| action == Action::Change).map(displayed),
            after: after.get(*name).map(displayed),
        });
        let fields = fields.filter(|field| action == Action::Change || field.after.as_deref() != Some("null")).collect();
        for name in &changed {
            self.note(entity, action, &row.key, &format!("{id} {name} {:?} {}", before.get(*name), after[*name]));
        }
        self.count_doors(entity, &[&before, &after]);
        let secrets = if action == Action::Create { row.secrets.clone() } else { Vec::new() };
        let kept = self.kept.remove(&(entity.name, row.key.clone())).unwrap_or_default();
        let changed: Vec<(&str, Option<&Value>, &Value)> = changed.iter().map(|name| (name.as_str(), before.get(*name), &after[*name])).collect();
        let item = PlanItem { entity, action, id, key: row.key.clone(), name, fields, message: None, secrets, kept, is_refused: false };
        self.journal.add(&item, &changed);
        self.add(item);
        Ok(())
    }

    /// Who applies keeps the role, the account and the groups by which they apply.
    fn would_harm_actor(&self, entity: &Entity, id: i64, changed: &[&String]) -> bool {
        let is_own_user = entity.name == "users" && id == self.actor.user_id && id != 0;
        let is_own_role = entity.name == "roles" && id == self.actor.role_id && id != 0;
        let touches = |fields: &[&str]| changed.iter().any(|name| fields.contains(&name.as_str()));
        (is_own_user && touches(&["role", "is_active", "domains"])) || (is_own_role && touches(&["permissions"]))
    }

    fn deletions(
        &mut self,
        entity: &'static Entity,
        here: &Rows,
        targets: &Targets<'_>,
        deletions: &Deletions,
        unseen: Option<&Unseen<'_>>,
    ) -> Result<()> {
        if entity.is_singletons() {
            return Ok(());
        }
        let named: HashSet<i64> = targets.ids(entity.name);
        let goes = |row: &&SiteRow| match deletions {
            Deletions::None => false,
            Deletions::Others => !named.contains(&row.id) && !targets.is_ambiguous(entity.name, &row.key),
            Deletions::Rows(rows) => rows.get(entity.name).is_some_and(|ids| ids.contains(&row.id)),
        };
        let mut rows: Vec<&SiteRow> = here.items.iter().filter(goes).collect();
        // What is below goes before what it is below of.
        rows.sort_by_key(|row| std::cmp::Reverse((row.key.split(" / ").count(), row.id)));
        for row in rows {
            let is_actor = (entity.name == "users" && row.id == self.actor.user_id) || (entity.name == "roles" && row.id == self.actor.role_id);
            if unseen.is_some_and(|unseen| unseen.has(entity.name, row.id)) {
                self.count(entity, Action::Kept);
                continue;
            }
            if is_actor || row.is_protected {
                self.stays(entity, row, "action prohibited");
                continue;
            }
            self.note(entity, Action::Delete, &row.key, &format!("{} {}", row.id, row.text()));
            if let Some(before) = targets.compared(entity, row, false)? {
                self.count_doors(entity, &[&before]);
            }
            let item = PlanItem {
                entity,
                action: Action::Delete,
                id: row.id,
                key: row.key.clone(),
                name: row.name.clone(),
                fields: Vec::new(),
                message: None,
                secrets: Vec::new(),
                kept: Vec::new(),
                is_refused: false,
            };
            self.journal.add(&item, &[]);
            self.add(item);
        }
        Ok(())
    }

    /// Of a rule that changes.
    fn count_doors(&mut self, entity: &Entity, states: &[&Map<String, Value>]) {
        if entity.name != RULES {
            return;
        }
        let named = |field: &str| -> Vec<String> {
            let items = states.iter().filter_map(|state| state.get(field)?.as_array()).flatten();
            items.filter_map(|item| item["$ref"].as_str()).map(str::to_owned).collect()
        };
        let doors = &mut self.plan.doors;
        doors.devices.extend(named("devices"));
        doors.users.extend(named("users"));
        doors.rules += 1;
    }

    /// A row of the file that is not done.
    fn conflict(&mut self, entity: &'static Entity, row: &SiteRow, id: i64, message: &'static str) {
        self.not_done(entity, row, id, message, true);
    }

    /// A row of the site that stays all the same.
    fn stays(&mut self, entity: &'static Entity, row: &SiteRow, message: &'static str) {
        self.not_done(entity, row, row.id, message, false);
    }

    fn not_done(&mut self, entity: &'static Entity, row: &SiteRow, id: i64, message: &'static str, is_refused: bool) {
        self.note(entity, Action::Conflict, &row.key, message);
        let (key, name) = (row.key.clone(), row.name.clone());
        let (fields, secrets, kept) = (Vec::new(), Vec::new(), Vec::new());
        let item = PlanItem { entity, action: Action::Conflict, id, key, name, fields, message: Some(message), secrets, kept, is_refused };
        self.add(item);
    }

    fn note(&mut self, entity: &Entity, action: Action, key: &str, what: &str) {
        for part in [entity.name, &format!("{action:?}{:?}", self.mode), key, what] {
            self.digest.update(&(part.len() as u64).to_be_bytes());
            self.digest.update(part.as_bytes());
        }
    }

    fn add(&mut self, item: PlanItem) {
        self.count(item.entity, item.action);
        self.plan.items.push(item);
    }

    fn count(&mut self, entity: &Entity, action: Action) {
        let counts = self.plan.counts.iter_mut().find(|(counted, _)| counted.name == entity.name);
        *counts.expect("begun with the entity").1.entry(action).or_default() += 1;
    }
}

/// Whether the site says what the file says. An absent value is null, and so is an empty list: the API does not tell them apart. What
/// an object of the file does not name stays as it is.
fn is_equal(before: Option<&Value>, after: &Value) -> bool {
    let is_empty = |value: &Value| value.is_null() || value.as_array().is_some_and(Vec::is_empty) || value == "";
    match (before, after) {
        (None, after) if is_empty(after) => true,
        (Some(before), after) if is_empty(before) && is_empty(after) => true,
        (None | Some(Value::Null), Value::Object(after)) => after.values().all(|value| is_equal(None, value)),
        (Some(Value::Object(before)), Value::Object(after)) => after.iter().all(|(name, value)| is_equal(before.get(name), value)),
        (Some(Value::Array(before)), Value::Array(after)) => {
            before.len() == after.len() && before.iter().zip(after).all(|(before, after)| is_equal(Some(before), after))
        }
        (before, after) => before == Some(after),
    }
}

fn displayed(value: &Value) -> String {
    value.to_string().chars().take(MAX_VALUE_CHARACTERS).collect()
}
