//! One call, as steps: who calls, may they, what do they send, what does the service say.
use std::net::SocketAddr;

use axum::body::{Body, to_bytes};
use axum::extract::{RawPathParams, Request};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::request::Parts;
use http::{HeaderMap, HeaderValue, Method, header};
use kit::caller::DEVICE_TOKEN;
use kit::peers::Peer;
use kit::resend::Idempotent;
use kit::session_link;
use kit::telemetry::{self, span};
use policy::{Caller, CallerKind, Permission};
use tonic::client::Grpc;
use tonic::metadata::AsciiMetadataValue;
use tracing::Instrument;
use transcode::{Access, AccessKind, Operation};

use super::raw::Raw;
use super::request_id::RequestId;
use super::upload::{Messages, Upload};
use super::{DEFAULT_TIMEOUT, download};
use crate::app::App;
use crate::error::ApiError;
use crate::session::{bearer, lacks_app_feature};

/// Replies of up to this size are taken from a service.
const MAX_REPLY_BYTES: usize = 64 << 20;

pub struct Call<'a> {
    pub app: &'a App,
    pub operation: &'a Operation,
    pub peer: Peer,
    pub address: SocketAddr,
}

impl Call<'_> {
    pub async fn run(self, params: RawPathParams, request: Request) -> Response {
        let span = span::http_server(self.app.context.service, self.operation.verb.as_str(), &self.operation.path);
        telemetry::adopt(&span, request.headers());
        let response = self.steps(params, request).instrument(span.clone()).await.unwrap_or_else(IntoResponse::into_response);
        span::http_answered(&span, response.status());
        response
    }

    async fn steps(self, params: RawPathParams, request: Request) -> Result<Response, ApiError> {
        let (parts, body) = request.into_parts();
        let caller = self.authenticate(&parts).await?;
        admit(&self.operation.access, &caller)?;
        self.forward(caller, params, parts, body).await
    }

    /// Within the time that the operation may take; the body of a download may take as long again.
    async fn forward(&self, caller: Caller, params: RawPathParams, parts: Parts, body: Body) -> Result<Response, ApiError> {
        let limit = self.operation.access.timeout.unwrap_or(DEFAULT_TIMEOUT);
        let browser = Browser::from_parts(&parts, self.operation.access.kind);
        let call = async {
            if self.operation.client_streaming {
                let upload = Upload::new(self.operation, Request::from_parts(parts, body)).await?;
                let params: Vec<_> = params.iter().collect();
                let reply = upload.send(self.operation, &params, |messages| self.upload(self.request(&caller, &browser, messages))).await?;
                return self.answer(&reply);
            }
            let message = self.message(&params, &parts, body).await?;
            let request = self.request(&caller, &browser, message);
            match self.operation.output_is_file {
                true => download::answer(self.operation, self.download(request).await?).await,
                false => self.answer(&self.unary(request).await?),
            }
        };
        tokio::time::timeout(limit, call).await.map_err(|_| ApiError::timed_out())?
    }

    async fn authenticate(&self, parts: &Parts) -> Result<Caller, ApiError> {
        let address = self.app.config.trusted_proxies.client_address(self.address, &parts.headers);
        let mut caller = match self.operation.access.kind {
            // The token of a device is its service's to check.
            AccessKind::Open | AccessKind::Device => Caller::default(),
            _ if self.operation.access.signed_link && bearer(&parts.headers).is_none() => self.linked_caller(parts).await?,
            _ => self.app.sessions.authenticate(bearer(&parts.headers).ok_or_else(ApiError::unauthenticated)?, address).await?,
        };
        caller.ip = address.to_string();
        caller.request_id = parts.extensions.get::<RequestId>().map(|id| id.0.clone()).unwrap_or_default();
        self.app.sessions.count_token_use(&caller, self.app.config.max_token_requests).await?;
        Ok(caller)
    }

    /// The session that a signed link names, with the rights of now: a link is worth nothing after the session's end.
    async fn linked_caller(&self, parts: &Parts) -> Result<Caller, ApiError> {
        let query = parts.uri.query().ok_or_else(ApiError::unauthenticated)?;
        let session_id = session_link::verify(&self.app.context.links, parts.uri.path(), query).map_err(|_| ApiError::unauthenticated())?;
        self.app.sessions.find(session_id).await
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
        // What devices say of their bodies is not reliable.
        if !body.is_empty() && self.operation.access.kind != AccessKind::Device && !is_json(&parts.headers) {
            return Err(ApiError::unsupported_content_type());
        }
        Ok(self.operation.request(params.iter(), parts.uri.query(), &body)?)
    }

    /// The caller goes along, signed, and what their browser says of itself.
    fn request<T>(&self, caller: &Caller, browser: &Browser, message: T) -> tonic::Request<T> {
        let mut request = self.app.context.signer.request(caller, message);
        if self.operation.verb == Method::GET {
            request.extensions_mut().insert(Idempotent);
        }
        let client_headers =
            [(access_token::USER_AGENT, &browser.agent), (access_token::LANGUAGES, &browser.languages), (DEVICE_TOKEN, &browser.device_token)];
        for (name, value) in client_headers {
            if let Some(value) = value.as_ref().and_then(|value| AsciiMetadataValue::try_from(value.as_bytes()).ok()) {
                request.metadata_mut().insert(name, value);
            }
        }
        request
    }

    async fn client(&self) -> Result<Grpc<Peer>, ApiError> {
        let mut client = Grpc::new(self.peer.clone()).max_decoding_message_size(MAX_REPLY_BYTES);
        client.ready().await.map_err(|error| tonic::Status::unavailable(error.to_string()))?;
        Ok(client)
    }

    async fn unary(&self, request: tonic::Request<Bytes>) -> Result<Bytes, ApiError> {
        Ok(self.client().await?.unary(request, self.operation.grpc_path.clone(), Raw).await?.into_inner())
    }

    async fn upload(&self, request: tonic::Request<Messages>) -> Result<Bytes, ApiError> {
        Ok(self.client().await?.client_streaming(request, self.operation.grpc_path.clone(), Raw).await?.into_inner())
    }

    async fn download(&self, request: tonic::Request<Bytes>) -> Result<tonic::Streaming<Bytes>, ApiError> {
        Ok(self.client().await?.server_streaming(request, self.operation.grpc_path.clone(), Raw).await?.into_inner())
    }

    fn answer(&self, reply: &[u8]) -> Result<Response, ApiError> {
        let mut json = Vec::with_capacity(reply.len() * 3);
        self.operation.response(reply, &mut json)?;
        Ok(([(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")], json).into_response())
    }
}

/// Whether a body may be read as JSON: one that says to be something else may not. Without a word it may.
fn is_json(headers: &HeaderMap) -> bool {
    let Some(content_type) = headers.get(header::CONTENT_TYPE) else { return true };
    let media_type = content_type.to_str().unwrap_or_default().split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    media_type == "application/json" || media_type.starts_with("application/") && media_type.ends_with("+json")
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

/// An early refusal. The service decides for itself, with scopes.
fn admit(access: &Access, caller: &Caller) -> Result<(), ApiError> {
    if access.session_only && caller.token.is_some() {
        return Err(ApiError::forbidden());
    }
    check_app(access, caller)?;
    let signed_in = caller.kind == CallerKind::User;
    let holds_one = || access.permissions.iter().filter_map(|code| Permission::from_code(code)).any(|permission| caller.can(permission));
    match access.kind {
        AccessKind::Open | AccessKind::Device => Ok(()),
        AccessKind::Authenticated if signed_in => Ok(()),
        AccessKind::Permission if signed_in && holds_one() => Ok(()),
        AccessKind::Dealer if signed_in && caller.dealer_id != 0 => Ok(()),
        _ => Err(ApiError::forbidden()),
    }
}

/// What the licence does not give to a mobile app is refused to its session, whatever its user may do.
fn check_app(access: &Access, caller: &Caller) -> Result<(), ApiError> {
    match &access.app_feature {
        Some(feature) if lacks_app_feature(caller, feature) => Err(tonic::Status::from(kit::features::not_licensed()).into()),
        _ => Ok(()),
    }
}

/// What a browser or a device says of itself.
struct Browser {
    agent: Option<HeaderValue>,
    /// `Accept-Language`.
    languages: Option<HeaderValue>,
    /// Of a device, where one may call.
    device_token: Option<HeaderValue>,
}

impl Browser {
    fn from_parts(parts: &Parts, access: AccessKind) -> Browser {
        let header = |name| parts.headers.get(name).cloned();
        let device_token = bearer(&parts.headers).filter(|_| access == AccessKind::Device).and_then(|token| HeaderValue::from_str(token).ok());
        Browser { agent: header(header::USER_AGENT), languages: header(header::ACCEPT_LANGUAGE), device_token }
    }
}

#[cfg(test)]
mod tests {
    use transcode::Registry;

    use super::*;

    #[test]
    fn a_body_of_another_content_type_than_json_is_refused() {
        let is_json = |content_type: &str| is_json(&HeaderMap::from_iter([(header::CONTENT_TYPE, content_type.parse().unwrap())]));
        for json in ["application/json", "Application/JSON; charset=utf-8", "application/merge-patch+json"] {
            assert!(is_json(json), "{json}");
        }
        for other in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=b", "text/json", ""] {
            assert!(!is_json(other), "{other}");
        }
        assert!(super::is_json(&HeaderMap::new()));
    }

    /// To an app; taken from one with the feature, and from a browser.
    fn is_refused_without(feature: &str, methods: &[&str]) {
        let registry = Registry::new(proto::DESCRIPTORS).unwrap();
        let caller = |features: Option<&[&str]>| Caller {
            kind: CallerKind::User,
            user_id: 1,
            permissions: Permission::all().collect(),
            app_features: features.map(|features| features.iter().map(|feature| feature.to_string()).collect()),
            ..Caller::default()
        };
        for method in methods {
            let access = &registry.operations().iter().find(|operation| operation.method == *method).expect(method).access;
            let refused = admit(access, &caller(Some(&["mobile_app"]))).unwrap_err();
            assert_eq!(refused.into_response().status(), http::StatusCode::CONFLICT, "{method}");
            assert!(admit(access, &caller(Some(&["mobile_app", feature]))).is_ok(), "{method}");
            assert!(admit(access, &caller(None)).is_ok(), "{method} by a browser");
        }
        let named = registry.operations().iter().filter(|operation| operation.access.app_feature.as_deref() == Some(feature)).count();
        assert_eq!(named, methods.len(), "no other needs {feature}");
    }

    #[test]
    fn apps_without_the_feature_are_refused_doors_from_afar() {
        is_refused_without("mobile_app.remote_open", &["OpenLock", "OpenConciergeDevice"]);
    }

    #[test]
    fn apps_without_the_feature_are_refused_forward_rules_of_groups() {
        is_refused_without("mobile_app.domain_forward_rule", &["CreateForwardRule", "UpdateForwardRule"]);
    }

    #[test]
    fn apps_without_the_feature_are_refused_the_logs_of_events() {
        let of_access = ["ListAccessControlEvents", "DownloadAccessControlEvents"];
        let of_all = ["ListDeviceEvents", "DownloadDeviceEvents", "ListEventImages"];
        is_refused_without("mobile_app.family_events", &[&of_access[..], &of_all].concat());
    }
}
