//! A certificate authority of the test's own; the work is openssl's.
use std::process::{Command, Stdio};

pub struct Authority(tempfile::TempDir);

impl Authority {
    pub fn new() -> Authority {
        let authority = Authority(tempfile::tempdir().unwrap());
        let (key, certificate) = (authority.path("authority.key"), authority.path("authority.pem"));
        openssl(&[&["req", "-x509", "-days", "2", "-subj", "/CN=Riverside", "-keyout", &key, "-out", &certificate], NEW_KEY].concat());
        authority
    }

    pub fn pem(&self) -> String {
        std::fs::read_to_string(self.path("authority.pem")).unwrap()
    }

    /// Paths of a key and of a certificate that this authority has signed for an address.
    pub fn certifies(&self, address: &str) -> (String, String) {
        let path = |end: &str| self.path(&format!("{address}.{end}"));
        let (key, request, certificate, extensions) = (path("key"), path("csr"), path("pem"), path("ext"));
        std::fs::write(&extensions, format!("subjectAltName=IP:{address}\nbasicConstraints=CA:FALSE\n")).unwrap();
        openssl(&[&["req", "-new", "-subj", "/CN=provider", "-keyout", &key, "-out", &request], NEW_KEY].concat());
        let (by, of) = (self.path("authority.pem"), self.path("authority.key"));
        openssl(&[
            "x509",
            "-req",
            "-in",
            &request,
            "-CA",
            &by,
            "-CAkey",
            &of,
            "-set_serial",
            "7",
            "-days",
            "2",
            "-extfile",
            &extensions,
            "-out",
            &certificate,
        ]);
        (key, certificate)
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }
}

const NEW_KEY: &[&str] = &["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

fn openssl(arguments: &[&str]) {
    let done = Command::new("openssl").args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status().expect("openssl");
    assert!(done.success(), "openssl {arguments:?}");
}
