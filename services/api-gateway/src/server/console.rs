//! The built console: files with hashed names are cached for ever, index.html, the service worker and the manifest
//! are asked for each time; any other path is the console router's.
//! The pages of a guest's key and of an announce are bundles of their own, for browsers of people without an account; so is the
//! reference of the API.
use axum::Router;
use axum::http::{HeaderName, HeaderValue, header};
use tower_http::services::{ServeDir, ServeFile};
use tower_http::set_header::SetResponseHeaderLayer;

/// antd writes its styles at run time, hence 'unsafe-inline' for styles; scripts come from here alone.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; font-src 'self' data:; connect-src 'self' ws: wss:; media-src 'self' blob:; frame-ancestors 'none'; base-uri 'self'; form-action 'self'; object-src 'none'";

/// The page of a guest's key loads its own script and styles, pictures, and calls the API: nothing else.
const GUEST_PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// The same for the page of an announce; its text, which the platform has cleaned, may have styles and pictures of the web.
const ANNOUNCE_PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' https: http:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// The reference of the API shows the platform's own document, and nothing of anybody.
const REFERENCE_POLICY: &str = GUEST_PAGE_POLICY;

/// Empty without a folder.
pub fn router(folder: &str) -> Router {
    if folder.is_empty() {
        return Router::new();
    }
    let index = ServeFile::new(format!("{folder}/index.html"));
    let files = ServeDir::new(folder).precompressed_gzip().precompressed_br().fallback(index.clone());
    let assets = ServeDir::new(format!("{folder}/assets")).precompressed_gzip().precompressed_br();
    let immutable = overriding(header::CACHE_CONTROL, "public, max-age=31536000, immutable");
    let fresh = SetResponseHeaderLayer::if_not_present(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Router::new()
        .nest_service("/assets", tower::ServiceBuilder::new().layer(immutable).service(assets))
        .fallback_service(files)
        // Not the index where a build has none: a browser would take it for the worker.
        .route_service("/sw.js", ServeFile::new(format!("{folder}/sw.js")).precompressed_gzip().precompressed_br())
        .route_service("/manifest.webmanifest", ServeFile::new(format!("{folder}/manifest.webmanifest")))
        // One segment below /guest-access that is a page of the console.
        .route_service("/guest-access/add", index)
        .layer(fresh)
        .layer(overriding(header::CONTENT_SECURITY_POLICY, POLICY))
        .merge(open_page(folder, "guest-page.html", "/guest-access/{key}", GUEST_PAGE_POLICY))
        .merge(open_page(folder, "announce-page.html", "/announce/{token}", ANNOUNCE_PAGE_POLICY))
        .merge(open_page(folder, "api-reference.html", "/api-reference", REFERENCE_POLICY))
}

/// A page whose address contains a key: browsers keep no copy and send it to nobody, search engines leave it out.
fn open_page(folder: &str, file: &str, path: &str, policy: &'static str) -> Router {
    let page = ServeFile::new(format!("{folder}/{file}")).precompressed_gzip().precompressed_br();
    Router::new()
        .route_service(path, page)
        .layer(overriding(header::CACHE_CONTROL, "no-store"))
        .layer(overriding(header::REFERRER_POLICY, "no-referrer"))
        .layer(overriding(HeaderName::from_static("x-robots-tag"), "noindex, nofollow"))
        .layer(overriding(header::CONTENT_SECURITY_POLICY, policy))
}

fn overriding(name: HeaderName, value: &'static str) -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value))
}

#[cfg(test)]
mod tests {
    use axum::body::{Body, to_bytes};
    use axum::extract::Request;
    use axum::http::HeaderMap;
    use tower::ServiceExt;

    use super::*;

    const ANY_SIZE: usize = 1024 * 1024;

    /// A built console whose files contain their own names.
    fn built() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for name in ["index.html", "guest-page.html", "announce-page.html", "api-reference.html"] {
            std::fs::write(folder.path().join(name), name).unwrap();
        }
        folder
    }

    async fn ask(folder: &tempfile::TempDir, path: &str) -> axum::response::Response {
        let router = router(folder.path().to_str().unwrap());
        router.oneshot(Request::get(path).body(Body::empty()).unwrap()).await.unwrap()
    }

    async fn get(folder: &tempfile::TempDir, path: &str) -> (HeaderMap, String) {
        let response = ask(folder, path).await;
        assert!(response.status().is_success(), "{path}: {}", response.status());
        let (parts, body) = response.into_parts();
        (parts.headers, String::from_utf8(to_bytes(body, ANY_SIZE).await.unwrap().to_vec()).unwrap())
    }

    #[tokio::test]
    async fn the_address_of_a_guest_key_is_its_own_page_and_every_other_the_consoles() {
        let folder = built();
        for path in ["/guest-access", "/guest-access/add", "/guest-access/7/edit", "/guest-access/", "/home"] {
            assert_eq!(get(&folder, path).await.1, "index.html", "{path}");
        }
        for path in ["/guest-access/4fZkR9Q2mLxT7cVbN1aWsE", "/guest-access/addd", "/guest-access/7?from=mail"] {
            assert_eq!(get(&folder, path).await.1, "guest-page.html", "{path}");
        }
    }

    #[tokio::test]
    async fn the_page_of_an_announce_is_its_own_and_the_list_the_consoles() {
        let folder = built();
        for path in ["/announces", "/announces/7/edit", "/announces/response", "/announce/"] {
            assert_eq!(get(&folder, path).await.1, "index.html", "{path}");
        }
        let (headers, page) = get(&folder, "/announce/0f3a").await;
        assert_eq!(
            (page.as_str(), &headers[header::CONTENT_SECURITY_POLICY]),
            ("announce-page.html", &HeaderValue::from_static(ANNOUNCE_PAGE_POLICY))
        );
        assert_eq!(headers[header::CACHE_CONTROL], "no-store");
    }

    #[tokio::test]
    async fn the_reference_of_the_api_is_a_page_of_its_own_without_scripts_of_others() {
        let folder = built();
        let (headers, page) = get(&folder, "/api-reference").await;
        assert_eq!((page.as_str(), &headers[header::CONTENT_SECURITY_POLICY]), ("api-reference.html", &HeaderValue::from_static(REFERENCE_POLICY)));
    }

    #[tokio::test]
    async fn the_page_of_a_guest_key_is_neither_kept_nor_indexed_nor_named_to_others() {
        let folder = built();
        let (headers, _) = get(&folder, "/guest-access/4fZkR9Q2mLxT7cVbN1aWsE").await;
        assert_eq!(headers[header::CACHE_CONTROL], "no-store");
        assert_eq!(headers[header::REFERRER_POLICY], "no-referrer");
        assert_eq!(headers["x-robots-tag"], "noindex, nofollow");
        assert_eq!(headers[header::CONTENT_SECURITY_POLICY], GUEST_PAGE_POLICY);
        let (headers, _) = get(&folder, "/guest-access/add").await;
        assert_eq!(headers[header::CACHE_CONTROL], "no-cache");
        assert_eq!(headers[header::CONTENT_SECURITY_POLICY], POLICY);
    }

    #[tokio::test]
    async fn the_service_worker_and_the_manifest_are_asked_for_each_time_and_have_their_types() {
        let folder = built();
        for (path, kind) in [("/sw.js", "text/javascript"), ("/manifest.webmanifest", "application/manifest+json")] {
            std::fs::write(folder.path().join(&path[1..]), path).unwrap();
            let (headers, body) = get(&folder, path).await;
            assert_eq!(body, path);
            assert_eq!(headers[header::CONTENT_TYPE], kind);
            assert_eq!(headers[header::CACHE_CONTROL], "no-cache");
            assert_eq!(headers[header::CONTENT_SECURITY_POLICY], POLICY);
        }
    }

    #[tokio::test]
    async fn a_build_without_a_service_worker_has_none_rather_than_the_index() {
        let folder = built();
        for path in ["/sw.js", "/manifest.webmanifest"] {
            assert_eq!(ask(&folder, path).await.status(), axum::http::StatusCode::NOT_FOUND, "{path}");
        }
    }
}
