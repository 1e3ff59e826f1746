//! The tables. Every function works in the caller's transaction.
pub mod active_call;
pub mod call_history;
pub mod call_info;
pub mod call_reach;
pub mod contact;
pub mod features;
pub mod forward_rule;
pub mod interception;
pub mod panel;
pub mod registrar;
pub mod related;
pub mod routing;
pub mod sip_number;
pub mod sip_service;
pub mod sip_trunk;
pub mod trunk_registration;
pub mod web_phone;
