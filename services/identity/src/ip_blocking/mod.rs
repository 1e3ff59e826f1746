//! Addresses from which too many wrong passwords, codes and tokens came are shut out for a while, from every
//! operation of identity that is open to everybody. For the whole installation: see docs/adr/0013.
mod bans;
mod guard;
mod notes;
mod rejections;

use std::sync::Arc;
use std::time::Duration;

use kit::networks::client_network;
use kit::{Context, Error, Result};
use moka::future::Cache;

pub use bans::{Ban, Bans};
pub use guard::Guard;
pub use rejections::Rejections;

use crate::config::LoginLimits;
use crate::domain::address;
use crate::domain::ip_blocking::{Blocking, Rules};
use crate::store::ip_blocking as store;

/// How long another replica may work with the settings as they were.
const RULES_TTL: Duration = Duration::from_secs(2);

/// Cheap to clone.
#[derive(Clone)]
pub struct IpBlocking {
    context: Context,
    defaults: Blocking,
    rules: Cache<(), Arc<Rules>>,
    pub bans: Bans,
    pub rejections: Rejections,
}

impl IpBlocking {
    pub fn new(context: Context, limits: &LoginLimits) -> Self {
        let seconds = i32::try_from(limits.window.as_secs()).unwrap_or(i32::MAX);
        let max_failures = i32::try_from(limits.address).unwrap_or(i32::MAX);
        IpBlocking {
            defaults: Blocking { is_enabled: true, max_failures, window_seconds: seconds, ban_seconds: seconds },
            rules: Cache::builder().time_to_live(RULES_TTL).build(),
            bans: Bans::new(context.clone()),
            rejections: Rejections::new(context.clone()),
            context,
        }
    }

    /// As they are in force.
    pub async fn rules(&self) -> Result<Arc<Rules>> {
        if let Some(rules) = self.rules.get(&()).await {
            return Ok(rules);
        }
        let mut tx = self.context.database.system().await?;
        let blocking = store::find(&mut tx).await?.unwrap_or(self.defaults);
        let whitelist = store::whitelist(&mut tx).await?;
        tx.rollback().await?;
        let whitelist = whitelist.iter().filter_map(|entry| address::network(&entry.network)).collect();
        let rules = Arc::new(Rules { blocking, whitelist });
        self.rules.insert((), rules.clone()).await;
        Ok(rules)
    }

    /// To be written over, in a transaction that holds the lock.
    pub fn defaults(&self) -> Blocking {
        self.defaults
    }

    /// Settings or whitelist were changed.
    pub async fn changed(&self) {
        self.rules.invalidate(&()).await;
    }

    /// `TooManyRequests` for an address that is banned. One that has come onto the whitelist since is let in.
    pub async fn admit(&self, from: &str) -> Result<()> {
        let subject = client_network(from);
        let Some(seconds) = self.bans.left(&subject).await? else { return Ok(()) };
        if !self.rules().await?.watch(from) {
            return Ok(());
        }
        self.rejections.rejected_banned(from).await?;
        Err(Error::TooManyRequests { retry_after_seconds: seconds })
    }
}
