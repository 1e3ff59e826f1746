//! A limit of the requests in flight: beyond it a client is refused at once, so that the others are not answered late.
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::sync::Semaphore;

use super::guarded_body::GuardedBody;
use crate::error::ApiError;

/// A request is in flight until its answer is sent, a download until its last piece.
pub async fn limit_requests(State(permits): State<Arc<Semaphore>>, request: Request, next: Next) -> Response {
    let Ok(permit) = permits.try_acquire_owned() else { return ApiError::overloaded().into_response() };
    next.run(request).await.map(|body| Body::new(GuardedBody::new(body, permit)))
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::middleware::from_fn_with_state;
    use axum::routing::get;
    use http::{StatusCode, header};
    use tower::ServiceExt;

    use super::*;

    #[tokio::test]
    async fn more_requests_in_flight_than_the_limit_are_answered_with_503() {
        let permits = Arc::new(Semaphore::new(1));
        let app = Router::new().route("/users", get(|| async { "users" })).layer(from_fn_with_state(permits, limit_requests));
        let ask = || app.clone().oneshot(Request::get("/users").body(Body::empty()).unwrap());
        let unsent = ask().await.unwrap();
        assert_eq!(unsent.status(), StatusCode::OK);
        let refused = ask().await.unwrap();
        assert_eq!((refused.status(), &refused.headers()[header::RETRY_AFTER]), (StatusCode::SERVICE_UNAVAILABLE, &"1".parse().unwrap()));
        drop(unsent);
        assert_eq!(ask().await.unwrap().status(), StatusCode::OK);
    }
}
