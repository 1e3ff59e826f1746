//! What is the operator's alone: files, certificates, dead letters.
mod certificates;
mod files;

pub use certificates::{CertificateEnd, CertificateUse, certificates};
pub use files::files;
