//! References within a row. In a file one is `{"$ref": entity, "id": …, "key": …}`, with the other keys of its object.
use kit_core::Result;
use serde_json::{Map, Value, json};

use crate::entity::{Entity, Reference};

const MARK: &str = "$ref";
/// How deep a row may go: far beyond any message.
pub const MAX_DEPTH: usize = 32;

/// A reference as a file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileReference {
    pub to: String,
    pub id: i64,
    pub key: String,
}

/// In place of a key: the reference leads to this id of the site, whatever has a key there.
const FIXED: &str = "\0";

impl FileReference {
    pub fn parse(value: &Value) -> Option<FileReference> {
        let object = value.as_object()?;
        let key = object.get("key")?.as_str()?.to_owned();
        Some(FileReference { to: object.get(MARK)?.as_str()?.to_owned(), id: object.get("id")?.as_i64()?, key })
    }

    /// The id of the site that it leads to by itself: no file that was read has such a reference.
    pub fn fixed(&self) -> Option<i64> {
        (self.key == FIXED).then_some(self.id)
    }

    /// Whether a file may have it.
    pub fn is_plain(&self) -> bool {
        !self.key.contains(FIXED)
    }
}

/// A reference of a row of the site that leads to its id, whatever has a key there.
pub fn fixed(mut value: Value) -> Value {
    value["key"] = json!(FIXED);
    value
}

/// Calls `change` with each value at the path; where it answers false in a list, the value is taken out, elsewhere it becomes null.
pub fn visit(value: &mut Value, path: &str, change: &mut dyn FnMut(&mut Value) -> Result<bool>) -> Result<()> {
    let (first, rest) = path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
    let (name, is_list) = first.strip_suffix("[]").map_or((first, false), |name| (name, true));
    let Some(inner) = value.get_mut(name) else { return Ok(()) };
    if inner.is_null() {
        return Ok(());
    }
    match (is_list, rest) {
        (false, Some(rest)) => visit(inner, rest, change),
        (false, None) => {
            if !change(inner)? {
                *inner = Value::Null;
            }
            Ok(())
        }
        (true, rest) => {
            let Some(items) = inner.as_array_mut() else { return Ok(()) };
            let mut left = Vec::with_capacity(items.len());
            for mut item in std::mem::take(items) {
                let stays = match rest {
                    Some(rest) => visit(&mut item, rest, change).map(|()| true)?,
                    None => change(&mut item)?,
                };
                if stays {
                    left.push(item);
                }
            }
            *items = left;
            Ok(())
        }
    }
}

/// Removes what stands at the path.
pub fn remove(value: &mut Value, path: &str) {
    let (parent, last) = path.rsplit_once('.').map_or((None, path), |(parent, last)| (Some(parent), last));
    let mut take = |object: &mut Value| {
        if let Some(object) = object.as_object_mut() {
            object.remove(last);
        }
        Ok(true)
    };
    let _never = match parent {
        Some(parent) => visit(value, parent, &mut take).is_ok(),
        None => take(value).is_ok(),
    };
}

/// The id that a row of the API names; 0 is none.
pub fn id_of(value: &Value, reference: &Reference) -> i64 {
    if reference.is_id { value.as_i64().unwrap_or_default() } else { value["id"].as_i64().unwrap_or_default() }
}

/// What a file has in the place of what the API answers.
pub fn to_file(value: &Value, reference: &Reference, id: i64, key: &str) -> Value {
    let mut object = others(value, &["id", "name"]);
    object.extend([(MARK.to_owned(), json!(reference.to)), ("id".to_owned(), json!(id)), ("key".to_owned(), json!(key))]);
    Value::Object(object)
}

/// What the API takes in the place of what a file has.
pub fn to_api(value: &Value, reference: &Reference, id: i64) -> Value {
    if reference.is_id {
        return json!(id);
    }
    let mut object = others(value, &[MARK, "id", "key", "name"]);
    object.insert("id".to_owned(), json!(id));
    Value::Object(object)
}

/// What two rows are compared by: whom it leads to, with the other keys.
pub fn to_compared(value: &Value, target: &str) -> Value {
    let mut object = others(value, &[MARK, "id", "key"]);
    object.insert(MARK.to_owned(), json!(target));
    Value::Object(object)
}

fn others(value: &Value, without: &[&str]) -> Map<String, Value> {
    let object = value.as_object().into_iter().flatten();
    object.filter(|(name, _)| !without.contains(&name.as_str())).map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// As `to_compared`, of a reference of a row of the site.
pub fn site_compared(value: &Value) -> Option<Value> {
    let named = FileReference::parse(value)?;
    Some(to_compared(value, &format!("{} {}", named.to, named.id)))
}

/// Whether the field is a list of references.
pub fn is_list(entity: &Entity, field: &str) -> bool {
    entity.references.iter().any(|reference| reference.path.strip_suffix("[]") == Some(field))
}

/// The references of an entity that stand in this field.
pub fn of_field<'e>(entity: &'e Entity, field: &str) -> impl Iterator<Item = &'e Reference> {
    let field = field.to_owned();
    entity.references.iter().filter(move |reference| reference.path.split(['.', '[']).next() == Some(&field))
}

pub fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or_default(),
        Value::Object(object) => 1 + object.values().map(depth).max().unwrap_or_default(),
        _ => 0,
    }
}
