//! GET /resources/meta: what a list may be asked.
use proto::vestibule::gateway::v1::{FieldMeta, ResourceMeta};

use super::{Column, Kind, Listing};

pub fn describe(listing: &Listing) -> ResourceMeta {
    ResourceMeta { resource: listing.resource.into(), fields: listing.columns.iter().map(field).collect() }
}

fn field(column: &Column) -> FieldMeta {
    let kind = match column.kind {
        Kind::Int => "int",
        Kind::Text | Kind::RelatedText => "text",
        Kind::Bool => "bool",
        Kind::Time => "time",
        Kind::Choice(_) => "choice",
        Kind::Related => "related",
    };
    let choices = match column.kind {
        Kind::Choice(words) => words.iter().map(|(word, _)| word.to_string()).collect(),
        _ => Vec::new(),
    };
    FieldMeta {
        name: column.name.into(),
        r#type: kind.into(),
        sortable: column.sortable,
        rules: column.kind.rules().iter().map(|rule| rule.word().to_string()).collect(),
        choices,
    }
}
