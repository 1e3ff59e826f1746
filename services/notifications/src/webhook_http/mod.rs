//! Sends to the servers of webhooks (Standard Webhooks).
#[cfg(test)]
mod tests;

use std::net::IpAddr;
use std::time::Duration;

use kit::Outgoing;
use kit::outgoing::{Failure, is_public};
use time::OffsetDateTime;
use url::Url;
use uuid::Uuid;

use crate::domain::webhook::{host_and_port, parse_url};
use crate::domain::webhook_signature::sign;

/// Of one message.
pub const SEND_TIMEOUT: Duration = Duration::from_secs(10);
/// Bytes of the answer.
const MAX_ANSWER: usize = 64 << 10;

/// A message for a webhook's server.
pub struct WebhookMessage<'a> {
    pub url: &'a str,
    /// The present one first.
    pub secrets: &'a [String],
    pub id: Uuid,
    pub body: &'a str,
    pub timeout: Duration,
}

/// What a server has answered.
#[derive(Debug)]
pub struct WebhookAnswer {
    pub status: u16,
    pub retry_after: Option<time::Duration>,
    pub body: Vec<u8>,
}

impl WebhookAnswer {
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }
}

/// Why there is no answer, in the words of the contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendError {
    BadAddress,
    /// The address is in a private network, or is to be called without TLS and is not.
    Refused,
    TooLarge,
    TimedOut,
    Unreachable,
    /// No secret of the webhook can be opened.
    NoSecret,
}

impl SendError {
    pub fn word(self) -> &'static str {
        match self {
            SendError::BadAddress => "bad_address",
            SendError::Refused => "refused",
            SendError::TooLarge => "too_large",
            SendError::TimedOut => "timed_out",
            SendError::Unreachable => "unreachable",
            SendError::NoSecret => "no_secret",
        }
    }
}

impl From<Failure> for SendError {
    fn from(failure: Failure) -> SendError {
        match failure {
            Failure::BadAddress => SendError::BadAddress,
            Failure::Refused => SendError::Refused,
            Failure::TooLarge => SendError::TooLarge,
            Failure::TimedOut => SendError::TimedOut,
            Failure::Unreachable(_) => SendError::Unreachable,
        }
    }
}

/// One attempt.
pub async fn send(outgoing: &Outgoing, message: &WebhookMessage<'_>, now: OffsetDateTime) -> Result<WebhookAnswer, SendError> {
    let id = message.id.to_string();
    let timestamp = now.unix_timestamp();
    let signature = sign(message.secrets, &id, timestamp, message.body).ok_or(SendError::NoSecret)?;
    let url = parse_url(message.url).ok_or(SendError::BadAddress)?;
    let request = target(outgoing, url)
        .await?
        .header("content-type", "application/json")
        .header("webhook-id", id)
        .header("webhook-timestamp", timestamp)
        .header("webhook-signature", signature)
        .body(message.body.as_bytes().to_vec())
        .map_err(|_| SendError::BadAddress)?;
    let answer = outgoing.with_limits(message.timeout, MAX_ANSWER).send(request).await?;
    let seconds = answer.headers().get("retry-after").and_then(|value| value.to_str().ok()?.parse::<u32>().ok());
    Ok(WebhookAnswer {
        status: answer.status().as_u16(),
        retry_after: seconds.map(|seconds| time::Duration::seconds(seconds.into())),
        body: answer.into_body(),
    })
}

/// Without TLS only a private network is called that the operator allows: there the request goes to the address that was checked, since
/// the name may resolve to another one the next time.
async fn target(outgoing: &Outgoing, mut url: Url) -> Result<http::request::Builder, SendError> {
    if url.scheme() == "https" {
        return Ok(http::Request::post(url.as_str()));
    }
    let name = url[url::Position::BeforeHost..url::Position::AfterPort].to_owned();
    let address = private_address(outgoing, &url).await?;
    url.set_ip_host(address).map_err(|()| SendError::BadAddress)?;
    Ok(http::Request::post(url.as_str()).header("host", name))
}

async fn private_address(outgoing: &Outgoing, url: &Url) -> Result<IpAddr, SendError> {
    let (host, port) = host_and_port(url).ok_or(SendError::BadAddress)?;
    let found = outgoing.check(&host, port).await?;
    found.iter().map(|address| address.ip()).find(|address| !is_public(*address)).ok_or(SendError::Refused)
}

/// Whether a webhook may be saved with this address. A host that does not resolve now may do so later, but not without TLS.
pub async fn check(outgoing: &Outgoing, url: &Url) -> Result<(), SendError> {
    if url.scheme() != "https" {
        return private_address(outgoing, url).await.map(drop);
    }
    let (host, port) = host_and_port(url).ok_or(SendError::BadAddress)?;
    match outgoing.check(&host, port).await {
        Err(failure @ (Failure::Refused | Failure::BadAddress)) => Err(failure.into()),
        _ => Ok(()),
    }
}
