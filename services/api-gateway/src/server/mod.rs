//! The HTTP server: what is served at which path, and how connections begin and end.
mod close_on_drain;
mod connections;
mod console;
mod guarded_body;
mod head_timeout;
mod limit_requests;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::get;
use http::{HeaderName, HeaderValue};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;

use self::connections::ConnectionLimits;
use crate::app::App;
use crate::error::ApiError;
use crate::{rest, ws};

const HEAD_TIMEOUT: Duration = Duration::from_secs(15);
/// Longer than the balancers before it keep an idle connection: one that the gateway closes first may cost a request.
const IDLE_TIMEOUT: Duration = Duration::from_secs(75);
/// A year, as browsers ask for: until then they use no plain HTTP.
const STRICT_TRANSPORT_SECURITY: &str = "max-age=31536000";

/// Listens; the future that it answers serves until shutdown.
pub async fn start(app: &App) -> anyhow::Result<impl Future<Output = anyhow::Result<()>> + Send + use<>> {
    let context = &app.context;
    let router = router(app)?;
    let listener = TcpListener::bind(&context.settings.http_addr).await;
    let listener = listener.with_context(|| format!("VESTIBULE_HTTP_ADDR {}", context.settings.http_addr))?;
    tracing::info!(addr = %listener.local_addr()?, "serving");
    let shutdown = context.shutdown.clone();
    let in_flight = context.shutdown_phases.in_flight.token();
    let limits = ConnectionLimits { max_connections: app.config.max_connections, head_timeout: HEAD_TIMEOUT, idle_timeout: IDLE_TIMEOUT };
    Ok(async move {
        let _in_flight = in_flight;
        connections::serve(listener, router, limits, shutdown).await;
        Ok(())
    })
}

/// Everything that is served over HTTP.
fn router(app: &App) -> anyhow::Result<Router> {
    let api = rest::router(app)?
        .route(ws::PATH, get(ws::upgrade).with_state(app.clone()))
        .route("/api/v0/{*rest}", axum::routing::any(|| async { ApiError::not_found() }))
        .method_not_allowed_fallback(|| async { ApiError::method_not_allowed() });
    let settings = &app.context.settings;
    let probes = kit::admin::gateway_router(app.context.local_services.clone());
    let draining = app.context.shutdown_phases.draining.clone();
    let permits = Arc::new(Semaphore::new(app.config.max_requests));
    let router = api
        .merge(console::router(&settings.console_dir))
        .layer(from_fn_with_state(permits, limit_requests::limit_requests))
        // Probes are answered under any load.
        .merge(probes)
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(draining, close_on_drain::close_on_drain))
        .layer(from_fn(rest::request_id::set_request_id));
    Ok(with_security_headers(router, &settings.public_url))
}

fn with_security_headers(router: Router, public_url: &str) -> Router {
    let router = router.layer(security_header("x-content-type-options", "nosniff")).layer(security_header("referrer-policy", "same-origin"));
    match public_url.starts_with("https://") {
        true => router.layer(security_header("strict-transport-security", STRICT_TRANSPORT_SECURITY)),
        false => router,
    }
}

fn security_header(name: &'static str, value: &'static str) -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::if_not_present(HeaderName::from_static(name), HeaderValue::from_static(value))
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::extract::Request;
    use tower::ServiceExt;

    use super::*;

    async fn header(public_url: &str) -> Option<HeaderValue> {
        let router = with_security_headers(Router::new().route("/", get(|| async { "console" })), public_url);
        let mut response = router.oneshot(Request::get("/").body(Body::empty()).unwrap()).await.unwrap();
        response.headers_mut().remove("strict-transport-security")
    }

    #[tokio::test]
    async fn an_installation_with_https_asks_browsers_for_nothing_but_https() {
        assert_eq!(header("https://vestibule.example").await.unwrap(), STRICT_TRANSPORT_SECURITY);
        assert_eq!(header("http://127.0.0.1:8080").await, None);
    }
}
