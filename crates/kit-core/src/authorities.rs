//! Certificate authorities of an organisation, trusted besides the public ones.
use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use base64::prelude::*;
use rustls::RootCertStore;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;

const PEM_BEGIN: &str = "-----BEGIN CERTIFICATE-----";
const PEM_END: &str = "-----END CERTIFICATE-----";
/// Characters of a line (RFC 7468, 2).
const PEM_LINE: usize = 64;

/// Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Authorities(Arc<[CertificateDer<'static>]>);

impl Authorities {
    /// From `VESTIBULE_CERTIFICATE_AUTHORITIES`: empty, the name of a file, or the content of such a file.
    pub fn from_setting(setting: &str) -> Result<Self> {
        match setting {
            "" => Ok(Authorities::default()),
            pem if pem.contains(PEM_BEGIN) => Authorities::parse(pem.as_bytes()),
            path => {
                let pem = std::fs::read(path).context("expected certificates in PEM, or a file of them: no such file can be read")?;
                Authorities::parse(&pem)
            }
        }
    }

    /// Certificates in PEM, one after another. None, or one that is not an authority's, is an error.
    pub fn parse(pem: &[u8]) -> Result<Self> {
        let certificates: Vec<_> = CertificateDer::pem_slice_iter(pem).collect::<Result<_, _>>().context("no certificates in PEM")?;
        ensure!(!certificates.is_empty(), "no certificates in PEM");
        let mut store = RootCertStore::empty();
        for certificate in &certificates {
            store.add(certificate.clone()).context("a certificate that cannot be an authority's")?;
        }
        Ok(Authorities(certificates.into()))
    }

    /// All of them, one after another; None where there are none.
    pub fn pem(&self) -> Option<String> {
        (!self.0.is_empty()).then(|| self.iter().map(to_pem).collect())
    }

    /// Each certificate, in DER.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        self.0.iter().map(AsRef::as_ref)
    }
}

fn to_pem(der: &[u8]) -> String {
    let text = BASE64_STANDARD.encode(der);
    let lines: Vec<_> = text.as_bytes().chunks(PEM_LINE).map(String::from_utf8_lossy).collect();
    format!("{PEM_BEGIN}\n{}\n{PEM_END}\n", lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Made by `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj /CN=Riverside`.
    const PEM: &str = include_str!("authority.pem");

    #[test]
    fn a_file_may_hold_several() {
        assert_eq!(Authorities::parse(PEM.repeat(2).as_bytes()).unwrap().iter().count(), 2);
        assert_eq!(Authorities::from_setting(PEM).unwrap().iter().count(), 1);
        assert_eq!(Authorities::from_setting("").unwrap().iter().count(), 0);
    }

    #[test]
    fn they_are_written_as_they_were_read() {
        let authorities = Authorities::parse(PEM.repeat(2).as_bytes()).unwrap();
        let pem = authorities.pem().unwrap();
        assert!(Authorities::parse(pem.as_bytes()).unwrap().iter().eq(authorities.iter()));
        assert_eq!(Authorities::default().pem(), None);
    }

    #[test]
    fn what_is_no_certificate_is_told_at_the_start() {
        let garbage = "-----BEGIN CERTIFICATE-----\naGVsbG8=\n-----END CERTIFICATE-----\n";
        for bad in ["", "nothing", garbage] {
            assert!(Authorities::parse(bad.as_bytes()).is_err(), "{bad}");
        }
        assert!(Authorities::from_setting("/nowhere/at.all").is_err());
    }
}
