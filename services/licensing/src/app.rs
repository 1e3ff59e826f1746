//! What every part of the service shares.
use kit::Context;

use crate::config::Config;

#[derive(Clone)]
pub struct App {
    pub context: Context,
    pub config: Config,
}
