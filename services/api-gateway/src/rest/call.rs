//! One call, as steps: who calls, may they, what do they send, what does the service say.
use std::net::SocketAddr;

use axum::body::{Body, to_bytes};
use axum::extract::{RawPathParams, Request};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::request::Parts;
use http::{HeaderName, HeaderValue, header};
use kit::peers::Peer;
use policy::{Caller, CallerKind, Permission};
use tonic::client::Grpc;
use tracing::Instrument;
use transcode::{AccessKind, Operation};

use super::raw::Raw;
use super::{ApiError, DEFAULT_TIMEOUT};
use crate::Gateway;

/// Replies of up to this size are taken from a service.
const MAX_REPLY: usize = 64 << 20;
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

pub struct Call<'a> {
    pub gateway: &'a Gateway,
    pub operation: &'a Operation,
    pub peer: Peer,
    pub address: SocketAddr,
}

impl Call<'_> {
    pub async fn run(self, params: RawPathParams, request: Request) -> Result<Response, ApiError> {
        let span = tracing::info_span!("request", otel.name = %self.operation.method, method = %self.operation.verb, path = self.operation.path);
        kit::telemetry::adopt(&span, request.headers());
        async move {
            let (parts, body) = request.into_parts();
            let caller = self.authenticate(&parts).await?;
            self.admit(&caller)?;
            let message = self.message(&params, &parts, body).await?;
            let id = caller.request_id.clone();
            let reply = self.send(caller, message).await?;
            self.answer(&reply, &id)
        }
        .instrument(span)
        .await
    }

    async fn authenticate(&self, parts: &Parts) -> Result<Caller, ApiError> {
        let mut caller = match self.operation.access.kind {
            AccessKind::Open => Caller::default(),
            _ => self.gateway.sessions.of_bearer(bearer(parts).ok_or_else(ApiError::unauthenticated)?).await?,
        };
        caller.ip = self.client_ip(parts);
        caller.request_id =
            parts.headers.get(&REQUEST_ID).and_then(|id| id.to_str().ok()).filter(|id| id.len() <= 64).map_or_else(new_id, str::to_string);
        Ok(caller)
    }

    /// An early refusal. The service decides for itself, with scopes.
    fn admit(&self, caller: &Caller) -> Result<(), ApiError> {
        let signed_in = caller.kind == CallerKind::User;
        let holds_one =
            || self.operation.access.permissions.iter().filter_map(|code| Permission::from_code(code)).any(|permission| caller.can(permission));
        match self.operation.access.kind {
            AccessKind::Open => Ok(()),
            AccessKind::Authenticated if signed_in => Ok(()),
            AccessKind::Permission if signed_in && holds_one() => Ok(()),
            _ => Err(ApiError::forbidden()),
        }
    }

    async fn message(&self, params: &RawPathParams, parts: &Parts, body: Body) -> Result<Bytes, ApiError> {
        let limit = self.operation.max_body_bytes();
        let declared = parts.headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
        if declared.is_some_and(|length| length > limit) {
            return Err(ApiError::too_large(limit));
        }
        let body = to_bytes(body, limit as usize).await.map_err(|error| match is_limit(&error) {
            true => ApiError::too_large(limit),
            false => ApiError::malformed("the body ended early"),
        })?;
        Ok(self.operation.request(params.iter(), parts.uri.query(), &body)?)
    }

    async fn send(&self, caller: Caller, message: Bytes) -> Result<Bytes, ApiError> {
        let request = self.gateway.context.signer.request(&caller, message);
        let mut client = Grpc::new(self.peer.clone()).max_decoding_message_size(MAX_REPLY);
        let call = async {
            client.ready().await.map_err(|error| tonic::Status::unavailable(error.to_string()))?;
            client.unary(request, self.operation.grpc_path.clone(), Raw).await
        };
        let limit = self.operation.access.timeout.unwrap_or(DEFAULT_TIMEOUT);
        let reply = tokio::time::timeout(limit, call).await.map_err(|_| ApiError::timed_out())??;
        Ok(reply.into_inner())
    }

    fn answer(&self, reply: &[u8], request_id: &str) -> Result<Response, ApiError> {
        let mut json = Vec::with_capacity(reply.len() * 3);
        self.operation.response(reply, &mut json)?;
        let mut response = ([(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")], json).into_response();
        if let Ok(id) = HeaderValue::try_from(request_id) {
            response.headers_mut().insert(REQUEST_ID, id);
        }
        Ok(response)
    }

    /// The peer's address; behind a proxy of this machine, what the proxy says.
    fn client_ip(&self, parts: &Parts) -> String {
        let forwarded = parts.headers.get("x-forwarded-for").and_then(|list| list.to_str().ok()?.rsplit(',').next()).map(str::trim);
        match forwarded.and_then(|ip| ip.parse::<std::net::IpAddr>().ok()) {
            Some(ip) if self.address.ip().is_loopback() => ip.to_string(),
            _ => self.address.ip().to_string(),
        }
    }
}

fn bearer(parts: &Parts) -> Option<&str> {
    let value = parts.headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

fn new_id() -> String {
    uuid::Uuid::now_v7().simple().to_string()
}

fn is_limit(error: &axum::Error) -> bool {
    let mut source: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(error) = source {
        if error.to_string().contains("length limit exceeded") {
            return true;
        }
        source = error.source();
    }
    false
}
