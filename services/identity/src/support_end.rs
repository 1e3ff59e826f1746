//! Tells the audit log when a support session has come to its end by itself.
use std::time::Duration;

use kit::rounds;

use crate::operation::project::tell_ended;
use crate::parts::Parts;

const EVERY: Duration = Duration::from_secs(15);

pub async fn run(parts: Parts) -> anyhow::Result<()> {
    rounds(parts.context.clone(), EVERY, "ends of support sessions are told later", || tell_ended(&parts)).await
}
