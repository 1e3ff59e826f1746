//! The built console: files with hashed names are cached for ever, index.html never; any other path is the console router's.
use axum::Router;
use axum::http::{HeaderValue, header};
use tower_http::services::{ServeDir, ServeFile};
use tower_http::set_header::SetResponseHeaderLayer;

/// antd writes its styles at run time, hence 'unsafe-inline' for styles; scripts come from here alone.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; font-src 'self' data:; connect-src 'self' ws: wss:; media-src 'self' blob:; frame-ancestors 'none'; base-uri 'self'; form-action 'self'; object-src 'none'";

/// Empty without a folder.
pub fn router(folder: &str) -> Router {
    if folder.is_empty() {
        return Router::new();
    }
    let index = ServeFile::new(format!("{folder}/index.html"));
    let files = ServeDir::new(folder).precompressed_gzip().precompressed_br().fallback(index);
    let assets = ServeDir::new(format!("{folder}/assets")).precompressed_gzip().precompressed_br();
    let immutable = SetResponseHeaderLayer::overriding(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable"));
    let fresh = SetResponseHeaderLayer::if_not_present(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    let policy = SetResponseHeaderLayer::overriding(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    Router::new()
        .nest_service("/assets", tower::ServiceBuilder::new().layer(immutable).service(assets))
        .fallback_service(files)
        .layer(fresh)
        .layer(policy)
}
