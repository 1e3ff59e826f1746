//! Sending mails.
pub mod config;
pub mod correspondence;
mod counters;
pub mod message;
pub mod post;
pub mod server;
pub mod smtp;
