//! Whether a provider of lines over TLS is the one that was entered. The edge checks who signed the certificates of its
//! connections, but compares no names and does not say what is wrong (docs/adr/0054): both are looked at here, before
//! the edge is asked to call there.
use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kit::outgoing::Authorities;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{CertificateError, ClientConfig, RootCertStore};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout};
use tokio_rustls::TlsConnector;

/// For the connection and its handshake.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(3);
/// How long one look is good for.
pub const CHECK_TTL: Duration = Duration::from_secs(300);

/// Why a provider is not called; the words may be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    #[error("the certificate is not trusted")]
    NotTrusted,
    #[error("the certificate is of another name")]
    OtherName,
    #[error("no connection")]
    Away,
}

/// What was looked at of late.
pub struct Certificates {
    connector: TlsConnector,
    verified: Mutex<HashMap<(String, SocketAddr), Instant>>,
}

impl Certificates {
    /// Believes the public authorities and these.
    pub fn new(authorities: &Authorities) -> anyhow::Result<Self> {
        let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        for certificate in authorities.iter() {
            roots.add(CertificateDer::from(certificate.to_vec()))?;
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
        let config = config.with_root_certificates(roots).with_no_client_auth();
        Ok(Certificates { connector: TlsConnector::from(Arc::new(config)), verified: Mutex::default() })
    }

    /// `host` as it was entered, at an address that was looked up for it.
    pub async fn check(&self, host: &str, address: SocketAddr) -> Result<(), Refused> {
        let (key, now) = ((host.to_string(), address), Instant::now());
        if self.verified().get(&key).is_some_and(|until| now < *until) {
            return Ok(());
        }
        self.connect(host, address).await?;
        let mut verified = self.verified();
        verified.retain(|_, until| now < *until);
        verified.insert(key, now + CHECK_TTL);
        Ok(())
    }

    async fn connect(&self, host: &str, address: SocketAddr) -> Result<(), Refused> {
        let host = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host);
        let name = ServerName::try_from(host.to_string()).map_err(|_| Refused::OtherName)?;
        let shaken = async { self.connector.connect(name, TcpStream::connect(address).await?).await };
        match timeout(HANDSHAKE_TIMEOUT, shaken).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(refused(&error)),
            Err(_) => Err(Refused::Away),
        }
    }

    fn verified(&self) -> std::sync::MutexGuard<'_, HashMap<(String, SocketAddr), Instant>> {
        self.verified.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn refused(error: &std::io::Error) -> Refused {
    use CertificateError::{NotValidForName, NotValidForNameContext};
    match error.get_ref().and_then(|error| error.downcast_ref::<rustls::Error>()) {
        Some(rustls::Error::InvalidCertificate(NotValidForName | NotValidForNameContext { .. })) => Refused::OtherName,
        Some(rustls::Error::InvalidCertificate(_)) => Refused::NotTrusted,
        _ => Refused::Away,
    }
}
