//! The operations of domains, against a real database.
mod delete;
mod group_type;
mod list;
mod moving;
mod plans;
mod site;
mod tenancy;
mod tree;
mod write;
