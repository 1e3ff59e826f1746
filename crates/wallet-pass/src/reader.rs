//! Reads a pass back, as a wallet does: every file is in the manifest with its hash, and the manifest is signed by a certificate
//! of the pass type, which leads to an authority that is trusted.
use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use cms::cert::x509::Certificate;
use cms::cert::x509::der::Decode;
use ring::digest::{SHA1_FOR_LEGACY_USE_ONLY, digest};
use serde_json::Value;
use zip::ZipArchive;

use crate::PassError;
use crate::apple::hex;
use crate::certificate::is_signed_by;
use crate::cms_signature::verified_certificates;

const MAX_FILES: usize = 32;
/// Of one file.
const MAX_BYTES: u64 = 1 << 20;

#[derive(Clone, Debug)]
pub struct ReadPass {
    pub pass: Value,
    pub files: BTreeMap<String, Vec<u8>>,
}

/// `authority`: DER of the certificate that the intermediate one was signed by.
pub fn read_apple_pass(archive: &[u8], authority: &[u8]) -> Result<ReadPass, PassError> {
    let mut files = unpack(archive)?;
    let manifest = files.remove("manifest.json").ok_or(PassError::Archive("no manifest"))?;
    let signature = files.remove("signature").ok_or(PassError::Archive("no signature"))?;
    check_signature(&signature, &manifest, authority)?;
    let hashes: BTreeMap<String, String> = serde_json::from_slice(&manifest).map_err(|_| PassError::Archive("a manifest that cannot be read"))?;
    let are_equal = hashes.len() == files.len()
        && hashes.iter().all(|(name, hash)| files.get(name).is_some_and(|data| hex(digest(&SHA1_FOR_LEGACY_USE_ONLY, data).as_ref()) == *hash));
    if !are_equal {
        return Err(PassError::Archive("files that are not those of the manifest"));
    }
    let pass = files.get("pass.json").and_then(|data| serde_json::from_slice(data).ok()).ok_or(PassError::Archive("no pass.json"))?;
    Ok(ReadPass { pass, files })
}

fn check_signature(signature: &[u8], manifest: &[u8], authority: &[u8]) -> Result<(), PassError> {
    let certificates = verified_certificates(signature, manifest).ok_or(PassError::Archive("a signature that is not valid"))?;
    let authority = Certificate::from_der(authority).map_err(|_| PassError::Certificate)?;
    let (signer, rest) = certificates.split_first().ok_or(PassError::Archive("no certificate"))?;
    let is_trusted = rest.iter().any(|intermediate| is_signed_by(signer, intermediate) && is_signed_by(intermediate, &authority));
    if is_trusted { Ok(()) } else { Err(PassError::Archive("signed by somebody else")) }
}

fn unpack(archive: &[u8]) -> Result<BTreeMap<String, Vec<u8>>, PassError> {
    let unreadable = |_| PassError::Archive("not an archive");
    let mut archive = ZipArchive::new(Cursor::new(archive)).map_err(unreadable)?;
    if archive.len() > MAX_FILES {
        return Err(PassError::Archive("too many files"));
    }
    let mut files = BTreeMap::new();
    for index in 0..archive.len() {
        let file = archive.by_index(index).map_err(unreadable)?;
        let name = file.name().map_err(unreadable)?.into_owned();
        let mut data = Vec::new();
        file.take(MAX_BYTES).read_to_end(&mut data).map_err(|_| PassError::Archive("a file that cannot be read"))?;
        files.insert(name, data);
    }
    Ok(files)
}
