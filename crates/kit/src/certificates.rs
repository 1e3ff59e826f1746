//! How processes of the platform know each other: TLS 1.3, with a certificate at either end.
//!
//! Each process makes its own, signed by an authority whose key follows from the service key that all of them hold. So
//! there is nothing to hand out or to renew, and nothing on a disk; and who does not hold the service key neither calls
//! nor is called.
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use rcgen::{
    BasicConstraints, Certificate, CertificateParams, DistinguishedName, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyPair, KeyUsagePurpose,
    PKCS_ED25519, PublicKeyData, SignatureAlgorithm, SigningKey,
};
use ring::hkdf::{HKDF_SHA256, Salt};
use ring::signature::{Ed25519KeyPair, KeyPair as _};
use rustls::pki_types::PrivateKeyDer;
use rustls::server::WebPkiClientVerifier;
use rustls::{RootCertStore, ServerConfig};
use tonic::transport::{Certificate as Pem, ClientTlsConfig, Identity};

/// What else is made of the service key is made in another name.
const PURPOSE: &[u8] = b"vestibule: the authority of services";
/// As HTTP/2 is agreed upon in a handshake (RFC 9113, 3.2).
const HTTP_2: &[u8] = b"h2";
/// How long a handshake may take, at either end.
pub(crate) const HANDSHAKE_LIMIT: Duration = Duration::from_secs(5);

/// Who signs the certificates. It is the same one wherever the service key is.
#[derive(Clone)]
pub struct Authority(Arc<Ed25519KeyPair>);

impl Authority {
    pub fn of(service_key: &[u8]) -> Self {
        let mut seed = [0; 32];
        let derived = Salt::new(HKDF_SHA256, &[]).extract(service_key);
        derived.expand(&[PURPOSE], HKDF_SHA256).and_then(|bytes| bytes.fill(&mut seed)).expect("as many bytes as the hash has");
        Authority(Arc::new(Ed25519KeyPair::from_seed_unchecked(&seed).expect("any 32 bytes are a seed")))
    }

    /// For a process that serves these services.
    pub(crate) fn server(&self, services: &[&str]) -> anyhow::Result<Arc<ServerConfig>> {
        let names = services.iter().map(|service| name_of(service)).collect();
        self.serving(&self.issue(names, ExtendedKeyUsagePurpose::ServerAuth)?)
    }

    fn serving(&self, own: &Issued) -> anyhow::Result<Arc<ServerConfig>> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let mut authorities = RootCertStore::empty();
        authorities.add(self.certificate()?.der().clone())?;
        let callers = WebPkiClientVerifier::builder_with_provider(authorities.into(), provider.clone()).build()?;
        let builder = ServerConfig::builder_with_provider(provider).with_protocol_versions(&[&rustls::version::TLS13])?;
        let key = PrivateKeyDer::try_from(own.key.serialize_der()).map_err(anyhow::Error::msg)?;
        let mut config = builder.with_client_cert_verifier(callers).with_single_cert(vec![own.certificate.der().clone()], key)?;
        config.alpn_protocols = vec![HTTP_2.to_vec()];
        Ok(Arc::new(config))
    }

    /// For calls of `service`, wherever it is reached.
    pub(crate) fn client(&self, service: &str) -> anyhow::Result<ClientTlsConfig> {
        let own = self.issue(Vec::new(), ExtendedKeyUsagePurpose::ClientAuth)?;
        let identity = Identity::from_pem(own.certificate.pem(), own.key.serialize_pem());
        let authority = Pem::from_pem(self.certificate()?.pem());
        Ok(ClientTlsConfig::new().ca_certificate(authority).identity(identity).domain_name(name_of(service)).timeout(HANDSHAKE_LIMIT))
    }

    /// Its key is never stored, so nothing is won by an end of its validity, and nothing depends on a clock.
    fn issue(&self, names: Vec<String>, purpose: ExtendedKeyUsagePurpose) -> anyhow::Result<Issued> {
        let mut parameters = CertificateParams::new(names).context("a service's name")?;
        parameters.distinguished_name = named("vestibule");
        parameters.key_usages = vec![KeyUsagePurpose::DigitalSignature];
        parameters.extended_key_usages = vec![purpose];
        let key = KeyPair::generate_for(&PKCS_ED25519)?;
        let certificate = parameters.signed_by(&key, &Issuer::new(self.parameters()?, self))?;
        Ok(Issued { certificate, key })
    }

    fn certificate(&self) -> anyhow::Result<Certificate> {
        Ok(self.parameters()?.self_signed(self)?)
    }

    fn parameters(&self) -> anyhow::Result<CertificateParams> {
        let mut parameters = CertificateParams::new(Vec::new())?;
        parameters.distinguished_name = named("vestibule services");
        parameters.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
        parameters.key_usages = vec![KeyUsagePurpose::KeyCertSign];
        Ok(parameters)
    }
}

impl PublicKeyData for Authority {
    fn der_bytes(&self) -> &[u8] {
        self.0.public_key().as_ref()
    }

    fn algorithm(&self) -> &'static SignatureAlgorithm {
        &PKCS_ED25519
    }
}

impl SigningKey for Authority {
    fn sign(&self, message: &[u8]) -> Result<Vec<u8>, rcgen::Error> {
        Ok(self.0.sign(message).as_ref().to_vec())
    }
}

struct Issued {
    certificate: Certificate,
    key: KeyPair,
}

/// Not a name of any network, so that nothing depends on how a service is reached.
fn name_of(service: &str) -> String {
    format!("{service}.vestibule.internal")
}

fn named(name: &str) -> DistinguishedName {
    let mut distinguished = DistinguishedName::new();
    distinguished.push(DnType::CommonName, name);
    distinguished
}

/// What nobody of ours does.
#[cfg(test)]
impl Authority {
    /// A caller that knows the authority and has no certificate.
    pub(crate) fn stranger(&self, service: &str) -> anyhow::Result<ClientTlsConfig> {
        Ok(ClientTlsConfig::new().ca_certificate(Pem::from_pem(self.certificate()?.pem())).domain_name(name_of(service)))
    }

    /// A process that serves by a certificate for calls.
    pub(crate) fn callers_own_server(&self, service: &str) -> anyhow::Result<Arc<ServerConfig>> {
        self.serving(&self.issue(vec![name_of(service)], ExtendedKeyUsagePurpose::ClientAuth)?)
    }
}
