//! The rules of access, apart from any I/O: who may open which lock and when ([`decision`]), what a
//! device has to hold so that it decides the same by itself ([`compiler`]), and how the numbers of
//! identifiers are written ([`number`]).
//!
//! Time is an instant here; wall clocks and zones are the `schedule` crate's affair.

pub mod access_matrix;
pub mod access_rule;
pub mod adopted_list;
pub mod card_reading;
pub mod compiler;
pub mod decision;
pub mod device;
pub mod device_access;
pub mod elevator;
pub mod elevator_access_rule;
pub mod guest_key;
pub mod hash;
pub mod identifier;
pub mod identifier_import;
pub mod identifier_table;
pub mod ids;
pub mod imported_identifier;
pub mod number;
pub mod passage;
pub mod qr_code;
pub mod remote;
pub mod schedule_book;
pub mod sorted;
pub mod time_rule;
pub mod ukey2;
pub mod user;
pub mod visit;

#[cfg(test)]
mod testing;
