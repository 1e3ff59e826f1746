//! Commands to lift controllers: a release of floors after access was granted, and a call from the console.
mod call;
mod command;
mod release;
mod states;

pub use call::{CallOrder, LiftCall, call};
pub use command::{LiftCommand, give_up_unanswered, send_in_background};
pub use release::begin_release;
pub use states::states;
