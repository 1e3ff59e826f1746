//! When certificates end: of the servers that the settings name, and of the authorities that they trust. Those of the SIP edge and of the
//! MQTT broker are asked by the services that reach them; certificates between services do not end (docs/adr/0060).
use futures::future::join_all;
use kit::Settings;
use time::OffsetDateTime;
use url::Url;

use crate::app::App;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CertificateUse {
    PublicAddress,
    RabbitMq,
    Redis,
    Files,
    Authority,
}

#[derive(Clone, Debug)]
pub struct CertificateEnd {
    pub used_by: CertificateUse,
    /// Host and port, or the subject of an authority.
    pub name: String,
    /// Or why it is not known.
    pub expires_at: Result<OffsetDateTime, String>,
}

pub async fn certificates(app: &App) -> Vec<CertificateEnd> {
    let settings = &app.context.settings;
    let servers = servers(settings).into_iter().map(|(used_by, host, port)| async move {
        let expires_at = tls_probe::expiry(&host, port).await.map_err(|error| format!("{error:#}"));
        CertificateEnd { used_by, name: format!("{host}:{port}"), expires_at }
    });
    let authorities = settings.certificate_authorities.iter().map(|certificate| CertificateEnd {
        used_by: CertificateUse::Authority,
        name: tls_probe::subject_of(certificate).unwrap_or_default(),
        expires_at: tls_probe::expiry_of(certificate).map_err(|error| format!("{error:#}")),
    });
    join_all(servers).await.into_iter().chain(authorities).collect()
}

/// Those that are reached by TLS.
fn servers(settings: &Settings) -> Vec<(CertificateUse, String, u16)> {
    let known = [
        (CertificateUse::PublicAddress, &settings.public_url, "https", 443),
        (CertificateUse::RabbitMq, &settings.amqp_url, "amqps", 5671),
        (CertificateUse::Redis, &settings.redis_url, "rediss", 6379),
        (CertificateUse::Files, &settings.blob.blob_s3_endpoint, "https", 443),
    ];
    let server = |(used_by, url, scheme, port): (CertificateUse, &String, &str, u16)| {
        let url = Url::parse(url).ok().filter(|url| url.scheme() == scheme)?;
        Some((used_by, url.host_str()?.to_string(), url.port().unwrap_or(port)))
    };
    known.into_iter().filter_map(server).collect()
}
