//! What a guess could be made at: codes and tokens. Counted as wrong passwords are, before it is checked.
use kit::Result;
use policy::Caller;

use crate::domain::refusal;
use crate::parts::Parts;
use crate::target::Target;

/// A right one forgets those before it, a wrong one stays counted, and a failure of ours counts for nothing.
pub async fn guarded<T>(parts: &Parts, caller: &Caller, target: Target, work: impl Future<Output = Result<T>>) -> Result<T> {
    let attempt = parts.attempts.count(target, &caller.ip).await?;
    let answer = work.await;
    let settled = match &answer {
        Ok(_) => parts.attempts.succeeded(attempt).await,
        Err(error) if refusal::is_wrong_guess(error) => parts.attempts.failed(&attempt).await,
        Err(_) => parts.attempts.give_back(&attempt).await,
    };
    // What was done is done, though Redis went away meanwhile: the counters end by themselves.
    if let Err(error) = settled {
        tracing::warn!(%error, "an attempt stays counted");
    }
    answer
}
