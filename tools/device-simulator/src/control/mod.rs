//! The local HTTP interface and its page: what a person or a test does to the devices.
//!
//! It has no login and must listen on a loopback address only; [`crate::cli`] sees to that.

mod actions;
mod calls;
mod error;
mod page;
mod view;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::simulator::Simulator;

/// Largest body of a control call, in bytes.
const MAX_BODY: usize = 64 * 1024;

pub fn router(simulator: Simulator) -> Router {
    let device = Router::new()
        .route("/", get(view::device))
        .route("/ledger", get(view::ledger))
        .route("/door-events", get(view::door_events))
        .route("/call", get(calls::show).post(calls::call))
        .route("/hangup", post(calls::hang_up))
        .route("/answer", post(calls::answer))
        .route("/present", post(actions::present))
        .route("/offline", post(actions::offline))
        .route("/online", post(actions::online))
        .route("/reboot", post(actions::reboot))
        .route("/faults", post(actions::faults))
        .route("/clock", post(actions::clock))
        .route("/remote-check", post(actions::remote_check))
        .route("/events", post(actions::events))
        .route("/exit-button", post(actions::exit_button))
        .route("/door", post(actions::door))
        .route("/tamper", post(actions::tamper))
        .route("/foreign", post(actions::foreign))
        .route("/clear-memory", post(actions::clear_memory));
    Router::new()
        .route("/control/devices", get(view::devices))
        .route("/control/ledger", get(view::ledgers))
        .nest("/control/devices/{serial}", device)
        .merge(page::routes())
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .with_state(simulator)
}

/// Serves until shutdown.
pub async fn serve(simulator: Simulator, listener: TcpListener, shutdown: CancellationToken) -> std::io::Result<()> {
    axum::serve(listener, router(simulator)).with_graceful_shutdown(shutdown.cancelled_owned()).await
}
