//! Transports: they decode, ask for the right, call one operation and encode its result.
pub mod amenity;
pub mod amenity_reservation;
pub mod group_members;
pub mod lists;
pub mod rule_use;

use kit::reference::{ids, reference, references};

fn encode_timestamp(at: jiff::Timestamp) -> prost_types::Timestamp {
    kit::clock::to_proto(kit::zone::instant(at))
}
