//! What a server shows is read, whether or not anybody would trust it.
use std::sync::Arc;

use rcgen::{CertificateParams, KeyPair};
use rustls::ServerConfig;
use rustls::pki_types::PrivateKeyDer;
use time::macros::datetime;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

/// On a port of this machine, with a certificate that ended in 2020.
async fn server() -> u16 {
    let key = KeyPair::generate().unwrap();
    let mut params = CertificateParams::new(vec!["somebody.else.test".into()]).unwrap();
    (params.not_before, params.not_after) = (datetime!(2019-01-01 0:00 UTC), datetime!(2020-02-03 4:05:06 UTC));
    let certificate = params.self_signed(&key).unwrap();
    let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let config = builder.with_no_client_auth().with_single_cert(vec![certificate.der().clone()], key).unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let _gone = acceptor.accept(stream).await.is_err();
        }
    });
    port
}

#[tokio::test]
async fn the_end_of_a_certificate_that_is_over_and_of_another_name_is_read() {
    assert_eq!(tls_probe::expiry("127.0.0.1", server().await).await.unwrap(), datetime!(2020-02-03 4:05:06 UTC));
}

#[tokio::test]
async fn a_server_that_speaks_no_tls_or_is_not_there_has_no_end() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let answering = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await.unwrap();
    });
    assert!(tls_probe::expiry("127.0.0.1", port).await.is_err());
    answering.await.unwrap();
    assert!(tls_probe::expiry("127.0.0.1", port).await.is_err(), "nobody listens");
    assert!(tls_probe::expiry("not a name", port).await.is_err());
}

#[test]
fn what_is_no_certificate_has_neither_end_nor_subject() {
    for wrong in [&b""[..], b"\x30\x03\x02\x01\x01", &[0x30; 64]] {
        assert!(tls_probe::expiry_of(wrong).is_err() && tls_probe::subject_of(wrong).is_none());
    }
}
