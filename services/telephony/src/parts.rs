//! What the operations work with.
use std::sync::Arc;

use kit::Context;

use crate::config::Config;
use crate::edge::Edge;

/// A handle, cheap to clone.
#[derive(Clone)]
pub struct Parts {
    pub context: Context,
    pub config: Arc<Config>,
    pub edge: Edge,
}

impl Parts {
    pub fn new(context: &Context, config: Config) -> anyhow::Result<Self> {
        Ok(Parts { context: context.clone(), edge: Edge::new(&config)?, config: Arc::new(config) })
    }
}
