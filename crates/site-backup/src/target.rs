//! What the rows and references of a file are in a site.
use std::collections::{HashMap, HashSet};

use kit_core::Result;
use serde_json::{Map, Value};

use crate::entity::Entity;
use crate::read::{SiteRead, key_of_file_row};
use crate::reference::{self, FileReference, visit};
use crate::repeated::{self, RepeatedKeys};
use crate::snapshot::{SiteRow, Snapshot};

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

/// Keys that the file has several times, by entity.
type RepeatedInFile = HashMap<&'static str, RepeatedKeys>;

impl<'a> Targets<'a> {
    pub(crate) fn new(file: &Snapshot, site: &'a SiteRead, chosen: &[&'static Entity], is_own: bool) -> Self {
        let of_file = file
            .iter()
            .filter(|_| !is_own)
            .map(|(entity, rows)| (entity.name, RepeatedKeys::of_file(rows, |row| key_of_file_row(entity, &row.fields()))));
        let repeated: RepeatedInFile = of_file.collect();
        let ambiguous = if is_own { HashMap::new() } else { ambiguous(&repeated, site) };
        let mut targets = Targets { site, found: HashMap::new(), is_own, ambiguous };
        for entity in chosen {
            let Some(rows) = file.get(entity.name) else { continue };
            let here = site.snapshot.get(entity.name);
            let mut taken = HashSet::new();
            let mut found = HashMap::new();
            for row in &rows.items {
                let plain = repeated.get(entity.name).map_or(row.key.as_str(), |repeated| repeated.plain(&row.key));
                if targets.is_repeated_otherwise(entity.name, plain) {
                    continue;
                }
                let by_id = here.and_then(|here| here.by_id(row.id)).filter(|_| is_own);
                // The second `Day` is not what has the name `Day#2`.
                let is_alike = |there: &&SiteRow| is_own || targets.plain_here(entity.name, &there.key) == plain;
                let by_key = || here.and_then(|here| here.by_key(&row.key)).filter(is_alike);
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

    /// Members of a list of a row of the site that no file has.
    pub fn left_out(&self, entity: &str, id: i64, field: &str) -> &'a [Value] {
        let row = self.site.snapshot.get(entity).and_then(|rows| rows.by_id(id));
        row.and_then(|row| row.left_out.get(field)).map_or(&[], Vec::as_slice)
    }

    pub fn of_key(&self, entity: &str, key: &str) -> Option<Target> {
        self.found.get(entity)?.get(key).copied()
    }

    /// Of a key of the site: whether it is not known which row of the file is the one that has it.
    pub(crate) fn is_ambiguous(&self, entity: &str, key: &str) -> bool {
        self.is_repeated_otherwise(entity, self.plain_here(entity, key))
    }

    fn is_repeated_otherwise(&self, entity: &str, plain: &str) -> bool {
        self.ambiguous.get(entity).is_some_and(|keys| keys.contains(plain))
    }

    fn plain_here<'k>(&'k self, entity: &str, key: &'k str) -> &'k str {
        self.site.repeated.get(entity).map_or(key, |repeated| repeated.plain(key))
    }

    pub(crate) fn ids(&self, entity: &str) -> HashSet<i64> {
        let found = self.found.get(entity).into_iter().flat_map(HashMap::values);
        found.filter_map(|target| if let Target::Site(id) = target { Some(*id) } else { None }).collect()
    }

    /// What a reference of the file leads to: a row of the file, or else one that the site has.
    pub fn of(&self, reference: &FileReference) -> Option<Target> {
        if let Some(id) = reference.fixed() {
            return Some(Target::Site(id));
        }
        if let Some(target) = self.of_key(&reference.to, &reference.key) {
            return Some(target);
        }
        let to = reference.to.as_str();
        // What the applier may not list is not looked up: the operation that gets the id finds it, or refuses.
        let is_known = |known: &HashSet<i64>| known.contains(&reference.id);
        let by_id = self.is_own && reference.id != 0 && self.site.known.get(to).is_none_or(is_known);
        if by_id {
            return Some(Target::Site(reference.id));
        }
        // What a key of no row of the file means is known by its text alone.
        let looks_ambiguous = repeated::parse(&reference.key).is_some_and(|(plain, _)| self.is_repeated_otherwise(to, plain));
        if looks_ambiguous || self.is_ambiguous(to, &reference.key) {
            return None;
        }
        self.site.ids.get(to)?.get(&reference.key).map(|id| Target::Site(*id))
    }

    pub fn learn(&mut self, entity: &'static str, key: &str, id: i64) {
        self.found.entry(entity).or_default().insert(key.to_owned(), Target::Site(id));
    }

    /// The fields of a row with what its references lead to; None where one leads nowhere.
    pub(crate) fn compared(&self, entity: &Entity, row: &SiteRow, is_of_file: bool) -> Result<Option<Map<String, Value>>> {
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

/// Those keys of the site that several of its rows have, where the file has not as many: which of them is meant is not known.
fn ambiguous(in_file: &RepeatedInFile, site: &SiteRead) -> HashMap<&'static str, HashSet<String>> {
    let of_entity = |(entity, here): (&&'static str, &RepeatedKeys)| {
        let highest_in_file = |key: &str| in_file.get(entity).map_or(1, |repeated| repeated.highest_number(key));
        let ambiguous = here.keys().filter(|key| here.highest_number(key) != highest_in_file(key));
        (*entity, ambiguous.map(str::to_owned).collect())
    };
    site.repeated.iter().map(of_entity).collect()
}

/// A list of references has no order.
fn sort_references(value: &mut Value) {
    if let Value::Array(items) = value
        && items.iter().all(|item| item.get("$ref").is_some())
    {
        items.sort_by_key(Value::to_string);
    }
}
