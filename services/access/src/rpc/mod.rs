//! Transports: they decode, ask for the right, call one operation and encode its result.
pub mod access_matrix;
pub mod access_rule;
pub mod adopted_list;
pub mod check;
pub mod count;
pub mod device_list;
pub mod elevator;
pub mod elevator_access_rule;
pub mod finder;
pub mod guest_access;
pub mod guest_key;
pub mod identifier;
mod identifier_import;
pub mod imported_identifier;
pub mod lists;
pub mod remote_check;
pub mod reservable_rule;
pub mod time_rule;
pub mod ukey2;

use proto::vestibule::common::v1::Ref;

/// Ids of references, in order, each once.
/// Of a pass for the Apple Wallet.
const PASS_TYPE: &str = "application/vnd.apple.pkpass";

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
