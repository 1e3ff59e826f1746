//! What every part of the service shares.
use kit::Context;

#[derive(Clone)]
pub struct App {
    pub context: Context,
}
