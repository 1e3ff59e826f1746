//! Reads a site through its operations. There is no common moment of nine databases: rows that name what is not there any more are
//! read again, and what is then still missing is dropped and named.
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use kit_core::patch::MASKED;
use kit_core::{Error, Result};
use serde_json::{Map, Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::entity::{ENTITIES, Entity, EntityParts, Key};
use crate::reference::{self, FileReference, remove, visit};
use crate::repeated::RepeatedKeys;
use crate::snapshot::{SiteRow, Snapshot, too_many};
use crate::view::{View, Views};
use crate::{MAX_ROWS, Progress, Site};

/// How often entities with dangling references are read again.
const MAX_ROUNDS: usize = 3;
/// References that were dropped and are named.
pub const MAX_DROPPED: usize = 100;
/// A file takes 2,000; the rest is for the number of a repeated key.
const MAX_KEY_CHARACTERS: usize = 1_990;

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
    /// Keys that several rows have, of the same entities.
    pub repeated: HashMap<&'static str, RepeatedKeys>,
}

/// As the API answers them.
#[derive(Default)]
struct Raw {
    /// By entity, each with its part.
    rows: HashMap<&'static str, Vec<PartRow>>,
    /// Ids of rows that no file has: they are neither carried nor deleted, and stay where others name them.
    left_out: HashMap<&'static str, HashSet<i64>>,
    /// Entities with codes that are left out.
    without_codes: HashSet<&'static str>,
}

type PartRow = (Option<&'static str>, Value);
/// By entity.
type Keys = HashMap<&'static str, EntityKeys>;

#[derive(Default)]
struct EntityKeys {
    by_id: HashMap<i64, String>,
    repeated: RepeatedKeys,
}

/// Reads the chosen entities, and of those that they name the keys.
pub async fn site(site: &dyn Site, chosen: &[&'static Entity], progress: &dyn Progress) -> Result<SiteRead> {
    let wanted = with_named(chosen);
    let (views, takes_codes) = (views(site).await?, site.takes_codes().await?);
    let mut raw = Raw::default();
    let mut forbidden = Vec::new();
    let mut number = 0;
    for (done, entity) in wanted.iter().enumerate() {
        progress.report(done, wanted.len()).await?;
        match list(site, entity).await {
            Ok(rows) => {
                number += raw.insert(entity, rows, takes_codes);
                if number > MAX_ROWS {
                    return Err(too_many());
                }
            }
            Err(error) if is_forbidden(&error) => forbidden.push(entity.name),
            Err(error) => return Err(error),
        }
    }
    // Of 50,000 rows each of these keeps a processor busy for a while.
    let (mut raw, mut keys, mut again) = checked(raw).await?;
    for _ in 0..MAX_ROUNDS {
        if again.is_empty() {
            break;
        }
        for name in std::mem::take(&mut again) {
            let entity = Entity::find(name).expect("of the table");
            raw.insert(entity, list(site, entity).await?, takes_codes);
            progress.report(wanted.len(), wanted.len()).await?;
        }
        (raw, keys, again) = checked(raw).await?;
    }
    let (entities, without_codes) = (chosen.to_vec(), std::mem::take(&mut raw.without_codes));
    let assembled = tokio::task::spawn_blocking(move || assemble(&entities, raw, &keys)).await;
    let mut read = assembled.map_err(Error::internal)??;
    read.forbidden = chosen.iter().map(|entity| entity.name).filter(|name| forbidden.contains(name)).collect();
    for name in &read.forbidden {
        read.dropped.push(format!("{name}: action prohibited"));
    }
    // Rights may have changed while it was read.
    for (name, view) in self::views(site).await? {
        let before = views.get(&name).cloned().unwrap_or_default();
        let view = match before.narrower(view) {
            _ if forbidden.contains(&name.as_str()) => View::None,
            View::All if without_codes.contains(name.as_str()) => View::Some,
            view => view,
        };
        read.snapshot.views.insert(name, view);
    }
    Ok(read)
}

async fn views(site: &dyn Site) -> Result<Views> {
    let mut views = Views::new();
    for entity in ENTITIES {
        views.insert(entity.name.to_owned(), site.view(entity).await?);
    }
    Ok(views)
}

/// With the keys of the rows, and what has to be read again.
async fn checked(raw: Raw) -> Result<(Raw, Keys, BTreeSet<&'static str>)> {
    let check = move || {
        let keys = keys(&raw);
        let again = dangling(&raw, &keys);
        (raw, keys, again)
    };
    tokio::task::spawn_blocking(check).await.map_err(Error::internal)
}

impl Raw {
    /// How many of them a file has.
    fn insert(&mut self, entity: &'static Entity, rows: Vec<PartRow>, takes_codes: bool) -> usize {
        let is_left_out = |row: &Value| (entity.is_foreign)(row) || (!takes_codes && (entity.is_code)(row));
        let (left_out, rows): (Vec<PartRow>, Vec<PartRow>) = rows.into_iter().partition(|(_, row)| is_left_out(row));
        if left_out.iter().any(|(_, row)| (entity.is_code)(row) && !(entity.is_foreign)(row)) {
            self.without_codes.insert(entity.name);
        }
        self.left_out.insert(entity.name, left_out.iter().map(|(_, row)| id(row)).collect());
        let number = rows.len();
        self.rows.insert(entity.name, rows);
        number
    }

    fn is_left_out(&self, entity: &str, id: i64) -> bool {
        self.left_out.get(entity).is_some_and(|ids| ids.contains(&id))
    }
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
        let Some(rows) = raw.rows.get(entity.name) else { continue };
        // A group's key begins with that of the group above it.
        let mut by_depth: BTreeMap<usize, Vec<&PartRow>> = BTreeMap::new();
        for row in rows {
            by_depth.entry(row.1["path"].as_array().map_or(0, Vec::len)).or_default().push(row);
        }
        let mut found = EntityKeys::default();
        for rows in by_depth.values() {
            let own = |(part, row): &&PartRow| (id(row), part.map_or_else(|| key(entity, row, &keys, &found), str::to_owned));
            let own: Vec<(i64, String)> = rows.iter().map(own).collect();
            let numbered = found.repeated.number(own);
            found.by_id.extend(numbered);
        }
        keys.insert(entity.name, found);
    }
    keys
}

/// `above`: keys of rows of the same entity, of a group of those above it.
fn key(entity: &Entity, row: &Value, keys: &Keys, above: &EntityKeys) -> String {
    let text = |field: &str| match reference::of_field(entity, field).next() {
        Some(reference) => {
            let id = reference::id_of(&row[field], reference);
            keys.get(reference.to).and_then(|keys| keys.by_id.get(&id)).cloned().unwrap_or_default()
        }
        None => plain_text(&row[field]),
    };
    natural_key(entity, text, || path(row, above))
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
fn path(row: &Value, above: &EntityKeys) -> String {
    let own = id(row);
    let steps: Vec<&Value> = row["path"].as_array().into_iter().flatten().filter(|step| id(step) != own).collect();
    let name = |row: &Value| escaped(row["name"].as_str().unwrap_or_default());
    let parent = match steps.last().and_then(|parent| above.by_id.get(&id(parent))) {
        Some(key) => vec![key.clone()],
        None => steps.into_iter().map(name).collect(),
    };
    parent.into_iter().chain([name(row)]).collect::<Vec<_>>().join(" / ")
}

fn escaped(name: &str) -> String {
    name.replace('/', "//")
}

/// Entities to read again: those with references to what is not there, and what these lead to. What the caller may not list is not.
fn dangling(raw: &Raw, keys: &Keys) -> BTreeSet<&'static str> {
    let mut again = BTreeSet::new();
    for entity in ENTITIES {
        for (_, row) in raw.rows.get(entity.name).into_iter().flatten() {
            for reference in entity.references {
                let Some(known) = keys.get(reference.to) else { continue };
                let mut row = json!({ root(reference.path): row[root(reference.path)] });
                let mut is_dangling = false;
                let mut look = |value: &mut Value| {
                    let id = reference::id_of(value, reference);
                    is_dangling |= id != 0 && !known.by_id.contains_key(&id) && !raw.is_left_out(reference.to, id);
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
        let Some(rows) = raw.rows.remove(entity.name) else { continue };
        read.snapshot.reset(entity);
        for (part, row) in rows {
            let key = part.map_or_else(|| keys[entity.name].by_id[&id(&row)].clone(), str::to_owned);
            let row = file_row(entity, part, row, key, &Known { keys, raw: &raw }, &mut read.dropped)?;
            read.snapshot.insert(entity, row)?;
        }
    }
    read.known = keys.iter().map(|(name, keys)| (*name, keys.by_id.keys().copied().collect())).collect();
    read.ids = keys.iter().map(|(name, keys)| (*name, keys.by_id.iter().map(|(id, key)| (key.clone(), *id)).collect())).collect();
    read.repeated = keys.iter().map(|(name, keys)| (*name, keys.repeated.clone())).collect();
    read.dropped.truncate(MAX_DROPPED);
    Ok(read)
}

struct Known<'a> {
    keys: &'a Keys,
    raw: &'a Raw,
}

fn file_row(entity: &Entity, part: Option<&str>, row: Value, key: String, known: &Known<'_>, dropped: &mut Vec<String>) -> Result<SiteRow> {
    let fields = entity.fields(part).ok_or_else(|| Error::internal(std::io::Error::other("an entity without fields")))?;
    let (id, is_protected) = (id(&row), (entity.is_protected)(&row));
    let created_at = row["created_at"].as_str().and_then(|text| OffsetDateTime::parse(text, &Rfc3339).ok());
    let name = row["name"].as_str().filter(|name| !name.is_empty()).unwrap_or(&key).to_owned();
    let mut secrets = Vec::new();
    for field in fields.not_carried.iter().filter(|field| row[**field] == MASKED) {
        secrets.push((*field).to_owned());
    }
    let mut carried = Value::Object(fields.carried.iter().map(|field| ((*field).to_owned(), row[*field].clone())).collect::<Map<_, _>>());
    for path in entity.answered {
        remove(&mut carried, path);
    }
    // What the caller may not see is not said, rather than said to be nothing.
    for field in entity.null_where_hidden.iter().filter(|field| row[**field].is_null()) {
        remove(&mut carried, field);
    }
    strip_masked(&mut carried, "", &mut secrets);
    let mut left_out: HashMap<String, Vec<Value>> = HashMap::new();
    for reference in entity.references {
        let mut change = |value: &mut Value| {
            let id = reference::id_of(value, reference);
            if id == 0 {
                return Ok(false);
            }
            if known.raw.is_left_out(reference.to, id) {
                if let Some(list) = reference.path.strip_suffix("[]") {
                    left_out.entry(list.to_owned()).or_default().push(reference::to_api(value, reference, id));
                }
                return Ok(false);
            }
            let key = match known.keys.get(reference.to) {
                Some(known) => known.by_id.get(&id).cloned(),
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
    (row.secrets, row.is_protected, row.created_at, row.left_out) = (secrets, is_protected, created_at, left_out);
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
