//! A broker of one's own: Mosquitto with TLS, which takes nobody without a certificate. And panels that move to it.
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use device_protocol::{EventPush, Presence, Serial, ServerCall, TopicKind};
use device_simulator::credentials::Credentials;
use device_simulator::device::{Device as SimulatedDevice, Setup};
use device_simulator::link::{self, Broker, LinkSettings};
use jiff::tz::TimeZone;
use kit::Clock;
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};
use tempfile::TempDir;
use time::OffsetDateTime;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::panel::broker;
use crate::site::{PASSWORD, until};

/// A certificate and its key, in PEM.
#[derive(Clone)]
pub struct Identity {
    pub certificate: String,
    pub key: String,
}

pub struct Authority {
    pub certificate: String,
    issuer: Issuer<'static, KeyPair>,
}

impl Authority {
    pub fn new() -> Authority {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.distinguished_name.push(DnType::CommonName, "Riverside authority");
        let certificate = params.self_signed(&key).unwrap().pem();
        Authority { certificate, issuer: Issuer::new(params, key) }
    }

    /// Good from yesterday on.
    pub fn issue(&self, name: &str, expires_at: OffsetDateTime) -> Identity {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new(vec![name.into(), "127.0.0.1".into()]).unwrap();
        params.distinguished_name.push(DnType::CommonName, name);
        params.not_before = Clock::system().now() - time::Duration::days(3_000);
        params.not_after = expires_at;
        Identity { certificate: params.signed_by(&key, &self.issuer).unwrap().pem(), key: key.serialize_pem() }
    }
}

pub struct OwnBroker {
    pub url: String,
    pub authority: Authority,
    process: Child,
    _folder: TempDir,
}

impl OwnBroker {
    /// Takes everybody who has a certificate of its authority.
    pub async fn start() -> OwnBroker {
        Self::start_with(|_| "allow_anonymous true\n".into()).await
    }

    /// Takes its users only, which this one administers.
    pub async fn with_users(login: &str, password: &str) -> OwnBroker {
        Self::start_with(|folder| {
            let users = folder.join("users.json");
            let init = Command::new("mosquitto_ctrl").args(["dynsec", "init"]).arg(&users).args([login, password]).output().expect("mosquitto_ctrl");
            assert!(init.status.success(), "{init:?}");
            // Or the plugin lets everybody receive everything, and never asks for the rights.
            let text = std::fs::read_to_string(&users)
                .unwrap()
                .replace(' ', "")
                .replace(r#""publishClientReceive":true"#, r#""publishClientReceive":false"#);
            write(folder, "users.json", &text);
            write(folder, "rights.acl", &include_str!("../../../../docker/mosquitto/rights.acl").replace("device-gateway", login));
            let plugin = plugin().expect("Mosquitto's dynamic security plugin");
            let path = folder.display();
            format!(
                "user root\nallow_anonymous false\nplugin {}\nplugin_opt_config_file {path}/users.json\nacl_file {path}/rights.acl\n",
                plugin.display()
            )
        })
        .await
    }

    async fn start_with(access: impl FnOnce(&Path) -> String) -> OwnBroker {
        let folder = tempfile::Builder::new().prefix("broker-").tempdir().unwrap();
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let authority = Authority::new();
        let server = authority.issue("broker", far());
        for (name, content) in [("ca.pem", &authority.certificate), ("cert.pem", &server.certificate), ("key.pem", &server.key)] {
            write(folder.path(), name, content);
        }
        let path = folder.path().display();
        let config = format!(
            "listener {port} 127.0.0.1\ncafile {path}/ca.pem\ncertfile {path}/cert.pem\nkeyfile {path}/key.pem\n\
             require_certificate true\nlog_type none\n{}",
            access(folder.path())
        );
        write(folder.path(), "mosquitto.conf", &config);
        let mut command = Command::new("mosquitto");
        command.arg("-c").arg(folder.path().join("mosquitto.conf")).stdout(Stdio::null()).stderr(Stdio::null());
        let process = command.spawn().expect("mosquitto, which the test set of servers needs too");
        until("the broker listens", async || tokio::net::TcpStream::connect(("127.0.0.1", port)).await.is_ok()).await;
        OwnBroker { url: format!("mqtts://127.0.0.1:{port}"), authority, process, _folder: folder }
    }
}

fn plugin() -> Option<std::path::PathBuf> {
    let folders = std::fs::read_dir("/usr/lib").ok()?.flatten().map(|entry| entry.path());
    folders.map(|folder| folder.join("mosquitto_dynamic_security.so")).find(|path| path.exists())
}

impl Drop for OwnBroker {
    fn drop(&mut self) {
        let _ended_already = self.process.kill();
        let _reaped = self.process.wait();
    }
}

pub fn far() -> OffsetDateTime {
    Clock::system().now() + time::Duration::days(3_000)
}

/// Readable for the user that a Mosquitto started by root becomes.
fn write(folder: &Path, name: &str, content: &str) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::write(folder.join(name), content).unwrap();
    std::fs::set_permissions(folder.join(name), std::fs::Permissions::from_mode(0o644)).unwrap();
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o755)).unwrap();
}

/// The simulator's panel, which follows the platform to another broker and comes back when it does not reach it.
pub struct MovingPanel {
    pub device: Arc<SimulatedDevice>,
    _folder: TempDir,
    _stop: DropGuard,
}

impl MovingPanel {
    pub fn connect(serial: &str) -> MovingPanel {
        let folder = tempfile::tempdir().unwrap();
        let credentials = Credentials {
            serial: Serial::new(serial).unwrap(),
            model: "AA-12".into(),
            password: PASSWORD.into(),
            protocol: Default::default(),
            port: None,
            name: "Front door".into(),
            zone: None,
            remote_check: false,
        };
        let setup = Setup {
            state: folder.path().to_path_buf(),
            clock_offset: 0,
            zone: TimeZone::UTC,
            remote_check_timeout: Duration::from_secs(10),
            asks_about_unknown: false,
        };
        let device = Arc::new(SimulatedDevice::open(&credentials, &setup).unwrap());
        device.go(true);
        let (host, port) = broker();
        let broker = Broker { host, port, ca: None, identity: None };
        let settings = LinkSettings { broker, server: None, heartbeat: Duration::ZERO, answer_timeout: Duration::from_secs(1) };
        let stop = CancellationToken::new();
        tokio::spawn(link::run(device.clone(), settings, stop.clone()));
        MovingPanel { device, _folder: folder, _stop: stop.drop_guard() }
    }
}

/// Whether the broker takes this user.
pub async fn takes(broker: &OwnBroker, identity: &Identity, user: &str, password: &str) -> bool {
    let port = broker.url.rsplit_once(':').unwrap().1.parse().unwrap();
    let mut options = rumqttc_v4::MqttOptions::new(user, ("127.0.0.1", port));
    let own = (identity.certificate.clone().into_bytes(), identity.key.clone().into_bytes());
    options.set_transport(rumqttc_v4::Transport::tls(broker.authority.certificate.clone().into_bytes(), Some(own), None));
    options.set_credentials(user, password.to_owned());
    let (_client, mut events) = rumqttc_v4::AsyncClient::builder(options).capacity(10).build();
    matches!(events.poll().await, Ok(rumqttc_v4::Event::Incoming(rumqttc_v4::Packet::ConnAck(_))))
}

/// Somebody at a broker who says to be this device.
pub struct Impostor {
    client: rumqttc_v4::AsyncClient,
    serial: Serial,
    _poll: tokio_util::task::AbortOnDropHandle<()>,
}

pub async fn forge(broker: &OwnBroker, identity: &Identity, serial: &str) -> Impostor {
    let port = broker.url.rsplit_once(':').unwrap().1.parse().unwrap();
    let mut options = rumqttc_v4::MqttOptions::new(serial, ("127.0.0.1", port));
    let own = (identity.certificate.clone().into_bytes(), identity.key.clone().into_bytes());
    options.set_transport(rumqttc_v4::Transport::tls(broker.authority.certificate.clone().into_bytes(), Some(own), None));
    let (client, mut events) = rumqttc_v4::AsyncClient::builder(options).capacity(10).build();
    let poll = tokio::spawn(async move {
        loop {
            if events.poll().await.is_err() {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    });
    Impostor { client, serial: Serial::new(serial).unwrap(), _poll: tokio_util::task::AbortOnDropHandle::new(poll) }
}

impl Impostor {
    pub async fn say_online(&self) {
        let (topic, word) = (TopicKind::DeviceStatus.topic(&self.serial), Presence::Online.as_str());
        self.client.publish(topic, word, rumqttc_v4::PublishOptions::at_least_once().retained()).await.unwrap();
    }

    pub async fn say(&self, push: EventPush) {
        let request = ServerCall::Logs(push).request(uuid::Uuid::new_v4());
        let topic = TopicKind::ServerRequest.topic(&self.serial);
        self.client.publish(topic, request.encode(), rumqttc_v4::PublishOptions::at_least_once()).await.unwrap();
    }
}
