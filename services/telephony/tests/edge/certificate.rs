//! The edge's own certificate.
use std::cell::RefCell;
use std::net::SocketAddr;
use std::process::{Command, Stdio};

use super::server::Server;

/// What a browser is shown, in PEM. None while the edge takes no connection, as for a moment when it loads the new certificate.
fn served(address: SocketAddr) -> Option<String> {
    let handshake = Command::new("openssl").args(["s_client", "-connect", &address.to_string()]).stdin(Stdio::null()).output().expect("openssl");
    let text = String::from_utf8_lossy(&handshake.stdout).into_owned();
    let (begin, end) = (text.find("-----BEGIN CERTIFICATE")?, text.find("-----END CERTIFICATE")?);
    Some(text[begin..end].into())
}

#[tokio::test]
async fn a_renewed_certificate_is_served_without_a_restart() {
    let server = Server::with_limits(&[("CERTIFICATE_SECONDS", 1)]).await;
    let first = RefCell::new(None);
    server
        .eventually("the first certificate is served", || async {
            first.replace(served(server.secure));
            first.borrow().is_some()
        })
        .await;
    server.renew_certificate();
    server
        .eventually("the new certificate is served", || async {
            served(server.secure).is_some_and(|certificate| first.borrow().as_ref() != Some(&certificate))
        })
        .await;
}
