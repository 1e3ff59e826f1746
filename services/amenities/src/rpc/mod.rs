//! Transports: they decode, ask for the right, call one operation and encode its result.
pub mod amenity;
pub mod amenity_reservation;
pub mod group_members;
pub mod lists;

use proto::vestibule::common::v1::Ref;

/// Ids of references, in order, each once.
fn ids(references: &[Ref]) -> Vec<i64> {
    let mut ids: Vec<i64> = references.iter().map(|reference| reference.id).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

fn references(ids: Vec<i64>, names: Vec<String>) -> Vec<Ref> {
    ids.into_iter().zip(names).map(|(id, name)| Ref { id, name }).collect()
}

fn reference(id: Option<i64>, name: String) -> Option<Ref> {
    id.map(|id| Ref { id, name })
}

fn encode_timestamp(at: jiff::Timestamp) -> prost_types::Timestamp {
    kit::clock::to_proto(kit::zone::instant(at))
}
