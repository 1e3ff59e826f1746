//! How often a number may call: somebody's phone, or whoever has its password, must not occupy the house. Calls for
//! help are counted by themselves, so that what a button has used up that hangs does not keep them out.
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::domain::route::Incoming;

/// Calls of one number in a window. Nobody dials faster; a panel whose button hangs does.
const MAX_CALLS: u32 = 10;
const CALL_WINDOW: Duration = Duration::from_secs(10);
/// Of the calls of a number that are refused, one in this time goes into the history.
const RECORD_INTERVAL: Duration = Duration::from_secs(60);
/// Numbers remembered; beyond, those whose times are over are forgotten.
const MAX_REMEMBERED: usize = 10_000;

#[derive(Default)]
pub struct CallRate(Mutex<HashMap<(i64, String, bool), Usage>>);

struct Usage {
    since: Instant,
    calls: u32,
    recorded: Option<Instant>,
}

/// It is one too many.
#[derive(Debug, PartialEq, Eq)]
pub struct TooMany {
    /// The first in a while, which is to be recorded.
    pub should_record: bool,
}

impl CallRate {
    /// Counts a call.
    pub fn admit(&self, incoming: &Incoming, now: Instant) -> Result<(), TooMany> {
        let mut used = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if used.len() >= MAX_REMEMBERED {
            used.retain(|_, used| !used.is_over(now));
        }
        let key = (incoming.project_id, incoming.caller.clone(), incoming.is_sos);
        let used = used.entry(key).or_insert(Usage { since: now, calls: 0, recorded: None });
        if now.duration_since(used.since) >= CALL_WINDOW {
            (used.since, used.calls) = (now, 0);
        }
        used.calls += 1;
        if used.calls <= MAX_CALLS {
            return Ok(());
        }
        let should_record = used.recorded.is_none_or(|recorded| now.duration_since(recorded) >= RECORD_INTERVAL);
        if should_record {
            used.recorded = Some(now);
        }
        Err(TooMany { should_record })
    }
}

impl Usage {
    fn is_over(&self, now: Instant) -> bool {
        now.duration_since(self.since) >= CALL_WINDOW && self.recorded.is_none_or(|recorded| now.duration_since(recorded) >= RECORD_INTERVAL)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(project_id: i64, caller: &str) -> Incoming {
        Incoming { project_id, caller: caller.into(), callee: "300".into(), is_sos: false }
    }

    #[test]
    fn a_number_that_calls_too_often_is_refused_until_a_while_later() {
        let (limits, now) = (CallRate::default(), Instant::now());
        let admits = |call: Incoming, at| limits.admit(&call, at).is_ok();
        assert!((0..MAX_CALLS).all(|_| admits(call(1, "101"), now)));
        assert!(!admits(call(1, "101"), now));
        assert!(admits(call(1, "102"), now) && admits(call(2, "101"), now), "others are not");
        assert!(admits(call(1, "101"), now + CALL_WINDOW));
    }

    #[test]
    fn of_refused_calls_one_a_minute_is_noted() {
        let (limits, now) = (CallRate::default(), Instant::now());
        let recorded = |seconds: u64| {
            let at = now + Duration::from_secs(seconds);
            (0..MAX_CALLS * 3).filter(|_| limits.admit(&call(1, "101"), at) == Err(TooMany { should_record: true })).count()
        };
        assert_eq!([0, 10, 50, 60, 70, 120].map(recorded), [1, 0, 0, 1, 0, 1]);
    }

    #[test]
    fn calls_that_are_refused_keep_no_call_for_help_out() {
        let (limits, now) = (CallRate::default(), Instant::now());
        let help = || Incoming { is_sos: true, ..call(1, "201") };
        assert!((0..MAX_CALLS * 3).any(|_| limits.admit(&call(1, "201"), now).is_err()));
        assert!((0..MAX_CALLS).all(|_| limits.admit(&help(), now).is_ok()));
        assert!(limits.admit(&help(), now).is_err(), "nor are they without a bound");
    }
}
