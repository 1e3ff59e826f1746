//! Certificate authorities that are believed besides the public ones: an organisation's own.
use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use rustls::RootCertStore;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;

const PEM_BEGIN: &str = "-----BEGIN CERTIFICATE-----";

/// Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Authorities(Arc<[CertificateDer<'static>]>);

impl Authorities {
    /// As in `VESTIBULE_CERTIFICATE_AUTHORITIES`: nothing, the name of a file, or what stands in such a file.
    pub fn of(setting: &str) -> Result<Self> {
        match setting {
            "" => Ok(Authorities::default()),
            pem if pem.contains(PEM_BEGIN) => Authorities::parse(pem.as_bytes()),
            path => {
                let pem = std::fs::read(path).with_context(|| format!("cannot read {path}"))?;
                Authorities::parse(&pem).with_context(|| format!("in {path}"))
            }
        }
    }

    /// Certificates in PEM, one after another. A file without a certificate, or with one that nobody could check against, is a mistake of whoever named it.
    pub fn parse(pem: &[u8]) -> Result<Self> {
        let certificates: Vec<_> = CertificateDer::pem_slice_iter(pem).collect::<Result<_, _>>().context("no certificates in PEM")?;
        ensure!(!certificates.is_empty(), "no certificates in PEM");
        let mut store = RootCertStore::empty();
        for certificate in &certificates {
            store.add(certificate.clone()).context("a certificate that cannot be an authority's")?;
        }
        Ok(Authorities(certificates.into()))
    }

    /// Each certificate, in DER.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        self.0.iter().map(AsRef::as_ref)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Made by `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj /CN=Riverside`.
    const PEM: &str = include_str!("authority.pem");

    #[test]
    fn a_file_may_hold_several() {
        assert_eq!(Authorities::parse(PEM.repeat(2).as_bytes()).unwrap().iter().count(), 2);
        assert_eq!(Authorities::of(PEM).unwrap().iter().count(), 1);
        assert_eq!(Authorities::of("").unwrap().iter().count(), 0);
    }

    #[test]
    fn what_is_no_certificate_is_told_at_the_start() {
        let garbage = "-----BEGIN CERTIFICATE-----\naGVsbG8=\n-----END CERTIFICATE-----\n";
        for bad in ["", "nothing", garbage] {
            assert!(Authorities::parse(bad.as_bytes()).is_err(), "{bad}");
        }
        assert!(Authorities::of("/nowhere/at.all").is_err());
    }
}
