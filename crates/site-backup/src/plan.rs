//! What applying a file to a site would do, row by row. Nothing is written here.
use std::collections::{HashMap, HashSet};

use kit_core::Result;
use ring::digest::{Context, SHA256};
use serde_json::{Map, Value};

use crate::entity::{ENTITIES, Entity};
use crate::read::SiteRead;
use crate::reference::{self, FileReference, visit};
use crate::snapshot::{Rows, SiteRow, Snapshot};

const MAX_VALUE_CHARACTERS: usize = 200;
const RULES: &str = "access-rules";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Adds and changes.
    Merge,
    /// Deletes besides what the file does not have.
    Replace,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    Create,
    Change,
    Delete,
    Same,
    Conflict,
}

/// Who applies: what they stand on is not taken from under them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Actor {
    pub user_id: i64,
    pub role_id: i64,
}

#[derive(Clone, Debug)]
pub struct FieldChange {
    pub name: String,
    pub before: Option<String>,
    pub after: Option<String>,
}

#[derive(Clone, Debug)]
pub struct PlanItem {
    pub entity: &'static Entity,
    pub action: Action,
    /// In the site; 0 of what is created.
    pub id: i64,
    pub key: String,
    pub name: String,
    pub fields: Vec<FieldChange>,
    pub message: Option<&'static str>,
    pub secrets: Vec<String>,
}

#[derive(Debug)]
pub struct Plan {
    pub mode: Mode,
    /// In the order in which they are done: without those that stay the same.
    pub items: Vec<PlanItem>,
    pub counts: Vec<(&'static Entity, HashMap<Action, usize>)>,
    pub doors: Doors,
    /// Of every value before and after.
    pub hash: String,
}

/// What access rules that do not stay the same name, before and after.
#[derive(Clone, Debug, Default)]
pub struct Doors {
    pub devices: HashSet<String>,
    /// By themselves; those of a group are not counted.
    pub users: HashSet<String>,
    pub rules: usize,
}

/// Where a row of the file is in the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Site(i64),
    New,
}

/// Finds for the references of a file what they lead to in the site.
pub struct Targets<'a> {
    site: &'a SiteRead,
    /// entity -> key in the file -> target
    found: HashMap<&'static str, HashMap<String, Target>>,
    /// The file is of this project: ids count first.
    is_own: bool,
    /// entity -> keys that the site has several times, and not as often as the file: whoever renames something to the name of
    /// another thing must not be taken for it.
    ambiguous: HashMap<&'static str, HashSet<String>>,
}

pub struct Compared<'a> {
    pub plan: Plan,
    pub targets: Targets<'a>,
}

struct Comparison<'a> {
    site: &'a SiteRead,
    mode: Mode,
    actor: Actor,
    plan: Plan,
    digest: Context,
}

/// `is_own`: the file was made by this project, so ids count before keys.
pub fn compare<'a>(file: &Snapshot, site: &'a SiteRead, chosen: &[&'static Entity], mode: Mode, is_own: bool, actor: Actor) -> Result<Compared<'a>> {
    let chosen: Vec<&'static Entity> = ENTITIES.iter().filter(|entity| chosen.iter().any(|chosen| chosen.name == entity.name)).collect();
    let targets = Targets::new(file, site, &chosen, is_own);
    let plan = Plan { mode, items: Vec::new(), counts: Vec::new(), doors: Doors::default(), hash: String::new() };
    let mut comparison = Comparison { site, mode, actor, plan, digest: Context::new(&SHA256) };
    let none = Rows::default();
    for entity in &chosen {
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
    if mode == Mode::Replace {
        for entity in chosen.iter().rev() {
            let (Some(_), Some(here)) = (file.get(entity.name), site.snapshot.get(entity.name)) else { continue };
            comparison.deletions(entity, here, &targets)?;
        }
    }
    let Comparison { mut plan, digest, .. } = comparison;
    plan.hash = digest.finish().as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(Compared { plan, targets })
}

impl Comparison<'_> {
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
            return self.count(entity, Action::Same);
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
            self.note(entity, action, &row.key, &format!("{name} {:?} {}", before.get(*name), after[*name]));
        }
        self.count_doors(entity, &[&before, &after]);
        let secrets = if action == Action::Create { row.secrets.clone() } else { Vec::new() };
        self.add(PlanItem { entity, action, id, key: row.key.clone(), name, fields, message: None, secrets })
    }

    /// Who applies keeps the role, the account and the groups by which they apply.
    fn would_harm_actor(&self, entity: &Entity, id: i64, changed: &[&String]) -> bool {
        let is_own_user = entity.name == "users" && id == self.actor.user_id && id != 0;
        let is_own_role = entity.name == "roles" && id == self.actor.role_id && id != 0;
        let touches = |fields: &[&str]| changed.iter().any(|name| fields.contains(&name.as_str()));
        (is_own_user && touches(&["role", "is_active", "domains"])) || (is_own_role && touches(&["permissions"]))
    }

    fn deletions(&mut self, entity: &'static Entity, here: &Rows, targets: &Targets<'_>) -> Result<()> {
        if entity.is_singletons() {
            return Ok(());
        }
        let named: HashSet<i64> = targets.ids(entity.name);
        let mut rows: Vec<&SiteRow> =
            here.items.iter().filter(|row| !named.contains(&row.id) && !targets.is_ambiguous(entity.name, &row.key)).collect();
        // What is below goes before what it is below of.
        rows.sort_by_key(|row| std::cmp::Reverse((row.key.split(" / ").count(), row.id)));
        for row in rows {
            let is_actor = (entity.name == "users" && row.id == self.actor.user_id) || (entity.name == "roles" && row.id == self.actor.role_id);
            if is_actor || row.is_protected {
                self.conflict(entity, row, row.id, "action prohibited");
                continue;
            }
            self.note(entity, Action::Delete, &row.key, row.text());
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
            };
            self.add(item)?;
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

    fn conflict(&mut self, entity: &'static Entity, row: &SiteRow, id: i64, message: &'static str) {
        self.note(entity, Action::Conflict, &row.key, message);
        let (key, name) = (row.key.clone(), row.name.clone());
        let item = PlanItem { entity, action: Action::Conflict, id, key, name, fields: Vec::new(), message: Some(message), secrets: Vec::new() };
        let _counted = self.add(item);
    }

    fn note(&mut self, entity: &Entity, action: Action, key: &str, what: &str) {
        for part in [entity.name, &format!("{action:?}{:?}", self.mode), key, what] {
            self.digest.update(&(part.len() as u64).to_be_bytes());
            self.digest.update(part.as_bytes());
        }
    }

    fn add(&mut self, item: PlanItem) -> Result<()> {
        let (entity, action) = (item.entity, item.action);
        self.plan.items.push(item);
        self.count(entity, action)
    }

    fn count(&mut self, entity: &Entity, action: Action) -> Result<()> {
        let counts = self.plan.counts.iter_mut().find(|(counted, _)| counted.name == entity.name);
        *counts.expect("begun with the entity").1.entry(action).or_default() += 1;
        let _site = self.site;
        Ok(())
    }
}

/// Those keys of the site that several of its rows have, where the file has not as many: which of them is meant is not known.
fn ambiguous(file: &Snapshot, site: &SiteRead) -> HashMap<&'static str, HashSet<String>> {
    let of_entity = |(entity, ids): (&&'static str, &HashMap<String, i64>)| {
        let here = occurrences(ids.keys().map(String::as_str));
        let in_file = occurrences(file.get(entity).into_iter().flat_map(|rows| &rows.items).map(|row| row.key.as_str()));
        let ambiguous = here.into_iter().filter(|(key, times)| *times > 1 && in_file.get(key) != Some(times));
        (*entity, ambiguous.map(|(key, _)| key.to_owned()).collect())
    };
    site.ids.iter().map(of_entity).collect()
}

fn occurrences<'a>(keys: impl Iterator<Item = &'a str>) -> HashMap<&'a str, usize> {
    let mut occurrences = HashMap::new();
    for key in keys {
        let (plain, number) = numbered(key);
        let most = occurrences.entry(plain).or_insert(0);
        *most = number.max(*most);
    }
    occurrences
}

/// The key and the number of a row among those with the same key: `Night#2` is the second `Night`.
fn numbered(key: &str) -> (&str, usize) {
    match key.rsplit_once('#').map(|(plain, number)| (plain, number.parse())) {
        Some((plain, Ok(number))) if number > 1 => (plain, number),
        _ => (key, 1),
    }
}

impl<'a> Targets<'a> {
    fn new(file: &Snapshot, site: &'a SiteRead, chosen: &[&'static Entity], is_own: bool) -> Self {
        let ambiguous = if is_own { HashMap::new() } else { ambiguous(file, site) };
        let mut targets = Targets { site, found: HashMap::new(), is_own, ambiguous };
        for entity in chosen {
            let Some(rows) = file.get(entity.name) else { continue };
            let here = site.snapshot.get(entity.name);
            let mut taken = HashSet::new();
            let mut found = HashMap::new();
            for row in &rows.items {
                if targets.is_ambiguous(entity.name, &row.key) {
                    continue;
                }
                let by_id = here.and_then(|here| here.by_id(row.id)).filter(|_| is_own);
                let by_key = || here.and_then(|here| here.by_key(&row.key));
                let target = match by_id.or_else(by_key) {
                    Some(_) if entity.is_singletons() => Target::Site(0),
                    Some(there) if taken.insert(there.id) => Target::Site(there.id),
                    // Another row of the file is it already.
                    Some(_) => continue,
                    None => Target::New,
                };
                found.insert(row.key.clone(), target);
            }
            targets.found.insert(entity.name, found);
        }
        targets
    }

    pub fn of_key(&self, entity: &str, key: &str) -> Option<Target> {
        self.found.get(entity)?.get(key).copied()
    }

    fn is_ambiguous(&self, entity: &str, key: &str) -> bool {
        self.ambiguous.get(entity).is_some_and(|keys| keys.contains(numbered(key).0))
    }

    fn ids(&self, entity: &str) -> HashSet<i64> {
        let found = self.found.get(entity).into_iter().flat_map(HashMap::values);
        found.filter_map(|target| if let Target::Site(id) = target { Some(*id) } else { None }).collect()
    }

    /// What a reference of the file leads to: a row of the file, or else one that the site has.
    pub fn of(&self, reference: &FileReference) -> Option<Target> {
        if let Some(target) = self.of_key(&reference.to, &reference.key) {
            return Some(target);
        }
        let to = reference.to.as_str();
        let by_id = self.is_own && self.site.known.get(to).is_some_and(|known| known.contains(&reference.id));
        if by_id {
            return Some(Target::Site(reference.id));
        }
        if self.is_ambiguous(to, &reference.key) {
            return None;
        }
        self.site.ids.get(to)?.get(&reference.key).map(|id| Target::Site(*id))
    }

    pub fn learn(&mut self, entity: &'static str, key: &str, id: i64) {
        self.found.entry(entity).or_default().insert(key.to_owned(), Target::Site(id));
    }

    /// The fields of a row with what its references lead to; None where one leads nowhere.
    fn compared(&self, entity: &Entity, row: &SiteRow, is_of_file: bool) -> Result<Option<Map<String, Value>>> {
        let mut fields = Value::Object(row.fields());
        let mut leads_nowhere = false;
        for reference in entity.references {
            let mut change = |value: &mut Value| {
                let Some(named) = FileReference::parse(value).filter(|named| named.to == reference.to) else {
                    leads_nowhere = true;
                    return Ok(true);
                };
                let target = if is_of_file { self.of(&named) } else { Some(Target::Site(named.id)) };
                *value = match target {
                    Some(Target::Site(id)) => reference::to_compared(value, &format!("{} {id}", named.to)),
                    Some(Target::New) => reference::to_compared(value, &format!("{} {}", named.to, named.key)),
                    None => {
                        leads_nowhere = true;
                        return Ok(true);
                    }
                };
                Ok(true)
            };
            visit(&mut fields, reference.path, &mut change)?;
        }
        for (_, value) in fields.as_object_mut().into_iter().flatten() {
            sort_references(value);
        }
        Ok(match fields {
            Value::Object(fields) if !leads_nowhere => Some(fields),
            _ => None,
        })
    }
}

/// A list of references has no order.
fn sort_references(value: &mut Value) {
    if let Value::Array(items) = value
        && items.iter().all(|item| item.get("$ref").is_some())
    {
        items.sort_by_key(Value::to_string);
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
