//! The tree of groups (domains) and the types of groups. This service owns the tree; the others keep a
//! projection of it from its events.
mod app;
mod domain;
pub mod events;
mod integration_server;
pub mod jobs;
mod operation;
mod peers;
mod projection;
mod publish;
pub mod rpc;
mod store;

use kit::{Context, Running, Service};
use proto::vestibule::domains::v1::generation_server::GenerationServer;
use proto::vestibule::domains::v1::group_types_server::GroupTypesServer;
use proto::vestibule::domains::v1::groups_server::GroupsServer;
use proto::vestibule::domains::v1::integrations_server::IntegrationsServer;
use proto::vestibule::domains::v1::registered_groups_server::RegisteredGroupsServer;
use proto::vestibule::domains::v1::settings_server::SettingsServer;
use proto::vestibule::domains::v1::structures_server::StructuresServer;
use proto::vestibule::gateway::v1::finder_server::FinderServer;
use proto::vestibule::gateway::v1::lists_server::ListsServer;
use sqlx::migrate::Migrator;
use tonic::service::Routes;

pub use app::App;
use events::Events;
use jobs::{structure_import_recovery, wallet_certificates};
use rpc::{
    FinderService, GenerationService, GroupService, GroupTypeService, IntegrationService, ListService, RegisteredGroupService, SettingsService,
    StructureService,
};

/// The list of groups, for tests of its query plans.
pub use store::group::GROUPS;

pub static MIGRATIONS: Migrator = sqlx::migrate!();

/// Bytes of a plan that is saved: the contract's limit for its JSON, of which the message is a part.
const MAX_PLAN_BYTES: usize = 16 << 20;

pub struct Domains;

#[async_trait::async_trait]
impl Service for Domains {
    fn name(&self) -> &'static str {
        "domains"
    }

    fn migrations(&self) -> Option<&'static Migrator> {
        Some(&MIGRATIONS)
    }

    fn topics(&self) -> &'static [&'static str] {
        events::TOPICS
    }

    async fn start(&self, context: Context) -> anyhow::Result<Running> {
        let app = App::new(context.clone());
        let routes = Routes::new(GroupsServer::new(GroupService(app.clone())))
            .add_service(GroupTypesServer::new(GroupTypeService(app.clone())))
            .add_service(IntegrationsServer::new(IntegrationService(app.clone())))
            .add_service(RegisteredGroupsServer::new(RegisteredGroupService(app.clone())))
            .add_service(SettingsServer::new(SettingsService(app.clone())))
            .add_service(GenerationServer::new(GenerationService(app.clone())).max_decoding_message_size(MAX_PLAN_BYTES))
            .add_service(StructuresServer::new(StructureService(app.clone())))
            .add_service(FinderServer::new(FinderService(app.clone())))
            .add_service(ListsServer::new(ListService(app.clone())));
        let handler = Events::new(context.clock.clone());
        let shutdown = context.shutdown.clone();
        let recovery = structure_import_recovery::run(context.clone(), shutdown.clone());
        let reminders = wallet_certificates::run(context.clone());
        Ok(Running::new(routes).job(recovery).job(reminders).job(kit::consumer::consume(context, self.topics(), handler, shutdown)))
    }
}
