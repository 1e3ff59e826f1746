//! While the process drains, clients are asked to use a new connection, which leads to another replica: a connection that
//! is closed while a request is on its way costs that request. A client whose body was too large is asked the same: the
//! rest of that body is not read, so the connection cannot carry another request.
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::{HeaderValue, StatusCode, Version, header};
use tokio_util::sync::CancellationToken;

pub async fn close_on_drain(State(draining): State<CancellationToken>, request: Request, next: Next) -> Response {
    let keeps_connection = request.version() == Version::HTTP_11;
    let mut response = next.run(request).await;
    let ends = draining.is_cancelled() && response.status() != StatusCode::SWITCHING_PROTOCOLS || response.status() == StatusCode::PAYLOAD_TOO_LARGE;
    if keeps_connection && ends {
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::Body;
    use axum::middleware::from_fn_with_state;
    use axum::routing::get;
    use tower::ServiceExt;

    use super::*;

    async fn answer(draining: &CancellationToken, path: &str, version: Version) -> Response {
        let app = Router::new()
            .route("/users", get(|| async { "users" }))
            .route("/upload", get(|| async { StatusCode::PAYLOAD_TOO_LARGE }))
            .route("/ws", get(|| async { StatusCode::SWITCHING_PROTOCOLS }))
            .layer(from_fn_with_state(draining.clone(), close_on_drain));
        app.oneshot(Request::get(path).version(version).body(Body::empty()).unwrap()).await.unwrap()
    }

    #[tokio::test]
    async fn a_draining_gateway_asks_for_new_connections() {
        let draining = CancellationToken::new();
        assert_eq!(answer(&draining, "/users", Version::HTTP_11).await.headers().get(header::CONNECTION), None);
        draining.cancel();
        assert_eq!(answer(&draining, "/users", Version::HTTP_11).await.headers()[header::CONNECTION], "close");
    }

    #[tokio::test]
    async fn a_413_says_that_the_connection_closes() {
        let draining = CancellationToken::new();
        assert_eq!(answer(&draining, "/upload", Version::HTTP_11).await.headers()[header::CONNECTION], "close");
        assert_eq!(answer(&draining, "/upload", Version::HTTP_2).await.headers().get(header::CONNECTION), None);
    }

    #[tokio::test]
    async fn an_upgrade_and_http_2_know_no_such_header() {
        let draining = CancellationToken::new();
        draining.cancel();
        assert_eq!(answer(&draining, "/ws", Version::HTTP_11).await.headers().get(header::CONNECTION), None);
        assert_eq!(answer(&draining, "/users", Version::HTTP_2).await.headers().get(header::CONNECTION), None);
    }
}
