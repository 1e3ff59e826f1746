//! Which replica does the work that one is enough for, by a Lease of Kubernetes.
//!
//! Periods and the order of steps are those of Kubernetes' own controllers (client-go, `leaderelection`). One thing
//! differs: whoever cannot ask leads. Work that is done twice costs a second look; work that nobody does is missed.
use std::str::FromStr;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Error, Result, ensure};
use k8s_openapi::api::coordination::v1::{self, LeaseSpec};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::MicroTime;
use k8s_openapi::jiff::Timestamp;
use kube::api::PostParams;
use kube::{Api, Client};
use time::OffsetDateTime;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use crate::workload::named;

/// How long a holder counts that does not renew the Lease.
const DURATION: Duration = Duration::from_secs(15);
const RETRY: Duration = Duration::from_secs(2);
/// How long the API server may take.
const LIMIT: Duration = Duration::from_secs(4);

/// Where it lies: `namespace/name`. The chart makes it; nobody here may.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    namespace: String,
    name: String,
}

impl FromStr for Lease {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let (namespace, name) = text.split_once('/').context("expected namespace/name")?;
        Ok(Lease { namespace: named(namespace)?, name: named(name)? })
    }
}

/// One candidate for a Lease.
pub struct Election {
    lease: Lease,
    candidate: String,
    /// For people who look at the Lease; nothing is decided by it.
    clock: Box<dyn Fn() -> OffsetDateTime + Send + Sync>,
    leads: watch::Sender<bool>,
    holder: watch::Sender<String>,
    api: Option<Api<v1::Lease>>,
    /// The last state of the Lease, and since when: clocks of nodes differ, so only its changes are gone by.
    seen: Option<(Option<LeaseSpec>, Instant)>,
    answered: Option<Instant>,
}

impl Election {
    /// `candidate` is one of its kind: the pod's name. The receiver says whether it leads.
    pub fn new(lease: Lease, candidate: String, clock: impl Fn() -> OffsetDateTime + Send + Sync + 'static) -> Result<(Self, watch::Receiver<bool>)> {
        ensure!(!candidate.is_empty(), "a candidate has a name");
        let (leads, receiver) = watch::channel(false);
        let holder = watch::Sender::default();
        Ok((Election { lease, candidate, clock: Box::new(clock), leads, holder, api: None, seen: None, answered: None }, receiver))
    }

    /// Who leads, as this candidate knows it; empty while nobody does. For people: nothing is decided by it.
    pub fn holder(&self) -> watch::Receiver<String> {
        self.holder.subscribe()
    }

    /// Until `over` is; then the Lease is free for the next one at once.
    pub async fn run(mut self, over: impl Future<Output = ()>) {
        let mut over = std::pin::pin!(over);
        loop {
            self.turn(crate::client, Instant::now()).await;
            tokio::select! {
                _ = &mut over => break,
                _ = sleep(RETRY) => {}
            }
        }
        self.end(crate::client).await;
    }

    /// Says whether it leads from now on.
    async fn turn(&mut self, client: impl Fn() -> Result<Client>, now: Instant) {
        let led = *self.leads.borrow();
        let leads = match self.ask(client, now).await {
            Ok(leads) => {
                self.answered = Some(now);
                leads
            }
            // Somebody else may hold it: the last answer is good for as long as a holder counts.
            Err(_) if self.answered.is_some_and(|answered| now < answered + DURATION) => led,
            Err(error) => {
                if !led {
                    tracing::warn!(lease = self.lease.name, error = format!("{error:#}"), "who cannot ask leads");
                }
                true
            }
        };
        if leads != led {
            tracing::info!(lease = self.lease.name, leads, "an election");
            self.leads.send_replace(leads);
        }
        self.tell_holder(leads);
    }

    fn tell_holder(&self, leads: bool) {
        let seen = || self.seen.as_ref().and_then(|(spec, _)| spec.as_ref()?.holder_identity.clone());
        let holder = if leads { self.candidate.clone() } else { seen().unwrap_or_default() };
        self.holder.send_replace(holder);
    }

    async fn end(mut self, client: impl Fn() -> Result<Client>) {
        if self.leads.send_replace(false)
            && let Err(error) = self.release(client).await
        {
            tracing::warn!(lease = self.lease.name, error = format!("{error:#}"), "the next one leads when the lease is over");
        }
    }

    async fn ask(&mut self, client: impl Fn() -> Result<Client>, now: Instant) -> Result<bool> {
        let api = self.api(client)?;
        let found = within(api.get(&self.lease.name)).await?;
        if self.seen.as_ref().is_none_or(|(spec, _)| *spec != found.spec) {
            self.seen = Some((found.spec.clone(), now));
        }
        let spec = found.spec.clone().unwrap_or_default();
        let holder = spec.holder_identity.clone().filter(|holder| !holder.is_empty());
        let is_ours = holder.as_ref() == Some(&self.candidate);
        if holder.is_some() && !is_ours && self.seen.as_ref().is_some_and(|(_, since)| now < *since + DURATION) {
            return Ok(false);
        }
        let taken = self.taken(spec, is_ours);
        self.put(&api, found, taken).await
    }

    fn taken(&self, before: LeaseSpec, is_ours: bool) -> LeaseSpec {
        let now = self.stamp();
        let transitions = before.lease_transitions.unwrap_or(0);
        LeaseSpec {
            holder_identity: Some(self.candidate.clone()),
            lease_duration_seconds: Some(DURATION.as_secs() as i32),
            acquire_time: if is_ours { before.acquire_time.clone() } else { now.clone() },
            renew_time: now,
            lease_transitions: Some(if is_ours { transitions } else { transitions + 1 }),
            ..before
        }
    }

    /// Says whether it is as we wrote it: of two that write over the same version one loses.
    async fn put(&self, api: &Api<v1::Lease>, found: v1::Lease, spec: LeaseSpec) -> Result<bool> {
        let lease = v1::Lease { metadata: found.metadata, spec: Some(spec) };
        match within(api.replace(&self.lease.name, &PostParams::default(), &lease)).await {
            Ok(_) => Ok(true),
            Err(error) if is_conflict(&error) => Ok(false),
            Err(error) => Err(error),
        }
    }

    async fn release(&mut self, client: impl Fn() -> Result<Client>) -> Result<()> {
        let api = self.api(client)?;
        let found = within(api.get(&self.lease.name)).await?;
        let spec = found.spec.clone().unwrap_or_default();
        if spec.holder_identity.as_deref() == Some(self.candidate.as_str()) {
            let free = LeaseSpec { holder_identity: None, renew_time: self.stamp(), ..spec };
            self.put(&api, found, free).await?;
        }
        Ok(())
    }

    fn stamp(&self) -> Option<MicroTime> {
        Timestamp::from_nanosecond((self.clock)().unix_timestamp_nanos()).ok().map(MicroTime)
    }

    fn api(&mut self, client: impl Fn() -> Result<Client>) -> Result<Api<v1::Lease>> {
        let api = match self.api.take() {
            Some(api) => api,
            None => Api::namespaced(client()?, &self.lease.namespace),
        };
        Ok(self.api.insert(api).clone())
    }
}

async fn within<T>(call: impl Future<Output = kube::Result<T>>) -> Result<T> {
    Ok(timeout(LIMIT, call).await.context("the API server does not answer in time")??)
}

fn is_conflict(error: &Error) -> bool {
    matches!(error.downcast_ref(), Some(kube::Error::Api(status)) if status.code == 409)
}

#[cfg(test)]
mod tests;
