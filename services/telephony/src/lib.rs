//! SIP numbers, forwarding, trunks and calls. See README.md.
mod app;
pub mod config;
pub mod domain;
pub mod edge;
mod events;
pub mod jobs;
pub mod media;
pub mod operation;
mod projection;
mod publish;
pub mod rpc;
pub mod signalling;
pub mod store;

use kit::{Context, Running, Service};
use proto::vestibule::gateway::v1::certificates_server::CertificatesServer;
use proto::vestibule::gateway::v1::finder_server::FinderServer;
use proto::vestibule::gateway::v1::lists_server::ListsServer;
use proto::vestibule::telephony::v1::apartment_numbers_server::ApartmentNumbersServer;
use proto::vestibule::telephony::v1::call_history_server::CallHistoryServer;
use proto::vestibule::telephony::v1::calls_server::CallsServer;
use proto::vestibule::telephony::v1::forward_rules_server::ForwardRulesServer;
use proto::vestibule::telephony::v1::group_members_server::GroupMembersServer;
use proto::vestibule::telephony::v1::sip_numbers_server::SipNumbersServer;
use proto::vestibule::telephony::v1::sip_service_server::SipServiceServer;
use proto::vestibule::telephony::v1::sip_trunks_server::SipTrunksServer;
use sqlx::migrate::Migrator;
use tonic::service::Routes;

pub use app::App;
pub use config::Config;
pub use events::{Events, TOPICS};

pub static MIGRATIONS: Migrator = sqlx::migrate!();

/// The service.
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
        let app = App::new(&context, Config::from_env()?)?;
        let consumer = kit::consumer::consume(context.clone(), self.topics(), Events::new(&app), context.shutdown.clone());
        Ok(Running::new(routes(&app))
            .job(consumer)
            .job(jobs::call_history_retention::run(app.clone()))
            .job(jobs::abandoned_restarts::run(app.clone()))
            .job(jobs::license_limits::run(app.clone()))
            .job(signalling::run(context, app.config)))
    }
}

/// The gRPC services.
pub fn routes(app: &App) -> Routes {
    Routes::new(SipNumbersServer::new(rpc::sip_number::SipNumberService(app.clone())))
        .add_service(ForwardRulesServer::new(rpc::forward_rule::ForwardRuleService(app.clone())))
        .add_service(SipTrunksServer::new(rpc::sip_trunk::SipTrunkService(app.clone())))
        .add_service(CallHistoryServer::new(rpc::call_history::CallHistoryService(app.clone())))
        .add_service(CallsServer::new(rpc::call::CallService(app.clone())))
        .add_service(SipServiceServer::new(rpc::sip_service::SipServiceRpc(app.clone())))
        .add_service(ApartmentNumbersServer::new(rpc::apartment_number::ApartmentNumberService(app.clone())))
        .add_service(CertificatesServer::new(rpc::certificates::CertificateService(app.clone())))
        .add_service(FinderServer::new(rpc::finder::FinderService(app.clone())))
        .add_service(GroupMembersServer::new(rpc::group_members::GroupMembersService(app.clone())))
        .add_service(ListsServer::new(rpc::list::ListService(app.clone())))
}
