//! Sends a call again that surely reached nobody.
//!
//! A peer that ends says so on its connections and answers what it has taken; a call that was waiting for such a
//! connection comes back unsent, and so does one whose connection was refused. While nothing of a call's body was
//! taken, no service can have acted on it: a message is read before anything is done. So it is sent again, to whoever
//! is there now. A call that was taken is never sent twice.
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http::{Request, Response};
use http_body::{Body as HttpBody, Frame};
use tokio::time::Instant;
use tonic::Status;
use tonic::body::Body;
use tonic::transport::Channel;
use tower::ServiceExt;

/// Before the second, third and fourth attempt.
const PAUSES: [Duration; 3] = [Duration::ZERO, Duration::from_millis(50), Duration::from_millis(200)];
/// A peer that is silent for longer than this is not asked again.
const LIMIT: Duration = Duration::from_secs(5);

pub(crate) async fn send(channel: Channel, request: Request<Body>) -> Result<Response<Body>, tonic::transport::Error> {
    let (parts, body) = request.into_parts();
    let body = Kept::new(body);
    let attempt = || channel.clone().oneshot(Request::from_parts(parts.clone(), Body::new(body.clone())));
    let begin = Instant::now();
    for pause in PAUSES {
        match attempt().await {
            Err(error) if body.is_whole() && begin.elapsed() < LIMIT => {
                tracing::debug!(error = format!("{error:#}"), path = parts.uri.path(), "a call that reached nobody is sent again");
                tokio::time::sleep(pause).await;
            }
            answer => return answer,
        }
    }
    attempt().await
}

/// A body that can be sent again until something of it was taken.
#[derive(Clone)]
struct Kept(Arc<Mutex<State>>);

struct State {
    body: Body,
    is_whole: bool,
}

impl Kept {
    fn new(body: Body) -> Self {
        Kept(Arc::new(Mutex::new(State { body, is_whole: true })))
    }

    fn is_whole(&self) -> bool {
        self.lock().is_whole
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl HttpBody for Kept {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let mut state = self.lock();
        state.is_whole = false;
        Pin::new(&mut state.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.lock().body.is_end_stream()
    }

    fn size_hint(&self) -> http_body::SizeHint {
        self.lock().body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tokio::net::TcpListener;
    use tokio_stream::wrappers::TcpListenerStream;
    use tonic::service::Routes;
    use tonic::transport::{Endpoint, Server};

    use super::*;

    /// A server that drops its first `refused` connections, and then answers each call by `answer`.
    async fn server(refused: usize, answer: axum::Router) -> Channel {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move {
            for _ in 0..refused {
                drop(listener.accept().await.unwrap());
            }
            Server::builder().add_routes(Routes::from(answer)).serve_with_incoming(TcpListenerStream::new(listener)).await
        });
        Endpoint::from_shared(format!("http://{address}")).unwrap().connect_lazy()
    }

    fn call(channel: &Channel) -> impl Future<Output = Result<Response<Body>, tonic::transport::Error>> {
        let body = Body::new(axum::body::Body::from("message"));
        send(channel.clone(), Request::post("http://peer/service/Method").body(body).unwrap())
    }

    fn counted(count: &Arc<AtomicUsize>) -> axum::Router {
        let count = count.clone();
        axum::Router::new().fallback(move |body: Bytes| {
            count.fetch_add(1, Ordering::SeqCst);
            async move { body }
        })
    }

    #[tokio::test]
    async fn a_call_that_reached_nobody_is_sent_again_and_taken_once() {
        let count = Arc::new(AtomicUsize::new(0));
        let channel = server(2, counted(&count)).await;
        let answer = call(&channel).await.unwrap();
        assert_eq!(answer.status(), 200);
        assert_eq!(axum::body::to_bytes(axum::body::Body::new(answer.into_body()), 100).await.unwrap(), "message");
        assert_eq!(count.load(Ordering::SeqCst), 1);
    }

    #[tokio::test]
    async fn a_call_that_was_taken_is_not_sent_twice() {
        let count = Arc::new(AtomicUsize::new(0));
        let taken = count.clone();
        let router = axum::Router::new().fallback(move |_: Bytes| {
            taken.fetch_add(1, Ordering::SeqCst);
            async { panic!("the process dies over it") as () }
        });
        let channel = server(0, router).await;
        assert!(call(&channel).await.is_err());
        assert_eq!(count.load(Ordering::SeqCst), 1);
    }

    #[tokio::test]
    async fn where_nobody_is_the_caller_is_told() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        drop(listener);
        let channel = Endpoint::from_shared(format!("http://{address}")).unwrap().connect_lazy();
        assert!(call(&channel).await.is_err());
    }
}
