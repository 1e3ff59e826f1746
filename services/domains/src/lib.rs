//! The tree of groups (domains) and the types of groups. This service owns the tree; the others keep a
//! projection of it from its events.
mod domain;
mod operation;
pub mod project;
pub mod rpc;
mod store;

use kit::{Context, Running, Service, Settings};
use proto::vestibule::domains::v1::group_types_server::GroupTypesServer;
use proto::vestibule::domains::v1::groups_server::GroupsServer;
use proto::vestibule::gateway::v1::lists_server::ListsServer;
use sqlx::migrate::Migrator;
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;

use project::DefaultTypes;
use rpc::{GroupTypes, Groups, Lists};

/// What the list of groups selects and may be asked, for tests of its plans.
pub use store::group_list::GROUPS;

pub static MIGRATIONS: Migrator = sqlx::migrate!();

pub struct Domains;

#[async_trait::async_trait]
impl Service for Domains {
    fn name(&self) -> &'static str {
        "domains"
    }

    fn migrations(&self) -> Option<&'static Migrator> {
        Some(&MIGRATIONS)
    }

    async fn start(&self, context: Context) -> anyhow::Result<Running> {
        let routes = Routes::new(GroupsServer::new(Groups::new(context.clone())))
            .add_service(GroupTypesServer::new(GroupTypes::new(context.clone())))
            .add_service(ListsServer::new(Lists::new(context.clone())));
        let handler = DefaultTypes::new(context.clock.clone());
        let shutdown = context.shutdown.clone();
        Ok(Running::new(routes).job(kit::consumer::consume(context, &[project::TOPIC], handler, shutdown)))
    }
}

/// Runs this service alone.
pub async fn run(settings: Settings, shutdown: CancellationToken) -> anyhow::Result<()> {
    kit::process::run(settings, vec![Box::new(Domains)], shutdown).await
}
