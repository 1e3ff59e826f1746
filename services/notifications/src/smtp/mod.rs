//! Sends one mail to one server, step by step, so that an error names the setting that the failed step depends on.
pub mod message;
pub mod server;

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

use message::EncodedMail;
use server::{Encryption, MailServer};

/// For a TCP connection to one address of the server.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// For the whole conversation, in the background.
pub const SEND_TIMEOUT: Duration = Duration::from_secs(60);
/// Characters kept of a server's reply.
const MAX_REPLY: usize = 300;

/// Why a mail was not sent.
#[derive(Debug, thiserror::Error)]
pub enum SmtpFailure {
    /// The server refused a step. `field` is the setting that the step depends on.
    #[error("{reply}")]
    Refused { field: &'static str, reply: String, is_final: bool },
    /// No connection, or no answer in time.
    #[error("{0:#}")]
    Unavailable(anyhow::Error),
}

impl SmtpFailure {
    /// Whether a retry is useless: the receiver or the message is refused permanently.
    pub fn is_final(&self) -> bool {
        matches!(self, SmtpFailure::Refused { is_final: true, .. })
    }

    /// For traces. Not the server's reply, which may contain an address.
    fn kind(&self) -> &'static str {
        match self {
            SmtpFailure::Refused { field, .. } => field,
            SmtpFailure::Unavailable(_) => "unavailable",
        }
    }

    fn setting(field: &'static str, reply: impl Into<String>) -> Self {
        SmtpFailure::Refused { field, reply: reply.into(), is_final: false }
    }
}

/// The steps of the conversation.
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
    /// The setting that is wrong when the step is refused.
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

pub async fn send(server: &MailServer, outgoing: &Outgoing, mail: &EncodedMail, timeout: Duration) -> Result<(), SmtpFailure> {
    let span = outgoing.span("smtp");
    let sent = match tokio::time::timeout(timeout, converse(server, outgoing, mail)).instrument(span.clone()).await {
        Ok(result) => result,
        Err(_) => Err(SmtpFailure::Unavailable(anyhow::anyhow!("the mail server does not answer in time"))),
    };
    if let Err(failure) = &sent {
        span::failed(&span, failure.kind());
    }
    sent
}

async fn converse(server: &MailServer, outgoing: &Outgoing, mail: &EncodedMail) -> Result<(), SmtpFailure> {
    let addresses = resolve(server, outgoing).await?;
    let mut connection = connect(server, outgoing.authorities(), &addresses).await?;
    if let Some((user, password)) = &server.credentials {
        let credentials = Credentials::new(user.clone(), password.clone());
        let mechanisms = [Mechanism::Plain, Mechanism::Login];
        connection.auth(&mechanisms, &credentials).await.map_err(|error| failure(Step::SignIn, &error))?;
    }
    let sender = Mail::new(mail.envelope.from().cloned(), Vec::new());
    connection.command(sender).await.map_err(|error| failure(Step::Sender, &error))?;
    for receiver in mail.envelope.to() {
        connection.command(Rcpt::new(receiver.clone(), Vec::new())).await.map_err(|error| failure(Step::Receiver, &error))?;
    }
    connection.command(Data).await.map_err(|error| failure(Step::Content, &error))?;
    connection.message(&mail.bytes).await.map_err(|error| failure(Step::Content, &error))?;
    // The server has accepted the mail: an error from here on is ignored.
    let _quit = tokio::time::timeout(Duration::from_secs(1), connection.quit()).await;
    Ok(())
}

/// The installation's server may have any address; a project's, none in a private network.
async fn resolve(server: &MailServer, outgoing: &Outgoing) -> Result<Vec<SocketAddr>, SmtpFailure> {
    if !server.is_installations {
        return outgoing.check(&server.host, server.port).await.map_err(|error| match error {
            OutgoingFailure::BadAddress | OutgoingFailure::Refused => SmtpFailure::setting("host", error.to_string()),
            error => SmtpFailure::Unavailable(error.into()),
        });
    }
    let found = tokio::net::lookup_host((server.host.as_str(), server.port)).await.map_err(|error| SmtpFailure::Unavailable(error.into()))?;
    Ok(found.collect())
}

async fn connect(server: &MailServer, authorities: &Authorities, addresses: &[SocketAddr]) -> Result<AsyncSmtpConnection, SmtpFailure> {
    let hello = ClientId::Domain(server.from.email.rsplit_once('@').map_or("localhost", |(_, domain)| domain).into());
    let tls = || tls_for(&server.host, authorities).map_err(|error| failure(Step::Encrypt, &error));
    let implicit_tls = if server.encryption == Encryption::Tls { Some(tls()?) } else { None };
    let connected = AsyncSmtpConnection::connect_tokio1(addresses, Some(CONNECT_TIMEOUT), &hello, implicit_tls, None).await;
    let mut connection = connected.map_err(|error| failure(Step::Connect, &error))?;
    if server.encryption == Encryption::StartTls {
        connection.starttls(tls()?, &hello).await.map_err(|error| failure(Step::Encrypt, &error))?;
    }
    Ok(connection)
}

/// The certificate must match the host name, although the connection goes to an address resolved before.
fn tls_for(host: &str, authorities: &Authorities) -> Result<TlsParameters, SmtpError> {
    let mut builder = TlsParameters::builder(host.to_string());
    for certificate in authorities.iter() {
        builder = builder.add_root_certificate(Certificate::from_der(certificate.to_vec())?);
    }
    builder.build()
}

fn failure(step: Step, error: &SmtpError) -> SmtpFailure {
    if let Some(code) = error.status() {
        let text = error.source().map_or_else(String::new, |text| text.to_string().replace(['\r', '\n'], " "));
        let reply: String = format!("{code} {text}").trim().chars().take(MAX_REPLY).collect();
        let is_permanent = matches!(code.severity, Severity::PermanentNegativeCompletion);
        return SmtpFailure::Refused { field: step.field(), reply, is_final: is_permanent && matches!(step, Step::Receiver | Step::Content) };
    }
    if let Some(certificate) = tls_error(error) {
        return SmtpFailure::setting("encryption", certificate);
    }
    match error.source() {
        Some(cause) if error.is_client() || error.is_tls() => SmtpFailure::setting(step.field(), cause.to_string()),
        _ => SmtpFailure::Unavailable(anyhow::anyhow!("{error}")),
    }
}

/// A certificate that is refused, or a server without TLS.
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
