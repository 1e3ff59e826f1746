//! How processes of the platform know each other: TLS 1.3, with a certificate at either end.
//!
//! Each process makes its own certificate, signed by an authority whose key is derived from the service key that all
//! processes share. So no certificate is handed out, renewed or stored; and a process without the service key can neither
//! call nor be called.
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

/// Input to the key derivation, so that other keys derived from the service key differ from this one (RFC 5869, 3.2).
const PURPOSE: &[u8] = b"vestibule: the authority of services";
/// ALPN identifier of HTTP/2 (RFC 9113, 3.2).
const HTTP_2: &[u8] = b"h2";
/// How long a handshake may take, at either end.
pub(crate) const HANDSHAKE_LIMIT: Duration = Duration::from_secs(5);

/// Signs the certificates. The same in every process with the same service key.
#[derive(Clone)]
pub struct Authority {
    key: Arc<Ed25519KeyPair>,
    /// Of other keys that are accepted, while the service key is changed.
    others: Arc<[Authority]>,
}

impl Authority {
    /// `service_keys`: the first one signs, certificates of all of them are accepted.
    pub fn from_keys(service_keys: &[Vec<u8>]) -> Self {
        let (first, others) = service_keys.split_first().expect("at least one key");
        Authority { others: others.iter().map(|key| Authority::from_key(key)).collect(), ..Authority::from_key(first) }
    }

    fn from_key(service_key: &[u8]) -> Self {
        let mut seed = [0; 32];
        let derived = Salt::new(HKDF_SHA256, &[]).extract(service_key);
        derived.expand(&[PURPOSE], HKDF_SHA256).and_then(|bytes| bytes.fill(&mut seed)).expect("as many bytes as the hash has");
        Authority { key: Arc::new(Ed25519KeyPair::from_seed_unchecked(&seed).expect("any 32 bytes are a seed")), others: Arc::default() }
    }

    /// For a process that serves these services.
    pub fn server(&self, services: &[&str]) -> anyhow::Result<Arc<ServerConfig>> {
        let names = services.iter().map(|service| name_of(service)).collect();
        self.serving(&self.issue(names, ExtendedKeyUsagePurpose::ServerAuth)?)
    }

    fn serving(&self, own: &Issued) -> anyhow::Result<Arc<ServerConfig>> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let mut authorities = RootCertStore::empty();
        for authority in self.accepted() {
            authorities.add(authority.certificate()?.der().clone())?;
        }
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
        let authorities = self.accepted().map(|authority| Ok(Pem::from_pem(authority.certificate()?.pem()))).collect::<anyhow::Result<Vec<_>>>()?;
        Ok(ClientTlsConfig::new().ca_certificates(authorities).identity(identity).domain_name(name_of(service)).timeout(HANDSHAKE_LIMIT))
    }

    /// The certificate does not expire: its key is never stored, so expiry would add nothing but a dependency on clocks.
    fn issue(&self, names: Vec<String>, purpose: ExtendedKeyUsagePurpose) -> anyhow::Result<Issued> {
        let mut parameters = CertificateParams::new(names).context("a service's name")?;
        parameters.distinguished_name = named("vestibule");
        parameters.key_usages = vec![KeyUsagePurpose::DigitalSignature];
        parameters.extended_key_usages = vec![purpose];
        let key = KeyPair::generate_for(&PKCS_ED25519)?;
        let certificate = parameters.signed_by(&key, &Issuer::new(self.parameters()?, self))?;
        Ok(Issued { certificate, key })
    }

    fn accepted(&self) -> impl Iterator<Item = &Authority> {
        std::iter::once(self).chain(self.others.iter())
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
        self.key.public_key().as_ref()
    }

    fn algorithm(&self) -> &'static SignatureAlgorithm {
        &PKCS_ED25519
    }
}

impl SigningKey for Authority {
    fn sign(&self, message: &[u8]) -> Result<Vec<u8>, rcgen::Error> {
        Ok(self.key.sign(message).as_ref().to_vec())
    }
}

struct Issued {
    certificate: Certificate,
    key: KeyPair,
}

/// The name in a service's certificate. No network resolves it: it holds at whatever address the service is reached.
fn name_of(service: &str) -> String {
    format!("{service}.vestibule.internal")
}

fn named(name: &str) -> DistinguishedName {
    let mut distinguished = DistinguishedName::new();
    distinguished.push(DnType::CommonName, name);
    distinguished
}

/// Peers that a process must refuse, for the tests.
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
