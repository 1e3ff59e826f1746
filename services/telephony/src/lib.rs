//! SIP numbers, forwarding, trunks and calls.
pub mod config;
pub mod domain;
pub mod edge;
mod events;
pub mod media;
mod operation;
mod parts;
pub mod retention;
pub mod rpc;
pub mod service_control;
pub mod signalling;
pub mod store;

use kit::{Context, Running, Service};
use sqlx::migrate::Migrator;
use tonic::service::Routes;

pub use config::Config;
pub use events::{Events, TOPICS};
pub use parts::Parts;

pub static MIGRATIONS: Migrator = sqlx::migrate!();

pub struct Telephony;

#[async_trait::async_trait]
impl Service for Telephony {
    fn name(&self) -> &'static str {
        "telephony"
    }

    fn migrations(&self) -> Option<&'static Migrator> {
        Some(&MIGRATIONS)
    }

    fn topics(&self) -> &'static [&'static str] {
        TOPICS
    }

    async fn start(&self, context: Context) -> anyhow::Result<Running> {
        let parts = Parts::new(&context, Config::from_env()?)?;
        let (events, shutdown) = (Events::new(&parts), context.shutdown.clone());
        let consumer = kit::consumer::consume(context.clone(), self.topics(), events, shutdown.clone());
        let running = Running::new(routes(&parts)).job(consumer).job(retention::keep(context.clone()));
        Ok(running.job(signalling::run(context, parts.config.clone())).job(service_control::abandoned(parts)))
    }
}

/// What it serves.
pub fn routes(parts: &Parts) -> Routes {
    use proto::vestibule::gateway::v1::lists_server::ListsServer;
    use proto::vestibule::telephony::v1::call_history_server::CallHistoryServer;
    use proto::vestibule::telephony::v1::calls_server::CallsServer;
    use proto::vestibule::telephony::v1::forward_rules_server::ForwardRulesServer;
    use proto::vestibule::telephony::v1::sip_numbers_server::SipNumbersServer;
    use proto::vestibule::telephony::v1::sip_service_server::SipServiceServer;
    use proto::vestibule::telephony::v1::sip_trunks_server::SipTrunksServer;

    let (context, config) = (&parts.context, &parts.config);
    Routes::new(SipNumbersServer::new(rpc::sip_number::Api::new(parts)))
        .add_service(ForwardRulesServer::new(rpc::forward_rule::Api::new(context)))
        .add_service(SipTrunksServer::new(rpc::sip_trunk::Api::new(context)))
        .add_service(CallHistoryServer::new(rpc::call_history::Api::new(context)))
        .add_service(CallsServer::new(rpc::call::Api::new(context, config.clone())))
        .add_service(SipServiceServer::new(rpc::sip_service::Api::new(parts)))
        .add_service(ListsServer::new(rpc::lists::Api::new(context)))
}
