//! The tables of access. Every function works in the caller's transaction.
pub mod access_rule;
pub mod affected;
pub mod group;
pub mod identifier;
pub mod imported_identifier;
pub mod projection;
pub mod related;
pub mod time_rule;

use proto::vestibule::common::v1::Ref;

/// A related entity as a column of two arrays gives it.
pub(crate) fn refs(ids: Vec<i64>, names: Vec<String>) -> Vec<Ref> {
    ids.into_iter().zip(names).map(|(id, name)| Ref { id, name }).collect()
}

pub(crate) fn creator(id: Option<i64>, name: String) -> Option<Ref> {
    id.map(|id| Ref { id, name })
}

/// Ids of references, in order, each once.
pub(crate) fn ids(refs: &[Ref]) -> Vec<i64> {
    let mut ids: Vec<i64> = refs.iter().map(|r| r.id).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}
