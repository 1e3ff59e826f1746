//! Sends a call again when it certainly reached no service, or when it may be made twice.
//!
//! A peer that shuts down announces it on its connections (GOAWAY) and answers the calls it has accepted; a call that
//! waited for such a connection returns unsent, and so does one whose connection was refused. As long as nothing of a
//! call's body was read, no service can have acted on it, since a message is read before anything is done. So the call is
//! sent again, to the replica that is there now. A call whose body was read is never sent twice, unless it is
//! [`Idempotent`].
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use http::{Request, Response};
use http_body::{Body as HttpBody, Frame};
use http_body_util::BodyExt;
use tokio::time::Instant;
use tonic::Status;
use tonic::body::Body;
use tonic::transport::Channel;
use tower::ServiceExt;

/// Pauses before the second, third and fourth attempt.
const PAUSES: [Duration; 3] = [Duration::ZERO, Duration::from_millis(50), Duration::from_millis(200)];
/// After this time without an answer a call is not sent again.
const LIMIT: Duration = Duration::from_secs(5);

/// An extension of a request that changes nothing: it is sent again even after a peer accepted it, when the connection ends
/// before the answer.
#[derive(Clone, Copy, Debug)]
pub struct Idempotent;

/// An error of the transport is `UNAVAILABLE`, whatever the transport calls it: the peer's own errors come as answers.
pub(crate) async fn send(channel: Channel, request: Request<Body>) -> Result<Response<Body>, Status> {
    let answer = send_again(channel, request).await.map_err(|error| Status::unavailable(format!("{:#}", anyhow::Error::from(error))))?;
    Ok(answer.map(|body| Body::new(body.map_err(away))))
}

fn away(status: Status) -> Status {
    Status::unavailable(status.message())
}

async fn send_again(channel: Channel, request: Request<Body>) -> Result<Response<Body>, tonic::transport::Error> {
    let (parts, body) = request.into_parts();
    let is_idempotent = parts.extensions.get::<Idempotent>().is_some();
    let body = ReplayableBody::new(body, is_idempotent);
    let attempt = || channel.clone().oneshot(Request::from_parts(parts.clone(), Body::new(body.again())));
    let begin = Instant::now();
    for pause in PAUSES {
        match attempt().await {
            Err(error) if (is_idempotent || body.is_whole()) && begin.elapsed() < LIMIT => {
                tracing::debug!(error = format!("{error:#}"), path = parts.uri.path(), "a call that was not answered is sent again");
                tokio::time::sleep(pause).await;
            }
            answer => return answer,
        }
    }
    attempt().await
}

/// A body that can be sent again: until something of it was taken, or always when that is kept.
struct ReplayableBody {
    state: Arc<Mutex<State>>,
    /// How much of what is kept this attempt has sent.
    sent: usize,
}

struct State {
    body: Body,
    is_whole: bool,
    /// What was taken, if it is to be sent again.
    taken: Option<Vec<Bytes>>,
}

impl ReplayableBody {
    fn new(body: Body, is_kept: bool) -> Self {
        ReplayableBody { state: Arc::new(Mutex::new(State { body, is_whole: true, taken: is_kept.then(Vec::new) })), sent: 0 }
    }

    fn again(&self) -> Self {
        ReplayableBody { state: self.state.clone(), sent: 0 }
    }

    fn is_whole(&self) -> bool {
        self.lock().is_whole
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The frame at this place: as it was taken before, or from the body.
    fn poll_frame(&mut self, place: usize, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        self.is_whole = false;
        if let Some(known) = self.taken.as_ref().and_then(|taken| taken.get(place)) {
            return Poll::Ready(Some(Ok(Frame::data(known.clone()))));
        }
        if self.body.is_end_stream() {
            return Poll::Ready(None);
        }
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        if let (Some(taken), Some(Ok(frame))) = (&mut self.taken, &frame) {
            taken.extend(frame.data_ref().cloned());
        }
        Poll::Ready(frame)
    }
}

impl HttpBody for ReplayableBody {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let frame = ready!(self.lock().poll_frame(self.sent, context));
        self.sent += 1;
        Poll::Ready(frame)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;
    use tokio_stream::wrappers::TcpListenerStream;
    use tonic::Code;
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

    fn call(channel: &Channel) -> impl Future<Output = Result<Response<Body>, Status>> {
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
        assert_eq!(call(&channel).await.unwrap_err().code(), Code::Unavailable);
        assert_eq!(count.load(Ordering::SeqCst), 1);
    }

    #[tokio::test]
    async fn a_call_that_reads_is_sent_again_whole_when_who_took_it_dies() {
        let count = Arc::new(AtomicUsize::new(0));
        let taken = count.clone();
        let router = axum::Router::new().fallback(move |body: Bytes| {
            let attempt = taken.fetch_add(1, Ordering::SeqCst);
            async move {
                assert!(attempt > 0, "the process dies over the first");
                body
            }
        });
        let channel = server(0, router).await;
        let mut request = Request::post("http://peer/service/Method").body(Body::new(axum::body::Body::from("message"))).unwrap();
        request.extensions_mut().insert(Idempotent);
        let answer = send(channel, request).await.unwrap();
        assert_eq!(axum::body::to_bytes(axum::body::Body::new(answer.into_body()), 100).await.unwrap(), "message");
        assert_eq!(count.load(Ordering::SeqCst), 2);
    }

    #[tokio::test]
    async fn where_nobody_is_the_caller_is_told() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        drop(listener);
        let channel = Endpoint::from_shared(format!("http://{address}")).unwrap().connect_lazy();
        let status = call(&channel).await.unwrap_err();
        assert_eq!(status.code(), Code::Unavailable);
        assert!(status.message().contains("refused"), "why: {status}");
    }

    /// Says what follows as soon as somebody connects, and hangs up.
    async fn peer_that_says(bytes: &'static [u8]) -> Channel {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let _call = stream.read(&mut [0; 4096]).await;
                let _caller_gone = stream.write_all(bytes).await;
            }
        });
        Endpoint::from_shared(format!("http://{address}")).unwrap().connect_lazy()
    }

    #[tokio::test]
    async fn a_peer_that_hangs_up_is_unavailable_whatever_the_transport_calls_it() {
        let nothing = peer_that_says(b"").await;
        assert_eq!(call(&nothing).await.unwrap_err().code(), Code::Unavailable);
        let nonsense = peer_that_says(b"HTTP/1.1 500 Internal Server Error\r\n\r\n").await;
        assert_eq!(call(&nonsense).await.unwrap_err().code(), Code::Unavailable);
    }
}
