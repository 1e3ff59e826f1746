//! When the certificate of the installation's broker ends. Those of projects' own brokers are in their settings.
use std::collections::BTreeSet;

use futures::future::join_all;
use time::OffsetDateTime;

use crate::app::App;
use crate::domain::project_broker::host_and_port;
use crate::mqtt::BrokerEndpoint;

#[derive(Clone, Debug)]
pub struct BrokerCertificate {
    /// Host and port.
    pub name: String,
    /// Or why it is not known.
    pub expires_at: Result<OffsetDateTime, String>,
}

/// As the platform reaches it, and as devices do, which may be another listener.
pub async fn list(app: &App) -> Vec<BrokerCertificate> {
    let of_platform = BrokerEndpoint::from_settings(&app.context.settings).ok().and_then(|endpoint| endpoint.tls_server());
    let of_devices = app.config.broker_url.as_deref().and_then(|url| host_and_port(url).ok());
    let servers: BTreeSet<(String, u16)> = of_platform.into_iter().chain(of_devices).collect();
    let probes = servers.into_iter().map(|(host, port)| async move {
        let expires_at = tls_probe::expiry(&host, port).await.map_err(|error| format!("{error:#}"));
        BrokerCertificate { name: format!("{host}:{port}"), expires_at }
    });
    join_all(probes).await
}
