//! What people of some groups share, as a sauna or a meeting room, and who has reserved it when.
pub mod app;
pub mod domain;
mod events;
mod jobs;
mod operation;
mod peers;
mod projection;
mod publish;
mod push;
pub mod rpc;
mod store;

use kit::db::Migrator;
use kit::{Context, Running, Service};
use proto::vestibule::amenities::v1::amenities_server::AmenitiesServer;
use proto::vestibule::amenities::v1::amenity_reservations_server::AmenityReservationsServer;
use proto::vestibule::amenities::v1::group_members_server::GroupMembersServer;
use proto::vestibule::amenities::v1::rule_uses_server::RuleUsesServer;
use proto::vestibule::gateway::v1::lists_server::ListsServer;
use tonic::service::Routes;

use app::App;
use jobs::{reminders, transitions, usage_check};

pub use events::{Events, TOPICS};
pub use jobs::reminders::remind_all_due;
pub use jobs::transitions::advance_all_due;
pub use jobs::usage_check::check as check_usage;

pub static MIGRATIONS: Migrator = sqlx::migrate!();

pub struct Amenities;

#[async_trait::async_trait]
impl Service for Amenities {
    fn name(&self) -> &'static str {
        "amenities"
    }

    fn migrations(&self) -> Option<&'static Migrator> {
        Some(&MIGRATIONS)
    }

    fn topics(&self) -> &'static [&'static str] {
        TOPICS
    }

    async fn start(&self, context: Context) -> anyhow::Result<Running> {
        let app = App::new(&context);
        let consumer = kit::consumer::consume(context.clone(), self.topics(), Events(app.clone()), context.shutdown.clone());
        Ok(Running::new(routes(&app)).job(consumer).job(transitions::run(app.clone())).job(reminders::run(app.clone())).job(usage_check::run(app)))
    }
}

fn routes(app: &App) -> Routes {
    Routes::new(AmenitiesServer::new(rpc::amenity::AmenitiesService(app.clone())))
        .add_service(AmenityReservationsServer::new(rpc::amenity_reservation::AmenityReservationsService(app.clone())))
        .add_service(GroupMembersServer::new(rpc::group_members::GroupMembersService(app.clone())))
        .add_service(RuleUsesServer::new(rpc::rule_use::RuleUseService(app.clone())))
        .add_service(ListsServer::new(rpc::lists::ListsService(app.clone())))
}
