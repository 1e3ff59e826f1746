//! What the operations of access work with.
use blob::Blobs;
use exports::Exports;
use kit::Context;

use crate::config::GuestConfig;

/// Cheap to clone.
#[derive(Clone)]
pub struct App {
    pub context: Context,
    pub(crate) blobs: Blobs,
    pub(crate) exports: Exports,
    pub guests: GuestConfig,
}

impl App {
    pub fn new(context: &Context) -> App {
        App { blobs: Blobs::new(&context.settings.blob), exports: Exports::new(context), context: context.clone(), guests: GuestConfig::default() }
    }
}
