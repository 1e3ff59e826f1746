//! Who may open what, and when: identifiers, access rules, schedules, the access decision and its explanation,
//! and what every device should hold.
pub mod app;
pub mod config;
pub mod domain;
mod events;
pub mod jobs;
mod operation;
mod peers;
mod projection;
mod publish;
pub mod rpc;
mod store;

use std::sync::Arc;

use kit::db::Migrator;
use kit::{Context, Running, Service};
use tonic::service::Routes;

use app::App;
use config::GuestConfig;

pub use events::{Events, TOPICS};

/// Of what a device holds: ten thousand identifiers.
const MAX_HELD_BYTES: usize = 16 << 20;

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
        let consumer = kit::consumer::consume(context.clone(), self.topics(), Events(context.clock.clone()), context.shutdown.clone());
        let google_wallet = config::google_wallet()?.map(Arc::new);
        let app = App { guests: GuestConfig::from_env()?, shortest_code: config::shortest_code()?, google_wallet, ..App::new(&context) };
        let counted = jobs::license_limits::run(app.clone());
        let (openings, lockdowns) = (jobs::openings::finish_openings(app.clone()), jobs::lockdowns::run(app.clone()));
        let pruned = jobs::openings::prune_openings(app.clone());
        let (photos, blobs) = (jobs::photos::erase_photos(app.clone()), jobs::photos::sweep_blobs(app.clone()));
        let forgotten = jobs::photos::forget_photos(app.clone());
        Ok(Running::new(routes(app)).job(consumer).job(counted).job(openings).job(pruned).job(lockdowns).job(photos).job(forgotten).job(blobs))
    }
}

fn routes(app: App) -> Routes {
    use proto::vestibule::access::v1::access_checks_server::AccessChecksServer;
    use proto::vestibule::access::v1::access_matrix_server::AccessMatrixServer;
    use proto::vestibule::access::v1::access_rules_server::AccessRulesServer;
    use proto::vestibule::access::v1::adopted_lists_server::AdoptedListsServer;
    use proto::vestibule::access::v1::device_lists_server::DeviceListsServer;
    use proto::vestibule::access::v1::elevator_access_rules_server::ElevatorAccessRulesServer;
    use proto::vestibule::access::v1::elevators_server::ElevatorsServer;
    use proto::vestibule::access::v1::guest_access_server::GuestAccessServer;
    use proto::vestibule::access::v1::guest_keys_server::GuestKeysServer;
    use proto::vestibule::access::v1::identifier_counts_server::IdentifierCountsServer;
    use proto::vestibule::access::v1::identifiers_server::IdentifiersServer;
    use proto::vestibule::access::v1::imported_identifiers_server::ImportedIdentifiersServer;
    use proto::vestibule::access::v1::remote_checks_server::RemoteChecksServer;
    use proto::vestibule::access::v1::reservable_rules_server::ReservableRulesServer;
    use proto::vestibule::access::v1::time_rules_server::TimeRulesServer;
    use proto::vestibule::access::v1::ukey2_server::Ukey2Server;
    use proto::vestibule::access::v1::visible_entities_server::VisibleEntitiesServer;
    use proto::vestibule::gateway::v1::finder_server::FinderServer;
    use proto::vestibule::gateway::v1::lists_server::ListsServer;

    Routes::new(IdentifiersServer::new(rpc::identifier::IdentifiersService(app.clone())))
        .add_service(TimeRulesServer::new(rpc::time_rule::TimeRulesService(app.clone())))
        .add_service(AccessRulesServer::new(rpc::access_rule::AccessRulesService(app.clone())))
        .add_service(ElevatorsServer::new(rpc::elevator::ElevatorsService(app.clone())))
        .add_service(ElevatorAccessRulesServer::new(rpc::elevator_access_rule::ElevatorAccessRulesService(app.clone())))
        .add_service(GuestKeysServer::new(rpc::guest_key::GuestKeysService(app.clone())))
        .add_service(GuestAccessServer::new(rpc::guest_access::GuestAccessService(app.clone())))
        .add_service(AccessMatrixServer::new(rpc::access_matrix::AccessMatrixService(app.clone())))
        .add_service(Ukey2Server::new(rpc::ukey2::Ukey2Service(app.clone())))
        .add_service(AccessChecksServer::new(rpc::check::AccessChecksService(app.clone())))
        .add_service(ImportedIdentifiersServer::new(rpc::imported_identifier::ImportedIdentifiersService(app.clone())))
        .add_service(AdoptedListsServer::new(rpc::adopted_list::AdoptedListsService(app.clone())).max_decoding_message_size(MAX_HELD_BYTES))
        .add_service(DeviceListsServer::new(rpc::device_list::DeviceListsService(app.clone())))
        .add_service(RemoteChecksServer::new(rpc::remote_check::RemoteChecksService(app.clone())))
        .add_service(ReservableRulesServer::new(rpc::reservable_rule::ReservableRulesService(app.clone())))
        .add_service(VisibleEntitiesServer::new(rpc::visible_entity::VisibleEntitiesService(app.clone())))
        .add_service(IdentifierCountsServer::new(rpc::count::IdentifierCountsService(app.clone())))
        .add_service(FinderServer::new(rpc::finder::FinderService(app.clone())))
        .add_service(ListsServer::new(rpc::lists::ListsService(app)))
}
