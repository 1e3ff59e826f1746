//! What of a site whoever made a file could not see: the file could not hold it, so that it neither goes nor changes.
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use kit_core::Result;
use serde_json::{Map, Value};

use crate::entity::{ENTITIES, Entity, Reference};
use crate::read::SiteRead;
use crate::reference::{FileReference, fixed, visit};
use crate::snapshot::{SiteRow, Snapshot};
use crate::target::{Target, Targets};
use crate::view::View;

/// entity and key of a row of the file -> its fields that keep something
pub type KeptFields = HashMap<(&'static str, String), Vec<String>>;

pub struct Unseen<'a> {
    file: &'a Snapshot,
    site: &'a SiteRead,
    is_own: bool,
    /// Of entities that whoever made the file did not see whole: ids in the site of what the file has.
    held: HashMap<&'static str, HashSet<i64>>,
}

impl<'a> Unseen<'a> {
    pub fn new(file: &'a Snapshot, site: &'a SiteRead, targets: &Targets<'_>, is_own: bool) -> Self {
        let partial = ENTITIES.iter().filter(|entity| file.view(entity.name) != View::All);
        let held = partial.map(|entity| (entity.name, held(entity, file, site, targets, is_own))).collect();
        Unseen { file, site, is_own, held }
    }

    /// Whether a row of the site may have been there without whoever made the file seeing it.
    pub fn has(&self, entity: &str, id: i64) -> bool {
        let Some(held) = self.held.get(entity) else { return false };
        if held.contains(&id) {
            return false;
        }
        // What was made since they would have seen, if they saw no less than who applies it.
        let saw_no_less = self.is_own && self.file.view(entity).covers(&self.site.snapshot.view(entity));
        let created_at = self.site.snapshot.get(entity).and_then(|rows| rows.by_id(id)).and_then(|row| row.created_at);
        let is_new = self.file.made_at.zip(created_at).is_some_and(|(made_at, created_at)| created_at > made_at);
        !(saw_no_less && is_new)
    }

    /// The file with what its rows could not name: members stay in lists, and a field that leads to something unseen says nothing.
    pub fn keep(&self, targets: &Targets<'_>) -> Result<(Cow<'a, Snapshot>, KeptFields)> {
        let mut kept = KeptFields::new();
        if self.held.is_empty() {
            return Ok((Cow::Borrowed(self.file), kept));
        }
        let widened = self.file.map_rows(|entity, row| {
            let there = match targets.of_key(entity.name, &row.key) {
                Some(Target::Site(_)) if entity.is_singletons() => self.site.snapshot.get(entity.name).and_then(|rows| rows.by_key(&row.key)),
                Some(Target::Site(id)) => self.site.snapshot.get(entity.name).and_then(|rows| rows.by_id(id)),
                _ => None,
            };
            let Some(there) = there else { return Ok(row.clone()) };
            let (row, fields) = self.keep_in_row(entity, row, there)?;
            if !fields.is_empty() {
                kept.insert((entity.name, row.key.clone()), fields);
            }
            Ok(row)
        })?;
        Ok((Cow::Owned(widened), kept))
    }

    /// Where neither whoever made the file nor who applies it may list what a field leads to, the field stays as it is: there is only the
    /// name that it has in other rows, by which nothing is found.
    fn keep_in_row(&self, entity: &Entity, row: &SiteRow, there: &SiteRow) -> Result<(SiteRow, Vec<String>)> {
        let (mut fields, mut kept) = (row.fields(), Vec::new());
        for reference in entity.references.iter().filter(|reference| self.held.contains_key(reference.to)) {
            let name = reference.path.split(['.', '[']).next().unwrap_or(reference.path);
            let Some(value) = fields.get_mut(name) else { continue };
            if self.is_unlisted(reference.to) {
                let there = there.fields();
                let is_same = self.is_own && there.get(name) == Some(value);
                if is_same || !(has_reference(&fields, reference)? || has_reference(&there, reference)?) {
                    continue;
                }
                fields.remove(name);
                if !kept.iter().any(|kept| kept == name) {
                    kept.push(name.to_owned());
                }
                continue;
            }
            let mut unseen = Vec::new();
            let mut look = |value: &mut Value| {
                let is_unseen = FileReference::parse(value).is_some_and(|named| self.has(&named.to, named.id));
                unseen.extend(is_unseen.then(|| fixed(value.clone())));
                Ok(true)
            };
            visit(&mut Value::Object(there.fields()), reference.path, &mut look)?;
            if unseen.is_empty() {
                continue;
            }
            match value {
                Value::Array(items) if reference.path.strip_suffix("[]") == Some(name) => items.extend(unseen),
                Value::Null if reference.path.strip_suffix("[]") == Some(name) => *value = Value::Array(unseen),
                // The file names something else, which whoever made it has seen there.
                value if reference.path == name && !value.is_null() => continue,
                _ => drop(fields.remove(name)),
            }
            if !kept.iter().any(|kept| kept == name) {
                kept.push(name.to_owned());
            }
        }
        Ok((row.with_fields(&fields), kept))
    }
}

impl Unseen<'_> {
    fn is_unlisted(&self, entity: &str) -> bool {
        self.file.get(entity).is_none() && !self.site.ids.contains_key(entity)
    }
}

fn has_reference(fields: &Map<String, Value>, reference: &Reference) -> Result<bool> {
    let mut is_any = false;
    let mut look = |value: &mut Value| {
        is_any |= FileReference::parse(value).is_some();
        Ok(true)
    };
    visit(&mut Value::Object(fields.clone()), reference.path, &mut look)?;
    Ok(is_any)
}

fn held(entity: &'static Entity, file: &Snapshot, site: &SiteRead, targets: &Targets<'_>, is_own: bool) -> HashSet<i64> {
    let mut held: HashSet<i64> = targets.ids(entity.name);
    for row in file.get(entity.name).into_iter().flat_map(|rows| &rows.items) {
        if targets.of_key(entity.name, &row.key).is_some() {
            continue;
        }
        // Of an entity that is not applied now.
        let by_id = is_own.then_some(row.id).filter(|id| site.known.get(entity.name).is_some_and(|known| known.contains(id)));
        held.extend(by_id.or_else(|| site.ids.get(entity.name)?.get(&row.key).copied()));
    }
    held
}
