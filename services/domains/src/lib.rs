//! The tree of groups (domains) and the types of groups. This service owns the tree; the others keep a
//! projection of it from its events.
mod axxon_one;
mod domain;
pub mod events;
mod neighbour;
mod operation;
pub mod project;
mod roles;
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
use proto::vestibule::gateway::v1::lists_server::ListsServer;
use sqlx::migrate::Migrator;
use tonic::service::Routes;

use events::Events;
use rpc::{Generation, GroupTypes, Groups, Integrations, Lists, RegisteredGroups, Settings, Structures};

/// What the list of groups selects and may be asked, for tests of its plans.
pub use store::group_list::GROUPS;

pub static MIGRATIONS: Migrator = sqlx::migrate!();

/// Bytes of a plan that is saved: the contract's limit for its JSON, of which the message is a part.
const MAX_PLAN: usize = 16 << 20;

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
        let routes = Routes::new(GroupsServer::new(Groups::new(context.clone())))
            .add_service(GroupTypesServer::new(GroupTypes::new(context.clone())))
            .add_service(IntegrationsServer::new(Integrations::new(context.clone())))
            .add_service(RegisteredGroupsServer::new(RegisteredGroups::new(context.clone())))
            .add_service(SettingsServer::new(Settings::new(context.clone())))
            .add_service(GenerationServer::new(Generation::new(context.clone())).max_decoding_message_size(MAX_PLAN))
            .add_service(StructuresServer::new(Structures::new(context.clone())))
            .add_service(ListsServer::new(Lists::new(context.clone())));
        let handler = Events::new(context.clock.clone());
        let shutdown = context.shutdown.clone();
        let recovering = operation::structure::recover(context.clone(), shutdown.clone());
        Ok(Running::new(routes).job(recovering).job(kit::consumer::consume(context, self.topics(), handler, shutdown)))
    }
}
