//! Which groups a row belongs to: its own, or those of what it names.
use std::collections::{BTreeSet, HashSet};

use kit_core::Result;
use serde_json::Value;

use crate::entity::{ENTITIES, Entity};
use crate::reference::{FileReference, visit};
use crate::snapshot::{Rows, SiteRow, Snapshot};
use crate::view::View;

/// A rule belongs to the groups of its users and of its devices.
const MAX_STEPS: usize = 2;
const GROUPS: &str = "domains";

/// Keys of the groups of a row; what it names is looked up in the first snapshot that has it.
pub fn groups_of(entity: &Entity, row: &SiteRow, snapshots: &[&Snapshot]) -> Result<BTreeSet<String>> {
    let mut groups = BTreeSet::new();
    collect(entity, row, snapshots, MAX_STEPS, &mut groups)?;
    Ok(groups)
}

fn collect(entity: &Entity, row: &SiteRow, snapshots: &[&Snapshot], steps: usize, groups: &mut BTreeSet<String>) -> Result<()> {
    if entity.name == GROUPS {
        groups.insert(row.key.clone());
        return Ok(());
    }
    for named in references(entity, row)? {
        if named.to == GROUPS {
            groups.insert(named.key);
        } else if steps > 0
            && let Some((entity, row)) = find(snapshots, &named)
        {
            collect(entity, row, snapshots, steps - 1, groups)?;
        }
    }
    Ok(())
}

/// Those that a row needs; not whom it merely mentions.
fn references(entity: &Entity, row: &SiteRow) -> Result<Vec<FileReference>> {
    let mut fields = Value::Object(row.fields());
    let mut named = Vec::new();
    for reference in entity.references.iter().filter(|reference| !reference.is_late) {
        let mut look = |value: &mut Value| {
            named.extend(FileReference::parse(value));
            Ok(true)
        };
        visit(&mut fields, reference.path, &mut look)?;
    }
    Ok(named)
}

fn find<'a>(snapshots: &[&'a Snapshot], named: &FileReference) -> Option<(&'static Entity, &'a SiteRow)> {
    let entity = Entity::find(&named.to)?;
    let row = snapshots.iter().find_map(|snapshot| snapshot.get(entity.name)?.by_key(&named.key))?;
    Some((entity, row))
}

/// Whether a group is this one or below it.
pub fn is_within(group: &str, root: &str) -> bool {
    group.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with(" / "))
}

/// What belongs to a group and to those below it, and what that names and belongs to no group: roles, schedules.
pub fn within(site: &Snapshot, root: &str) -> Result<Snapshot> {
    let mut chosen: HashSet<(&str, &str)> = HashSet::new();
    let mut queue: Vec<(&Entity, &SiteRow)> = Vec::new();
    for (entity, rows) in site.iter().filter(|(entity, _)| !entity.is_singletons()) {
        for row in &rows.items {
            if groups_of(entity, row, &[site])?.iter().any(|group| is_within(group, root)) && chosen.insert((entity.name, &row.key)) {
                queue.push((entity, row));
            }
        }
    }
    while let Some((entity, row)) = queue.pop() {
        for named in references(entity, row)? {
            let Some((entity, row)) = find(&[site], &named) else { continue };
            if groups_of(entity, row, &[site])?.is_empty() && chosen.insert((entity.name, &row.key)) {
                queue.push((entity, row));
            }
        }
    }
    let mut part = Snapshot::default();
    part.views = site.views.clone();
    for entity in ENTITIES.iter().filter(|entity| !entity.is_singletons()) {
        part.views.insert(entity.name.to_owned(), View::Some);
    }
    for entity in ENTITIES {
        let rows = site.get(entity.name).into_iter().flat_map(|rows| &rows.items);
        let rows: Vec<&SiteRow> = rows.filter(|row| chosen.contains(&(entity.name, row.key.as_str()))).collect();
        if !rows.is_empty() {
            part.reset(entity);
        }
        for row in rows {
            part.insert(entity, row.clone())?;
        }
    }
    Ok(part)
}

/// Where the rows of an entity are that a snapshot holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeldGroups {
    /// Keys of the groups of its rows.
    pub groups: BTreeSet<String>,
    /// Rows that belong to no group.
    pub has_others: bool,
}

/// Of each entity of the snapshot.
pub fn held(snapshot: &Snapshot) -> Result<Vec<(&'static Entity, HeldGroups)>> {
    let of_entity = |(entity, rows): (&'static Entity, &Rows)| -> Result<(&'static Entity, HeldGroups)> {
        let mut held = HeldGroups::default();
        for row in &rows.items {
            let groups = groups_of(entity, row, &[snapshot])?;
            held.has_others |= groups.is_empty();
            held.groups.extend(groups);
        }
        Ok((entity, held))
    };
    snapshot.iter().map(of_entity).collect()
}
