//! The gRPC services: each decodes a request, asks for the right, calls one operation and encodes its result.
pub mod apartment_number;
pub mod call;
pub mod call_history;
pub mod certificates;
pub mod finder;
mod forward_queue;
pub mod forward_rule;
pub mod group_members;
pub mod list;
pub mod sip_number;
pub mod sip_service;
pub mod sip_trunk;

use kit::reference::reference;
use proto::vestibule::common::v1::Ref;

/// The id of a reference; None for one without an id.
fn referenced_id(reference: Option<Ref>) -> Option<i64> {
    reference.map(|reference| reference.id).filter(|id| *id != 0)
}
