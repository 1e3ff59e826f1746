//! Reads a site through its operations. There is no common moment of nine databases: rows that name what is not there any more are
//! read again, and what is then still missing is dropped and named.
use std::collections::{BTreeSet, HashMap, HashSet};

use kit_core::patch::MASKED;
use kit_core::{Error, Result};
use serde_json::{Map, Value, json};

use crate::entity::{ENTITIES, Entity, EntityParts, Key};
use crate::reference::{self, FileReference, remove, visit};
use crate::snapshot::{SiteRow, Snapshot, too_many};
use crate::{MAX_ROWS, Progress, Site};

/// How often entities with dangling references are read again.
const MAX_ROUNDS: usize = 3;
/// References that were dropped and are named.
pub const MAX_DROPPED: usize = 100;
const MAX_KEY_CHARACTERS: usize = 2_000;

/// A site as it was read.
#[derive(Debug, Default)]
pub struct SiteRead {
    pub snapshot: Snapshot,
    /// References that lead nowhere, and entities that the caller may not list.
    pub dropped: Vec<String>,
    /// Among the chosen entities, those that the caller may not list.
    pub forbidden: Vec<&'static str>,
    /// entity -> key -> id, of the chosen entities and of what they name.
    pub ids: HashMap<&'static str, HashMap<String, i64>>,
    pub known: HashMap<&'static str, HashSet<i64>>,
}

/// As the API answers them, by entity.
type Raw = HashMap<&'static str, Vec<(Option<&'static str>, Value)>>;
/// entity -> id -> key
type Keys = HashMap<&'static str, HashMap<i64, String>>;

/// Reads the chosen entities, and of those that they name the keys.
pub async fn site(site: &dyn Site, chosen: &[&'static Entity], progress: &dyn Progress) -> Result<SiteRead> {
    let wanted = with_named(chosen);
    let mut raw = Raw::default();
    let mut forbidden = Vec::new();
    let mut number = 0;
    for (done, entity) in wanted.iter().enumerate() {
        progress.report(done, wanted.len()).await?;
        match list(site, entity).await {
            Ok(rows) => {
                number += rows.len();
                if number > MAX_ROWS {
                    return Err(too_many());
                }
                raw.insert(entity.name, rows);
            }
            Err(error) if is_forbidden(&error) => forbidden.push(entity.name),
            Err(error) => return Err(error),
        }
    }
    let mut keys = keys(&raw);
    for _ in 0..MAX_ROUNDS {
        let again = dangling(&raw, &keys);
        if again.is_empty() {
            break;
        }
        for name in again {
            let entity = Entity::find(name).expect("of the table");
            raw.insert(entity.name, list(site, entity).await?);
            progress.report(wanted.len(), wanted.len()).await?;
        }
        keys = self::keys(&raw);
    }
    let mut read = assemble(chosen, raw, &keys)?;
    read.forbidden = chosen.iter().map(|entity| entity.name).filter(|name| forbidden.contains(name)).collect();
    for name in &read.forbidden {
        read.dropped.push(format!("{name}: action prohibited"));
    }
    Ok(read)
}

fn is_forbidden(error: &Error) -> bool {
    matches!(error, Error::Forbidden)
}

/// The chosen ones and what they name, in the order of the table.
fn with_named(chosen: &[&'static Entity]) -> Vec<&'static Entity> {
    let named = chosen.iter().flat_map(|entity| entity.references.iter().map(|reference| reference.to));
    let names: BTreeSet<&str> = named.chain(chosen.iter().map(|entity| entity.name)).collect();
    ENTITIES.iter().filter(|entity| names.contains(entity.name)).collect()
}

async fn list(site: &dyn Site, entity: &'static Entity) -> Result<Vec<(Option<&'static str>, Value)>> {
    match entity.parts {
        EntityParts::Rows(_) => {
            let mut rows = site.list(entity, None).await?;
            rows.retain(|row| !(entity.is_foreign)(row));
            rows.sort_by_key(id);
            rows.dedup_by_key(|row| id(row));
            Ok(rows.into_iter().map(|row| (None, row)).collect())
        }
        EntityParts::Singletons(parts) => {
            let mut rows = Vec::new();
            for (part, _) in parts {
                rows.extend(site.list(entity, Some(part)).await?.into_iter().map(|row| (Some(*part), row)));
            }
            Ok(rows)
        }
    }
}

fn id(row: &Value) -> i64 {
    row["id"].as_i64().unwrap_or_default()
}

fn keys(raw: &Raw) -> Keys {
    let mut keys = Keys::default();
    for entity in ENTITIES {
        let Some(rows) = raw.get(entity.name) else { continue };
        let mut taken: HashMap<String, usize> = HashMap::new();
        let mut found = HashMap::new();
        for (part, row) in rows {
            let key = part.map_or_else(|| key(entity, row, &keys), str::to_owned);
            let times = taken.entry(key.clone()).and_modify(|times| *times += 1).or_insert(1);
            // Of rows with one key each has its number, in the order of their ids.
            found.insert(id(row), if *times > 1 { format!("{key}#{times}") } else { key });
        }
        keys.insert(entity.name, found);
    }
    keys
}

fn key(entity: &Entity, row: &Value, keys: &Keys) -> String {
    let text = |field: &str| match reference::of_field(entity, field).next() {
        Some(reference) => {
            let id = reference::id_of(&row[field], reference);
            keys.get(reference.to).and_then(|keys| keys.get(&id)).cloned().unwrap_or_default()
        }
        None => plain_text(&row[field]),
    };
    natural_key(entity, text, || path(row))
}

/// As of a row of the API, of one whose references are as a file has them.
pub(crate) fn key_of_file_row(entity: &Entity, row: &Map<String, Value>) -> String {
    let text = |field: &str| match row.get(field) {
        Some(value) => FileReference::parse(value).map_or_else(|| plain_text(value), |reference| reference.key),
        None => String::new(),
    };
    let path = || match text("parent_id") {
        parent if parent.is_empty() => escaped(&text("name")),
        parent => format!("{parent} / {}", escaped(&text("name"))),
    };
    natural_key(entity, text, path)
}

fn natural_key(entity: &Entity, text: impl Fn(&str) -> String, path: impl Fn() -> String) -> String {
    let key = match entity.key {
        Key::All(fields) => fields.iter().map(|field| text(field)).collect::<Vec<_>>().join(" | "),
        Key::First(fields) => fields.iter().map(|field| text(field)).find(|text| !text.is_empty()).unwrap_or_default(),
        Key::Path => path(),
    };
    key.chars().take(MAX_KEY_CHARACTERS).collect()
}

fn plain_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.as_i64().map(|number| number.to_string()).unwrap_or_default(), str::to_owned)
}

/// Names from the root, with slashes between them; a slash of a name is doubled.
fn path(row: &Value) -> String {
    let own = id(row);
    let above = row["path"].as_array().into_iter().flatten().filter(|step| id(step) != own);
    let names = above.map(|step| &step["name"]).chain([&row["name"]]);
    names.map(|name| escaped(name.as_str().unwrap_or_default())).collect::<Vec<_>>().join(" / ")
}

fn escaped(name: &str) -> String {
    name.replace('/', "//")
}

/// Entities to read again: those with references to what is not there, and what these lead to. What the caller may not list is not.
fn dangling(raw: &Raw, keys: &Keys) -> BTreeSet<&'static str> {
    let mut again = BTreeSet::new();
    for entity in ENTITIES {
        for (_, row) in raw.get(entity.name).into_iter().flatten() {
            for reference in entity.references {
                let Some(known) = keys.get(reference.to) else { continue };
                let mut row = json!({ root(reference.path): row[root(reference.path)] });
                let mut is_dangling = false;
                let mut look = |value: &mut Value| {
                    let id = reference::id_of(value, reference);
                    is_dangling |= id != 0 && !known.contains_key(&id);
                    Ok(true)
                };
                let visited = visit(&mut row, reference.path, &mut look);
                if visited.is_ok() && is_dangling {
                    again.extend([entity.name, reference.to]);
                }
            }
        }
    }
    again
}

fn root(path: &str) -> &str {
    path.split(['.', '[']).next().unwrap_or(path)
}

fn assemble(chosen: &[&'static Entity], mut raw: Raw, keys: &Keys) -> Result<SiteRead> {
    let mut read = SiteRead::default();
    for entity in ENTITIES.iter().filter(|entity| chosen.iter().any(|chosen| chosen.name == entity.name)) {
        let Some(rows) = raw.remove(entity.name) else { continue };
        read.snapshot.reset(entity);
        for (part, row) in rows {
            let key = part.map_or_else(|| keys[entity.name][&id(&row)].clone(), str::to_owned);
            let row = file_row(entity, part, row, key, keys, &mut read.dropped)?;
            read.snapshot.push(entity, row)?;
        }
    }
    read.known = keys.iter().map(|(name, keys)| (*name, keys.keys().copied().collect())).collect();
    read.ids = keys.iter().map(|(name, keys)| (*name, keys.iter().map(|(id, key)| (key.clone(), *id)).collect())).collect();
    read.dropped.truncate(MAX_DROPPED);
    Ok(read)
}

fn file_row(entity: &Entity, part: Option<&str>, row: Value, key: String, keys: &Keys, dropped: &mut Vec<String>) -> Result<SiteRow> {
    let fields = entity.fields(part).ok_or_else(|| Error::internal(std::io::Error::other("an entity without fields")))?;
    let (id, is_protected) = (id(&row), (entity.is_protected)(&row));
    let name = row["name"].as_str().filter(|name| !name.is_empty()).unwrap_or(&key).to_owned();
    let mut secrets = Vec::new();
    for field in fields.not_carried.iter().filter(|field| row[**field] == MASKED) {
        secrets.push((*field).to_owned());
    }
    let mut carried = Value::Object(fields.carried.iter().map(|field| ((*field).to_owned(), row[*field].clone())).collect::<Map<_, _>>());
    for path in entity.answered {
        remove(&mut carried, path);
    }
    strip_masked(&mut carried, "", &mut secrets);
    for reference in entity.references {
        let mut change = |value: &mut Value| {
            let id = reference::id_of(value, reference);
            if id == 0 {
                return Ok(false);
            }
            let key = match keys.get(reference.to) {
                Some(known) => known.get(&id).cloned(),
                // Not to be listed by the caller, who sees its name here.
                None => Some(value["name"].as_str().unwrap_or_default().to_owned()),
            };
            match key {
                Some(key) => *value = reference::to_file(value, reference, id, &key),
                None => {
                    dropped.push(format!("{} {name}: {} {id}", entity.name, reference.path));
                    return Ok(false);
                }
            }
            Ok(true)
        };
        visit(&mut carried, reference.path, &mut change)?;
    }
    let Value::Object(carried) = carried else { unreachable!("made as an object") };
    let mut row = SiteRow::new(id, key, name, &carried);
    (row.secrets, row.is_protected) = (secrets, is_protected);
    Ok(row)
}

/// A secret comes masked: it stays where it is, and is named.
fn strip_masked(value: &mut Value, path: &str, secrets: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            let join = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
            let masked: Vec<String> = object.iter().filter(|(_, value)| *value == MASKED).map(|(name, _)| name.clone()).collect();
            for name in masked {
                object.remove(&name);
                secrets.push(join(&name));
            }
            for (name, value) in object.iter_mut() {
                strip_masked(value, &join(name), secrets);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| strip_masked(item, path, secrets)),
        _ => {}
    }
}
