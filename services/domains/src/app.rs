//! What the service's parts share.
use std::sync::Arc;

use exports::Exports;
use kit::Context;

use crate::integration_server::VideoPlatformCache;

#[derive(Clone)]
pub struct App {
    pub context: Context,
    pub(crate) exports: Exports,
    pub(crate) video_platforms: Arc<VideoPlatformCache>,
}

impl App {
    pub fn new(context: Context) -> Self {
        App { exports: Exports::new(&context), context, video_platforms: Arc::default() }
    }
}
