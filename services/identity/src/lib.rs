//! Who people are: projects, accounts, users, roles, sessions, and the audit log. See README.md.
use kit::{Context, Running, Settings, consumer};
use proto::vestibule::gateway::v1::lists_server::ListsServer;
use proto::vestibule::identity::v1::profiles_server::ProfilesServer;
use proto::vestibule::identity::v1::roles_server::RolesServer;
use proto::vestibule::identity::v1::sessions_server::SessionsServer;
use proto::vestibule::identity::v1::users_server::UsersServer;
use sqlx::migrate::Migrator;
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;

mod attempts;
mod bootstrap;
mod clean_up;
mod domain;
mod events;
mod operation;
mod parts;
mod password;
pub mod rpc;
pub mod signal;
mod store;
pub mod token;
mod verify;

pub use attempts::Limits;
pub use bootstrap::{Bootstrapped, bootstrap};
pub use events::Events;
pub use parts::{Config, Parts};
pub use verify::{verify_audit, verify_project_audit};

pub static MIGRATIONS: Migrator = sqlx::migrate!();

/// The service.
pub struct Identity;

#[async_trait::async_trait]
impl kit::Service for Identity {
    fn name(&self) -> &'static str {
        "identity"
    }

    fn migrations(&self) -> Option<&'static Migrator> {
        Some(&MIGRATIONS)
    }

    async fn start(&self, context: Context) -> anyhow::Result<Running> {
        let parts = Parts::new(context.clone(), &Config::from_env()?)?;
        let routes = Routes::new(SessionsServer::new(rpc::SessionRpc(parts.clone())))
            .add_service(ProfilesServer::new(rpc::ProfileRpc(parts.clone())))
            .add_service(UsersServer::new(rpc::UserRpc(parts.clone())))
            .add_service(RolesServer::new(rpc::RoleRpc(parts)))
            .add_service(ListsServer::new(rpc::ListsRpc));
        let events = Events { context: context.clone() };
        let consuming = consumer::consume(context.clone(), events::TOPICS, events, context.shutdown.clone());
        Ok(Running::new(routes).job(consuming).job(clean_up::run(context)))
    }
}

/// Runs identity alone until shutdown.
pub async fn run(settings: Settings, shutdown: CancellationToken) -> anyhow::Result<()> {
    kit::process::run(settings, vec![Box::new(Identity)], shutdown).await
}
