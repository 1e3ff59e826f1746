//! Whether this process leads the replicas of its service.
use anyhow::Context as _;
use kit::{Clock, Leadership};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::variables::ElectionVariables;

/// Under way until it is ended; none where the process does not ask.
pub struct Election(Option<(JoinHandle<()>, CancellationToken)>);

impl Election {
    pub fn begin(ElectionVariables { lease, pod_name }: ElectionVariables) -> anyhow::Result<(Self, Leadership)> {
        let Some(lease) = lease else { return Ok((Election(None), Leadership::sole())) };
        let candidate = pod_name.context("POD_NAME")?;
        let clock = Clock::system();
        let (election, leads) = cluster::Election::new(lease, candidate, move || clock.now())?;
        let leadership = Leadership::elected(leads).with_holder(election.holder());
        let over = CancellationToken::new();
        let running = tokio::spawn(election.run(over.clone().cancelled_owned()));
        Ok((Election(Some((running, over))), leadership))
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
