//! Transports: they translate, ask for the right, and leave the rest to the rules and the tables.
pub mod call;
pub mod call_history;
pub mod forward_rule;
pub mod lists;
pub mod sip_number;
pub mod sip_service;
pub mod sip_trunk;
