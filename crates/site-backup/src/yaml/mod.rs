//! A site as a text: YAML with natural keys in place of ids, and `${secret:name}` in place of secrets. [`write()`] makes the same text of
//! the same site; [`read()`] takes a text of whoever, and names the place of what it refuses.
mod read;
mod tree;
mod write;

use std::collections::HashMap;

use ring::digest::{SHA256, digest};

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
/// Entities of which the text has a part only: `replace` deletes nothing of them.
const PARTIAL: &str = "partial";
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

impl SiteFile {
    /// The hash of a plan of this file: of what it does to rows, of what the file manages and of the names of its secrets, so that
    /// none of these can be another when the plan is applied.
    pub fn plan_hash(&self, of_rows: String) -> String {
        if !self.says_managed && self.secrets.is_empty() {
            return of_rows;
        }
        let mut groups: Vec<&str> = self.managed.groups.iter().map(String::as_str).collect();
        groups.sort_unstable();
        let of_row = |((entity, key), named): (&(&'static str, String), &Vec<NamedSecret>)| {
            let named: Vec<(&str, &str)> = named.iter().map(|secret| (secret.path.as_str(), secret.name.as_str())).collect();
            format!("{entity:?} {key:?} {named:?}")
        };
        let mut secrets: Vec<String> = self.secrets.iter().map(of_row).collect();
        secrets.sort_unstable();
        let all = format!("{of_rows} {} {} {groups:?} {secrets:?}", self.says_managed, self.managed.project);
        digest(&SHA256, all.as_bytes()).as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
    }
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
