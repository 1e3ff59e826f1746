//! Names of hosts, looked up and checked in one step.
use std::net::SocketAddr;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use super::Allowed;

type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// None of a host's addresses may be called.
#[derive(Debug, thiserror::Error)]
#[error("the address is in a private network")]
pub struct Refused;

/// The HTTP client's resolver.
pub struct Checked(pub Allowed);

impl Resolve for Checked {
    fn resolve(&self, name: Name) -> Resolving {
        let allowed = self.0.clone();
        Box::pin(async move {
            let found = look_up(&allowed, name.as_str(), 0).await?;
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

pub async fn look_up(allowed: &Allowed, host: &str, port: u16) -> Result<Vec<SocketAddr>, BoxError> {
    let found = tokio::net::lookup_host((host, port)).await?;
    Ok(checked(allowed, found)?)
}

/// Those that may be called, at least one.
pub fn checked(allowed: &Allowed, found: impl IntoIterator<Item = SocketAddr>) -> Result<Vec<SocketAddr>, Refused> {
    let found: Vec<_> = found.into_iter().filter(|address| allowed.covers(address.ip())).collect();
    if found.is_empty() { Err(Refused) } else { Ok(found) }
}
