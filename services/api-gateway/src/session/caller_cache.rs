//! Callers by session, cached for seconds. A page makes ten calls at once: identity is asked once.
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use moka::future::Cache;
use policy::Caller;

use super::SessionChange;
use crate::error::ApiError;

/// A revoked session goes on for at most this long if its invalidation is lost.
const CACHE_TTL: Duration = Duration::from_secs(5);
const MAX_ENTRIES: u64 = 100_000;

pub(super) struct CallerCache {
    /// By session.
    callers: Cache<i64, Arc<Caller>>,
    /// While invalidations do not arrive, nothing is cached.
    invalidations_connected: AtomicBool,
    /// Number of invalidations: an answer of identity from before one is not cached after it.
    changes: AtomicU64,
}

/// Why an answer of identity is not cached.
enum NotCached {
    Refused(ApiError),
    Outdated,
}

impl CallerCache {
    pub(super) fn new() -> Self {
        CallerCache {
            callers: Cache::builder().max_capacity(MAX_ENTRIES).time_to_live(CACHE_TTL).build(),
            invalidations_connected: AtomicBool::default(),
            changes: AtomicU64::default(),
        }
    }

    /// The caller of a session: the cached one, or the answer of `ask`, which is called once for all who wait.
    pub(super) async fn caller<A>(&self, session_id: i64, ask: impl Fn() -> A + Send) -> Result<Caller, ApiError>
    where
        A: Future<Output = Result<Caller, ApiError>> + Send,
    {
        if !self.invalidations_connected.load(Ordering::Acquire) {
            return ask().await;
        }
        let before = self.changes();
        let asked = self.callers.try_get_with(session_id, async {
            let begun = self.changes();
            let caller = ask().await.map_err(NotCached::Refused)?;
            if self.changes() == begun { Ok(Arc::new(caller)) } else { Err(NotCached::Outdated) }
        });
        match asked.await {
            Ok(caller) if self.changes() == before => return Ok((*caller).clone()),
            // It was cached while a change arrived.
            Ok(_) => self.callers.invalidate(&session_id).await,
            Err(not_cached) => match &*not_cached {
                NotCached::Refused(error) => return Err(error.clone()),
                NotCached::Outdated => {}
            },
        }
        ask().await
    }

    pub(super) fn start_caching(&self) {
        self.changed();
        self.callers.invalidate_all();
        self.invalidations_connected.store(true, Ordering::Release);
    }

    pub(super) fn stop_caching(&self) {
        self.invalidations_connected.store(false, Ordering::Release);
        self.changed();
        self.callers.invalidate_all();
    }

    pub(super) async fn forget(&self, change: &SessionChange) {
        self.changed();
        match change {
            SessionChange::SessionId(id) => self.callers.invalidate(id).await,
            SessionChange::All(_) => self.callers.invalidate_all(),
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

    fn caching() -> CallerCache {
        let cache = CallerCache::new();
        cache.start_caching();
        cache
    }

    #[tokio::test]
    async fn many_that_ask_at_once_ask_identity_once() {
        let (cache, identity) = (caching(), Identity::that_answers(100));
        let callers = join_all((0..50).map(|_| cache.caller(SESSION, || identity.answer()))).await;
        assert!(callers.into_iter().all(|caller| caller.unwrap().session_id == SESSION));
        cache.caller(SESSION, || identity.answer()).await.unwrap();
        assert_eq!(identity.times(), 1);
    }

    #[tokio::test]
    async fn without_invalidations_identity_is_always_asked() {
        let (cache, identity) = (caching(), Identity::that_answers(100));
        cache.caller(SESSION, || identity.answer()).await.unwrap();
        cache.stop_caching();
        cache.caller(SESSION, || identity.answer()).await.unwrap();
        cache.caller(SESSION, || identity.answer()).await.unwrap();
        assert_eq!(identity.times(), 3);
    }

    #[tokio::test]
    async fn what_identity_said_before_a_change_is_not_used_after_it() {
        let (cache, identity) = (caching(), Identity::that_answers(0));
        let late = async {
            while identity.times() == 0 {
                tokio::task::yield_now().await;
            }
            identity.role.store(2, Ordering::SeqCst);
            cache.forget(&SessionChange::RoleId(1)).await;
            identity.may_answer.add_permits(100);
        };
        let (first, second, ()) = tokio::join!(cache.caller(SESSION, || identity.answer()), cache.caller(SESSION, || identity.answer()), late);
        assert_eq!((first.unwrap().role_id, second.unwrap().role_id), (2, 2));
        assert_eq!(cache.caller(SESSION, || identity.answer()).await.unwrap().role_id, 2);
    }

    #[tokio::test]
    async fn a_refusal_is_answered_to_all_who_wait_and_not_cached() {
        let (cache, identity) = (caching(), Identity::that_answers(0));
        identity.role.store(0, Ordering::SeqCst);
        let waiting = join_all((0..10).map(|_| cache.caller(SESSION, || identity.answer())));
        // Joined in this order: everybody waits by then.
        let (refused, ()) = tokio::join!(waiting, async { identity.may_answer.add_permits(100) });
        assert!(refused.iter().all(Result::is_err));
        assert_eq!(identity.times(), 1);
        identity.role.store(3, Ordering::SeqCst);
        assert_eq!(cache.caller(SESSION, || identity.answer()).await.unwrap().role_id, 3);
    }

    #[tokio::test]
    async fn a_change_concerns_the_sessions_that_it_names() {
        let (cache, identity) = (caching(), Identity::that_answers(100));
        cache.caller(SESSION, || identity.answer()).await.unwrap();
        cache.forget(&SessionChange::RoleId(99)).await;
        cache.caller(SESSION, || identity.answer()).await.unwrap();
        assert_eq!(identity.times(), 1);
        cache.forget(&SessionChange::RoleId(1)).await;
        cache.caller(SESSION, || identity.answer()).await.unwrap();
        assert_eq!(identity.times(), 2);
    }
}
