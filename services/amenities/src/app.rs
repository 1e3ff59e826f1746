//! What every part of the service shares.
use kit::Context;

/// Cheap to clone.
#[derive(Clone)]
pub struct App {
    pub context: Context,
}

impl App {
    pub fn new(context: &Context) -> App {
        App { context: context.clone() }
    }
}
