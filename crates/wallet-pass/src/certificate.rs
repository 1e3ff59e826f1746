//! The certificate that a project signs passes with.
use std::time::Duration;

use cms::cert::x509::Certificate;
use cms::cert::x509::der::{Decode, Encode, asn1::ObjectIdentifier};
use ring::rsa::KeyPair;
use ring::signature::{RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use time::OffsetDateTime;

use crate::PassError;

/// The pass type: `pass.com.example.door`.
const USER_ID: ObjectIdentifier = ObjectIdentifier::new_unwrap("0.9.2342.19200300.100.1.1");
/// The team.
const ORGANIZATIONAL_UNIT: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.5.4.11");
/// Of PEM, in bytes: a certificate has some two thousand.
const MAX_PEM: usize = 64 * 1024;

#[derive(Clone, Debug)]
pub struct PassCertificate {
    pub(crate) certificate: Certificate,
    pub(crate) intermediate: Certificate,
    pub pass_type_id: String,
    pub team_id: String,
    pub expires_at: OffsetDateTime,
}

impl PassCertificate {
    /// From PEM. The intermediate is checked by the signature of the certificate.
    pub fn parse(certificate: &str, intermediate: &str) -> Result<Self, PassError> {
        let certificate = parse(certificate)?;
        let (pass_type_id, team_id) = match (attribute(&certificate, USER_ID), attribute(&certificate, ORGANIZATIONAL_UNIT)) {
            (Some(pass_type), Some(team)) => (pass_type, team),
            _ => return Err(PassError::NotAPassType),
        };
        let intermediate = parse(intermediate)?;
        if !is_signed_by(&certificate, &intermediate) {
            return Err(PassError::OtherIssuer);
        }
        let expires_at = instant(certificate.tbs_certificate.validity.not_after.to_unix_duration());
        Ok(PassCertificate { certificate, intermediate, pass_type_id, team_id, expires_at })
    }
}

/// Signs passes.
pub struct PassSigner {
    pub(crate) certificate: PassCertificate,
    pub(crate) key: KeyPair,
}

impl PassSigner {
    /// `key`: RSA of at least 2,048 bits, in PEM.
    pub fn new(certificate: PassCertificate, key: &str) -> Result<Self, PassError> {
        let key = parse_key(key)?;
        if key.public().as_ref() != public_key(&certificate.certificate) {
            return Err(PassError::OtherKey);
        }
        Ok(PassSigner { certificate, key })
    }

    pub fn certificate(&self) -> &PassCertificate {
        &self.certificate
    }
}

pub(crate) fn parse_key(pem: &str) -> Result<KeyPair, PassError> {
    if pem.len() > MAX_PEM {
        return Err(PassError::Key);
    }
    let key = match PrivateKeyDer::from_pem_slice(pem.as_bytes()).map_err(|_| PassError::Key)? {
        PrivateKeyDer::Pkcs8(key) => KeyPair::from_pkcs8(key.secret_pkcs8_der()),
        PrivateKeyDer::Pkcs1(key) => KeyPair::from_der(key.secret_pkcs1_der()),
        _ => return Err(PassError::Key),
    };
    key.map_err(|_| PassError::Key)
}

fn parse(pem: &str) -> Result<Certificate, PassError> {
    if pem.len() > MAX_PEM {
        return Err(PassError::Certificate);
    }
    let der = CertificateDer::from_pem_slice(pem.as_bytes()).map_err(|_| PassError::Certificate)?;
    Certificate::from_der(&der).map_err(|_| PassError::Certificate)
}

/// The PKCS#1 form of an RSA key.
pub(crate) fn public_key(certificate: &Certificate) -> &[u8] {
    certificate.tbs_certificate.subject_public_key_info.subject_public_key.raw_bytes()
}

/// By RSA with SHA-256, as the vendor signs.
pub(crate) fn is_signed_by(certificate: &Certificate, issuer: &Certificate) -> bool {
    let Ok(signed) = certificate.tbs_certificate.to_der() else { return false };
    let key = UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, public_key(issuer));
    certificate.tbs_certificate.issuer == issuer.tbs_certificate.subject && key.verify(&signed, certificate.signature.raw_bytes()).is_ok()
}

pub(crate) fn instant(since_epoch: Duration) -> OffsetDateTime {
    let seconds = i64::try_from(since_epoch.as_secs()).unwrap_or(i64::MAX);
    OffsetDateTime::from_unix_timestamp(seconds).unwrap_or(OffsetDateTime::UNIX_EPOCH)
}

fn attribute(certificate: &Certificate, oid: ObjectIdentifier) -> Option<String> {
    let parts = certificate.tbs_certificate.subject.0.iter().flat_map(|part| part.0.iter());
    let value = parts.into_iter().find(|part| part.oid == oid)?;
    std::str::from_utf8(value.value.value()).ok().filter(|text| !text.is_empty()).map(str::to_owned)
}
