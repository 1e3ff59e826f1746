//! Whether this process leads the replicas of its service.
use anyhow::Context as _;
use cluster::Lease;
use kit::{Clock, Leadership};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// Under way until it is ended; none where the process does not ask.
pub struct Election(Option<(JoinHandle<()>, CancellationToken)>);

impl Election {
    /// VESTIBULE_LEASE: the Lease of the service, as `namespace/name`; POD_NAME, under which this replica stands for it.
    pub fn begin() -> anyhow::Result<(Self, Leadership)> {
        let text = std::env::var("VESTIBULE_LEASE").unwrap_or_default();
        if text.is_empty() {
            return Ok((Election(None), Leadership::sole()));
        }
        let lease: Lease = text.parse().context("VESTIBULE_LEASE")?;
        let candidate = std::env::var("POD_NAME").context("VESTIBULE_LEASE wants POD_NAME")?;
        let clock = Clock::system();
        let (election, leads) = cluster::Election::new(lease, candidate, move || clock.now())?;
        let over = CancellationToken::new();
        let running = tokio::spawn(election.run(over.clone().cancelled_owned()));
        Ok((Election(Some((running, over))), Leadership::elected(leads)))
    }

    /// After the last of the work, so that the next one begins where this one has ended.
    pub async fn end(self) {
        let Some((running, over)) = self.0 else { return };
        over.cancel();
        if let Err(error) = running.await {
            tracing::warn!(%error, "the next replica leads when the lease is over");
        }
    }
}
