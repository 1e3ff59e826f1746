//! While the process leaves, clients are asked to come back by a new connection, which leads to another replica: one
//! that was closed while a request was on its way would have cost that request.
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::{HeaderValue, StatusCode, Version, header};
use tokio_util::sync::CancellationToken;

pub async fn part_from_clients(State(leaving): State<CancellationToken>, request: Request, next: Next) -> Response {
    let keeps_connection = request.version() == Version::HTTP_11;
    let mut response = next.run(request).await;
    if keeps_connection && leaving.is_cancelled() && response.status() != StatusCode::SWITCHING_PROTOCOLS {
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

    async fn answer(leaving: &CancellationToken, path: &str, version: Version) -> Response {
        let app = Router::new()
            .route("/users", get(|| async { "users" }))
            .route("/ws", get(|| async { StatusCode::SWITCHING_PROTOCOLS }))
            .layer(from_fn_with_state(leaving.clone(), part_from_clients));
        app.oneshot(Request::get(path).version(version).body(Body::empty()).unwrap()).await.unwrap()
    }

    #[tokio::test]
    async fn a_gateway_that_leaves_asks_for_new_connections() {
        let leaving = CancellationToken::new();
        assert_eq!(answer(&leaving, "/users", Version::HTTP_11).await.headers().get(header::CONNECTION), None);
        leaving.cancel();
        assert_eq!(answer(&leaving, "/users", Version::HTTP_11).await.headers()[header::CONNECTION], "close");
    }

    #[tokio::test]
    async fn an_upgrade_and_http_2_know_no_such_header() {
        let leaving = CancellationToken::new();
        leaving.cancel();
        assert_eq!(answer(&leaving, "/ws", Version::HTTP_11).await.headers().get(header::CONNECTION), None);
        assert_eq!(answer(&leaving, "/users", Version::HTTP_2).await.headers().get(header::CONNECTION), None);
    }
}
