//! The built console: files with hashed names are cached for ever, index.html never; any other path is the console router's.
//! The page of a guest's key is a bundle of its own, for browsers of people without an account.
use axum::Router;
use axum::http::{HeaderName, HeaderValue, header};
use tower_http::services::{ServeDir, ServeFile};
use tower_http::set_header::SetResponseHeaderLayer;

/// antd writes its styles at run time, hence 'unsafe-inline' for styles; scripts come from here alone.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; font-src 'self' data:; connect-src 'self' ws: wss:; media-src 'self' blob:; frame-ancestors 'none'; base-uri 'self'; form-action 'self'; object-src 'none'";

/// The page of a guest's key loads its own script and styles, pictures, and calls the API: nothing else.
const GUEST_PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

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
        // One segment below /guest-access that is a page of the console.
        .route_service("/guest-access/add", index)
        .layer(fresh)
        .layer(overriding(header::CONTENT_SECURITY_POLICY, POLICY))
        .merge(guest_page(folder))
}

/// The address contains the key: browsers keep no copy and send it to nobody, search engines leave it out.
fn guest_page(folder: &str) -> Router {
    let page = ServeFile::new(format!("{folder}/guest-page.html")).precompressed_gzip().precompressed_br();
    Router::new()
        .route_service("/guest-access/{key}", page)
        .layer(overriding(header::CACHE_CONTROL, "no-store"))
        .layer(overriding(header::REFERRER_POLICY, "no-referrer"))
        .layer(overriding(HeaderName::from_static("x-robots-tag"), "noindex, nofollow"))
        .layer(overriding(header::CONTENT_SECURITY_POLICY, GUEST_PAGE_POLICY))
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
        for name in ["index.html", "guest-page.html"] {
            std::fs::write(folder.path().join(name), name).unwrap();
        }
        folder
    }

    async fn get(folder: &tempfile::TempDir, path: &str) -> (HeaderMap, String) {
        let router = router(folder.path().to_str().unwrap());
        let response = router.oneshot(Request::get(path).body(Body::empty()).unwrap()).await.unwrap();
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
}
