//! How a process ends without anybody noticing, in three steps.
//!
//! 1. *leaving*: told to end. It is not ready any more and goes on as before, for `VESTIBULE_DRAIN_SECONDS`, so that
//!    balancers send new work elsewhere first.
//! 2. *shutdown* (`Context::shutdown`): it takes nothing new and finishes what it has begun.
//! 3. *over*: nothing is being served any more. What calls rely on, as the connection to a broker, ends only now.
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The steps beside `Context::shutdown`. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Ending {
    pub leaving: CancellationToken,
    /// Whoever serves calls or keeps sockets holds a token of this until the last one is answered.
    pub serving: TaskTracker,
    pub over: CancellationToken,
}

impl Ending {
    /// Goes through the steps once `told` says so; from the second on at once when `shutdown` has come by itself.
    pub(crate) async fn run(self, told: CancellationToken, shutdown: CancellationToken, drain: Duration) -> anyhow::Result<()> {
        tokio::select! {
            _ = told.cancelled() => {}
            _ = shutdown.cancelled() => {}
        }
        self.leaving.cancel();
        let _drained_or_not = tokio::time::timeout(drain, shutdown.cancelled()).await;
        shutdown.cancel();
        self.serving.close();
        self.serving.wait().await;
        self.over.cancel();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Steps {
        told: CancellationToken,
        shutdown: CancellationToken,
        ending: Ending,
    }

    fn begin(drain: Duration) -> Steps {
        let steps = Steps { told: CancellationToken::new(), shutdown: CancellationToken::new(), ending: Ending::default() };
        tokio::spawn(steps.ending.clone().run(steps.told.clone(), steps.shutdown.clone(), drain));
        steps
    }

    #[tokio::test]
    async fn work_goes_on_while_balancers_hear_that_it_leaves() {
        let steps = begin(Duration::from_secs(3600));
        steps.told.cancel();
        steps.ending.leaving.cancelled().await;
        assert!(!steps.shutdown.is_cancelled());
    }

    #[tokio::test]
    async fn it_takes_nothing_new_once_they_have_heard() {
        let steps = begin(Duration::from_millis(10));
        steps.told.cancel();
        steps.shutdown.cancelled().await;
        assert!(steps.ending.leaving.is_cancelled());
    }

    #[tokio::test]
    async fn what_calls_rely_on_ends_after_the_last_call() {
        let steps = begin(Duration::ZERO);
        let call = steps.ending.serving.token();
        steps.told.cancel();
        steps.shutdown.cancelled().await;
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        assert!(!steps.ending.over.is_cancelled());
        drop(call);
        steps.ending.over.cancelled().await;
    }

    #[tokio::test]
    async fn a_process_that_fails_does_not_wait_for_balancers() {
        let steps = begin(Duration::from_secs(3600));
        steps.shutdown.cancel();
        let over = tokio::time::timeout(Duration::from_secs(30), steps.ending.over.cancelled()).await;
        assert!(over.is_ok() && steps.ending.leaving.is_cancelled());
    }
}
