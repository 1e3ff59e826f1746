//! Against a server of the test's own, on this machine: a private address.
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::response::Redirect;
use axum::routing::any;

use super::*;

/// Answers /echo with what it was sent, /large with 5,000 bytes, /away with a redirection and /never never.
async fn server() -> u16 {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let routes = Router::new()
        .route("/echo", any(|request: Request| async move { request.into_body() }))
        .route("/large", any(|| async { "x".repeat(5_000) }))
        .route("/away", any(|| async { Redirect::temporary("http://127.0.0.1:1/") }))
        .route("/never", any(std::future::pending::<String>));
    tokio::spawn(async move { axum::serve(listener, routes).await });
    port
}

fn post(url: String) -> http::Request<Vec<u8>> {
    http::Request::post(url).body(b"hello".to_vec()).unwrap()
}

fn free() -> Outgoing {
    Outgoing::new(Allowed::Everything, Authorities::default()).unwrap()
}

#[tokio::test]
async fn an_answer_comes_back_with_its_status_and_body() {
    let port = server().await;
    let answer = free().send(post(format!("http://127.0.0.1:{port}/echo"))).await.unwrap();
    assert_eq!((answer.status().as_u16(), answer.body().as_slice()), (200, b"hello".as_slice()));
}

#[tokio::test]
async fn a_private_address_is_refused_however_it_is_written() {
    let port = server().await;
    let outgoing = Outgoing::new(Allowed::Public, Authorities::default()).unwrap();
    for host in ["127.0.0.1", "localhost", "0x7f000001", "2130706433", "127.1", "[::1]", "[::ffff:127.0.0.1]", "169.254.169.254"] {
        let answer = outgoing.send(post(format!("http://{host}:{port}/echo"))).await;
        assert!(matches!(answer, Err(Failure::Refused)), "{host}: {answer:?}");
    }
    for host in ["127.0.0.1", "localhost", "[::1]", "::1"] {
        assert!(matches!(outgoing.check(host, port).await, Err(Failure::Refused)), "{host}");
    }
}

#[tokio::test]
async fn an_allowed_network_is_called_by_name_and_by_address() {
    let port = server().await;
    let outgoing = Outgoing::new(Allowed::parse("127.0.0.0/8").unwrap(), Authorities::default()).unwrap();
    for host in ["127.0.0.1", "localhost"] {
        assert!(outgoing.send(post(format!("http://{host}:{port}/echo"))).await.is_ok(), "{host}");
        let found = outgoing.check(host, port).await.unwrap();
        assert!(found.iter().all(|address| address.ip().is_loopback() && address.port() == port), "{found:?}");
    }
}

#[tokio::test]
async fn a_redirection_is_not_followed() {
    let port = server().await;
    assert_eq!(free().send(post(format!("http://127.0.0.1:{port}/away"))).await.unwrap().status().as_u16(), 307);
}

#[tokio::test]
async fn an_answer_over_the_limit_is_not_taken() {
    let port = server().await;
    let answer = free().with_limits(CALL, 4_999).send(post(format!("http://127.0.0.1:{port}/large"))).await;
    assert!(matches!(answer, Err(Failure::TooLarge)), "{answer:?}");
    assert!(free().with_limits(CALL, 5_000).send(post(format!("http://127.0.0.1:{port}/large"))).await.is_ok());
}

#[tokio::test]
async fn a_call_that_is_never_answered_ends() {
    let port = server().await;
    let answer = free().with_limits(Duration::from_millis(50), ANSWER).send(post(format!("http://127.0.0.1:{port}/never"))).await;
    assert!(matches!(answer, Err(Failure::TimedOut)), "{answer:?}");
}

#[tokio::test]
async fn only_http_without_credentials_in_the_address_is_called() {
    for url in ["ftp://127.0.0.1/", "file://host/etc/passwd", "http://user:pass@127.0.0.1/"] {
        assert!(matches!(free().send(post(url.into())).await, Err(Failure::BadAddress)), "{url}");
    }
    assert!(matches!(free().check("no host", 25).await, Err(Failure::BadAddress)));
}

#[tokio::test]
async fn a_server_that_is_not_there_is_unreachable() {
    let closed = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    assert!(matches!(free().send(post(format!("http://{closed}/"))).await, Err(Failure::Unreachable(_))));
}
