//! The door of the platform: REST at /api/v0, the websocket, the console. It authenticates and translates;
//! it holds no business rules and no table.
mod console;
mod leave;
mod rest;
mod session;
mod system;
mod ws;

use anyhow::Context as _;
use kit::db::Migrator;
use kit::{Context, Running, Service};
use tonic::service::Routes;

use crate::rest::Proxies;
use crate::session::Sessions;
use crate::ws::Hub;

const SERVICE: &str = "api-gateway";

/// What the gateway's parts share.
#[derive(Clone)]
pub(crate) struct Gateway {
    pub context: Context,
    pub sessions: Sessions,
    pub hub: Hub,
    pub proxies: Proxies,
}

pub struct ApiGateway;

#[async_trait::async_trait]
impl Service for ApiGateway {
    fn name(&self) -> &'static str {
        SERVICE
    }

    fn migrations(&self) -> Option<&'static Migrator> {
        None
    }

    async fn start(&self, context: Context) -> anyhow::Result<Running> {
        let hub = Hub::default();
        let sessions = Sessions::new(&context)?;
        let gateway = Gateway { context: context.clone(), sessions: sessions.clone(), hub: hub.clone(), proxies: Proxies::from_env()? };
        let app = rest::app(gateway.clone())?;
        let listener = tokio::net::TcpListener::bind(&context.settings.http_addr).await;
        let listener = listener.with_context(|| format!("VESTIBULE_HTTP_ADDR {}", context.settings.http_addr))?;
        tracing::info!(addr = %listener.local_addr()?, "serving");
        let shutdown = context.shutdown.clone();
        let app = app.into_make_service_with_connect_info::<std::net::SocketAddr>();
        let token = context.ending.serving.token();
        let serving = async move {
            let _serving = token;
            Ok(axum::serve(listener, app).with_graceful_shutdown(shutdown.cancelled_owned()).await?)
        };
        Ok(Running::new(Routes::new(system::server(context.clone()))).job(serving).job(session::invalidate(gateway.clone())).job(ws::listen(gateway)))
    }
}

/// The OpenAPI document of every operation.
pub fn openapi() -> anyhow::Result<serde_json::Value> {
    rest::openapi::document()
}
