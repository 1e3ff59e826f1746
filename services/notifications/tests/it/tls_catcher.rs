//! A mail server that encrypts: the catcher, with a certificate of an authority that the test makes.
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use kit::outgoing::Authorities;
use notifications::smtp::server::Encryption;
use serde_json::Value;
use tempfile::TempDir;
use tokio::net::{TcpListener, TcpStream};

use crate::mailbox::mails_at;

const CATCHER: &str = "../../tools/dev/mail/catcher.py";
/// Where Debian's Python is, which has the catcher's package.
const PYTHON: &str = "/usr/bin/python3";

/// An authority, and the certificate of the mail server `localhost` that it signed.
pub struct Keys(TempDir);

impl Keys {
    pub fn new() -> Keys {
        let keys = Keys(tempfile::tempdir().unwrap());
        let curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
        keys.openssl(&[&["req", "-x509", "-subj", "/CN=Riverside", "-keyout", "authority.key", "-out", "authority.pem"][..], &curve].concat());
        let signed = ["-CA", "authority.pem", "-CAkey", "authority.key", "-addext", "basicConstraints=critical,CA:FALSE"];
        let named = ["req", "-x509", "-subj", "/CN=mail", "-addext", "subjectAltName=DNS:localhost", "-keyout", "mail.key", "-out", "mail.pem"];
        keys.openssl(&[&named[..], &signed, &curve].concat());
        keys
    }

    pub fn authorities(&self) -> Authorities {
        Authorities::parse(&std::fs::read(self.path("authority.pem")).unwrap()).unwrap()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn openssl(&self, arguments: &[&str]) {
        let created = Command::new("openssl").args(arguments).current_dir(self.0.path()).output().expect("openssl is installed");
        assert!(created.status.success(), "{}", String::from_utf8_lossy(&created.stderr));
    }
}

/// Ends with its value.
pub struct Catcher {
    pub port: u16,
    pages: u16,
    process: Child,
}

impl Catcher {
    pub async fn start(keys: &Keys, encryption: Encryption) -> Catcher {
        let how = if encryption == Encryption::Tls { "tls" } else { "starttls" };
        let (port, pages) = (free_port().await, free_port().await);
        let mut command = Command::new(PYTHON);
        command.args([CATCHER, &port.to_string(), &pages.to_string(), how]).args([keys.path("mail.pem"), keys.path("mail.key")]);
        assert!(Path::new(CATCHER).exists());
        let process = command.stdin(Stdio::null()).spawn().expect("python3 is installed");
        let mut catcher = Catcher { port, pages, process };
        catcher.is_ready().await;
        catcher
    }

    /// What somebody got.
    pub async fn mails_of(&self, email: &str) -> Vec<Value> {
        mails_at(&format!("http://127.0.0.1:{}", self.pages), email).await
    }

    /// The pages are there last.
    async fn is_ready(&mut self) {
        let ready = async {
            while TcpStream::connect(("127.0.0.1", self.pages)).await.is_err() {
                if let Some(status) = self.process.try_wait().unwrap() {
                    panic!("the catcher ends, {status}: is python3-aiosmtpd installed?");
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(60), ready).await.expect("the catcher starts");
    }
}

impl Drop for Catcher {
    fn drop(&mut self) {
        let _ended_already = self.process.kill();
        let _collected = self.process.wait();
    }
}

async fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port()
}
