//! Calls to addresses that people entered: a project's video platform, barrier, mail or sign-in provider. Nobody may reach
//! through the platform what only the platform can reach (SSRF). So calls go to public addresses alone (`networks`), are
//! bounded in time and size, and follow no redirection.
mod resolve;
#[cfg(test)]
mod tests;

use std::error::Error as _;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use tracing::{Instrument, Span};
use url::Host;

pub use kit_core::authorities::Authorities;
pub use kit_core::networks::{Allowed, is_public};
use resolve::{Checked, Refused};

use kit_telemetry::span;

/// For resolving a name and connecting.
const CONNECT: Duration = Duration::from_secs(3);
/// For a call as a whole, by default.
const CALL: Duration = Duration::from_secs(10);
/// Bytes of an answer, by default.
const ANSWER: usize = 1 << 20;

/// Why a call failed; the text may be shown to people.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error("valid url or ip")]
    BadAddress,
    #[error("the address is in a private network")]
    Refused,
    #[error("the answer is too large")]
    TooLarge,
    #[error("no answer in time")]
    TimedOut,
    #[error("no connection")]
    Unreachable(#[source] anyhow::Error),
}

impl Failure {
    fn kind(&self) -> &'static str {
        match self {
            Failure::BadAddress => "bad_address",
            Failure::Refused => "refused",
            Failure::TooLarge => "too_large",
            Failure::TimedOut => "timed_out",
            Failure::Unreachable(_) => "unreachable",
        }
    }
}

/// Makes the calls. Cheap to clone; connections are kept.
#[derive(Clone)]
pub struct Outgoing {
    client: reqwest::Client,
    allowed: Allowed,
    authorities: Authorities,
    time: Duration,
    bytes: usize,
    /// Name of the service that makes the calls; empty when the process itself does.
    owner: &'static str,
}

impl Outgoing {
    /// Trusts the public certificate authorities and these.
    pub fn new(allowed: Allowed, authorities: Authorities) -> anyhow::Result<Self> {
        let _installed_already = rustls::crypto::ring::default_provider().install_default();
        let mut builder = reqwest::Client::builder()
            // Connections go to the address that was checked, whatever the name resolves to the next time (DNS rebinding). No
            // proxy: it would resolve names by itself.
            .dns_resolver(std::sync::Arc::new(Checked(allowed.clone())))
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(CONNECT)
            .pool_max_idle_per_host(2)
            .user_agent("Vestibule");
        for certificate in authorities.iter() {
            builder = builder.add_root_certificate(reqwest::Certificate::from_der(certificate)?);
        }
        Ok(Outgoing { client: builder.build()?, allowed, authorities, time: CALL, bytes: ANSWER, owner: "" })
    }

    /// The same, for calls of `owner`.
    pub fn of(&self, owner: &'static str) -> Self {
        Outgoing { owner, ..self.clone() }
    }

    /// The authorities that clients of other protocols trust besides the public ones.
    pub fn authorities(&self) -> &Authorities {
        &self.authorities
    }

    /// Whether this address may be called.
    pub fn allows(&self, address: IpAddr) -> bool {
        self.allowed.covers(address)
    }

    /// The same with other limits.
    pub fn with_limits(&self, time: Duration, bytes: usize) -> Self {
        Outgoing { time, bytes, ..self.clone() }
    }

    /// One call. An answer of any status is an answer, a redirection too.
    pub async fn send(&self, request: http::Request<Vec<u8>>) -> Result<http::Response<Vec<u8>>, Failure> {
        let span = span::http_client(self.owner, request.method().as_str());
        let answer = self.call(request).instrument(span.clone()).await;
        match &answer {
            Ok(answer) => span::http_client_answered(&span, answer.status()),
            Err(failure) => span::failed(&span, failure.kind()),
        }
        answer
    }

    /// The span of an exchange in another protocol; `span::failed` marks it as failed.
    pub fn span(&self, protocol: &'static str) -> Span {
        span::conversation(self.owner, protocol)
    }

    async fn call(&self, request: http::Request<Vec<u8>>) -> Result<http::Response<Vec<u8>>, Failure> {
        let request = reqwest::Request::try_from(request).map_err(|_| Failure::BadAddress)?;
        self.check_url(request.url())?;
        match tokio::time::timeout(self.time, self.exchange(request)).await {
            Ok(answer) => answer,
            Err(_) => Err(Failure::TimedOut),
        }
    }

    /// Addresses of a host that may be connected to, for clients of other protocols. They connect to these, not to the name,
    /// which may resolve to others the next time.
    pub async fn check(&self, host: &str, port: u16) -> Result<Vec<SocketAddr>, Failure> {
        let host = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host);
        let found = match host.parse::<IpAddr>() {
            Ok(address) => resolve::checked(&self.allowed, [SocketAddr::new(address, port)]).map_err(|_| Failure::Refused)?,
            Err(_) if Host::parse(host).is_err() => return Err(Failure::BadAddress),
            Err(_) => self.look_up(host, port).await?,
        };
        Ok(found)
    }

    async fn look_up(&self, host: &str, port: u16) -> Result<Vec<SocketAddr>, Failure> {
        let found = tokio::time::timeout(CONNECT, resolve::look_up(&self.allowed, host, port)).await.map_err(|_| Failure::TimedOut)?;
        found.map_err(|error| if error.is::<Refused>() { Failure::Refused } else { Failure::Unreachable(anyhow::anyhow!(error)) })
    }

    /// What the resolver does not see: the scheme, credentials in the address, and addresses in place of a name.
    fn check_url(&self, url: &url::Url) -> Result<(), Failure> {
        if !matches!(url.scheme(), "http" | "https") || !url.username().is_empty() || url.password().is_some() {
            return Err(Failure::BadAddress);
        }
        let address = match url.host() {
            Some(Host::Domain(_)) => return Ok(()),
            Some(Host::Ipv4(address)) => IpAddr::from(address),
            Some(Host::Ipv6(address)) => IpAddr::from(address),
            None => return Err(Failure::BadAddress),
        };
        if self.allowed.covers(address) { Ok(()) } else { Err(Failure::Refused) }
    }

    async fn exchange(&self, request: reqwest::Request) -> Result<http::Response<Vec<u8>>, Failure> {
        let mut answer = self.client.execute(request).await.map_err(failure)?;
        let mut body = Vec::new();
        while let Some(part) = answer.chunk().await.map_err(failure)? {
            if body.len() + part.len() > self.bytes {
                return Err(Failure::TooLarge);
            }
            body.extend_from_slice(&part);
        }
        let mut whole = http::Response::new(body);
        *whole.status_mut() = answer.status();
        *whole.headers_mut() = std::mem::take(answer.headers_mut());
        Ok(whole)
    }
}

/// The address stays out of what is logged: it may hold a token.
fn failure(error: reqwest::Error) -> Failure {
    let mut source = error.source();
    while let Some(inner) = source {
        if inner.is::<Refused>() {
            return Failure::Refused;
        }
        source = inner.source();
    }
    // A host that is not there takes as long as one that does not answer: only the latter may have received the request.
    if error.is_timeout() && !error.is_connect() { Failure::TimedOut } else { Failure::Unreachable(error.without_url().into()) }
}
