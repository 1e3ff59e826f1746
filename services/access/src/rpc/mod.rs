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
pub mod visible_entity;

use kit::reference::{ids, reference, references};

/// Of a pass for the Apple Wallet.
const PASS_TYPE: &str = "application/vnd.apple.pkpass";

fn encode_timestamp(at: jiff::Timestamp) -> prost_types::Timestamp {
    kit::clock::to_proto(kit::zone::instant(at))
}
