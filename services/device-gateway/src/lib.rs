//! Devices: what they are, what they should hold, what they hold, and what they report.

pub mod app;
pub mod config;
pub mod domain;
pub mod events;
pub mod operation;
pub mod rpc;

mod bas_ip;
mod broker_users;
mod counters;
mod device_link;
mod http_link;
mod intake;
mod jobs;
mod mqtt;
mod projection;
mod push;
mod store;

use kit::{Context, Running, Service};
use proto::vestibule::device::v1::alarm_calls_server::AlarmCallsServer;
use proto::vestibule::device::v1::alerts_server::AlertsServer;
use proto::vestibule::device::v1::broker_server::BrokerServer;
use proto::vestibule::device::v1::device_adoptions_server::DeviceAdoptionsServer;
use proto::vestibule::device::v1::device_alarms_server::DeviceAlarmsServer;
use proto::vestibule::device::v1::device_counts_server::DeviceCountsServer;
use proto::vestibule::device::v1::device_forwards_server::DeviceForwardsServer;
use proto::vestibule::device::v1::device_searches_server::DeviceSearchesServer;
use proto::vestibule::device::v1::device_tasks_server::DeviceTasksServer;
use proto::vestibule::device::v1::devices_server::DevicesServer;
use proto::vestibule::device::v1::doors_server::DoorsServer;
use proto::vestibule::device::v1::elevator_events_server::ElevatorEventsServer;
use proto::vestibule::device::v1::event_images_server::EventImagesServer;
use proto::vestibule::device::v1::events_server::EventsServer;
use proto::vestibule::device::v1::group_members_server::GroupMembersServer;
use proto::vestibule::device::v1::http_devices_server::HttpDevicesServer;
use proto::vestibule::device::v1::identifier_deliveries_server::IdentifierDeliveriesServer;
use proto::vestibule::device::v1::lifts_server::LiftsServer;
use proto::vestibule::device::v1::remote_sessions_server::RemoteSessionsServer;
use proto::vestibule::gateway::v1::certificates_server::CertificatesServer;
use proto::vestibule::gateway::v1::finder_server::FinderServer;
use proto::vestibule::gateway::v1::lists_server::ListsServer;
use sqlx::migrate::Migrator;
use tonic::service::Routes;

pub use app::App;
pub use config::Config;
pub use events::{EventHandler, TOPICS};

pub static MIGRATIONS: Migrator = sqlx::migrate!();

pub struct DeviceGateway;

#[async_trait::async_trait]
impl Service for DeviceGateway {
    fn name(&self) -> &'static str {
        "device-gateway"
    }

    fn migrations(&self) -> Option<&'static Migrator> {
        Some(&MIGRATIONS)
    }

    fn topics(&self) -> &'static [&'static str] {
        TOPICS
    }

    async fn start(&self, context: Context) -> anyhow::Result<Running> {
        let (app, mut running) = assemble(context, Config::from_env()?)?;
        let (context, shutdown) = (app.context.clone(), app.context.shutdown.clone());
        running.jobs.spawn(kit::consumer::consume(context, self.topics(), EventHandler::new(app), shutdown));
        Ok(running)
    }
}

/// The service without its consumer of events: its calls and its own jobs. Tests deliver events themselves.
pub fn assemble(context: Context, config: Config) -> anyhow::Result<(App, Running)> {
    let shutdown = context.shutdown.clone();
    let endpoint = mqtt::BrokerEndpoint::from_settings(&context.settings)?;
    let (mqtt, connection) = mqtt::MqttClient::new(&endpoint, &config.installation)?;
    let app = App::new(context, config, mqtt);
    let link = mqtt::BrokerLink { scope: mqtt::BrokerScope::default(), mqtt: app.mqtt.clone() };
    let presence = jobs::presence::PresenceBuffer::new(jobs::presence::MAX_UNSTORED, app.counters.devices_online.clone());
    let (inbox, messages) = intake::inbox(intake::Room::of_installation(), presence.clone(), &app.counters);

    let mut running = Running::new(routes(&app))
        .job(connection.run(inbox, shutdown.clone(), app.context.shutdown_phases.terminated.clone()))
        .job(intake::run(app.clone(), link.clone(), messages, shutdown.clone()))
        .job(jobs::presence::run(app.clone(), link.scope, presence.clone(), shutdown.clone()))
        .job(jobs::presence::find_missing(app.clone(), link, presence, shutdown.clone()))
        .job(jobs::presence::find_silent(app.clone()))
        .job(jobs::broker_gauge::run(app.clone(), shutdown.clone()))
        .job(jobs::heartbeat::run(app.clone(), shutdown.clone()))
        .job(jobs::sync::run(app.clone(), shutdown.clone()))
        .job(jobs::alerts::run(app.clone(), shutdown.clone()))
        .job(jobs::protocol_change::run(app.clone()))
        .job(jobs::project_brokers::run(app.clone(), shutdown.clone()))
        .job(jobs::broker_rollout::run(app.clone()))
        .job(jobs::alarm_escalation::run(app.clone()))
        .job(jobs::event_images::run(app.clone()))
        .job(jobs::event_images::sweep(app.clone()))
        .job(jobs::sweep::run(app.clone()));
    if app.config.manages_broker_users {
        let reconciler = broker_users::Reconciler::new(&app.context, &app.config, &app.mqtt, &app.context.settings.mqtt_user);
        running = running.job(reconciler.run(app.broker_users.subscribe(), shutdown));
    }
    Ok((app, running))
}

fn routes(app: &App) -> Routes {
    Routes::new(DevicesServer::new(rpc::device::DeviceService(app.clone())))
        .add_service(AlertsServer::new(rpc::alert::AlertService(app.clone())))
        .add_service(CertificatesServer::new(rpc::certificates::CertificateService(app.clone())))
        .add_service(DeviceAdoptionsServer::new(rpc::device_adoption::DeviceAdoptionService(app.clone())))
        .add_service(DeviceAlarmsServer::new(rpc::device_alarm::DeviceAlarmService(app.clone())))
        .add_service(DeviceForwardsServer::new(rpc::device_forward::DeviceForwardService(app.clone())))
        .add_service(DeviceSearchesServer::new(rpc::device_search::DeviceSearchService(app.clone())))
        .add_service(DeviceTasksServer::new(rpc::task::TaskService(app.clone())))
        .add_service(EventsServer::new(rpc::event::EventService(app.clone())))
        .add_service(EventImagesServer::new(rpc::event_image::EventImageService(app.clone())))
        .add_service(IdentifierDeliveriesServer::new(rpc::delivery::IdentifierDeliveriesService(app.clone())))
        .add_service(HttpDevicesServer::new(rpc::http_device::HttpDeviceService(app.clone())))
        .add_service(ElevatorEventsServer::new(rpc::elevator_event::ElevatorEventService(app.clone())))
        .add_service(LiftsServer::new(rpc::lift::LiftService(app.clone())))
        .add_service(AlarmCallsServer::new(rpc::alarm_call::AlarmCallService(app.clone())))
        .add_service(DoorsServer::new(rpc::door::DoorService(app.clone())))
        .add_service(RemoteSessionsServer::new(rpc::remote_session::RemoteSessionService(app.clone())))
        .add_service(BrokerServer::new(rpc::broker::BrokerService(app.clone())))
        .add_service(DeviceCountsServer::new(rpc::device_count::DeviceCountService(app.clone())))
        .add_service(FinderServer::new(rpc::finder::FinderService(app.clone())))
        .add_service(GroupMembersServer::new(rpc::group_members::GroupMembersService(app.clone())))
        .add_service(ListsServer::new(rpc::lists::ListService))
}
