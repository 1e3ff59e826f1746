//! Kamailio as it is shipped, on ports of the test's own.
use std::net::{SocketAddr, TcpListener};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};

use testing::App;

pub const DOMAIN: &str = "sip.test";
pub const SECRET: &str = "what-signs-the-web-phones-credentials";

/// What is otherwise than in an installation that says nothing.
#[derive(Default)]
pub struct Changes<'a> {
    /// Limits of kamailio.cfg.
    pub limits: &'a [(&'a str, u32)],
    /// Whom it believes besides the public authorities, in PEM.
    pub authorities: &'a str,
}

pub struct Kamailio {
    /// UDP and TCP, wss, ws, for telephony alone, JSON-RPC.
    pub addresses: [SocketAddr; 5],
    pub folder: tempfile::TempDir,
    settings: Vec<(&'static str, String)>,
    limits: Vec<String>,
    process: Option<Child>,
}

impl Kamailio {
    /// Over the test's database, with telephony at these addresses.
    pub async fn start(app: &App, telephony: &[SocketAddr], changes: Changes<'_>) -> Kamailio {
        let addresses: [SocketAddr; 5] = own_addresses();
        let [sip, wss, websocket, inside, rpc] = addresses.map(|address| address.to_string());
        let telephony: Vec<String> = telephony.iter().map(ToString::to_string).collect();
        let settings = vec![
            ("VESTIBULE_SIP_EDGE_DATABASE_URL", database(app).await),
            ("VESTIBULE_SIP_SECRET", SECRET.into()),
            ("VESTIBULE_SIP_DOMAIN", DOMAIN.into()),
            ("VESTIBULE_SIP_ADDR", telephony.join(",")),
            ("VESTIBULE_SIP_EDGE_ADDR", inside),
            ("VESTIBULE_SIP_EDGE_RPC_ADDR", rpc),
            ("VESTIBULE_SIP_LISTEN", sip),
            ("VESTIBULE_SIP_WSS_LISTEN", wss),
            ("VESTIBULE_SIP_WS_LISTEN", websocket),
            ("VESTIBULE_SIP_PUBLIC_HOST", "127.0.0.1".into()),
            ("VESTIBULE_SIP_EDGE_CHILDREN", "1".into()),
            ("VESTIBULE_SIP_EDGE_MEMORY", "48".into()),
            ("VESTIBULE_CERTIFICATE_AUTHORITIES", changes.authorities.into()),
        ];
        let folder = tempfile::tempdir().unwrap();
        make_certificate(&folder);
        let limits = changes.limits.iter().flat_map(|(name, value)| ["-A".to_string(), format!("{name}={value}")]).collect();
        let mut kamailio = Kamailio { addresses, folder, settings, limits, process: None };
        kamailio.spawn();
        kamailio
    }

    pub fn spawn(&mut self) {
        let log = std::fs::File::options().create(true).append(true).open(self.folder.path().join("log")).unwrap();
        let mut command = Command::new("../../docker/sip-edge/start.sh");
        command.arg(self.folder.path()).args(&self.limits).envs(self.settings.iter().cloned());
        command.stdin(Stdio::null()).stdout(log.try_clone().unwrap()).stderr(log);
        self.process = Some(command.spawn().expect("docker/sip-edge/start.sh"));
    }

    /// Its children end with it only when it is asked to.
    pub fn stop(&mut self) {
        if let Some(mut process) = self.process.take() {
            let _ = Command::new("kill").arg(process.id().to_string()).status();
            let _ = process.wait();
        }
    }

    /// As Kubernetes does it for a Secret that changed.
    #[allow(dead_code, reason = "used by the tests of the edge alone")]
    pub fn renew_certificate(&self) {
        make_certificate(&self.folder);
    }

    pub fn log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }
}

impl Drop for Kamailio {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The test's database, as the edge's role.
async fn database(app: &App) -> String {
    let settings = &app.context.settings;
    let admin = std::env::var("VESTIBULE_DATABASE_ADMIN_URL").expect("./dev infra up test");
    assert!(!settings.edge_database_url.is_empty(), "VESTIBULE_SIP_EDGE_DATABASE_URL: ./dev infra up test");
    kit::setup::run(&admin, &settings.database_url, &settings.database_owner_url, &settings.edge_database_url, &[]).await.unwrap();
    let (server, _) = settings.edge_database_url.rsplit_once('/').unwrap();
    format!("{server}/{}", app.database())
}

/// Ports of this test's own. Not such as the kernel gives out: another test would get one while its server restarts.
pub fn own_addresses<const COUNT: usize>() -> [SocketAddr; COUNT] {
    const FIRST: u16 = 11_000;
    /// Of a hundred; where tests run in one process, each asks once.
    static GIVEN: AtomicU16 = AtomicU16::new(0);
    let slot = std::env::var("NEXTEST_TEST_GLOBAL_SLOT").map_or(0, |slot| slot.parse::<u16>().unwrap());
    let free = |port: &u16| TcpListener::bind(("127.0.0.1", *port)).is_ok() && std::net::UdpSocket::bind(("127.0.0.1", *port)).is_ok();
    let mut ports = std::iter::repeat_with(|| FIRST + slot * 100 + GIVEN.fetch_add(1, Ordering::Relaxed) % 100).take(100).filter(free);
    [(); COUNT].map(|()| SocketAddr::from(([127, 0, 0, 1], ports.next().expect("some of a hundred ports"))))
}

fn make_certificate(folder: &tempfile::TempDir) {
    let (key, certificate) = (folder.path().join("key.pem"), folder.path().join("certificate.pem"));
    let mut command = Command::new("openssl");
    command.args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"]);
    let made = command.arg("-keyout").arg(key).arg("-out").arg(certificate).stderr(Stdio::null()).status().expect("openssl");
    assert!(made.success());
}
