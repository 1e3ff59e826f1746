//! Lists: one safe way from page, size, sort, filters and search to SQL. A list is described by a static table;
//! SQL text comes only from there, and values are only ever bound.
mod filter;
mod large_counts;
mod meta;
mod permitted;
mod query;
mod statement;
mod tables;

pub use filter::{Filter, Match, Rule};
pub use meta::describe;
pub use permitted::Permitted;
pub use query::{ListQuery, Page};
pub use statement::ScopeBranch;

/// What a column holds: which rules it takes and how a value is bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Int,
    Text,
    Bool,
    Time,
    /// A word in the API, a number in the table.
    Choice(&'static [(&'static str, i16)]),
    /// A predicate about related rows, with `{}` wherever the ids go: `equals`, `has` and `is`.
    Related,
    /// The same for texts in place of ids, as a telephone number of either party.
    RelatedText,
}

/// A field that a list may be filtered or sorted by.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    pub name: &'static str,
    pub sql: &'static str,
    pub kind: Kind,
    pub sortable: bool,
}

/// A column that can be sorted by: it must have an index that begins with project_id.
pub const fn sortable(name: &'static str, sql: &'static str, kind: Kind) -> Column {
    Column { name, sql, kind, sortable: true }
}

pub const fn column(name: &'static str, sql: &'static str, kind: Kind) -> Column {
    Column { name, sql, kind, sortable: false }
}

/// `sql` has `{}` where the id goes: `EXISTS (SELECT 1 FROM rule_devices r WHERE r.rule_id = a.id AND r.device_id = {})`.
pub const fn related(name: &'static str, sql: &'static str) -> Column {
    Column { name, sql, kind: Kind::Related, sortable: false }
}

pub const fn related_text(name: &'static str, sql: &'static str) -> Column {
    Column { name, sql, kind: Kind::RelatedText, sortable: false }
}

/// Everything that the list of one resource may touch.
#[derive(Debug)]
pub struct Listing {
    /// As the path has it: `access-rules`.
    pub resource: &'static str,
    pub select: &'static str,
    /// A LEFT JOIN, as `LEFT JOIN people p ON p.id = a.owner_id`, finds one row at most: keys and counts leave out those of which
    /// they use nothing.
    pub from: &'static str,
    pub project: &'static str,
    /// Appended to every sort, so that pages never repeat a row.
    pub key: &'static str,
    pub columns: &'static [Column],
    pub default_sort: &'static str,
    /// Text columns that `search` looks in.
    pub search: &'static [&'static str],
    /// Predicates for rows of some groups, joined by ` OR `, each with `{}` for the sub-select of group ids and an
    /// index of its own; empty when it has none.
    pub groups: &'static str,
    /// Predicates for the caller's own rows, joined by ` OR `, each with `{}` for the user's id and an index of its
    /// own: `d.created_by = {} OR d.owner_id = {}`; empty when it has none.
    pub own: &'static str,
    /// Always true of a listed row, as `NOT d.deleted`; empty for nothing.
    pub filter: &'static str,
    /// For rows that may lie in several groups: the predicate that a row lies in no group but these, with `{}` for the
    /// sub-select of group ids. Who changes a row must reach the whole of it, where a look needs only a part. Empty
    /// where a row lies in one group at most.
    pub whole: &'static str,
}

impl Listing {
    fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name == name)
    }
}

#[cfg(test)]
mod tests;
