//! GET /resources/meta: what a list may be asked.
use proto::vestibule::gateway::v1::{FieldMeta, ResourceMeta};

use super::{Column, Kind, Listing};

pub fn describe(listing: &Listing) -> ResourceMeta {
    ResourceMeta { resource: listing.resource.into(), fields: listing.columns.iter().map(field).collect() }
}

fn field(column: &Column) -> FieldMeta {
    let (kind, rules): (&str, &[&str]) = match column.kind {
        Kind::Int => ("int", &["equals", "not_equals", "above", "below", "equals_above", "equals_below", "is"]),
        Kind::Text => ("text", &["has", "begins_with", "equals", "not_equals", "is"]),
        Kind::Bool => ("bool", &["equals", "not_equals"]),
        Kind::Time => ("time", &["above", "below", "equals_above", "equals_below", "is"]),
        Kind::Choice(_) => ("choice", &["equals", "not_equals"]),
        Kind::RelatedText => ("text", &["equals", "has"]),
        Kind::Related => ("related", &["equals", "has"]),
    };
    let choices = match column.kind {
        Kind::Choice(words) => words.iter().map(|(word, _)| word.to_string()).collect(),
        _ => Vec::new(),
    };
    FieldMeta {
        name: column.name.into(),
        r#type: kind.into(),
        sortable: column.sortable,
        rules: rules.iter().map(|r| r.to_string()).collect(),
        choices,
    }
}
