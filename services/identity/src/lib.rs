//! Who people are: projects, accounts, users, roles, sessions, and the audit log. See README.md.
use kit::{Context, Running, consumer};
use proto::vestibule::gateway::v1::finder_server::FinderServer;
use proto::vestibule::gateway::v1::lists_server::ListsServer;
use proto::vestibule::identity::v1::audit_events_server::AuditEventsServer;
use proto::vestibule::identity::v1::backup_records_server::BackupRecordsServer;
use proto::vestibule::identity::v1::group_members_server::GroupMembersServer;
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
use proto::vestibule::identity::v1::shared_views_server::SharedViewsServer;
use proto::vestibule::identity::v1::tokens_server::TokensServer;
use proto::vestibule::identity::v1::users_server::UsersServer;
use sqlx::migrate::Migrator;
use tonic::service::Routes;

mod app;
mod attempts;
pub mod config;
mod domain;
mod entity_counts;
mod events;
pub mod invalidation;
mod ip_blocking;
pub mod jobs;
mod oidc;
mod operation;
mod passkeys;
mod password_hashing;
mod projection;
mod publish;
pub mod rpc;
mod store;
mod tickets;

pub use app::App;
pub use config::{Config, LoginLimits};
pub use events::Events;
use ip_blocking::Guard;
pub use operation::audit_event::{verify_audit, verify_project_audit};
pub use operation::project::{Bootstrapped, bootstrap, record_ended as record_ended_support};

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
        let app = App::new(context.clone(), &Config::from_env()?)?;
        let routes = routes(&app)?;
        let events = Events::new(&context);
        let consuming = consumer::consume(context.clone(), self.topics(), events, context.shutdown.clone());
        Ok(Running::new(routes)
            .job(consuming)
            .job(jobs::password_recovery::run(app.clone()))
            .job(jobs::clean_up::run(context))
            .job(jobs::rejections::run(app.clone()))
            .job(jobs::license_limits::run(app.clone()))
            .job(jobs::support_end::run(app.clone()))
            .job(jobs::waiting_invitations::run(app)))
    }
}

/// Records failed and rejected attempts in the audit log now, as a job does every few seconds.
pub async fn record_attempts(app: &App) -> kit::Result<()> {
    app.blocking.rejections.record_due().await
}

/// Every gRPC service of identity, behind the check for banned addresses.
pub fn routes(app: &App) -> anyhow::Result<Routes> {
    let guard = Guard::new(app.context.clone(), app.blocking.clone())?;
    let routes = Routes::new(SessionsServer::new(rpc::SessionService(app.clone())))
        .add_service(TokensServer::new(rpc::TokenService(app.clone())))
        .add_service(ProfilesServer::new(rpc::ProfileService(app.clone())))
        .add_service(PasswordsServer::new(rpc::PasswordService(app.clone())))
        .add_service(RegistrationsServer::new(rpc::RegistrationService(app.clone())))
        .add_service(UsersServer::new(rpc::UserService(app.clone())))
        .add_service(ImportedUsersServer::new(rpc::ImportedUserService(app.clone())))
        .add_service(RoleChecksServer::new(rpc::RoleCheckService(app.clone())))
        .add_service(RolesServer::new(rpc::RoleService(app.clone())))
        .add_service(MarkersServer::new(rpc::MarkerService(app.clone())))
        .add_service(SharedViewsServer::new(rpc::SharedViewService(app.clone())))
        .add_service(MobileClientCountsServer::new(rpc::MobileClientCountService(app.clone())))
        .add_service(GroupMembersServer::new(rpc::GroupMembersService(app.clone())))
        .add_service(AuditEventsServer::new(rpc::AuditEventService(app.clone())))
        .add_service(BackupRecordsServer::new(rpc::BackupRecordService(app.clone())))
        .add_service(SecondFactorsServer::new(rpc::SecondFactorService(app.clone())))
        .add_service(ProjectsServer::new(rpc::ProjectService(app.clone())))
        .add_service(IdentityProvidersServer::new(rpc::IdentityProviderService(app.clone())))
        .add_service(IpBlockingServer::new(rpc::IpBlockingService(app.clone())))
        .add_service(FinderServer::new(rpc::FinderService(app.clone())))
        .add_service(ListsServer::new(rpc::ListsService));
    Ok(guard.before(routes))
}
