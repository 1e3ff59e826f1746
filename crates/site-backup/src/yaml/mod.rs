//! A site as a text: YAML with natural keys in place of ids, and `${secret:name}` in place of secrets. [`write()`] makes the same text of
//! the same site; [`read()`] takes a text of whoever, and names the place of what it refuses.
mod read;
mod tree;
mod write;

use std::collections::HashMap;

use crate::entity::Entity;
use crate::snapshot::Snapshot;

pub use read::read;
pub use write::{Style, write};

/// Bytes of a text that is taken.
pub const MAX_TEXT_BYTES: usize = 16 << 20;
/// The key of the head that says what the text is, and the version of its form.
const HEAD: &str = "vestibule";
const VERSION: i64 = 1;
const MANAGED: &str = "managed";
/// Of a row whose natural key others have too.
const KEY: &str = "key";
const SECRET_START: &str = "${secret:";

/// What is kept as a file says: drift from it is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Managed {
    pub project: bool,
    /// Keys of groups, each with what is below it.
    pub groups: Vec<String>,
}

impl Managed {
    pub fn is_empty(&self) -> bool {
        !self.project && self.groups.is_empty()
    }
}

/// A secret of a row, by the name under which it is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedSecret {
    /// Of the field.
    pub path: String,
    pub name: String,
}

/// entity and key -> its secrets
pub type NamedSecrets = HashMap<(&'static str, String), Vec<NamedSecret>>;

/// A text that was read and checked.
#[derive(Debug, Default)]
pub struct SiteFile {
    pub snapshot: Snapshot,
    pub managed: Managed,
    /// Whether the text says of anything that it is managed, or that it is not.
    pub says_managed: bool,
    pub secrets: NamedSecrets,
}

/// `parent` of `parent_id`: there are no ids in a text.
fn text_name<'a>(entity: &Entity, field: &'a str) -> &'a str {
    let is_id = entity.references.iter().any(|reference| reference.is_id && reference.path == field);
    field.strip_suffix("_id").filter(|_| is_id).unwrap_or(field)
}

/// The field of a name in a text.
fn field_of<'a>(entity: &Entity, fields: &[&'a str], name: &str) -> Option<&'a str> {
    fields.iter().copied().find(|field| text_name(entity, field) == name)
}
