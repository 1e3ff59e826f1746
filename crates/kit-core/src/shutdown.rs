//! Graceful shutdown, in three phases.
//!
//! 1. *draining*: shutdown was requested. The process is not ready any more but works as before, for
//!    `VESTIBULE_DRAIN_SECONDS`, so that balancers send new work elsewhere first.
//! 2. *shutdown* (`Context::shutdown`): it accepts nothing new and finishes what it has begun.
//! 3. *terminated*: no call is being served any more. What calls rely on, as the connection to a broker, is closed only now.
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The steps beside `Context::shutdown`. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Shutdown {
    pub draining: CancellationToken,
    /// Servers of calls and sockets hold a token of this until the last one is done.
    pub in_flight: TaskTracker,
    pub terminated: CancellationToken,
}

impl Shutdown {
    /// Goes through the steps once `requested` says so; from the second on at once when `shutdown` has come by itself.
    pub async fn run(self, requested: CancellationToken, shutdown: CancellationToken, drain: Duration) -> anyhow::Result<()> {
        tokio::select! {
            _ = requested.cancelled() => {}
            _ = shutdown.cancelled() => {}
        }
        self.draining.cancel();
        let _drained_or_not = tokio::time::timeout(drain, shutdown.cancelled()).await;
        shutdown.cancel();
        self.in_flight.close();
        self.in_flight.wait().await;
        self.terminated.cancel();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Steps {
        requested: CancellationToken,
        shutdown: CancellationToken,
        phases: Shutdown,
    }

    fn begin(drain: Duration) -> Steps {
        let steps = Steps { requested: CancellationToken::new(), shutdown: CancellationToken::new(), phases: Shutdown::default() };
        tokio::spawn(steps.phases.clone().run(steps.requested.clone(), steps.shutdown.clone(), drain));
        steps
    }

    #[tokio::test]
    async fn work_goes_on_while_balancers_hear_that_it_leaves() {
        let steps = begin(Duration::from_secs(3600));
        steps.requested.cancel();
        steps.phases.draining.cancelled().await;
        assert!(!steps.shutdown.is_cancelled());
    }

    #[tokio::test]
    async fn it_takes_nothing_new_once_they_have_heard() {
        let steps = begin(Duration::from_millis(10));
        steps.requested.cancel();
        steps.shutdown.cancelled().await;
        assert!(steps.phases.draining.is_cancelled());
    }

    #[tokio::test]
    async fn what_calls_rely_on_ends_after_the_last_call() {
        let steps = begin(Duration::ZERO);
        let call = steps.phases.in_flight.token();
        steps.requested.cancel();
        steps.shutdown.cancelled().await;
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        assert!(!steps.phases.terminated.is_cancelled());
        drop(call);
        steps.phases.terminated.cancelled().await;
    }

    #[tokio::test]
    async fn a_process_that_fails_does_not_wait_for_balancers() {
        let steps = begin(Duration::from_secs(3600));
        steps.shutdown.cancel();
        let over = tokio::time::timeout(Duration::from_secs(30), steps.phases.terminated.cancelled()).await;
        assert!(over.is_ok() && steps.phases.draining.is_cancelled());
    }
}
