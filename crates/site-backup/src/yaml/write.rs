//! From rows to a text. The same rows make the same text: entities in the order of the table, rows by their keys, fields in the order
//! of the table, lists of references by what they name.
use std::collections::HashSet;

use kit_core::{Error, Result};
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::{Map, Value, json};

use super::{HEAD, KEY, MANAGED, Managed, PARTIAL, SECRET_START, VERSION, text_name};
use crate::entity::{ENTITIES, Entity};
use crate::message;
use crate::read::key_of_file_row;
use crate::reference::{FileReference, visit};
use crate::snapshot::{Rows, SiteRow, Snapshot};
use crate::view::View;

const COMMENT: &str = "\
# A site of Vestibule: what a project is set up with. Written by `vestibule site export` or GET /api/v0/site.
# Names stand in place of ids; ${secret:name} stands for what is not exported, and is given when the file is applied.
# How to change and apply it: docs/how-to/site-as-code.md.
";

#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// Fields that are empty are left out.
    pub is_compact: bool,
}

/// Values with an order of names.
enum Out {
    Value(Value),
    List(Vec<Out>),
    Map(Vec<(String, Out)>),
}

impl Serialize for Out {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Out::Value(value) => value.serialize(serializer),
            Out::List(items) => {
                let mut list = serializer.serialize_seq(Some(items.len()))?;
                items.iter().try_for_each(|item| list.serialize_element(item))?;
                list.end()
            }
            Out::Map(entries) => {
                let mut map = serializer.serialize_map(Some(entries.len()))?;
                entries.iter().try_for_each(|(name, value)| map.serialize_entry(name, value))?;
                map.end()
            }
        }
    }
}

struct Writer<'a> {
    managed: &'a Managed,
    style: Style,
    /// Names that are given already.
    secrets: HashSet<String>,
}

/// `left_out`: what is missing, for a comment.
pub fn write(snapshot: &Snapshot, managed: &Managed, left_out: &[String], style: Style) -> Result<String> {
    let mut text = COMMENT.to_owned();
    for line in left_out {
        let line: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        text.push_str(&format!("# Left out: {line}\n"));
    }
    text.push_str(&format!("{HEAD}: {VERSION}\n"));
    if managed.project {
        text.push_str("managed: true\n");
    }
    let partial: Vec<&str> = ENTITIES.iter().map(|entity| entity.name).filter(|name| snapshot.view(name) != View::All).collect();
    if !partial.is_empty() {
        text.push_str(&format!("# Not all of these was seen: applying this text deletes none of them.\n{PARTIAL}: [{}]\n", partial.join(", ")));
    }
    let mut writer = Writer { managed, style, secrets: HashSet::new() };
    for (entity, rows) in snapshot.iter() {
        let body = writer.entity(entity, rows)?;
        let options = serde_saphyr::ser_options! { folded_wrap_chars: usize::MAX };
        let section = Out::Map(vec![(entity.name.to_owned(), body)]);
        text.push('\n');
        text.push_str(&serde_saphyr::to_string_with_options(&section, options).map_err(Error::internal)?);
    }
    Ok(text)
}

impl Writer<'_> {
    fn entity(&mut self, entity: &Entity, rows: &Rows) -> Result<Out> {
        let mut sorted: Vec<&SiteRow> = rows.items.iter().collect();
        if entity.is_singletons() {
            let parts = sorted.into_iter().map(|row| Ok((row.key.clone(), self.row(entity, row)?)));
            return parts.collect::<Result<_>>().map(Out::Map);
        }
        // What is below a group comes after it.
        sorted.sort_by_key(|row| row.key.split(" / ").map(str::to_owned).collect::<Vec<_>>());
        sorted.into_iter().map(|row| self.row(entity, row)).collect::<Result<_>>().map(Out::List)
    }

    fn row(&mut self, entity: &Entity, row: &SiteRow) -> Result<Out> {
        let mut fields = Value::Object(row.fields());
        let natural_key = key_of_file_row(entity, &row.fields());
        for reference in entity.references {
            let mut change = |value: &mut Value| {
                *value = named(value);
                Ok(true)
            };
            visit(&mut fields, reference.path, &mut change)?;
        }
        for path in entity.references.iter().filter_map(|reference| reference.path.strip_suffix("[]")) {
            sort_at(&mut fields, path)?;
        }
        let mut top_secrets = Vec::new();
        for path in entity.secrets.iter().filter(|path| row.secrets.iter().any(|set| set == **path)) {
            let placeholder = json!(format!("{SECRET_START}{}}}", self.secret_name(entity, &row.key, path)));
            match path.contains('.') {
                true => insert_at(&mut fields, path, placeholder),
                false => top_secrets.push(((*path).to_owned(), Out::Value(placeholder))),
            }
        }
        let Value::Object(mut fields) = fields else { return Ok(Out::Map(Vec::new())) };
        let mut entries = Vec::new();
        if !entity.is_singletons() && natural_key != row.key {
            entries.push((KEY.to_owned(), Out::Value(json!(row.key))));
        }
        let carried = entity.fields(entity.part(&row.key)).map_or(&[][..], |fields| fields.carried);
        let message = message::of(entity, entity.part(&row.key));
        for field in carried {
            let is_list = message.as_ref().and_then(|message| message.get_field_by_name(field)).is_some_and(|field| field.is_list());
            let Some(value) = fields.remove(*field) else { continue };
            let value = unified(value, is_list);
            let is_empty = value.is_null() || value.as_array().is_some_and(Vec::is_empty);
            if !(self.style.is_compact && is_empty) {
                entries.push((text_name(entity, field).to_owned(), sorted(value)));
            }
        }
        entries.extend(top_secrets);
        if entity.name == "domains" && self.managed.groups.contains(&row.key) {
            entries.push((MANAGED.to_owned(), Out::Value(json!(true))));
        }
        Ok(Out::Map(entries))
    }

    /// For people who enter it, and fit for an environment variable.
    fn secret_name(&mut self, entity: &Entity, key: &str, path: &str) -> String {
        let plain: String = key.chars().take(80).map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
        let name = format!("{}.{}.{path}", entity.name, plain.trim_matches('-'));
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let free = std::iter::once(name.clone()).chain(numbered).find(|name| !self.secrets.contains(name)).unwrap_or(name);
        self.secrets.insert(free.clone());
        free
    }
}

/// The key alone, or with what else the reference says.
fn named(value: &Value) -> Value {
    let Some(FileReference { key, .. }) = FileReference::parse(value) else { return value.clone() };
    let others = value.as_object().into_iter().flatten().filter(|(name, _)| !["$ref", "id", "key"].contains(&name.as_str()));
    let others: Map<String, Value> = others.map(|(name, value)| (name.clone(), value.clone())).collect();
    if others.is_empty() {
        return Value::String(key);
    }
    let mut object = Map::from_iter([(KEY.to_owned(), Value::String(key))]);
    object.extend(others);
    Value::Object(object)
}

/// A list of references has no order of its own.
fn sort_at(row: &mut Value, path: &str) -> Result<()> {
    let mut sort = |value: &mut Value| {
        if let Value::Array(items) = value {
            items.sort_by_cached_key(|item| (item.as_str().or(item[KEY].as_str()).unwrap_or_default().to_owned(), item.to_string()));
        }
        Ok(true)
    };
    visit(row, path, &mut sort)
}

fn insert_at(row: &mut Value, path: &str, value: Value) {
    let mut at = row;
    let mut names = path.split('.').peekable();
    while let Some(name) = names.next() {
        if !at.is_object() {
            *at = json!({});
        }
        if names.peek().is_none() {
            at[name] = value;
            return;
        }
        at = &mut at[name];
    }
}

/// An empty text is none: the API does not tell them apart.
fn unified(value: Value, is_list: bool) -> Value {
    match (value == "" || value.is_null(), is_list) {
        (true, true) => json!([]),
        (true, false) => Value::Null,
        (false, _) => value,
    }
}

/// Names of inner objects by the alphabet, `key` first.
fn sorted(value: Value) -> Out {
    match value {
        Value::Object(object) => {
            let mut entries: Vec<(String, Out)> = object.into_iter().map(|(name, value)| (name, sorted(value))).collect();
            entries.sort_by(|(one, _), (other, _)| (one != KEY, one).cmp(&(other != KEY, other)));
            Out::Map(entries)
        }
        Value::Array(items) => Out::List(items.into_iter().map(sorted).collect()),
        value => Out::Value(value),
    }
}
