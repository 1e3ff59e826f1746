//! The REST interface: one route for each operation of the descriptors, none written by hand.
mod call;
mod download;
mod error;
pub mod openapi;
mod proxies;
mod raw;
mod services;
mod upload;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use axum::Router;
use axum::extract::{ConnectInfo, RawPathParams, Request};
use axum::middleware::from_fn_with_state;
use axum::routing::{MethodFilter, MethodRouter, get, on};
use http::{HeaderName, HeaderValue, header};
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use transcode::Registry;

pub(crate) use error::ApiError;
pub(crate) use proxies::Proxies;

use crate::{Gateway, console, leave, ws};

/// Default time limit of a call; operations may say another.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(30);

/// Everything that is served over HTTP.
pub(crate) fn app(gateway: Gateway) -> anyhow::Result<Router> {
    let registry = Arc::new(Registry::new(proto::DESCRIPTORS)?);
    let mut api: Router = Router::new();
    // Each request clones its handler several times: a count is cheaper than all that a gateway is made of.
    let shared = Arc::new(gateway.clone());
    for index in 0..registry.operations().len() {
        api = api.route(&registry.operations()[index].path, route(&shared, &registry, index)?);
    }
    let document = Arc::new(serde_json::to_vec(&openapi::document()?)?);
    let api = api
        .route("/api/v0/openapi.json", get(move || async move { ([(header::CONTENT_TYPE, "application/json")], document.to_vec()) }))
        .route(ws::PATH, get(ws::upgrade).with_state(gateway.clone()))
        .route("/api/v0/{*rest}", axum::routing::any(|| async { ApiError::not_found() }))
        .method_not_allowed_fallback(|| async { ApiError::method_not_allowed() });

    let (settings, neighbours) = (&gateway.context.settings, gateway.context.neighbours.clone());
    let admin = kit::admin::of_gateway(neighbours, &settings.admin_addr);
    let app = api.merge(admin).merge(console::router(&settings.console_dir));
    let leaving = gateway.context.ending.leaving.clone();
    Ok(app
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(leaving, leave::part_from_clients))
        .layer(security_header("x-content-type-options", "nosniff"))
        .layer(security_header("referrer-policy", "same-origin")))
}

fn route(gateway: &Arc<Gateway>, registry: &Arc<Registry>, index: usize) -> anyhow::Result<MethodRouter> {
    let (gateway, registry) = (gateway.clone(), registry.clone());
    let operation = &registry.operations()[index];
    let peer = gateway.context.peers.peer(services::peer_of(&operation.service).with_context(|| operation.service.clone())?);
    let verb = MethodFilter::try_from(operation.verb.clone())?;
    let handler = move |ConnectInfo(address): ConnectInfo<std::net::SocketAddr>, params: RawPathParams, request: Request| async move {
        let operation = &registry.operations()[index];
        call::Call { gateway: &gateway, operation, peer, address }.run(params, request).await
    };
    Ok(on(verb, handler))
}

fn security_header(name: &'static str, value: &'static str) -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::if_not_present(HeaderName::from_static(name), HeaderValue::from_static(value))
}
