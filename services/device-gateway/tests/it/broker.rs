//! The operations on the broker itself.
use std::sync::Arc;
use std::time::Duration;

use cluster::RestartBy;
use device_gateway::Config;
use device_gateway::rpc::broker::BrokerService;
use device_gateway::rpc::certificates::CertificateService;
use kit::outgoing::Authorities;
use policy::{Caller, Permission};
use prost::Message as _;
use proto::vestibule::device::v1::broker_server::Broker as _;
use proto::vestibule::device::v1::{BrokerState, BrokerStatus, GetBrokerStatusRequest, RestartBrokerRequest};
use proto::vestibule::events::v1::AuditRecorded;
use proto::vestibule::gateway::v1::certificates_server::Certificates as _;
use proto::vestibule::gateway::v1::{CertificateEnd, CertificateUse, ListCertificatesRequest};
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use testing::{OTHER_PROJECT, PROJECT, administrator, someone};
use time::OffsetDateTime;
use time::macros::datetime;
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tonic::{Code, Status};

use crate::own_broker::{Authority, far};
use crate::panel::Panel;
use crate::site::{Site, until};

/// Whose broker is restarted by this command.
fn broker(site: &Site, restart: Option<&str>) -> BrokerService {
    let restart = restart.map(|command| RestartBy::Command(command.into()));
    let config = Config { restart, ..(*site.gateway.config).clone() };
    BrokerService(device_gateway::App { config: Arc::new(config), ..site.gateway.clone() })
}

async fn status(site: &Site, broker: &BrokerService, project: i64) -> BrokerStatus {
    broker.get_broker_status(site.as_caller(&administrator(project), GetBrokerStatusRequest {})).await.unwrap().into_inner()
}

async fn restart(site: &Site, broker: &BrokerService, project: i64) -> Result<(), Status> {
    let dealer = Caller { dealer_id: 1, ..administrator(project) };
    broker.restart_broker(site.as_caller(&dealer, RestartBrokerRequest {})).await.map(|_| ())
}

#[tokio::test]
async fn the_status_counts_the_projects_devices_that_speak_mqtt() {
    let site = Site::start().await;
    let broker = broker(&site, None);
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    until("the panel is online", async || status(&site, &broker, PROJECT).await.online_devices == 1).await;
    site.make_panel().await;
    let status_now = status(&site, &broker, PROJECT).await;
    assert_eq!((status_now.state(), status_now.devices, status_now.online_devices, status_now.is_restartable), (BrokerState::Running, 2, 1, false));
    let elsewhere = status(&site, &broker, OTHER_PROJECT).await;
    assert_eq!((elsewhere.devices, elsewhere.online_devices), (0, 0));
    drop(panel);
    site.end().await;
}

#[tokio::test]
async fn while_one_restart_of_the_broker_is_under_way_another_is_refused() {
    let site = Site::start().await;
    // Ends when this test says so.
    let folder = tempfile::tempdir().unwrap();
    let gate = folder.path().join("gate");
    assert!(std::process::Command::new("mkfifo").arg(&gate).status().unwrap().success());
    let broker = broker(&site, Some(&format!("read line <{}", gate.display())));
    restart(&site, &broker, PROJECT).await.unwrap();
    for project in [PROJECT, OTHER_PROJECT] {
        assert_eq!(status(&site, &broker, project).await.state(), BrokerState::Restarting, "the broker is everybody's");
        assert_eq!(restart(&site, &broker, project).await.unwrap_err().code(), Code::FailedPrecondition);
    }
    tokio::fs::write(&gate, "go\n").await.unwrap();
    until("the restart ends", async || status(&site, &broker, PROJECT).await.state() == BrokerState::Running).await;
    let records: Vec<_> = site.app.events().await.into_iter().filter(|(topic, _)| topic == kit::audit::TOPIC).collect();
    let records: Vec<_> = records.iter().map(|(_, bytes)| AuditRecorded::decode(bytes.as_slice()).unwrap()).collect();
    let restarts: Vec<_> = records.iter().filter(|record| record.resource == "broker").map(|record| record.action.as_str()).collect();
    assert_eq!(restarts, ["restart"]);
    site.end().await;
}

#[tokio::test]
async fn a_restart_of_the_broker_that_fails_or_was_abandoned_is_over() {
    let site = Site::start().await;
    let mut tx = site.app.context.database.system().await.unwrap();
    let began = site.app.context.clock.now() - time::Duration::minutes(10);
    let abandoned = "INSERT INTO broker_restarts (project_id, user_id, user_name, started_at) VALUES ($1, 1, 'Alex', $2)";
    sqlx::query(abandoned).bind(OTHER_PROJECT).bind(began).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    let broker = broker(&site, Some("exit 1"));
    assert_eq!(status(&site, &broker, PROJECT).await.state(), BrokerState::Running);
    for _ in 0..2 {
        restart(&site, &broker, PROJECT).await.unwrap();
        until("the restart ends", async || status(&site, &broker, PROJECT).await.state() == BrokerState::Running).await;
    }
    site.end().await;
}

#[tokio::test]
async fn who_may_not_change_the_project_does_not_restart_the_broker() {
    let site = Site::start().await;
    let broker = broker(&site, Some("true"));
    let caller = someone(PROJECT, 5, [Permission::CanViewProjectSettings], &[]);
    let refused = broker.restart_broker(site.as_caller(&caller, RestartBrokerRequest {})).await.unwrap_err();
    assert_eq!(refused.code(), Code::PermissionDenied);
    let stranger = someone(PROJECT, 6, [], &[]);
    let refused = broker.get_broker_status(site.as_caller(&stranger, GetBrokerStatusRequest {})).await.unwrap_err();
    assert_eq!(refused.code(), Code::PermissionDenied);
    site.end().await;
}

#[tokio::test]
async fn where_nobody_restarts_the_broker_it_is_said() {
    let site = Site::start().await;
    let refused = restart(&site, &broker(&site, None), PROJECT).await.unwrap_err();
    assert_eq!(refused.code(), Code::Unavailable);
    site.end().await;
}

fn acceptor(chain: Vec<CertificateDer<'static>>, key: PrivateKeyDer<'static>) -> TlsAcceptor {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    TlsAcceptor::from(Arc::new(builder.with_no_client_auth().with_single_cert(chain, key).unwrap()))
}

/// A server on a port of this machine, whose certificate ends then. It does no more than handshakes.
async fn tls_server(expires_at: OffsetDateTime) -> u16 {
    let identity = Authority::new().issue("broker.test", expires_at);
    let chain = vec![CertificateDer::from_pem_slice(identity.certificate.as_bytes()).unwrap()];
    let key = PrivateKeyDer::from_pem_slice(identity.key.as_bytes()).unwrap();
    let acceptor = acceptor(chain, key);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let _gone = acceptor.accept(stream).await.is_err();
        }
    });
    port
}

/// Whether the first handshake with a server of this authority succeeded.
async fn handshake(authority: &Authority) -> (u16, tokio::task::JoinHandle<bool>) {
    let identity = authority.issue("broker.test", far());
    let chain = vec![CertificateDer::from_pem_slice(identity.certificate.as_bytes()).unwrap()];
    let acceptor = acceptor(chain, PrivateKeyDer::from_pem_slice(identity.key.as_bytes()).unwrap());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let shaken = tokio::spawn(async move { acceptor.accept(listener.accept().await.unwrap().0).await.is_ok() });
    (port, shaken)
}

#[tokio::test]
async fn the_broker_of_the_installation_may_have_a_certificate_of_a_private_authority() {
    let site = Site::start().await;
    for is_trusted in [true, false] {
        let authority = Authority::new();
        let (port, shaken) = handshake(&authority).await;
        let certificate_authorities = if is_trusted { Authorities::parse(authority.certificate.as_bytes()).unwrap() } else { Authorities::default() };
        let mqtt_url = format!("mqtts://127.0.0.1:{port}");
        let settings = kit::Settings { mqtt_url, certificate_authorities, ..(*site.app.context.settings).clone() };
        let context = kit::Context { settings: Arc::new(settings), ..site.app.context.clone() };
        let (_app, _running) = device_gateway::assemble(context, (*site.gateway.config).clone()).unwrap();
        assert_eq!(tokio::time::timeout(Duration::from_secs(20), shaken).await.expect("it connects").unwrap(), is_trusted);
    }
    site.end().await;
}

#[tokio::test]
async fn the_gateway_learns_when_the_certificate_of_the_broker_ends_and_nobody_else_does() {
    let site = Site::start().await;
    let service = |broker_url: Option<String>| {
        let config = Config { broker_url, ..(*site.gateway.config).clone() };
        CertificateService(device_gateway::App { config: Arc::new(config), ..site.gateway.clone() })
    };
    let ends = async |broker_url: Option<String>| {
        let request = site.app.context.signer.as_service("api-gateway", 0, ListCertificatesRequest {});
        service(broker_url).list_certificates(request).await.unwrap().into_inner().items
    };
    let expires_at = datetime!(2031-03-01 12:00:07 UTC);
    let port = tls_server(expires_at).await;
    let end = CertificateEnd {
        r#use: CertificateUse::Mqtt.into(),
        name: format!("127.0.0.1:{port}"),
        expires_at: Some(kit::clock::to_proto(expires_at)),
        message: String::new(),
    };
    assert_eq!(ends(Some(format!("mqtts://127.0.0.1:{port}"))).await, [end]);
    let nobody = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
    let unknown = ends(Some(format!("mqtts://127.0.0.1:{nobody}"))).await.remove(0);
    assert!(unknown.expires_at.is_none() && !unknown.message.is_empty(), "{unknown:?}");
    assert_eq!(ends(None).await, [], "the broker of tests speaks without TLS");
    let refused = service(None).list_certificates(site.as_caller(&administrator(PROJECT), ListCertificatesRequest {})).await;
    assert_eq!(refused.unwrap_err().code(), Code::PermissionDenied);
    site.end().await;
}
