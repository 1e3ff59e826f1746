//! Callers that identity named within the last seconds. A page asks for ten things at once: identity is asked once.
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use moka::future::Cache;
use policy::Caller;

use super::Changed;
use crate::rest::ApiError;

/// The longest that a revoked session could go on if its invalidation were lost.
const KEEP: Duration = Duration::from_secs(5);
const KEEP_AT_MOST: u64 = 100_000;

pub(super) struct Known {
    /// By session.
    callers: Cache<i64, Arc<Caller>>,
    /// Whether invalidations arrive. While they do not, nothing is kept.
    told: AtomicBool,
    /// Counts invalidations, so that what identity said before one is not kept after it.
    changes: AtomicU64,
}

/// Why an answer of identity is not kept.
enum NotKept {
    Refused(ApiError),
    Outdated,
}

impl Known {
    pub(super) fn new() -> Self {
        Known {
            callers: Cache::builder().max_capacity(KEEP_AT_MOST).time_to_live(KEEP).build(),
            told: AtomicBool::default(),
            changes: AtomicU64::default(),
        }
    }

    /// The caller of a session: the known one, or what `ask` says, which is asked once for all who wait.
    pub(super) async fn caller<A>(&self, session_id: i64, ask: impl Fn() -> A + Send) -> Result<Caller, ApiError>
    where
        A: Future<Output = Result<Caller, ApiError>> + Send,
    {
        if !self.told.load(Ordering::Acquire) {
            return ask().await;
        }
        let before = self.changes();
        let asked = self.callers.try_get_with(session_id, async {
            let begun = self.changes();
            let caller = ask().await.map_err(NotKept::Refused)?;
            if self.changes() == begun { Ok(Arc::new(caller)) } else { Err(NotKept::Outdated) }
        });
        match asked.await {
            Ok(caller) if self.changes() == before => return Ok((*caller).clone()),
            // It was kept at the very moment of a change.
            Ok(_) => self.callers.invalidate(&session_id).await,
            Err(not_kept) => match &*not_kept {
                NotKept::Refused(error) => return Err(error.clone()),
                NotKept::Outdated => {}
            },
        }
        ask().await
    }

    pub(super) fn start_trusting(&self) {
        self.changed();
        self.callers.invalidate_all();
        self.told.store(true, Ordering::Release);
    }

    pub(super) fn stop_trusting(&self) {
        self.told.store(false, Ordering::Release);
        self.changed();
        self.callers.invalidate_all();
    }

    pub(super) async fn forget(&self, changed: &Changed) {
        self.changed();
        match changed {
            Changed::SessionId(id) => self.callers.invalidate(id).await,
            Changed::All(_) => self.callers.invalidate_all(),
            other => {
                let concerned: Vec<i64> = self.callers.iter().filter(|(_, caller)| other.concerns(caller)).map(|(id, _)| *id).collect();
                for id in concerned {
                    self.callers.invalidate(&id).await;
                }
            }
        }
    }

    fn changes(&self) -> u64 {
        self.changes.load(Ordering::Acquire)
    }

    fn changed(&self) {
        self.changes.fetch_add(1, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use futures::future::join_all;
    use tokio::sync::Semaphore;

    use super::*;

    const SESSION: i64 = 7;

    /// An identity that answers when it is let, and counts how often it was asked.
    struct Identity {
        asked: AtomicUsize,
        may_answer: Semaphore,
        role: AtomicU64,
    }

    impl Identity {
        fn that_answers(answers: usize) -> Self {
            Identity { asked: AtomicUsize::new(0), may_answer: Semaphore::new(answers), role: AtomicU64::new(1) }
        }

        /// What it saw when it was asked, however late it answers.
        async fn answer(&self) -> Result<Caller, ApiError> {
            self.asked.fetch_add(1, Ordering::SeqCst);
            let role_id = self.role.load(Ordering::SeqCst) as i64;
            self.may_answer.acquire().await.unwrap().forget();
            if role_id == 0 { Err(ApiError::unauthenticated()) } else { Ok(Caller { session_id: SESSION, role_id, ..Caller::default() }) }
        }

        fn times(&self) -> usize {
            self.asked.load(Ordering::SeqCst)
        }
    }

    fn trusting() -> Known {
        let known = Known::new();
        known.start_trusting();
        known
    }

    #[tokio::test]
    async fn many_that_ask_at_once_ask_identity_once() {
        let (known, identity) = (trusting(), Identity::that_answers(100));
        let callers = join_all((0..50).map(|_| known.caller(SESSION, || identity.answer()))).await;
        assert!(callers.into_iter().all(|caller| caller.unwrap().session_id == SESSION));
        known.caller(SESSION, || identity.answer()).await.unwrap();
        assert_eq!(identity.times(), 1);
    }

    #[tokio::test]
    async fn while_no_changes_are_told_identity_is_always_asked() {
        let (known, identity) = (trusting(), Identity::that_answers(100));
        known.caller(SESSION, || identity.answer()).await.unwrap();
        known.stop_trusting();
        known.caller(SESSION, || identity.answer()).await.unwrap();
        known.caller(SESSION, || identity.answer()).await.unwrap();
        assert_eq!(identity.times(), 3);
    }

    #[tokio::test]
    async fn what_identity_said_before_a_change_is_not_used_after_it() {
        let (known, identity) = (trusting(), Identity::that_answers(0));
        let late = async {
            while identity.times() == 0 {
                tokio::task::yield_now().await;
            }
            identity.role.store(2, Ordering::SeqCst);
            known.forget(&Changed::RoleId(1)).await;
            identity.may_answer.add_permits(100);
        };
        let (first, second, ()) = tokio::join!(known.caller(SESSION, || identity.answer()), known.caller(SESSION, || identity.answer()), late);
        assert_eq!((first.unwrap().role_id, second.unwrap().role_id), (2, 2));
        assert_eq!(known.caller(SESSION, || identity.answer()).await.unwrap().role_id, 2);
    }

    #[tokio::test]
    async fn a_refusal_is_told_to_all_who_wait_and_not_kept() {
        let (known, identity) = (trusting(), Identity::that_answers(0));
        identity.role.store(0, Ordering::SeqCst);
        let waiting = join_all((0..10).map(|_| known.caller(SESSION, || identity.answer())));
        // Joined in this order: everybody waits by then.
        let (refused, ()) = tokio::join!(waiting, async { identity.may_answer.add_permits(100) });
        assert!(refused.iter().all(Result::is_err));
        assert_eq!(identity.times(), 1);
        identity.role.store(3, Ordering::SeqCst);
        assert_eq!(known.caller(SESSION, || identity.answer()).await.unwrap().role_id, 3);
    }

    #[tokio::test]
    async fn a_change_concerns_the_sessions_that_it_names() {
        let (known, identity) = (trusting(), Identity::that_answers(100));
        known.caller(SESSION, || identity.answer()).await.unwrap();
        known.forget(&Changed::RoleId(99)).await;
        known.caller(SESSION, || identity.answer()).await.unwrap();
        assert_eq!(identity.times(), 1);
        known.forget(&Changed::RoleId(1)).await;
        known.caller(SESSION, || identity.answer()).await.unwrap();
        assert_eq!(identity.times(), 2);
    }
}
