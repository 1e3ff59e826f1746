//! The REST interface: a route for each operation of the descriptors, none written by hand.
mod call;
mod download;
pub mod openapi;
pub mod raw;
pub mod request_id;
mod upload;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use axum::Router;
use axum::extract::{ConnectInfo, RawPathParams, Request};
use axum::routing::{MethodFilter, MethodRouter, get, on};
use http::header;
use transcode::Registry;

use crate::app::App;

/// Time limit of a call where the operation has none of its own.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(30);

pub fn router(app: &App) -> anyhow::Result<Router> {
    let registry = app.registry.clone();
    let mut router: Router = Router::new();
    // Each request clones its handler several times, and a count is cheaper to clone than an `App`.
    let shared = Arc::new(app.clone());
    for index in 0..registry.operations().len() {
        router = router.route(&registry.operations()[index].route, route(&shared, &registry, index)?);
    }
    let document = Arc::new(serde_json::to_vec(&openapi::document()?)?);
    let document = get(move || async move { ([(header::CONTENT_TYPE, "application/json")], document.to_vec()) });
    Ok(router.route("/api/v0/openapi.json", document))
}

fn route(app: &Arc<App>, registry: &Arc<Registry>, index: usize) -> anyhow::Result<MethodRouter> {
    let (app, registry) = (app.clone(), registry.clone());
    let operation = &registry.operations()[index];
    let peer = app.context.peers.peer(kit::services::of_proto(&operation.service).with_context(|| operation.service.clone())?);
    let verb = MethodFilter::try_from(operation.verb.clone())?;
    let handler = move |ConnectInfo(address): ConnectInfo<SocketAddr>, params: RawPathParams, request: Request| async move {
        let operation = &registry.operations()[index];
        call::Call { app: &app, operation, peer, address }.run(params, request).await
    };
    Ok(on(verb, handler))
}
