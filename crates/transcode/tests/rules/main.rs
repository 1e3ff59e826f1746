//! What the transcoder promises, one test for each rule. The messages are in `tests/proto`.

mod common;
mod depth;
mod initial;
mod input;
mod mask;
mod openapi;
mod parameters;
mod property;
mod registry;
mod reply;
mod strategy;
