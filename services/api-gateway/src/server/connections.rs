//! Connections of clients: how many there are, how long each may take to send the head of a request, and how they end.
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use http::{Request, StatusCode, Version};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, mpsc};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

use super::guarded_body::GuardedBody;
use super::head_timeout::{HeadTimeout, RequestHeads};

/// A client of HTTP/2 that does not answer a ping of this interval is gone.
const HTTP_2_PING_INTERVAL: Duration = Duration::from_secs(20);
/// Pause after a connection could not be accepted, as for want of file descriptors.
const ACCEPT_RETRY_INTERVAL: Duration = Duration::from_secs(1);
/// For a client to read that there are too many connections.
const REFUSAL_TIMEOUT: Duration = Duration::from_millis(500);
const TOO_MANY_CONNECTIONS: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 5\r\nconnection: close\r\ncontent-length: 100\r\n\r\n\
{\"message\":\"device or service not available\",\"code\":\"too_many_connections\",\"data\":{\"retry_after\":5}}";

#[derive(Clone, Copy)]
pub struct ConnectionLimits {
    pub max_connections: usize,
    /// For the head of a request, from its first byte on; of a connection's first request, from the connection on.
    pub head_timeout: Duration,
    /// For the next request on a connection that is kept alive; of HTTP/2 the look is taken at this interval, so up to twice as long.
    pub idle_timeout: Duration,
}

/// Serves until shutdown, then until the requests in flight are answered.
pub async fn serve(listener: TcpListener, router: Router, limits: ConnectionLimits, shutdown: CancellationToken) {
    let permits = Arc::new(Semaphore::new(limits.max_connections));
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(limits.idle_timeout);
    builder.http2().timer(TokioTimer::new()).keep_alive_interval(HTTP_2_PING_INTERVAL).enable_connect_protocol();
    // Closed when every connection has ended.
    let (serving, mut all_ended) = mpsc::channel::<()>(1);
    while let Some(accepted) = shutdown.run_until_cancelled(listener.accept()).await {
        let (stream, address) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "a connection cannot be accepted");
                sleep(ACCEPT_RETRY_INTERVAL).await;
                continue;
            }
        };
        // It is held by the stream, also while that is a websocket's.
        let Ok(permit) = permits.clone().try_acquire_owned() else {
            tokio::spawn(refuse(stream));
            continue;
        };
        let heads = Arc::new(RequestHeads::default());
        let stream = HeadTimeout::new(stream, heads.clone(), limits.head_timeout, permit);
        let router = router.clone();
        let (of_service, shutdown, serving) = (heads.clone(), shutdown.clone(), serving.clone());
        let service = service_fn(move |request| answer(router.clone(), of_service.clone(), address, request));
        let connection = builder.serve_connection_with_upgrades(TokioIo::new(stream), service).into_owned();
        tokio::spawn(async move {
            let _serving = serving;
            tokio::pin!(connection);
            let is_to_end = async {
                tokio::select! {
                    _ = shutdown.cancelled() => {}
                    _ = heads.until_idle(limits.idle_timeout) => {}
                }
            };
            let ended = tokio::select! {
                ended = connection.as_mut() => ended,
                _ = is_to_end => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(error) = ended {
                tracing::trace!(error = %error, "a connection ended with an error");
            }
        });
    }
    drop((listener, serving));
    all_ended.recv().await;
}

async fn answer(
    router: Router,
    heads: Arc<RequestHeads>,
    address: SocketAddr,
    request: Request<Incoming>,
) -> Result<axum::response::Response, std::convert::Infallible> {
    let in_flight = heads.clone().begin_request();
    if request.version() == Version::HTTP_2 {
        heads.set_http_2();
    }
    let mut request = request.map(Body::new);
    request.extensions_mut().insert(ConnectInfo(address));
    let response = router.oneshot(request).await?;
    if response.status() == StatusCode::SWITCHING_PROTOCOLS {
        heads.stop_limiting();
    }
    Ok(response.map(|body| Body::new(GuardedBody::new(body, in_flight))))
}

/// Reads what the client sent before it closes: a connection that is closed with unread bytes is reset, and the client
/// may lose the answer.
async fn refuse(mut stream: TcpStream) {
    let refusal = async {
        stream.write_all(TOO_MANY_CONNECTIONS).await?;
        stream.shutdown().await?;
        let mut unread = [0; 1024];
        while stream.read(&mut unread).await? > 0 {}
        std::io::Result::Ok(())
    };
    let _client_gone_or_slow = timeout(REFUSAL_TIMEOUT, refusal).await;
}

#[cfg(test)]
mod tests {
    use axum::routing::{get, post};
    use tokio::sync::Notify;

    use super::*;

    const LIMITS: ConnectionLimits =
        ConnectionLimits { max_connections: 2, head_timeout: Duration::from_millis(300), idle_timeout: Duration::from_secs(60) };

    struct Server {
        address: SocketAddr,
        shutdown: CancellationToken,
    }

    impl Drop for Server {
        fn drop(&mut self) {
            self.shutdown.cancel();
        }
    }

    async fn start(router: Router) -> Server {
        start_with(router, LIMITS).await
    }

    async fn start_with(router: Router, limits: ConnectionLimits) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, shutdown) = (listener.local_addr().unwrap(), CancellationToken::new());
        tokio::spawn(serve(listener, router, limits, shutdown.clone()));
        Server { address, shutdown }
    }

    fn users() -> Router {
        Router::new().route("/users", get(|| async { "users" })).route("/upload", post(|body: String| async { body }))
    }

    impl Server {
        async fn connect(&self) -> TcpStream {
            TcpStream::connect(self.address).await.unwrap()
        }
    }

    async fn read_all(stream: &mut TcpStream) -> String {
        let mut answer = Vec::new();
        let _reset = timeout(Duration::from_secs(10), stream.read_to_end(&mut answer)).await.expect("the server closes the connection");
        String::from_utf8(answer).unwrap()
    }

    /// Until the text has come.
    async fn read_until(stream: &mut TcpStream, end: &str) -> String {
        let mut answer = String::new();
        while !answer.contains(end) {
            let mut piece = [0; 1024];
            let count = timeout(Duration::from_secs(10), stream.read(&mut piece)).await.expect("an answer").unwrap();
            assert!(count > 0, "closed after {answer}");
            answer.push_str(std::str::from_utf8(&piece[..count]).unwrap());
        }
        answer
    }

    #[tokio::test]
    async fn a_head_that_comes_too_slowly_is_answered_with_408() {
        let server = start(users()).await;
        let mut client = server.connect().await;
        client.write_all(b"GET /users HTTP/1.1\r\nhost: a\r\n").await.unwrap();
        let answer = read_all(&mut client).await;
        assert!(answer.starts_with("HTTP/1.1 408 ") && answer.contains("connection: close"), "{answer}");
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.ends_with(&format!("content-length: {}", body.len())));
    }

    #[tokio::test]
    async fn a_second_head_that_comes_too_slowly_is_answered_with_408() {
        let server = start(users()).await;
        let mut client = server.connect().await;
        client.write_all(b"GET /users HTTP/1.1\r\nhost: a\r\n\r\n").await.unwrap();
        read_until(&mut client, "users").await;
        // A connection that is kept alive may be idle for longer than a head may take.
        sleep(LIMITS.head_timeout * 2).await;
        client.write_all(b"GET /users HTTP/1.1\r\n").await.unwrap();
        assert!(read_all(&mut client).await.starts_with("HTTP/1.1 408 "));
    }

    #[tokio::test]
    async fn a_connection_that_sends_nothing_is_closed() {
        let server = start(users()).await;
        assert_eq!(read_all(&mut server.connect().await).await, "");
    }

    #[tokio::test]
    async fn a_body_may_take_longer_than_a_head() {
        let server = start(users()).await;
        let mut client = server.connect().await;
        client.write_all(b"POST /upload HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\n\r\nfi").await.unwrap();
        sleep(LIMITS.head_timeout * 2).await;
        client.write_all(b"le").await.unwrap();
        read_until(&mut client, "file").await;
    }

    #[tokio::test]
    async fn more_connections_than_the_limit_are_answered_with_503() {
        let server = start(users()).await;
        let mut kept = Vec::new();
        for _ in 0..LIMITS.max_connections {
            let mut client = server.connect().await;
            client.write_all(b"GET /users HTTP/1.1\r\nhost: a\r\n\r\n").await.unwrap();
            read_until(&mut client, "users").await;
            kept.push(client);
        }
        let mut refused = server.connect().await;
        refused.write_all(b"GET /users HTTP/1.1\r\nhost: a\r\n\r\n").await.unwrap();
        let answer = read_all(&mut refused).await;
        assert!(answer.starts_with("HTTP/1.1 503 ") && answer.contains("retry-after: 5"), "{answer}");
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.contains(&format!("content-length: {}", body.len())));
        kept.pop();
        // The server notices the end of the other a moment later.
        let again = async {
            loop {
                let mut client = server.connect().await;
                client.write_all(b"GET /users HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n").await.unwrap();
                if read_all(&mut client).await.starts_with("HTTP/1.1 200 ") {
                    break;
                }
            }
        };
        timeout(Duration::from_secs(10), again).await.expect("room for another connection");
    }

    const HEADERS: u8 = 1;
    const GO_AWAY: u8 = 7;

    /// Begins HTTP/2, asks for /users and then for nothing more; answers pings. Returns the types of the server's frames until it closed
    /// the connection.
    async fn ask_once_by_http_2(mut stream: TcpStream) -> Vec<u8> {
        const SETTINGS: [u8; 9] = [0, 0, 0, 4, 0, 0, 0, 0, 0];
        const REQUEST: &[u8] = &[0, 0, 13, 1, 5, 0, 0, 0, 1, 0x82, 0x86, 0x04, 6, b'/', b'u', b's', b'e', b'r', b's', 0x01, 1, b'a'];
        const PING: u8 = 6;
        const ACKNOWLEDGED: u8 = 1;
        stream.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").await.unwrap();
        stream.write_all(&SETTINGS).await.unwrap();
        stream.write_all(REQUEST).await.unwrap();
        let mut frames = Vec::new();
        let mut head = [0; 9];
        while stream.read_exact(&mut head).await.is_ok() {
            let mut payload = vec![0; usize::from(head[1]) << 8 | usize::from(head[2])];
            stream.read_exact(&mut payload).await.unwrap();
            frames.push(head[3]);
            if head[3] == PING && head[4] != ACKNOWLEDGED {
                let _closed = stream.write_all(&[&[0, 0, 8, PING, ACKNOWLEDGED, 0, 0, 0, 0], payload.as_slice()].concat()).await;
            }
        }
        frames
    }

    #[tokio::test]
    async fn a_connection_of_http_2_that_asks_for_nothing_is_ended() {
        let limits = ConnectionLimits { idle_timeout: Duration::from_millis(300), ..LIMITS };
        let server = start_with(users(), limits).await;
        let asked = timeout(Duration::from_secs(10), ask_once_by_http_2(server.connect().await));
        assert!(asked.await.expect("the server closes the connection").contains(&GO_AWAY), "it is told");
    }

    #[tokio::test]
    async fn a_connection_of_http_2_with_a_request_in_flight_is_not_idle() {
        let limits = ConnectionLimits { idle_timeout: Duration::from_millis(200), ..LIMITS };
        let slow = get(|| async {
            sleep(Duration::from_millis(1500)).await;
            "users"
        });
        let server = start_with(Router::new().route("/users", slow), limits).await;
        let asked = timeout(Duration::from_secs(10), ask_once_by_http_2(server.connect().await));
        let frames = asked.await.expect("the server closes the connection");
        let place = |frame: u8| frames.iter().position(|found| *found == frame);
        // A shutdown would wait for the answer, too: it must not begin before.
        assert!(place(HEADERS).is_some() && place(HEADERS) < place(GO_AWAY), "{frames:?}");
    }

    #[tokio::test]
    async fn at_shutdown_requests_in_flight_are_answered() {
        let (arrived, go) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
        let (noted, waiting) = (arrived.clone(), go.clone());
        let slow = get(move || async move {
            noted.notify_one();
            waiting.notified().await;
            "slow"
        });
        let server = start(Router::new().route("/slow", slow)).await;
        let mut client = server.connect().await;
        client.write_all(b"GET /slow HTTP/1.1\r\nhost: a\r\n\r\n").await.unwrap();
        arrived.notified().await;
        server.shutdown.cancel();
        go.notify_one();
        read_until(&mut client, "slow").await;
    }
}
