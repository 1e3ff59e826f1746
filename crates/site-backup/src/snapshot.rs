//! Rows of a site or of a file. Fields are stored as text: it is a fifth of what parsed ones take.
use std::collections::HashMap;

use kit_core::{Error, Result};
use serde_json::{Map, Value};

use time::OffsetDateTime;

use crate::entity::{ENTITIES, Entity};
use crate::view::{View, Views};
use crate::{MAX_ROW_BYTES, MAX_ROWS};

/// About: two texts, their places in three indexes, and the row itself.
const ROW_OVERHEAD_BYTES: usize = 600;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteRow {
    /// In the project that it was read from; 0 of settings.
    pub id: i64,
    /// By what it is found in another project.
    pub key: String,
    /// For people.
    pub name: String,
    /// Of those that are carried, references as a file has them.
    fields: Box<str>,
    /// Paths of what does not travel, and is set.
    pub secrets: Vec<String>,
    pub is_protected: bool,
    /// Of a row of a site, where its entity says it.
    pub created_at: Option<OffsetDateTime>,
    /// Of a row of a site: members of its lists that no file has, by field, as the API takes them.
    pub left_out: HashMap<String, Vec<Value>>,
}

impl SiteRow {
    pub fn new(id: i64, key: String, name: String, fields: &Map<String, Value>) -> SiteRow {
        let fields = serde_json::to_string(fields).expect("a map is JSON").into();
        SiteRow { id, key, name, fields, secrets: Vec::new(), is_protected: false, created_at: None, left_out: HashMap::new() }
    }

    pub fn fields(&self) -> Map<String, Value> {
        serde_json::from_str(&self.fields).expect("made from a map")
    }

    pub fn text(&self) -> &str {
        &self.fields
    }

    /// With other fields.
    pub fn with_fields(&self, fields: &Map<String, Value>) -> SiteRow {
        let SiteRow { id, key, name, fields: _, secrets, is_protected, created_at, left_out } = self.clone();
        SiteRow { secrets, is_protected, created_at, left_out, ..SiteRow::new(id, key, name, fields) }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Rows {
    pub items: Vec<SiteRow>,
    by_key: HashMap<String, usize>,
    by_id: HashMap<i64, usize>,
}

impl Rows {
    pub fn by_key(&self, key: &str) -> Option<&SiteRow> {
        self.by_key.get(key).map(|at| &self.items[*at])
    }

    pub fn by_id(&self, id: i64) -> Option<&SiteRow> {
        self.by_id.get(&id).filter(|_| id != 0).map(|at| &self.items[*at])
    }

    pub fn position(&self, key: &str) -> Option<usize> {
        self.by_key.get(key).copied()
    }

    /// False where the key or the id is there already.
    fn push(&mut self, row: SiteRow) -> bool {
        let at = self.items.len();
        if self.by_key.contains_key(&row.key) || (row.id != 0 && self.by_id.contains_key(&row.id)) {
            return false;
        }
        self.by_key.insert(row.key.clone(), at);
        self.by_id.insert(row.id, at);
        self.items.push(row);
        true
    }
}

/// Entities with their rows, in the order of the table.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// What whoever made it could view; all of those that are not named.
    pub views: Views,
    /// Of a file that says it.
    pub made_at: Option<OffsetDateTime>,
    entities: Vec<(usize, Rows)>,
    rows: usize,
    bytes: usize,
}

impl Snapshot {
    pub fn get(&self, name: &str) -> Option<&Rows> {
        self.entities.iter().find(|(at, _)| ENTITIES[*at].name == name).map(|(_, rows)| rows)
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&'static Entity, &Rows)> {
        self.entities.iter().map(|(at, rows)| (&ENTITIES[*at], rows))
    }

    pub fn view(&self, name: &str) -> View {
        self.views.get(name).cloned().unwrap_or_default()
    }

    pub fn len(&self) -> usize {
        self.rows
    }

    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Bytes that it takes, about: its texts, and keys, names and indexes of its rows.
    pub fn memory(&self) -> usize {
        self.bytes + self.rows * ROW_OVERHEAD_BYTES
    }

    /// An entity without rows; what it had goes.
    pub fn reset(&mut self, entity: &Entity) {
        let at = entity.position();
        self.entities.retain(|(position, rows)| {
            if *position == at {
                self.rows -= rows.items.len();
                self.bytes -= rows.items.iter().map(|row| row.fields.len()).sum::<usize>();
            }
            *position != at
        });
        self.entities.push((at, Rows::default()));
        self.entities.sort_by_key(|(position, _)| *position);
    }

    pub fn remove(&mut self, entity: &Entity) {
        self.reset(entity);
        self.entities.retain(|(position, _)| *position != entity.position());
    }

    /// False where the key or the id is there already.
    pub fn push(&mut self, entity: &Entity, row: SiteRow) -> Result<bool> {
        self.rows += 1;
        self.bytes += row.fields.len();
        if self.rows > MAX_ROWS || self.bytes > MAX_ROW_BYTES {
            return Err(too_many());
        }
        let at = entity.position();
        let found = self.entities.iter_mut().find(|(position, _)| *position == at);
        let (_, rows) = found.expect("reset first");
        Ok(rows.push(row))
    }

    /// Of a row whose key and id no other one has.
    pub fn insert(&mut self, entity: &Entity, row: SiteRow) -> Result<()> {
        let name = row.key.clone();
        match self.push(entity, row)? {
            true => Ok(()),
            false => Err(Error::internal(std::io::Error::other(format!("{} {name} twice", entity.name)))),
        }
    }

    /// Each row as `change` answers it; its key and its id stay.
    pub fn map_rows(&self, mut change: impl FnMut(&'static Entity, &SiteRow) -> Result<SiteRow>) -> Result<Snapshot> {
        let mut changed = Snapshot { views: self.views.clone(), made_at: self.made_at, ..Snapshot::default() };
        for (entity, rows) in self.iter() {
            changed.reset(entity);
            for row in &rows.items {
                changed.insert(entity, change(entity, row)?)?;
            }
        }
        Ok(changed)
    }
}

pub fn too_many() -> Error {
    Error::Conflict { code: "too_many_items", message: format!("too many items: at most {MAX_ROWS}"), data: Value::Null }
}
