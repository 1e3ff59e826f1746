//! Identity against a real Postgres and Redis: every rule has a test that is named after it.
mod audit;
mod bootstrap;
mod group_deletion;
mod login;
mod profile;
mod refresh;
mod role;
mod session;
mod site;
mod tenancy;
mod user_change;
mod user_create;
mod user_delete;
mod user_list;
mod user_password;
