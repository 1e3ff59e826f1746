//! The use cases: one function each, in one transaction.
pub mod alarm_call;
pub mod call;
pub mod call_credentials;
pub mod call_history;
pub mod call_info;
pub mod concierge_device;
pub mod contact;
pub mod forward_rule;
pub mod interception;
mod related;
pub mod sip_number;
pub mod sip_service;
pub mod sip_trunk;
