//! Passes of wallets: signed archives for the Apple Wallet (`.pkpass`), and signed links for Google's. Pure: keys and contents in,
//! bytes out.
mod apple;
mod certificate;
mod cms_signature;
mod google;
mod pictures;
mod reader;

pub use apple::{BackField, PassContent, PassLook, apple_pass};
pub use certificate::{PassCertificate, PassSigner};
pub use google::{GoogleAccount, save_link};
pub use reader::{ReadPass, read_apple_pass};

/// Why a certificate cannot sign passes, or a pass cannot be made or read. For people who enter certificates.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PassError {
    #[error("must be a certificate in PEM")]
    Certificate,
    #[error("must be an RSA key in PEM")]
    Key,
    /// The subject lacks UID or OU.
    #[error("must be a pass type certificate")]
    NotAPassType,
    #[error("the key is not that of the certificate")]
    OtherKey,
    #[error("the certificate was not signed by this one")]
    OtherIssuer,
    #[error("{0}")]
    Archive(&'static str),
}
