//! From a text to rows. Everything is checked before it returns: names of entities and fields, types, keys, secrets.
use kit_core::{Error, Result};
use prost_reflect::{FieldDescriptor, Kind, MessageDescriptor};
use serde_json::{Map, Number, Value, json};

use super::tree::{self, Entry, Node, NodeKind, at};
use super::{HEAD, KEY, MANAGED, MAX_TEXT_BYTES, NamedSecret, PARTIAL, SECRET_START, SiteFile, VERSION, field_of};
use crate::entity::{Entity, EntityParts, Reference};
use crate::message;
use crate::read::key_of_file_row;
use crate::reference::to_file;
use crate::snapshot::SiteRow;
use crate::view::View;

const MAX_SECRET_NAME: usize = 200;
const WORDS: [&str; 3] = ["a text", "a list", "a mapping"];

/// Reads a text of whoever.
pub fn read(data: &[u8]) -> Result<SiteFile> {
    if data.len() > MAX_TEXT_BYTES {
        return Err(Error::invalid_file(format!("maximum size is {MAX_TEXT_BYTES} bytes")));
    }
    let text = std::str::from_utf8(data).map_err(|_| Error::wrong_file_body("not a text in UTF-8"))?;
    if text.contains('\0') {
        return Err(Error::wrong_file_body("not a text"));
    }
    let mut entries = map(tree::parse(text)?, "the file")?;
    let head = entries.iter().position(|entry| entry.name == HEAD);
    let head = entries.remove(head.ok_or_else(|| Error::wrong_file_body(format!("not a site's file: no `{HEAD}: {VERSION}`")))?);
    if whole_number(&head.value)? != VERSION {
        return Err(at(head.line, format!("{HEAD}: only version {VERSION} is known")));
    }
    let mut file = SiteFile::default();
    for entry in entries {
        if entry.name == MANAGED {
            (file.managed.project, file.says_managed) = (boolean(&entry.value)?, true);
            continue;
        }
        if entry.name == PARTIAL {
            partial(entry.value, &mut file)?;
            continue;
        }
        let entity = Entity::find(&entry.name).ok_or_else(|| at(entry.line, format!("unknown entity {}", entry.name)))?;
        file.snapshot.reset(entity);
        match entity.parts {
            EntityParts::Rows(_) => rows(entity, entry.value, &mut file)?,
            EntityParts::Singletons(_) => parts(entity, entry.value, &mut file)?,
        }
    }
    Ok(file)
}

/// Whoever made the text has not seen all of these.
fn partial(node: Node, file: &mut SiteFile) -> Result<()> {
    let NodeKind::List(items) = node.kind else { return Err(at(node.line, format!("{PARTIAL} must be a list"))) };
    for item in items {
        let line = item.line;
        let name = text(item)?;
        let entity = Entity::find(&name).ok_or_else(|| at(line, format!("unknown entity {name}")))?;
        file.snapshot.views.insert(entity.name.to_owned(), View::Some);
    }
    Ok(())
}

fn rows(entity: &'static Entity, node: Node, file: &mut SiteFile) -> Result<()> {
    if node.is_null() {
        return Ok(());
    }
    let NodeKind::List(items) = node.kind else { return Err(at(node.line, format!("{} must be a list", entity.name))) };
    for item in items {
        row(entity, None, item, file)?;
    }
    Ok(())
}

fn parts(entity: &'static Entity, node: Node, file: &mut SiteFile) -> Result<()> {
    for Entry { line, name, value } in map(node, entity.name)? {
        if entity.fields(Some(&name)).is_none() {
            return Err(at(line, format!("{}: unknown part {name}", entity.name)));
        }
        row(entity, Some(&name), value, file)?;
    }
    Ok(())
}

fn row(entity: &'static Entity, part: Option<&str>, node: Node, file: &mut SiteFile) -> Result<()> {
    let line = node.line;
    let fields = entity.fields(part).ok_or_else(|| at(line, "unknown part"))?;
    let message = message::of(entity, part).ok_or_else(|| Error::internal(std::io::Error::other("an entity without a message")))?;
    let mut reader = RowReader { entity, secrets: Vec::new() };
    let (mut row, mut explicit_key, mut is_managed) = (Map::new(), None, None);
    for Entry { line, name, value } in map(node, entity.name)? {
        if let Some(field) = field_of(entity, fields.carried, &name) {
            let descriptor = message.get_field_by_name(field).ok_or_else(|| at(line, "unknown field"))?;
            if let Some(value) = reader.value(value, &descriptor, field)? {
                row.insert(field.to_owned(), value);
            }
        } else if entity.secrets.contains(&name.as_str()) {
            reader.secret(&value, &name)?;
        } else if name == KEY && part.is_none() {
            explicit_key = Some(text(value)?);
        } else if name == MANAGED && entity.name == "domains" {
            is_managed = Some(boolean(&value)?);
        } else if fields.not_carried.contains(&name.as_str()) {
            return Err(at(line, format!("{}: {name} is not set by a file", entity.name)));
        } else {
            return Err(at(line, format!("{}: unknown field {name}", entity.name)));
        }
    }
    let key = match part {
        Some(part) => part.to_owned(),
        None => key(entity, &row, explicit_key, line)?,
    };
    let name = row.get("name").and_then(Value::as_str).unwrap_or(&key).to_owned();
    if let Some(is_managed) = is_managed {
        file.says_managed = true;
        file.managed.groups.extend(is_managed.then(|| key.clone()));
    }
    if !reader.secrets.is_empty() {
        file.secrets.insert((entity.name, key.clone()), reader.secrets);
    }
    let secrets = file.secrets.get(&(entity.name, key.clone())).into_iter().flatten().map(|secret| secret.path.clone()).collect();
    let mut site_row = SiteRow::new(0, key, name, &row);
    site_row.secrets = secrets;
    let place = format!("{} {}", entity.name, site_row.key);
    if file.snapshot.push(entity, site_row)? { Ok(()) } else { Err(at(line, format!("{place} twice"))) }
}

/// Of rows with one natural key all but the first say which of them they are: `Day#2`.
fn key(entity: &Entity, row: &Map<String, Value>, explicit: Option<String>, line: usize) -> Result<String> {
    let key = key_of_file_row(entity, row);
    if key.split([' ', '|']).all(str::is_empty) {
        return Err(at(line, format!("{}: no name to find it by", entity.name)));
    }
    let Some(explicit) = explicit else { return Ok(key) };
    let number = explicit.strip_prefix(&key).and_then(|rest| rest.strip_prefix('#')).and_then(|number| number.parse::<u32>().ok());
    match explicit == key || number.is_some_and(|number| number > 1) {
        true => Ok(explicit),
        false => Err(at(line, format!("{}: its key is {key}, or that with a number, as {key}#2", entity.name))),
    }
}

struct RowReader {
    entity: &'static Entity,
    secrets: Vec<NamedSecret>,
}

impl RowReader {
    /// None of a secret, which is no part of the row.
    fn value(&mut self, node: Node, field: &FieldDescriptor, path: &str) -> Result<Option<Value>> {
        if self.entity.secrets.contains(&path) {
            return self.secret(&node, path).map(|()| None);
        }
        if field.is_map() {
            return self.entries(node, field, path).map(Some);
        }
        if !field.is_list() {
            return self.single(node, field, path).map(Some);
        }
        if node.is_null() {
            return Ok(Some(json!([])));
        }
        let line = node.line;
        let NodeKind::List(items) = node.kind else { return Err(self.wrong(line, path, WORDS[1])) };
        let path = format!("{path}[]");
        items.into_iter().map(|item| self.single(item, field, &path)).collect::<Result<Vec<Value>>>().map(|items| Some(Value::Array(items)))
    }

    fn entries(&mut self, node: Node, field: &FieldDescriptor, path: &str) -> Result<Value> {
        let Kind::Message(entry) = field.kind() else { return Err(self.wrong(node.line, path, WORDS[2])) };
        let of_value = entry.map_entry_value_field();
        let entries = map(node, path)?.into_iter();
        let read = entries.map(|Entry { name, value, .. }| Ok((name, self.single(value, &of_value, path)?)));
        read.collect::<Result<Map<String, Value>>>().map(Value::Object)
    }

    fn single(&mut self, node: Node, field: &FieldDescriptor, path: &str) -> Result<Value> {
        if node.is_null() {
            return Ok(Value::Null);
        }
        let line = node.line;
        if let Some(reference) = self.entity.references.iter().find(|reference| reference.path == path) {
            return self.reference(node, reference, field, path);
        }
        let wrong = |wanted: &str| at(line, format!("{}: {path} must be {wanted}", self.entity.name));
        match field.kind() {
            Kind::Message(message) => self.message(node, &message, path),
            Kind::Bool => boolean(&node).map(Value::Bool).map_err(|_| wrong("true or false")),
            Kind::Float | Kind::Double => {
                let number = text(node)?.parse::<f64>().ok().and_then(Number::from_f64);
                number.map(Value::Number).ok_or_else(|| wrong("a number"))
            }
            Kind::String | Kind::Bytes | Kind::Enum(_) => text(node).map(Value::String).map_err(|_| wrong(WORDS[0])),
            _ => whole_number(&node).map(|number| json!(number)).map_err(|_| wrong("a whole number")),
        }
    }

    fn message(&mut self, node: Node, message: &MessageDescriptor, path: &str) -> Result<Value> {
        match message.full_name() {
            "google.protobuf.Timestamp" | "google.protobuf.Duration" | "google.protobuf.FieldMask" => return text(node).map(Value::String),
            "google.protobuf.Struct" | "google.protobuf.Value" | "google.protobuf.ListValue" => return Ok(untyped(node)),
            name if name.starts_with("google.protobuf.") && name.ends_with("Value") => {
                let inner = message.get_field_by_name("value").ok_or_else(|| at(node.line, "unknown field"))?;
                return self.single(node, &inner, path);
            }
            _ => {}
        }
        let mut object = Map::new();
        for entry in map(node, path)? {
            self.member(entry, message, path, &mut object)?;
        }
        Ok(Value::Object(object))
    }

    fn member(&mut self, entry: Entry, message: &MessageDescriptor, path: &str, object: &mut Map<String, Value>) -> Result<()> {
        let Entry { line, name, value } = entry;
        let path = format!("{path}.{name}");
        let field = message.get_field_by_name(&name).filter(|_| !self.entity.answered.contains(&path.as_str()));
        let field = field.ok_or_else(|| at(line, format!("{}: unknown field {path}", self.entity.name)))?;
        if let Some(value) = self.value(value, &field, &path)? {
            object.insert(name, value);
        }
        Ok(())
    }

    /// The key alone, or a mapping with it and what else the field says: `{key: AA-1, lock_number: 2}`.
    fn reference(&mut self, node: Node, reference: &Reference, field: &FieldDescriptor, path: &str) -> Result<Value> {
        let line = node.line;
        let NodeKind::Map(entries) = node.kind else {
            let key = self.key_of_reference(node, path)?;
            return Ok(to_file(&json!({}), reference, 0, &key));
        };
        let Kind::Message(message) = field.kind() else { return Err(self.wrong(line, path, "a name")) };
        let (mut key, mut others) = (None, Map::new());
        for entry in entries {
            match entry.name.as_str() {
                KEY => key = Some(self.key_of_reference(entry.value, path)?),
                "id" | "name" => return Err(at(entry.line, format!("{}: {path} is found by its {KEY}", self.entity.name))),
                _ => self.member(entry, &message, path, &mut others)?,
            }
        }
        let key = key.ok_or_else(|| at(line, format!("{}: {path} has no {KEY}", self.entity.name)))?;
        Ok(to_file(&Value::Object(others), reference, 0, &key))
    }

    fn key_of_reference(&self, node: Node, path: &str) -> Result<String> {
        let line = node.line;
        text(node).ok().filter(|key| !key.contains('\0')).ok_or_else(|| self.wrong(line, path, "a name"))
    }

    /// A secret itself is not taken: a file lies in a repository.
    fn secret(&mut self, node: &Node, path: &str) -> Result<()> {
        if node.is_null() {
            return Ok(());
        }
        let NodeKind::Scalar { text, .. } = &node.kind else { return Err(self.wrong(node.line, path, WORDS[0])) };
        let name = text.strip_prefix(SECRET_START).and_then(|rest| rest.strip_suffix('}')).filter(|name| is_secret_name(name));
        let name = name.ok_or_else(|| self.wrong(node.line, path, "${secret:name}, a name of letters, digits and ._-"))?;
        self.secrets.push(NamedSecret { path: path.to_owned(), name: name.to_owned() });
        Ok(())
    }

    fn wrong(&self, line: usize, path: &str, wanted: &str) -> Error {
        at(line, format!("{}: {path} must be {wanted}", self.entity.name))
    }
}

fn is_secret_name(name: &str) -> bool {
    !name.is_empty() && name.len() <= MAX_SECRET_NAME && name.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c))
}

fn map(node: Node, what: &str) -> Result<Vec<Entry>> {
    match node.kind {
        NodeKind::Map(entries) => Ok(entries),
        NodeKind::Scalar { .. } if what == "the file" => Err(Error::wrong_file_body("not a site's file")),
        _ => Err(at(node.line, format!("{what} must be a mapping"))),
    }
}

fn text(node: Node) -> Result<String> {
    match node.kind {
        NodeKind::Scalar { text, .. } => Ok(text),
        _ => Err(at(node.line, "must be a text")),
    }
}

fn boolean(node: &Node) -> Result<bool> {
    match &node.kind {
        NodeKind::Scalar { text, is_plain: true } if text == "true" => Ok(true),
        NodeKind::Scalar { text, is_plain: true } if text == "false" => Ok(false),
        _ => Err(at(node.line, "must be true or false")),
    }
}

fn whole_number(node: &Node) -> Result<i64> {
    let number = match &node.kind {
        NodeKind::Scalar { text, is_plain: true } => text.parse().ok(),
        _ => None,
    };
    number.ok_or_else(|| at(node.line, "must be a whole number"))
}

/// Of a field without a type: by what YAML says that it is.
fn untyped(node: Node) -> Value {
    if node.is_null() {
        return Value::Null;
    }
    match node.kind {
        NodeKind::List(items) => Value::Array(items.into_iter().map(untyped).collect()),
        NodeKind::Map(entries) => Value::Object(entries.into_iter().map(|entry| (entry.name, untyped(entry.value))).collect()),
        NodeKind::Scalar { text, is_plain: false } => Value::String(text),
        NodeKind::Scalar { text, .. } => match text.as_str() {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            _ => match text.parse::<i64>() {
                Ok(number) => json!(number),
                Err(_) => text.parse::<f64>().ok().and_then(Number::from_f64).map_or(Value::String(text), Value::Number),
            },
        },
    }
}
