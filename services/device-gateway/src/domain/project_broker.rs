//! The broker of a project, as somebody enters it.
use cms::cert::x509::Certificate;
use cms::cert::x509::der::Decode;
use kit::Fields;
use rustls::RootCertStore;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::sign::CertifiedKey;
use time::OffsetDateTime;

/// Of certificate, key and authority together: they are sent to devices in one message of a few hundred KiB.
pub const MAX_PEM: usize = 32 << 10;
const MAX_URL: usize = 255;
const MAX_LOGIN: usize = 255;
const SCHEME: &str = "mqtts://";
const DEFAULT_PORT: u16 = 8883;
/// Of the chain.
const MAX_CERTIFICATES: usize = 8;

/// Neither stored nor tried yet.
#[derive(Clone)]
pub struct ProjectBrokerDraft {
    pub url: String,
    pub login: String,
    /// Empty: the stored one.
    pub password: String,
    pub manages_users: bool,
    /// PEM.
    pub certificate: String,
    pub private_key: String,
    /// PEM; empty for a public authority.
    pub authority: String,
}

// The key and the password are secrets.
impl std::fmt::Debug for ProjectBrokerDraft {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ProjectBrokerDraft({})", self.url)
    }
}

/// What people read of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateSummary {
    pub subject: String,
    pub expires_at: OffsetDateTime,
}

impl ProjectBrokerDraft {
    /// Everything that can be known without the broker.
    pub fn validate(&self, fields: &mut Fields, now: OffsetDateTime) {
        if let Err(why) = host_and_port(&self.url) {
            fields.add("url", why);
        }
        fields.text("login", &self.login, MAX_LOGIN);
        fields.check(self.password.len() <= MAX_LOGIN, "password", "maximum length is 255");
        if self.certificate.len() + self.private_key.len() + self.authority.len() > MAX_PEM {
            fields.add("certificate", format!("maximum size is {MAX_PEM} bytes"));
            return;
        }
        self.validate_certificate(fields, now);
        if !self.authority.is_empty() && authorities(&self.authority).is_none() {
            fields.add("authority", "not an authority's certificate in PEM");
        }
    }

    fn validate_certificate(&self, fields: &mut Fields, now: OffsetDateTime) {
        match parse_first(&self.certificate) {
            None => fields.add("certificate", "not a certificate in PEM"),
            Some(certificate) => {
                let validity = &certificate.tbs_certificate.validity;
                if instant(validity.not_after.to_unix_duration()) <= now {
                    fields.add("certificate", "the certificate has expired");
                } else if instant(validity.not_before.to_unix_duration()) > now {
                    fields.add("certificate", "the certificate is not valid yet");
                }
            }
        }
        match client_key(&self.certificate, &self.private_key) {
            Ok(()) => {}
            Err(KeyError::Certificate) => {}
            Err(KeyError::Unreadable) => fields.add("private_key", "not a private key in PEM"),
            Err(KeyError::Mismatch) => fields.add("private_key", "the private key does not belong to the certificate"),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KeyError {
    /// It is named where the certificate is.
    Certificate,
    Unreadable,
    Mismatch,
}

fn client_key(certificate: &str, private_key: &str) -> Result<(), KeyError> {
    let chain = chain(certificate).ok_or(KeyError::Certificate)?;
    let key = PrivateKeyDer::from_pem_slice(private_key.as_bytes()).map_err(|_| KeyError::Unreadable)?;
    let key = rustls::crypto::ring::sign::any_supported_type(&key).map_err(|_| KeyError::Unreadable)?;
    match CertifiedKey::new(chain, key).keys_match() {
        Ok(()) => Ok(()),
        Err(rustls::Error::InconsistentKeys(_)) => Err(KeyError::Mismatch),
        Err(_) => Err(KeyError::Certificate),
    }
}

/// The certificates of a PEM, the first one's own first. None when there is none, or something else among them.
pub fn chain(pem: &str) -> Option<Vec<CertificateDer<'static>>> {
    let chain: Vec<_> = CertificateDer::pem_slice_iter(pem.as_bytes()).collect::<Result<_, _>>().ok()?;
    (!chain.is_empty() && chain.len() <= MAX_CERTIFICATES).then_some(chain)
}

/// Those of a PEM, each of which can be an authority's.
pub fn authorities(pem: &str) -> Option<Vec<CertificateDer<'static>>> {
    let chain = chain(pem)?;
    let mut store = RootCertStore::empty();
    chain.iter().all(|certificate| store.add(certificate.clone()).is_ok()).then_some(chain)
}

fn parse_first(pem: &str) -> Option<Certificate> {
    Certificate::from_der(chain(pem)?.first()?).ok()
}

/// Of a certificate that has passed `validate`.
pub fn summary(certificate: &str) -> Option<CertificateSummary> {
    let certificate = parse_first(certificate)?.tbs_certificate;
    let expires_at = instant(certificate.validity.not_after.to_unix_duration());
    Some(CertificateSummary { subject: certificate.subject.to_string(), expires_at })
}

fn instant(since_epoch: std::time::Duration) -> OffsetDateTime {
    let seconds = i64::try_from(since_epoch.as_secs()).unwrap_or(i64::MAX);
    OffsetDateTime::from_unix_timestamp(seconds).unwrap_or(OffsetDateTime::UNIX_EPOCH)
}

/// Of `mqtts://host:port`; a certificate is of no use without TLS.
pub fn host_and_port(url: &str) -> Result<(String, u16), &'static str> {
    const FORM: &str = "expected mqtts://host:port";
    if url.len() > MAX_URL {
        return Err("maximum length is 255");
    }
    let rest = url.strip_prefix(SCHEME).ok_or(FORM)?.trim_end_matches('/');
    if rest.is_empty() || rest.chars().any(|c| c.is_whitespace() || c.is_control() || "/@?#".contains(c)) {
        return Err(FORM);
    }
    // An IPv6 address is in brackets, and has colons of its own.
    let (host, port) = match rest.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, port.parse().map_err(|_| FORM)?),
        _ => (rest, DEFAULT_PORT),
    };
    let host = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host);
    if host.is_empty() || port == 0 { Err(FORM) } else { Ok((host.to_owned(), port)) }
}

#[cfg(test)]
#[path = "project_broker_tests.rs"]
mod tests;
