//! The signing key: an Ed25519 key, PKCS#8, in a file that nobody else may read.
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::Path;

use anyhow::{Context as _, Result, anyhow, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::{SecureRandom as _, SystemRandom};
use ring::signature::{Ed25519KeyPair, KeyPair as _};

/// The key of a file, which is made where there is none.
pub fn open_or_create(path: &Path) -> Result<Ed25519KeyPair> {
    if !path.exists() {
        let document = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).map_err(|_| anyhow!("the system gives no random bytes"))?;
        let mut file =
            OpenOptions::new().write(true).create_new(true).mode(0o600).open(path).with_context(|| format!("writing {}", path.display()))?;
        file.write_all(document.as_ref())?;
    }
    let mode = fs::metadata(path)?.permissions().mode();
    ensure!(mode & 0o077 == 0, "{} may be read by others: chmod 600", path.display());
    let bytes = fs::read(path).with_context(|| format!("reading {}", path.display()))?;
    Ed25519KeyPair::from_pkcs8(&bytes).map_err(|error| anyhow!("{} is no Ed25519 key: {error}", path.display()))
}

/// As `VESTIBULE_LICENSE_KEYS` wants it.
pub fn public_key(key: &Ed25519KeyPair) -> String {
    URL_SAFE_NO_PAD.encode(key.public_key())
}

/// Random values below 32, for a licence key.
pub fn random_values() -> Result<[u8; 20]> {
    let mut bytes = [0; 20];
    SystemRandom::new().fill(&mut bytes).map_err(|_| anyhow!("the system gives no random bytes"))?;
    Ok(bytes.map(|byte| byte % 32))
}
