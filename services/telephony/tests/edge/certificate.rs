//! The edge's own certificate.
use std::net::SocketAddr;
use std::process::{Command, Stdio};

use super::server::Server;

/// What a browser is shown, in PEM.
fn served(address: SocketAddr) -> String {
    let handshake = Command::new("openssl").args(["s_client", "-connect", &address.to_string()]).stdin(Stdio::null()).output().expect("openssl");
    let text = String::from_utf8_lossy(&handshake.stdout).into_owned();
    let (begin, end) = (text.find("-----BEGIN CERTIFICATE"), text.find("-----END CERTIFICATE"));
    text[begin.unwrap_or_else(|| panic!("no certificate: {text}"))..end.unwrap()].into()
}

#[tokio::test]
async fn a_renewed_certificate_is_served_without_a_restart() {
    let server = Server::with_limits(&[("CERTIFICATE_SECONDS", 1)]).await;
    let first = served(server.secure);
    server.renew_certificate();
    server.eventually("the new certificate is served", || async { served(server.secure) != first }).await;
}
