//! Other services, as gRPC clients reach them: in this process without a port, or over the network.
use std::collections::HashMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, RwLock};
use std::task::{Context as TaskContext, Poll};
use std::time::Duration;

use anyhow::Context as _;
use bytes::Bytes;
use http::{HeaderName, HeaderValue, Request, Response};
use tokio::sync::Notify;
use tonic::body::Body;
use tonic::service::Routes;
use tonic::transport::{Channel, Endpoint};
use tower::{Service, ServiceExt};
use tracing::{Instrument, Span};

use crate::certificates::Authority;
use crate::resend;
use kit_core::Settings;
use kit_core::settings::PEER_PREFIX;
use kit_telemetry::{self as telemetry, span};

/// The header with the name of the service that a call is for: a process may serve several, and some methods are served by all.
const SERVICE: HeaderName = HeaderName::from_static("vestibule-service");

type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// Finds peers. Services of this process are added as they start; the others are where `VESTIBULE_PEER_<NAME>` says.
#[derive(Clone)]
pub struct Peers {
    authority: Authority,
    local: Arc<RwLock<HashMap<&'static str, Routes>>>,
    remote: Arc<RwLock<HashMap<String, Arc<Connections>>>>,
    added: Arc<Notify>,
    /// Name of the service that makes the calls; empty when the process itself does.
    owner: &'static str,
}

impl Peers {
    pub fn new(settings: &Settings) -> anyhow::Result<Self> {
        let authority = Authority::from_keys(&settings.service_keys);
        let peers = Peers { authority, local: Arc::default(), remote: Arc::default(), added: Arc::default(), owner: "" };
        for (service, url) in &settings.peers {
            peers.at(service, url).with_context(|| variable_of(service))?;
        }
        Ok(peers)
    }

    /// Signs the certificates by which processes know each other.
    pub fn authority(&self) -> &Authority {
        &self.authority
    }

    pub fn add(&self, service: &'static str, routes: Routes) {
        self.local.write().expect("not poisoned").insert(service, routes.prepare());
        self.added.notify_waiters();
    }

    /// Returns once the service runs in this process.
    pub async fn here(&self, service: &str) {
        loop {
            let added = self.added.notified();
            if self.local(service).is_some() {
                return;
            }
            added.await;
        }
    }

    /// The same peers, for calls of `owner`.
    pub fn of(&self, owner: &'static str) -> Peers {
        Peers { owner, ..self.clone() }
    }

    /// A client's channel to `service`, whether or not it has started yet.
    pub fn peer(&self, service: &'static str) -> Peer {
        Peer { service, peers: self.clone() }
    }

    /// Serves the services of this process to other processes, each call to the service that it names.
    pub fn server(&self) -> axum::Router {
        let peers = self.clone();
        let serve = move |request: axum::extract::Request| {
            let peers = peers.clone();
            async move { peers.serve(request).await }
        };
        axum::Router::new().fallback(serve)
    }

    async fn serve(&self, request: axum::extract::Request) -> Response<Body> {
        let named = request.headers().get(SERVICE).and_then(|name| name.to_str().ok()).and_then(|name| self.local(name));
        match named {
            Some((service, routes)) => answer(service, routes, request).await,
            None => tonic::Status::unimplemented("the call names no service of this process").into_http(),
        }
    }

    /// The service's own name and what it serves, when it is in this process.
    fn local(&self, service: &str) -> Option<(&'static str, Routes)> {
        self.local.read().expect("not poisoned").get_key_value(service).map(|(name, routes)| (*name, routes.clone()))
    }

    /// `service` is reached there, unless it is in this process.
    pub fn at(&self, service: &str, url: &str) -> anyhow::Result<()> {
        let connections = Connections::new(&self.authority, service, url)?;
        self.remote.write().expect("not poisoned").insert(service.into(), Arc::new(connections));
        Ok(())
    }

    fn channel(&self, service: &str) -> Result<Channel, tonic::Status> {
        self.remote.read().expect("not poisoned").get(service).map(|connections| connections.next()).ok_or_else(|| not_here(service))
    }
}

/// Several connections to one service, used in turn. The cluster spreads connections over the service's replicas, not calls: with one
/// connection a caller would reach one replica, and replicas beyond the number of callers would get nothing.
pub(crate) struct Connections {
    channels: [Channel; Self::COUNT],
    turn: AtomicUsize,
}

impl Connections {
    /// Two callers reach all of three replicas 88 % of the time; with one connection each, never.
    pub(crate) const COUNT: usize = 4;

    pub(crate) fn new(authority: &Authority, service: &str, url: &str) -> anyhow::Result<Self> {
        let channel = connection(authority, service, url)?;
        // A clone would share the connection.
        let mut channels = [(); Self::COUNT].map(|()| channel.clone());
        for other in &mut channels[1..] {
            *other = connection(authority, service, url)?;
        }
        Ok(Connections { channels, turn: AtomicUsize::new(0) })
    }

    pub(crate) fn next(&self) -> Channel {
        self.channels[self.turn.fetch_add(1, Ordering::Relaxed) % Self::COUNT].clone()
    }
}

/// A channel that connects when somebody calls.
pub(crate) fn connection(authority: &Authority, service: &str, url: &str) -> anyhow::Result<Channel> {
    anyhow::ensure!(url.starts_with("https://"), "services are reached by https");
    let endpoint = Endpoint::from_shared(url.to_string())?.tls_config(authority.client(service)?)?;
    let endpoint = endpoint.connect_timeout(Duration::from_secs(2)).timeout(Duration::from_secs(60));
    Ok(endpoint.http2_keep_alive_interval(Duration::from_secs(20)).connect_lazy())
}

/// Handles a call within the trace of its caller.
async fn answer<B>(service: &'static str, routes: Routes, request: Request<B>) -> Response<Body>
where
    B: http_body::Body<Data = Bytes> + Send + 'static,
    B::Error: Into<BoxError>,
{
    let span = span::rpc_server(service, request.uri().path());
    telemetry::adopt(&span, request.headers());
    match routes.oneshot(request).instrument(span.clone()).await {
        Ok(response) => {
            span::rpc_answered(&span, response.headers());
            response.map(|body| Body::new(InSpan { body, span }))
        }
        Err(never) => match never {},
    }
}

/// The rest of an answer is made within the span of the call too.
struct InSpan {
    body: Body,
    span: Span,
}

impl http_body::Body for InSpan {
    type Data = Bytes;
    type Error = tonic::Status;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut TaskContext<'_>) -> Poll<Option<Result<http_body::Frame<Bytes>, tonic::Status>>> {
        let span = self.span.clone();
        span.in_scope(|| Pin::new(&mut self.body).poll_frame(context))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> http_body::SizeHint {
        self.body.size_hint()
    }
}

/// The answer to a call for a service that does not run here: as if the service were down.
fn not_here(service: &str) -> tonic::Status {
    tonic::Status::unavailable(format!("{service} is not in this process and {} is not set", variable_of(service)))
}

fn variable_of(service: &str) -> String {
    format!("{PEER_PREFIX}{}", service.replace('-', "_").to_uppercase())
}

/// One peer; generated clients take it as their transport.
#[derive(Clone)]
pub struct Peer {
    service: &'static str,
    peers: Peers,
}

impl Service<Request<Body>> for Peer {
    type Response = Response<Body>;
    type Error = BoxError;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Body>, BoxError>> + Send>>;

    fn poll_ready(&mut self, _: &mut TaskContext<'_>) -> Poll<Result<(), BoxError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        let span = span::rpc_client(self.peers.owner, request.uri().path());
        span.in_scope(|| telemetry::inject(request.headers_mut()));
        request.headers_mut().insert(SERVICE, HeaderValue::from_static(self.service));
        let calling: Self::Future = match self.peers.local(self.service) {
            Some((service, routes)) => Box::pin(async move { Ok(answer(service, routes, request).await) }),
            None => {
                let channel = self.peers.channel(self.service);
                Box::pin(async move { Ok(resend::send(channel?, request).await?) })
            }
        };
        if span.is_disabled() {
            return calling;
        }
        let noted = async move {
            let response = calling.await?;
            span::rpc_answered(&Span::current(), response.headers());
            Ok(response)
        };
        Box::pin(noted.instrument(span))
    }
}
