//! A broker that can be connected to: the installation's, or one of a project.
use std::io;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use kit::outgoing::{Authorities, Outgoing};
use kit::seal::Sealer;
use kit::{Fields, Settings};
use rumqttc::{MqttOptions, NetworkOptions, TlsConfiguration, Transport};
use rustls::pki_types::PrivateKeyDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, ConfigBuilder, RootCertStore, WantsVerifier};
use tokio::net::TcpStream;
use uuid::Uuid;

use crate::domain::project_broker::{self, ProjectBrokerDraft};
use crate::store::project_broker::ProjectBrokerRow;

/// For one address of a broker.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Clone)]
pub struct BrokerEndpoint {
    host: String,
    port: u16,
    /// None without TLS.
    tls: Option<TlsConfiguration>,
    login: String,
    password: String,
    /// Which addresses may be connected to. None for the operator's own broker.
    guard: Option<Outgoing>,
}

impl BrokerEndpoint {
    /// The broker of the installation.
    pub fn from_settings(settings: &Settings) -> anyhow::Result<BrokerEndpoint> {
        let (scheme, rest) = settings.mqtt_url.split_once("://").context("VESTIBULE_MQTT_URL begins with mqtt:// or mqtts://")?;
        let address = rest.rsplit('@').next().unwrap_or(rest).trim_end_matches('/');
        let is_encrypted = matches!(scheme, "mqtts" | "ssl" | "tls");
        let (host, port) = match address.rsplit_once(':') {
            Some((host, port)) => (host, port.parse().context("the port of VESTIBULE_MQTT_URL")?),
            None => (address, if is_encrypted { 8883 } else { 1883 }),
        };
        let tls = match is_encrypted {
            true => {
                let roots = public_and_own(&settings.certificate_authorities)?;
                Some(TlsConfiguration::Rustls(Arc::new(builder()?.with_root_certificates(roots).with_no_client_auth())))
            }
            false => None,
        };
        let (login, password) = (settings.mqtt_user.clone(), settings.mqtt_password.clone());
        Ok(BrokerEndpoint { host: host.into(), port, tls, login, password, guard: None })
    }

    /// The broker of a project.
    pub fn of_project(row: &ProjectBrokerRow, sealer: &Sealer, outgoing: &Outgoing) -> anyhow::Result<BrokerEndpoint> {
        let draft = ProjectBrokerDraft {
            url: row.url.clone(),
            login: row.login.clone(),
            password: sealer.open(&row.password).context("the password of the broker")?,
            manages_users: row.manages_users,
            certificate: row.certificate.clone(),
            private_key: sealer.open(&row.private_key).context("the private key")?,
            authority: row.authority.clone().unwrap_or_default(),
        };
        Self::of_draft(&draft, outgoing)
    }

    /// Of a draft that has passed `validate`.
    pub fn of_draft(draft: &ProjectBrokerDraft, outgoing: &Outgoing) -> anyhow::Result<BrokerEndpoint> {
        let (host, port) = project_broker::host_and_port(&draft.url).map_err(|why| anyhow::anyhow!(why))?;
        let tls = TlsConfiguration::Rustls(Arc::new(client_config(draft, outgoing.authorities())?));
        let (login, password) = (draft.login.clone(), draft.password.clone());
        Ok(BrokerEndpoint { host, port, tls: Some(tls), login, password, guard: Some(outgoing.clone()) })
    }

    /// Host and port; None where it is reached without TLS.
    pub fn tls_server(&self) -> Option<(String, u16)> {
        self.tls.is_some().then(|| (self.host.clone(), self.port))
    }

    pub fn login(&self) -> &str {
        &self.login
    }

    /// Why the platform may not connect to it, as errors of the form.
    pub async fn check_address(&self, fields: &mut Fields) {
        if let Some(guard) = &self.guard
            && let Err(failure) = guard.check(&self.host, self.port).await
        {
            fields.add("url", failure.to_string());
        }
    }

    pub(super) fn options(&self) -> MqttOptions {
        let mut options = MqttOptions::new(format!("device-gateway-{}", Uuid::now_v7().simple()), (self.host.as_str(), self.port));
        if let Some(tls) = &self.tls {
            options.set_transport(Transport::tls_with_config(tls.clone()));
        }
        if !self.login.is_empty() {
            options.set_credentials(self.login.clone(), self.password.clone());
        }
        let mut network = NetworkOptions::new();
        // A command is small and somebody stands before the door.
        network.set_tcp_nodelay(true);
        options.set_network_options(network);
        if let Some(guard) = self.guard.clone() {
            let (host, port) = (self.host.clone(), self.port);
            options.set_socket_connector(move |_, _| connect(guard.clone(), host.clone(), port));
        }
        options
    }
}

/// Connects to the addresses that were checked, not to the name: it may resolve to others the next time.
async fn connect(guard: Outgoing, host: String, port: u16) -> io::Result<TcpStream> {
    let addresses = guard.check(&host, port).await.map_err(|failure| io::Error::new(io::ErrorKind::PermissionDenied, failure.to_string()))?;
    let mut last = io::Error::new(io::ErrorKind::NotFound, "the broker has no address");
    for address in addresses {
        match tokio::time::timeout(CONNECT_TIMEOUT, TcpStream::connect(address)).await {
            Ok(Ok(stream)) => {
                stream.set_nodelay(true)?;
                return Ok(stream);
            }
            Ok(Err(error)) => last = error,
            Err(_) => last = io::Error::new(io::ErrorKind::TimedOut, "the broker does not answer"),
        }
    }
    Err(last)
}

/// Trusts the authority of the draft, or without one the public ones and those of the installation.
fn client_config(draft: &ProjectBrokerDraft, installation: &Authorities) -> anyhow::Result<ClientConfig> {
    let roots = match draft.authority.as_str() {
        "" => public_and_own(installation)?,
        pem => {
            let mut roots = RootCertStore::empty();
            for certificate in project_broker::authorities(pem).context("the authority")? {
                roots.add(certificate)?;
            }
            roots
        }
    };
    let chain = project_broker::chain(&draft.certificate).context("the certificate")?;
    let key = PrivateKeyDer::from_pem_slice(draft.private_key.as_bytes()).map_err(|error| anyhow::anyhow!("the private key: {error:?}"))?;
    Ok(builder()?.with_root_certificates(roots).with_client_auth_cert(chain, key)?)
}

fn builder() -> anyhow::Result<ConfigBuilder<ClientConfig, WantsVerifier>> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    Ok(ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?)
}

/// The public authorities and those of the installation.
fn public_and_own(installation: &Authorities) -> anyhow::Result<RootCertStore> {
    let mut roots = RootCertStore::from_iter(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
    for certificate in installation.iter() {
        roots.add(certificate.to_vec().into())?;
    }
    Ok(roots)
}
