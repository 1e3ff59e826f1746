//! Calls: a back-to-back user agent between the edge and everybody. What rings is decided by `routing`, what a call
//! may become by `domain::speech`, who rings when by `domain::ringing`; this carries it out.
mod actor;
mod attempt;
mod calls;
mod certificate;
mod counters;
mod incoming;
mod leg;
mod limit;
mod message;
mod provider;
mod push;
mod record;
mod refusal;
mod registry;
mod restore;
mod saved;
mod session;
mod sip;
mod sos;
mod target;
mod trunk;

use std::sync::Arc;
use std::time::Duration;

use kit::Context;
use tokio_util::sync::CancellationToken;

pub use calls::Calls;

use crate::config::{CallConfig, Config};
use crate::edge::Edge;
use crate::media::Ng;
use attempt::Attempts;
use certificate::Certificates;
use counters::Counters;
use limit::Limits;
use registry::Registry;
use sip::Sip;

/// How long calls have to note themselves down when the process ends.
const LEAVE: Duration = Duration::from_secs(5);

/// What every call works with.
struct Switchboard {
    context: Context,
    /// Where this replica is and what it talks to.
    config: CallConfig,
    /// What the SIP domains of the projects end with.
    domain: String,
    sip: Sip,
    edge: Edge,
    ng: Ng,
    certificates: Certificates,
    registry: Registry,
    limits: Limits,
    attempts: Attempts,
    counters: Counters,
    /// Calls note themselves down and end without a word to anybody: they go on in the next process.
    leaving: CancellationToken,
}

impl Switchboard {
    fn realm(&self, project_id: i64) -> String {
        crate::domain::realm::of(project_id, &self.domain)
    }

    fn sound(&self, name: &str) -> String {
        format!("{}/{name}.wav", self.config.sounds)
    }
}

/// Takes calls until shutdown, where this process handles calls at all. Calls that are up then stay up.
pub async fn run(context: Context, config: Arc<Config>) -> anyhow::Result<()> {
    let Some(calls) = config.calls.clone() else { return Ok(()) };
    let shutdown = context.shutdown.clone();
    let counters = Counters::register(&context.metrics);
    let (sip, arrivals) = Sip::open(&calls).await?;
    let board = Arc::new(Switchboard {
        ng: Ng::connect(calls.media, counters.media_errors.clone()).await?,
        edge: Edge::new(&config)?,
        certificates: Certificates::new(context.outgoing.authorities())?,
        registry: Registry::new(calls.shard, counters.speeches.clone()),
        limits: Limits::default(),
        attempts: Attempts::new(),
        leaving: CancellationToken::new(),
        domain: config.domain.clone(),
        config: calls,
        context,
        sip,
        counters,
    });
    restore::all(&board).await;
    tokio::select! {
        () = incoming::take(&board, arrivals) => {}
        () = calls::listen(&board) => {}
        () = trunk::keep(&board) => {}
        () = shutdown.cancelled() => {}
    }
    board.leaving.cancel();
    let written = async { tokio::join!(board.registry.empty(), board.attempts.written()) };
    let _some_may_not_make_it = tokio::time::timeout(LEAVE, written).await;
    board.sip.close();
    Ok(())
}
