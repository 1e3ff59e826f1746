//! Users as a table: what is exported and imported.
use kit::error::RowError;
use kit::{Error, Fields};
use spreadsheet::{Columns, Row, Table};

use serde_json::{Value, json};

use super::user::{TABLE_FIELDS, UserDraft};

pub const HEADINGS: [&str; TABLE_FIELDS.len() + 2] = headings();
pub const COLUMNS: Columns<'static> = Columns { required: &["name"], optional: HEADINGS.split_at(1).1 };

const fn headings() -> [&'static str; TABLE_FIELDS.len() + 2] {
    let mut headings = ["role"; TABLE_FIELDS.len() + 2];
    headings.split_at_mut(TABLE_FIELDS.len()).0.copy_from_slice(&TABLE_FIELDS);
    headings[TABLE_FIELDS.len() + 1] = "groups";
    headings
}

/// Between the groups of a path.
const BELOW: &str = " / ";
/// Between several groups of a user.
const AND: char = ';';
/// Before an `AND` that belongs to a name, and before itself.
const ESCAPE: char = '\\';

/// A row as it asks for a user; role and groups are names still.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub index: usize,
    /// Without role and groups.
    pub draft: UserDraft,
    pub role: Option<String>,
    /// Paths as "Site / House 1".
    pub groups: Vec<String>,
}

pub fn entries(table: &Table) -> Vec<Entry> {
    table.rows().map(entry).collect()
}

fn entry(row: Row<'_>) -> Entry {
    let text = |heading| row.text(heading).map(str::to_string);
    let mut fields = json!(UserDraft { is_active: true, ..UserDraft::default() });
    for field in TABLE_FIELDS {
        if let Some(text) = text(field) {
            fields[field] = Value::String(text);
        }
    }
    let draft = serde_json::from_value(fields).expect("the fields of a table are texts of a draft");
    Entry { index: row.index, draft, role: text("role"), groups: split(row.text("groups").unwrap_or_default()) }
}

/// The paths of a cell.
fn split(cell: &str) -> Vec<String> {
    let mut paths = vec![String::new()];
    let mut characters = cell.chars();
    while let Some(character) = characters.next() {
        let path = paths.last_mut().expect("there is always one");
        match character {
            AND => paths.push(String::new()),
            ESCAPE => path.extend(characters.next()),
            character => path.push(character),
        }
    }
    paths.into_iter().map(|path| path.trim().to_string()).filter(|path| !path.is_empty()).collect()
}

/// The cell for these paths.
pub fn join(paths: &[String]) -> String {
    let escaped = |path: &String| path.replace(ESCAPE, r"\\").replace(AND, r"\;");
    paths.iter().map(escaped).collect::<Vec<_>>().join("; ")
}

/// The path of a group from the names above it, its own last.
pub fn path<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(BELOW)
}

/// What the last group of a path may be called: a name may hold what stands between names.
pub fn last_names(path: &str) -> impl Iterator<Item = &str> {
    let starts = path.match_indices(BELOW).map(|(place, between)| place + between.len());
    std::iter::once(0).chain(starts).map(|start| &path[start..])
}

/// What is wrong with a user, by the columns of the table.
pub fn errors(index: usize, fields: Fields) -> Vec<RowError> {
    let Err(Error::Invalid(fields)) = fields.finish() else { return Vec::new() };
    let column = |path: &str| match path.rsplit('.').next() {
        Some("domains") => "groups".to_string(),
        name => name.unwrap_or(path).to_string(),
    };
    let mut errors: Vec<_> = fields.into_iter().map(|(path, message)| RowError { index, field: column(&path), message }).collect();
    errors.sort_by(|one, other| one.field.cmp(&other.field));
    errors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_groups_are_split_at_semicolons_that_no_backslash_escapes() {
        assert_eq!(split("Site / House 1; Site / House 2 ;"), ["Site / House 1", "Site / House 2"]);
        assert_eq!(split(r"A\;B; C\\D"), ["A;B", r"C\D"]);
        assert!(split("").is_empty() && split(" ; ").is_empty());
    }

    #[test]
    fn what_is_joined_is_split_as_it_was() {
        let paths = [r"a;b\c".to_string(), "Site / House 12/1".into(), r"\".into()];
        assert_eq!(split(&join(&paths)), paths);
    }

    #[test]
    fn a_name_may_hold_what_stands_between_names() {
        assert_eq!(last_names("Site / A / B").collect::<Vec<_>>(), ["Site / A / B", "A / B", "B"]);
    }
}
