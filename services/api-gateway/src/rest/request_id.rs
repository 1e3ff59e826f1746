//! The id of a request, for logs, the audit trail and support: the client's own, or a new one. Every answer names it.
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use http::{HeaderName, HeaderValue};

const HEADER: HeaderName = HeaderName::from_static("x-request-id");
/// Longer ids of clients are replaced.
const MAX_LENGTH: usize = 64;

/// An extension of each request.
#[derive(Clone, Debug)]
pub struct RequestId(pub String);

pub async fn set_request_id(mut request: Request, next: Next) -> Response {
    let sent = request.headers().get(&HEADER).and_then(|id| id.to_str().ok()).filter(|id| (1..=MAX_LENGTH).contains(&id.len()));
    let id = sent.map_or_else(|| uuid::Uuid::now_v7().simple().to_string(), str::to_string);
    request.extensions_mut().insert(RequestId(id.clone()));
    let mut response = next.run(request).await;
    if let Ok(id) = HeaderValue::try_from(id) {
        response.headers_mut().insert(HEADER, id);
    }
    response
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::Body;
    use axum::middleware::from_fn;
    use tower::ServiceExt;

    use super::*;
    use crate::error::ApiError;

    #[tokio::test]
    async fn a_refusal_carries_the_request_id() {
        let app = Router::new().fallback(|| async { ApiError::not_found() }).layer(from_fn(set_request_id));
        let ask = |request: Request| app.clone().oneshot(request);
        let refused = ask(Request::get("/nothing").header(HEADER, "mine").body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!((refused.status().as_u16(), &refused.headers()[HEADER]), (404, &HeaderValue::from_static("mine")));
        for sent in ["", &"x".repeat(MAX_LENGTH + 1)] {
            let refused = ask(Request::get("/nothing").header(HEADER, sent).body(Body::empty()).unwrap()).await.unwrap();
            assert_eq!(refused.headers()[HEADER].len(), 32);
        }
    }
}
