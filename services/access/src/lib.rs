//! Who may open what, and when: identifiers, access rules, schedules, the access decision and its explanation,
//! and what every device should hold.
pub mod domain;
mod events;
pub mod rpc;
mod site;
mod store;

use kit::db::Migrator;
use kit::{Context, Running, Service};
use tonic::service::Routes;

pub use events::{Events, TOPICS};

pub static MIGRATIONS: Migrator = sqlx::migrate!();

pub struct Access;

#[async_trait::async_trait]
impl Service for Access {
    fn name(&self) -> &'static str {
        "access"
    }

    fn migrations(&self) -> Option<&'static Migrator> {
        Some(&MIGRATIONS)
    }

    fn topics(&self) -> &'static [&'static str] {
        TOPICS
    }

    async fn start(&self, context: Context) -> anyhow::Result<Running> {
        let consumer = kit::consumer::consume(context.clone(), self.topics(), Events, context.shutdown.clone());
        Ok(Running::new(routes(&context)).job(consumer))
    }
}

/// What it serves.
pub fn routes(context: &Context) -> Routes {
    use proto::vestibule::access::v1::access_checks_server::AccessChecksServer;
    use proto::vestibule::access::v1::access_rules_server::AccessRulesServer;
    use proto::vestibule::access::v1::device_lists_server::DeviceListsServer;
    use proto::vestibule::access::v1::identifier_counts_server::IdentifierCountsServer;
    use proto::vestibule::access::v1::identifiers_server::IdentifiersServer;
    use proto::vestibule::access::v1::imported_identifiers_server::ImportedIdentifiersServer;
    use proto::vestibule::access::v1::remote_checks_server::RemoteChecksServer;
    use proto::vestibule::access::v1::time_rules_server::TimeRulesServer;
    use proto::vestibule::gateway::v1::lists_server::ListsServer;

    Routes::new(IdentifiersServer::new(rpc::identifier::Api::new(context)))
        .add_service(TimeRulesServer::new(rpc::time_rule::Api::new(context)))
        .add_service(AccessRulesServer::new(rpc::access_rule::Api::new(context)))
        .add_service(AccessChecksServer::new(rpc::check::Api::new(context)))
        .add_service(ImportedIdentifiersServer::new(rpc::imported_identifier::Api::new(context)))
        .add_service(DeviceListsServer::new(rpc::device_list::Api::new(context)))
        .add_service(RemoteChecksServer::new(rpc::remote_check::Api::new(context)))
        .add_service(IdentifierCountsServer::new(rpc::count::Api::new(context)))
        .add_service(ListsServer::new(rpc::lists::Api))
}
