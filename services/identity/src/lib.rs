//! Who people are: projects, accounts, users, roles, sessions, and the audit log. See README.md.
use kit::{Context, Running, consumer};
use proto::vestibule::gateway::v1::lists_server::ListsServer;
use proto::vestibule::identity::v1::audit_events_server::AuditEventsServer;
use proto::vestibule::identity::v1::identity_providers_server::IdentityProvidersServer;
use proto::vestibule::identity::v1::imported_users_server::ImportedUsersServer;
use proto::vestibule::identity::v1::ip_blocking_server::IpBlockingServer;
use proto::vestibule::identity::v1::markers_server::MarkersServer;
use proto::vestibule::identity::v1::mobile_client_counts_server::MobileClientCountsServer;
use proto::vestibule::identity::v1::passwords_server::PasswordsServer;
use proto::vestibule::identity::v1::profiles_server::ProfilesServer;
use proto::vestibule::identity::v1::projects_server::ProjectsServer;
use proto::vestibule::identity::v1::registrations_server::RegistrationsServer;
use proto::vestibule::identity::v1::role_checks_server::RoleChecksServer;
use proto::vestibule::identity::v1::roles_server::RolesServer;
use proto::vestibule::identity::v1::second_factors_server::SecondFactorsServer;
use proto::vestibule::identity::v1::sessions_server::SessionsServer;
use proto::vestibule::identity::v1::users_server::UsersServer;
use sqlx::migrate::Migrator;
use tonic::service::Routes;

mod attempts;
mod blocking;
mod bootstrap;
pub mod clean_up;
mod domain;
mod events;
mod openid;
mod operation;
mod owned;
mod parts;
mod passkeys;
mod password;
pub mod recoveries;
pub mod rpc;
pub mod signal;
mod store;
mod support_end;
mod target;
mod tickets;
pub mod token;
mod verify;

pub use attempts::Limits;
use blocking::Guard;
pub use bootstrap::{Bootstrapped, bootstrap};
pub use events::Events;
pub use operation::project::tell_ended as tell_ended_support;
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

    fn topics(&self) -> &'static [&'static str] {
        events::TOPICS
    }

    async fn start(&self, context: Context) -> anyhow::Result<Running> {
        let parts = Parts::new(context.clone(), &Config::from_env()?)?;
        let routes = routes(&parts)?;
        let events = Events::new(&context);
        let consuming = consumer::consume(context.clone(), self.topics(), events, context.shutdown.clone());
        Ok(Running::new(routes)
            .job(consuming)
            .job(recoveries::run(parts.clone()))
            .job(clean_up::run(context))
            .job(parts.blocking.rejections.clone().run())
            .job(support_end::run(parts)))
    }
}

/// Tells the audit log of the attempts that were wrong or refused.
pub async fn tell_attempts(parts: &Parts) -> kit::Result<()> {
    parts.blocking.rejections.tell().await
}

/// Everything that identity answers, behind the guard.
pub fn routes(parts: &Parts) -> anyhow::Result<Routes> {
    let guard = Guard::new(parts.context.clone(), parts.blocking.clone())?;
    let routes = Routes::new(SessionsServer::new(rpc::SessionRpc(parts.clone())))
        .add_service(ProfilesServer::new(rpc::ProfileRpc(parts.clone())))
        .add_service(PasswordsServer::new(rpc::PasswordRpc(parts.clone())))
        .add_service(RegistrationsServer::new(rpc::RegistrationRpc(parts.clone())))
        .add_service(UsersServer::new(rpc::UserRpc(parts.clone())))
        .add_service(ImportedUsersServer::new(rpc::ImportedUserRpc(parts.clone())))
        .add_service(RoleChecksServer::new(rpc::RoleCheckRpc(parts.clone())))
        .add_service(RolesServer::new(rpc::RoleRpc(parts.clone())))
        .add_service(MarkersServer::new(rpc::MarkerRpc(parts.clone())))
        .add_service(MobileClientCountsServer::new(rpc::MobileClientCountRpc(parts.clone())))
        .add_service(AuditEventsServer::new(rpc::AuditEventRpc(parts.clone())))
        .add_service(SecondFactorsServer::new(rpc::SecondFactorRpc(parts.clone())))
        .add_service(ProjectsServer::new(rpc::ProjectRpc(parts.clone())))
        .add_service(IdentityProvidersServer::new(rpc::IdentityProviderRpc(parts.clone())))
        .add_service(IpBlockingServer::new(rpc::IpBlockingRpc(parts.clone())))
        .add_service(ListsServer::new(rpc::ListsRpc));
    Ok(guard.before(routes))
}
