//! The plan that takes an apply back: the rows and fields that the apply has changed, and nothing else. Whoever undoes it may see
//! more than whoever applied it, and others may have changed something since.
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};

use kit_core::Result;
use serde_json::Value;

use crate::compare::{Compared, Deletions, Files, compare_rows, in_order};
use crate::entity::Entity;
use crate::journal::{Journal, JournalRow, Verb};
use crate::plan::{Actor, Mode};
use crate::read::SiteRead;
use crate::reference::{FileReference, fixed, is_list, site_compared, visit};
use crate::snapshot::{Rows, SiteRow, Snapshot};
use crate::target::Targets;
use crate::unseen::KeptFields;

/// What takes back what the journal has. `before`: the site as whoever applied it saw it, of this project.
pub fn compare<'a>(before: &Snapshot, journal: &Journal, site: &'a SiteRead, actor: Actor) -> Result<Compared<'a>> {
    let Restored { file, deletions, gone } = restored(before, journal, site)?;
    let chosen = in_order(&journal.entities());
    let targets = Targets::new(&file, site, &chosen, true);
    let files = Files { file: Cow::Owned(file), targets, kept: KeptFields::new(), unseen: None };
    let mut compared = compare_rows(files, site, &chosen, Mode::Replace, &Deletions::Rows(deletions), actor)?;
    compared.plan.add_gone(gone);
    Ok(compared)
}

struct Restored {
    file: Snapshot,
    deletions: HashMap<&'static str, HashSet<i64>>,
    /// Rows that the apply has changed and that somebody has deleted since.
    gone: Vec<(&'static Entity, SiteRow)>,
}

fn restored(before: &Snapshot, journal: &Journal, site: &SiteRead) -> Result<Restored> {
    let (mut rows, mut deletions, mut gone) = (RestoredRows::new(), HashMap::<&'static str, HashSet<i64>>::new(), Vec::new());
    for row in &journal.rows {
        let Some(entity) = Entity::find(&row.entity) else { continue };
        let here = site.snapshot.get(entity.name);
        let there = if entity.is_singletons() { here.and_then(|here| here.by_key(&row.key)) } else { here.and_then(|here| here.by_id(row.id)) };
        let was = before.get(entity.name).and_then(|rows| if entity.is_singletons() { rows.by_key(&row.key) } else { rows.by_id(row.id) });
        match (row.verb, was, there) {
            (Verb::Create, ..) => deletions.entry(entity.name).or_default().extend(created(row, before.get(entity.name), here)),
            (Verb::Delete, Some(was), None) => drop(rows.insert(place(entity, was), (entity, was.clone()))),
            (Verb::Change, Some(was), Some(there)) => {
                drop(rows.insert(place(entity, was), (entity, with_fields_before(entity, row, was, there))));
            }
            (Verb::Change, Some(was), None) => gone.push((entity, was.clone())),
            // Its deletion was refused, or the site was read without it.
            (Verb::Delete, ..) | (Verb::Change, None, _) => {}
        }
    }
    restore_what_went_along(before, journal, site, &mut rows)?;
    let mut file = Snapshot::default();
    journal.entities().into_iter().for_each(|entity| file.reset(entity));
    for (entity, row) in rows.into_values() {
        file.insert(entity, row)?;
    }
    Ok(Restored { file, deletions, gone })
}

/// By the position of the entity, the id that the row had, and its key.
type Place = (usize, i64, String);
type RestoredRows = BTreeMap<Place, (&'static Entity, SiteRow)>;

fn place(entity: &Entity, row: &SiteRow) -> Place {
    (entity.position(), row.id, row.key.clone())
}

/// What services have deleted along with a row that was deleted, and members that lists have lost with it.
fn restore_what_went_along(before: &Snapshot, journal: &Journal, site: &SiteRead, rows: &mut RestoredRows) -> Result<()> {
    let of_row = |row: &JournalRow| Entity::find(&row.entity).map(|entity| (entity.position(), row.id));
    let journalled: HashSet<(usize, i64)> = journal.rows.iter().filter_map(of_row).collect();
    let mut back: HashSet<(usize, i64)> = journal.rows.iter().filter(|row| row.verb == Verb::Delete).filter_map(of_row).collect();
    // What names a row stands after it, but for what is named late.
    for (entity, was_rows) in before.iter().filter(|(entity, _)| journal.has_deletions() && !entity.is_singletons()) {
        for was in was_rows.items.iter().filter(|row| !journalled.contains(&(entity.position(), row.id))) {
            let is_back = |named: &FileReference| {
                let position = Entity::find(&named.to).map_or(usize::MAX, Entity::position);
                back.contains(&(position, named.id)) && site.snapshot.get(&named.to).is_none_or(|here| here.by_id(named.id).is_none())
            };
            let lost = lost_fields(entity, was, is_back)?;
            if lost.is_empty() {
                continue;
            }
            let there = site.snapshot.get(entity.name).and_then(|here| here.by_id(was.id));
            let restored = there.map_or_else(|| was.clone(), |there| with_lost(was, there, &lost));
            back.extend(there.is_none().then_some((entity.position(), was.id)));
            rows.insert(place(entity, was), (entity, restored));
        }
    }
    Ok(())
}

/// Fields of a row, each with the references of it that lead to rows which come back.
type LostFields = BTreeMap<String, Vec<Value>>;

fn lost_fields(entity: &Entity, was: &SiteRow, is_back: impl Fn(&FileReference) -> bool) -> Result<LostFields> {
    let (mut lost, mut fields) = (LostFields::new(), Value::Object(was.fields()));
    for reference in entity.references {
        let name = reference.path.split(['.', '[']).next().unwrap_or(reference.path);
        let mut look = |value: &mut Value| {
            if FileReference::parse(value).is_some_and(|named| is_back(&named)) {
                lost.entry(name.to_owned()).or_default().push(value.clone());
            }
            Ok(true)
        };
        visit(&mut fields, reference.path, &mut look)?;
    }
    Ok(lost)
}

/// Lists get back what they lost; another field comes back as it was.
fn with_lost(was: &SiteRow, there: &SiteRow, lost: &LostFields) -> SiteRow {
    let (was_fields, there_fields) = (was.fields(), there.fields());
    let restored = lost.iter().map(|(name, back)| {
        let value = match (was_fields.get(name), there_fields.get(name)) {
            (Some(Value::Array(_)), Some(Value::Array(now))) => with_back(now, back.iter().cloned()),
            (was, _) => was.cloned().unwrap_or_default(),
        };
        (name.clone(), value)
    });
    was.with_fields(&restored.collect())
}

/// The id of a row that was created. Of a work whose end nobody knows it is the one with the key that was not there before.
fn created(row: &JournalRow, before: Option<&Rows>, here: Option<&Rows>) -> Option<i64> {
    if row.id != 0 {
        return Some(row.id);
    }
    here?.by_key(&row.key).map(|row| row.id).filter(|id| before.is_none_or(|rows| rows.by_id(*id).is_none()))
}

/// The changed fields as they were. A list keeps what others have put into it, and those whom the applier did not see.
fn with_fields_before(entity: &Entity, row: &JournalRow, was: &SiteRow, there: &SiteRow) -> SiteRow {
    let (mut fields, was_fields, there_fields) = (serde_json::Map::new(), was.fields(), there.fields());
    for field in &row.fields {
        let before = was_fields.get(&field.name).cloned().unwrap_or_default();
        if !is_list(entity, &field.name) {
            fields.insert(field.name.clone(), before);
            continue;
        }
        let text = |value: &Value| site_compared(value).unwrap_or_default().to_string();
        let now = there_fields.get(&field.name).and_then(Value::as_array).cloned().unwrap_or_default();
        let texts: HashSet<String> = now.iter().map(text).collect();
        let stay: Vec<Value> = now.into_iter().filter(|value| !field.added.contains(&text(value))).collect();
        let before = before.as_array().cloned().unwrap_or_default().into_iter();
        let back = before.filter(|value| field.removed.contains(&text(value)) && !texts.contains(&text(value)));
        fields.insert(field.name.clone(), with_back(&stay, back));
    }
    was.with_fields(&fields)
}

/// The members of a list, with those that come back: one whose row was made anew meanwhile is there already.
fn with_back(now: &[Value], back: impl Iterator<Item = Value>) -> Value {
    let named = |value: &Value| FileReference::parse(value).map(|named| (named.to, named.key));
    let there: HashSet<Option<(String, String)>> = now.iter().map(named).collect();
    let back = back.filter(|value| named(value).is_some_and(|named| !there.contains(&Some(named))));
    now.iter().cloned().map(fixed).chain(back).collect()
}
