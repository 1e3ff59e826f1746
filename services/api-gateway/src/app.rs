//! What the gateway's parts share.
use std::sync::Arc;

use kit::Context;
use transcode::Registry;

use crate::config::Config;
use crate::session::Sessions;
use crate::store::backup::BackupStore;
use crate::store::site::SiteStore;
use crate::store::work_queue::WorkQueue;
use crate::ws::Hub;

#[derive(Clone)]
pub struct App {
    pub context: Context,
    pub config: Arc<Config>,
    pub sessions: Sessions,
    pub hub: Hub,
    pub backups: BackupStore,
    pub sites: SiteStore,
    pub backup_works: WorkQueue,
    /// Every operation, for calls that the gateway makes for somebody.
    pub registry: Arc<Registry>,
}

impl App {
    pub fn new(context: Context, config: Config) -> anyhow::Result<Self> {
        let backups = BackupStore::new(&context);
        Ok(App {
            sessions: Sessions::new(&context)?,
            hub: Hub::default(),
            sites: SiteStore::new(backups.blobs.clone()),
            backups,
            backup_works: WorkQueue::default(),
            registry: Arc::new(Registry::new(proto::DESCRIPTORS)?),
            config: Arc::new(config),
            context,
        })
    }
}
