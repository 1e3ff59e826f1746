//! The page, built into the binary.

use axum::Router;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::IntoResponse;
use axum::routing::get;

use crate::simulator::Simulator;

const HTML: &str = include_str!("page/index.html");
const CSS: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");

/// Nothing from elsewhere, and nothing inline.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

pub fn routes() -> Router<Simulator> {
    Router::new()
        .route("/", get(async || file("text/html; charset=utf-8", HTML)))
        .route("/page.css", get(async || file("text/css; charset=utf-8", CSS)))
        .route("/page.js", get(async || file("text/javascript; charset=utf-8", SCRIPT)))
}

fn file(kind: &'static str, content: &'static str) -> impl IntoResponse {
    let headers = [(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-cache"), (CONTENT_SECURITY_POLICY, POLICY)];
    (headers, content)
}
