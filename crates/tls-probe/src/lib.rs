//! The certificate that a server shows, whether or not it is trusted or over: it is read, and nothing is sent.
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use cms::cert::x509::Certificate;
use cms::cert::x509::der::Decode;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, SignatureScheme};
use time::OffsetDateTime;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

/// Of a connection and its handshake.
const PROBE_TIMEOUT: Duration = Duration::from_secs(4);

/// When the certificate of a server ends.
pub async fn expiry(host: &str, port: u16) -> Result<OffsetDateTime> {
    let probed = timeout(PROBE_TIMEOUT, handshake(host, port)).await;
    expiry_of(&probed.context("it does not answer")??)
}

/// When a certificate in DER ends.
pub fn expiry_of(certificate: &[u8]) -> Result<OffsetDateTime> {
    let validity = Certificate::from_der(certificate).context("not a certificate")?.tbs_certificate.validity;
    let seconds = i64::try_from(validity.not_after.to_unix_duration().as_secs())?;
    Ok(OffsetDateTime::from_unix_timestamp(seconds)?)
}

/// Whose a certificate in DER is.
pub fn subject_of(certificate: &[u8]) -> Option<String> {
    Some(Certificate::from_der(certificate).ok()?.tbs_certificate.subject.to_string())
}

async fn handshake(host: &str, port: u16) -> Result<Vec<u8>> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider.clone()).with_safe_default_protocol_versions()?;
    let config = config.dangerous().with_custom_certificate_verifier(Arc::new(AnyCertificate(provider))).with_no_client_auth();
    let bare = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host);
    let name = ServerName::try_from(bare.to_string()).context("not a name of a server")?;
    let stream = TcpStream::connect((bare, port)).await?;
    let stream = TlsConnector::from(Arc::new(config)).connect(name, stream).await?;
    let certificate = stream.get_ref().1.peer_certificates().and_then(|chain| chain.first());
    Ok(certificate.context("the server sends no certificate")?.to_vec())
}

/// A certificate that is over or of a private authority is what the operator wants to see. Nothing is sent over the connection.
#[derive(Debug)]
struct AnyCertificate(Arc<rustls::crypto::CryptoProvider>);

impl ServerCertVerifier for AnyCertificate {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(&self, _: &[u8], _: &CertificateDer<'_>, _: &DigitallySignedStruct) -> Result<HandshakeSignatureValid, rustls::Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn verify_tls13_signature(&self, _: &[u8], _: &CertificateDer<'_>, _: &DigitallySignedStruct) -> Result<HandshakeSignatureValid, rustls::Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
