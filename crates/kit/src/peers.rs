//! Other services, as gRPC clients reach them: in this process without a port, or over the network.
use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, RwLock};
use std::task::{Context as TaskContext, Poll};
use std::time::Duration;

use http::{HeaderName, HeaderValue, Request, Response};
use tonic::body::Body;
use tonic::service::Routes;
use tonic::transport::{Channel, Endpoint};
use tower::{Service, ServiceExt};

/// Names the service that a call is for: a process may serve several, and some methods are served by all.
const SERVICE: HeaderName = HeaderName::from_static("vestibule-service");

type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// Finds peers. Services of this process are added as they start; the others come from `VESTIBULE_PEER_<NAME>`.
#[derive(Clone, Default)]
pub struct Peers {
    local: Arc<RwLock<HashMap<&'static str, Routes>>>,
    remote: Arc<RwLock<HashMap<String, Channel>>>,
}

impl Peers {
    pub fn add(&self, service: &'static str, routes: Routes) {
        self.local.write().expect("not poisoned").insert(service, routes.prepare());
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
        let routes = request.headers().get(SERVICE).and_then(|name| name.to_str().ok()).and_then(|name| self.local(name));
        match routes {
            Some(routes) => match routes.oneshot(request).await {
                Ok(response) => response,
                Err(never) => match never {},
            },
            None => tonic::Status::unimplemented("the call names no service of this process").into_http(),
        }
    }

    fn local(&self, service: &str) -> Option<Routes> {
        self.local.read().expect("not poisoned").get(service).cloned()
    }

    fn channel(&self, service: &str) -> Result<Channel, BoxError> {
        if let Some(channel) = self.remote.read().expect("not poisoned").get(service) {
            return Ok(channel.clone());
        }
        let name = format!("VESTIBULE_PEER_{}", service.replace('-', "_").to_uppercase());
        let url = std::env::var(&name).map_err(|_| format!("{service} is not in this process and {name} is not set"))?;
        let endpoint = Endpoint::from_shared(url)?.connect_timeout(Duration::from_secs(2)).timeout(Duration::from_secs(60));
        let channel = endpoint.http2_keep_alive_interval(Duration::from_secs(20)).connect_lazy();
        self.remote.write().expect("not poisoned").insert(service.into(), channel.clone());
        Ok(channel)
    }
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
        crate::telemetry::inject(request.headers_mut());
        request.headers_mut().insert(SERVICE, HeaderValue::from_static(self.service));
        match self.peers.local(self.service) {
            Some(routes) => Box::pin(async move { Ok(routes.oneshot(request).await?) }),
            None => {
                let channel = self.peers.channel(self.service);
                Box::pin(async move { Ok(channel?.oneshot(request).await?) })
            }
        }
    }
}
