//! What the gateway's parts share.
use std::sync::Arc;

use kit::Context;

use crate::config::Config;
use crate::session::Sessions;
use crate::ws::Hub;

#[derive(Clone)]
pub struct App {
    pub context: Context,
    pub config: Arc<Config>,
    pub sessions: Sessions,
    pub hub: Hub,
}

impl App {
    pub fn new(context: Context, config: Config) -> anyhow::Result<Self> {
        Ok(App { sessions: Sessions::new(&context)?, hub: Hub::default(), config: Arc::new(config), context })
    }
}
