//! One mail to one server, step by step, so that it is known which step was refused.
use std::error::Error as _;
use std::net::SocketAddr;
use std::time::Duration;

use kit::Outgoing;
use kit::outgoing::{Authorities, Failure as OutgoingFailure};
use kit::telemetry::span;
use lettre::transport::smtp::Error as SmtpError;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{AsyncSmtpConnection, Certificate, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::ClientId;
use lettre::transport::smtp::response::Severity;
use tracing::Instrument;

use super::message::Wire;
use super::server::{Encryption, Server};

/// For one address of the server to take a connection.
const CONNECT: Duration = Duration::from_secs(10);
/// For everything.
pub const PATIENCE: Duration = Duration::from_secs(60);
/// Of what a server says.
const MAX_WORDS: usize = 300;

/// Why a mail was not taken.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The server said no. `field` is the setting that the step depends on.
    #[error("{words}")]
    Refused { field: &'static str, words: String, is_final: bool },
    /// No server, or no answer in time.
    #[error("{0:#}")]
    Away(anyhow::Error),
}

impl Failure {
    /// Whether another attempt with the same settings is in vain: the receiver or the mail itself is refused for good.
    pub fn is_final(&self) -> bool {
        matches!(self, Failure::Refused { is_final: true, .. })
    }

    /// What the server says may hold an address: it stays out of traces.
    fn kind(&self) -> &'static str {
        match self {
            Failure::Refused { field, .. } => field,
            Failure::Away(_) => "away",
        }
    }

    fn setting(field: &'static str, words: impl Into<String>) -> Self {
        Failure::Refused { field, words: words.into(), is_final: false }
    }
}

/// The steps of a delivery, by what is wrong when they are refused.
#[derive(Clone, Copy)]
enum Step {
    Connect,
    Encrypt,
    SignIn,
    Sender,
    Receiver,
    Content,
}

impl Step {
    fn field(self) -> &'static str {
        match self {
            Step::Connect => "host",
            Step::Encrypt => "encryption",
            Step::SignIn => "password",
            Step::Sender => "from_email",
            Step::Receiver | Step::Content => "email",
        }
    }
}

/// Within `patience`.
pub async fn send(server: &Server, outgoing: &Outgoing, wire: &Wire, patience: Duration) -> Result<(), Failure> {
    let span = outgoing.span("smtp");
    let sent = match tokio::time::timeout(patience, converse(server, outgoing, wire)).instrument(span.clone()).await {
        Ok(result) => result,
        Err(_) => Err(Failure::Away(anyhow::anyhow!("the mail server does not answer in time"))),
    };
    if let Err(failure) = &sent {
        span::failed(&span, failure.kind());
    }
    sent
}

async fn converse(server: &Server, outgoing: &Outgoing, wire: &Wire) -> Result<(), Failure> {
    let addresses = addresses(server, outgoing).await?;
    let mut connection = connect(server, outgoing.authorities(), &addresses).await?;
    if let Some((user, password)) = &server.credentials {
        let credentials = Credentials::new(user.clone(), password.clone());
        let mechanisms = [Mechanism::Plain, Mechanism::Login];
        connection.auth(&mechanisms, &credentials).await.map_err(|error| failure(Step::SignIn, &error))?;
    }
    let sender = Mail::new(wire.envelope.from().cloned(), Vec::new());
    connection.command(sender).await.map_err(|error| failure(Step::Sender, &error))?;
    for receiver in wire.envelope.to() {
        connection.command(Rcpt::new(receiver.clone(), Vec::new())).await.map_err(|error| failure(Step::Receiver, &error))?;
    }
    connection.command(Data).await.map_err(|error| failure(Step::Content, &error))?;
    connection.message(&wire.bytes).await.map_err(|error| failure(Step::Content, &error))?;
    // The mail is the server's now, however this ends.
    let _said_goodbye = tokio::time::timeout(Duration::from_secs(1), connection.quit()).await;
    Ok(())
}

/// The operator's server may be anywhere; one that a person entered, in no private network.
async fn addresses(server: &Server, outgoing: &Outgoing) -> Result<Vec<SocketAddr>, Failure> {
    if !server.is_own {
        return outgoing.check(&server.host, server.port).await.map_err(|error| match error {
            OutgoingFailure::BadAddress | OutgoingFailure::Refused => Failure::setting("host", error.to_string()),
            error => Failure::Away(error.into()),
        });
    }
    let found = tokio::net::lookup_host((server.host.as_str(), server.port)).await.map_err(|error| Failure::Away(error.into()))?;
    Ok(found.collect())
}

async fn connect(server: &Server, authorities: &Authorities, addresses: &[SocketAddr]) -> Result<AsyncSmtpConnection, Failure> {
    let hello = ClientId::Domain(server.from.email.rsplit_once('@').map_or("localhost", |(_, domain)| domain).into());
    let tls = || tls_for(&server.host, authorities).map_err(|error| failure(Step::Encrypt, &error));
    let at_once = if server.encryption == Encryption::Tls { Some(tls()?) } else { None };
    let connected = AsyncSmtpConnection::connect_tokio1(addresses, Some(CONNECT), &hello, at_once, None).await;
    let mut connection = connected.map_err(|error| failure(Step::Connect, &error))?;
    if server.encryption == Encryption::StartTls {
        connection.starttls(tls()?, &hello).await.map_err(|error| failure(Step::Encrypt, &error))?;
    }
    Ok(connection)
}

/// The certificate must be the name's, although the connection goes to an address that was looked up before.
fn tls_for(host: &str, authorities: &Authorities) -> Result<TlsParameters, SmtpError> {
    let mut builder = TlsParameters::builder(host.to_string());
    for certificate in authorities.iter() {
        builder = builder.add_root_certificate(Certificate::from_der(certificate.to_vec())?);
    }
    builder.build()
}

fn failure(step: Step, error: &SmtpError) -> Failure {
    if let Some(code) = error.status() {
        let words = error.source().map_or_else(String::new, |words| words.to_string().replace(['\r', '\n'], " "));
        let words: String = format!("{code} {words}").trim().chars().take(MAX_WORDS).collect();
        let is_for_good = matches!(code.severity, Severity::PermanentNegativeCompletion);
        return Failure::Refused { field: step.field(), words, is_final: is_for_good && matches!(step, Step::Receiver | Step::Content) };
    }
    if let Some(certificate) = tls_error(error) {
        return Failure::setting("encryption", certificate);
    }
    match error.source() {
        Some(words) if error.is_client() || error.is_tls() => Failure::setting(step.field(), words.to_string()),
        _ => Failure::Away(anyhow::anyhow!("{error}")),
    }
}

/// A certificate that is not the server's, or a server that speaks no TLS.
fn tls_error(error: &SmtpError) -> Option<String> {
    let mut source = error.source();
    while let Some(inner) = source {
        let within = inner.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
        if let Some(tls) = within.and_then(|within| within.downcast_ref::<rustls::Error>()) {
            return Some(tls.to_string());
        }
        source = inner.source();
    }
    None
}
