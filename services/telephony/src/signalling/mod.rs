//! Calls: a back-to-back user agent between the edge and everybody. What rings is decided by `routing`, what a call
//! may become by `domain::call`, who rings when by `domain::ringing`; this carries it out.
mod actor;
mod alarm_call;
mod attempt;
mod attempt_queue;
mod call_control;
mod call_rate;
mod certificate;
mod counters;
mod event;
mod incoming;
mod leg;
mod message;
mod outside_limit;
pub mod probe;
mod provider;
mod push;
mod record;
mod refusal;
mod registry;
mod restore;
mod sip;
mod snapshot;
mod switchboard;
mod target;
mod timer_headers;
mod trunk;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use kit::Context;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

pub use call_control::CallControl;

use crate::config::Config;
use crate::edge::Edge;
use crate::media::{Keys, Ng};
use attempt_queue::AttemptQueue;
use call_rate::CallRate;
use certificate::Certificates;
use counters::Counters;
use registry::Registry;
use sip::Sip;
use switchboard::Switchboard;

/// How long calls have to note themselves down when the process ends.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(5);

/// Takes calls until shutdown, where this process handles calls at all. Calls that are up then stay up.
pub async fn run(context: Context, config: Arc<Config>) -> anyhow::Result<()> {
    let Some(calls) = config.calls.clone() else { return Ok(()) };
    let shutdown = context.shutdown.clone();
    let counters = Counters::register(&context.metrics);
    let (sip, arrivals) = Sip::open(&calls).await?;
    let board = Arc::new(Switchboard {
        keys: Keys::open(calls.keys).await.context("VESTIBULE_SIP_KEYS_PORT")?,
        ng: Ng::connect(calls.media, counters.media_errors.clone()).await?,
        edge: Edge::new(&config)?,
        certificates: Certificates::new(context.outgoing.authorities())?,
        registry: Registry::new(calls.shard, counters.active_calls.clone()),
        call_rate: CallRate::default(),
        attempts: AttemptQueue::new(),
        alarm_calls: TaskTracker::new(),
        draining: CancellationToken::new(),
        domain: config.domain.clone(),
        config: calls,
        context,
        sip,
        counters,
    });
    restore::all(&board).await;
    tokio::select! {
        () = incoming::accept(&board, arrivals) => {}
        () = call_control::listen(&board) => {}
        () = trunk::keep(&board) => {}
        () = alarm_call::place_due(&board) => {}
        () = shutdown.cancelled() => {}
    }
    board.draining.cancel();
    board.alarm_calls.close();
    let written = async { tokio::join!(board.registry.drained(), board.attempts.flush(), board.alarm_calls.wait()) };
    let _some_may_not_make_it = tokio::time::timeout(DRAIN_TIMEOUT, written).await;
    board.sip.close();
    Ok(())
}
