//! Certificates for passes of wallets, made by openssl: an authority, an intermediate one, and one of a pass type.
use std::path::Path;
use std::process::{Command, Stdio};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ring::signature::{KeyPair, RsaKeyPair};

const NEW_KEY: [&str; 3] = ["-newkey", "rsa:2048", "-nodes"];
const SUBJECT: &str = "/UID=pass.com.example.vestibule/CN=Pass/OU=TEAM123456/O=Example/C=NL";

/// All in PEM.
#[derive(Clone, Debug)]
pub struct PassAuthority {
    pub root: String,
    pub intermediate: String,
    pub certificate: String,
    pub key: String,
}

impl PassAuthority {
    pub fn make() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name).to_str().expect("a path of text").to_owned();
        let (root, root_key) = (path("root.pem"), path("root.key"));
        openssl(&[&["req", "-x509", "-days", "3", "-subj", "/CN=Root", "-keyout", &root_key, "-out", &root][..], &NEW_KEY].concat());
        let authority = "basicConstraints=critical,CA:TRUE\nkeyUsage=keyCertSign\n";
        let intermediate = signed(folder.path(), "intermediate", "/CN=Intermediate", authority, "root");
        let certificate = signed(folder.path(), "pass", SUBJECT, "keyUsage=digitalSignature\n", "intermediate");
        let read = |path: &str| std::fs::read_to_string(path).expect("openssl has written it");
        PassAuthority { root: read(&root), intermediate, certificate, key: read(&path("pass.key")) }
    }

    /// Of the authority.
    pub fn root_der(&self) -> Vec<u8> {
        der(&self.root)
    }

    /// Of the certificate of the pass type, as PKCS#1.
    pub fn public_key(&self) -> Vec<u8> {
        RsaKeyPair::from_pkcs8(&der(&self.key)).expect("a key of openssl").public_key().as_ref().to_vec()
    }
}

fn der(pem: &str) -> Vec<u8> {
    let text: String = pem.lines().filter(|line| !line.starts_with("-----")).collect();
    STANDARD.decode(text).expect("PEM of openssl")
}

fn signed(folder: &Path, name: &str, subject: &str, extensions: &str, issuer: &str) -> String {
    let path = |name: String| folder.join(name).to_str().expect("a path of text").to_owned();
    let (key, request, certificate, extension_file) =
        (path(format!("{name}.key")), path(format!("{name}.csr")), path(format!("{name}.pem")), path(format!("{name}.ext")));
    let (issuer_certificate, issuer_key) = (path(format!("{issuer}.pem")), path(format!("{issuer}.key")));
    std::fs::write(&extension_file, extensions).expect("a folder that can be written");
    openssl(&[&["req", "-new", "-subj", subject, "-keyout", &key, "-out", &request][..], &NEW_KEY].concat());
    openssl(&[
        "x509",
        "-req",
        "-days",
        "2",
        "-in",
        &request,
        "-CA",
        &issuer_certificate,
        "-CAkey",
        &issuer_key,
        "-set_serial",
        "77",
        "-extfile",
        &extension_file,
        "-out",
        &certificate,
    ]);
    std::fs::read_to_string(certificate).expect("openssl has written it")
}

fn openssl(arguments: &[&str]) {
    let done = Command::new("openssl").args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status().expect("openssl");
    assert!(done.success(), "openssl {arguments:?}");
}
