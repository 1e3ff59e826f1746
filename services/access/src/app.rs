//! The one handle that all layers share.
use std::sync::Arc;

use blob::{Blobs, SealKeys, SealedBlobs};
use exports::Exports;
use kit::Context;
use wallet_pass::GoogleAccount;

use crate::config::{self, GuestConfig};

#[derive(Clone)]
pub struct App {
    pub context: Context,
    pub(crate) blobs: Blobs,
    /// Of faces.
    pub(crate) photos: SealedBlobs,
    pub(crate) exports: Exports,
    pub guests: GuestConfig,
    /// Digits of the shortest access code, however few codes there are.
    pub shortest_code: usize,
    /// None where the installation has no account at Google.
    pub google_wallet: Option<Arc<GoogleAccount>>,
}

impl App {
    pub fn new(context: &Context) -> App {
        let settings = &context.settings;
        let blobs = Blobs::with_authorities(&settings.blob, &settings.certificate_authorities);
        let keys: Vec<&[u8]> = std::iter::once(&settings.seal_key).chain(&settings.former_seal_keys).map(Vec::as_slice).collect();
        App {
            photos: blobs.sealed(SealKeys::new(&keys)),
            blobs,
            exports: Exports::new(context),
            context: context.clone(),
            guests: GuestConfig::default(),
            shortest_code: config::DEFAULT_SHORTEST_CODE,
            google_wallet: None,
        }
    }
}
