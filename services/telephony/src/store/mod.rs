//! The tables. Every function works in the caller's transaction.
pub mod announce;
pub mod call_history_list;
pub mod call_info;
pub mod call_record;
pub mod callable;
pub mod contact;
pub mod dialer;
pub mod features;
pub mod forward_rule;
pub mod holder;
pub mod interception;
pub mod panel;
pub mod projection;
pub mod related;
pub mod routing;
pub mod sip_number;
pub mod sip_service;
pub mod sip_trunk;
pub mod speech;
pub mod speech_list;
pub mod trunk_line;

use proto::vestibule::common::v1::Ref;

/// Who made something; None for what nobody made.
pub(crate) fn creator(id: Option<i64>, name: String) -> Option<Ref> {
    id.map(|id| Ref { id, name })
}
