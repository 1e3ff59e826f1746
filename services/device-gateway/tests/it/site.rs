//! One running service with a tree of groups, and what tests do with it.
use std::time::Duration;

use device_gateway::rpc::device::DeviceService;
use device_gateway::rpc::device_alarm::DeviceAlarmService;
use device_gateway::rpc::event::EventService;
use device_gateway::rpc::event_image::EventImageService;
use device_gateway::rpc::http_device::HttpDeviceService;
use device_gateway::rpc::task::TaskService;
use device_gateway::{Config, EventHandler, MIGRATIONS, assemble};
use kit::outgoing::{Allowed, Authorities, Outgoing};
use kit::{Context, Leadership};
use policy::Caller;
use prost::Message;
use proto::vestibule::common::v1::Ref;
use proto::vestibule::device::v1::device_tasks_server::DeviceTasks;
use proto::vestibule::device::v1::devices_server::Devices;
use proto::vestibule::device::v1::events_server::Events;
use proto::vestibule::device::v1::*;
use proto::vestibule::events::v1::{DeviceListChanged, GroupChanged, LicenseChanged};
use testing::{App, OTHER_PROJECT, PROJECT};
use tokio::task::JoinSet;
use tonic::{Request, Status};
use uuid::Uuid;

use crate::access::Access;
use crate::apartment_numbers::ApartmentNumbers;

/// Groups of the project: the root, and one below it.
pub const ROOT: i64 = 1;
pub const HOUSE: i64 = 2;
/// A group of the other project.
pub const ELSEWHERE: i64 = 9;
/// Of every panel that a test makes.
pub const PASSWORD: &str = "panel-password";

pub struct Site {
    pub app: App,
    pub gateway: device_gateway::App,
    pub access: Access,
    pub numbers: ApartmentNumbers,
    _jobs: JoinSet<anyhow::Result<()>>,
    replicas: Vec<JoinSet<anyhow::Result<()>>>,
    serials: std::sync::Mutex<Vec<String>>,
}

impl Site {
    pub async fn start() -> Site {
        Self::with_config(Config::default()).await
    }

    pub async fn with_config(config: Config) -> Site {
        let mut app = App::start("device-gateway", &MIGRATIONS).await;
        // What is in Redis is of a project, and the projects of all tests have the same ids.
        let prefix = format!("test-{}", Uuid::new_v4().simple());
        app.context.settings = std::sync::Arc::new(kit::Settings { amqp_prefix: prefix, ..(*app.context.settings).clone() });
        // Simulated devices are on this machine.
        app.context.outgoing = Outgoing::new(Allowed::parse("127.0.0.0/8").unwrap(), Authorities::default()).unwrap();
        let access = Access::default();
        app.context.peers.add("access", access.routes());
        let numbers = ApartmentNumbers::default();
        app.context.peers.add("telephony", numbers.routes());
        let config = Config { installation: format!("test-{}", Uuid::new_v4().simple()), ..config };
        let (gateway, running) = assemble(app.context.clone(), config).unwrap();
        let site = Site { app, gateway, access, numbers, _jobs: running.jobs, replicas: Vec::new(), serials: Default::default() };
        for (project_id, id, parent_id) in [(PROJECT, ROOT, 0), (PROJECT, HOUSE, ROOT), (OTHER_PROJECT, ELSEWHERE, 0)] {
            site.deliver(
                "domains.group.changed",
                GroupChanged { project_id, id, parent_id, version: 1, name: format!("Group {id}"), ..Default::default() },
            )
            .await;
        }
        let mut connections = site.gateway.mqtt.connections();
        connections.wait_for(|number| *number != 0).await.unwrap();
        site
    }

    /// Another process of the same installation.
    pub async fn start_replica(&mut self) -> device_gateway::App {
        self.start_replica_with(Leadership::sole()).await
    }

    pub async fn start_replica_with(&mut self, leadership: Leadership) -> device_gateway::App {
        let context = Context { leadership, ..self.app.context.clone() };
        let (gateway, running) = assemble(context, (*self.gateway.config).clone()).unwrap();
        self.replicas.push(running.jobs);
        let mut connections = gateway.mqtt.connections();
        connections.wait_for(|number| *number != 0).await.unwrap();
        gateway
    }

    /// As an event from another service.
    pub async fn deliver(&self, topic: &str, event: impl Message) {
        self.app.deliver(&EventHandler::new(self.gateway.clone()), topic, &event).await.unwrap();
    }

    /// What the project's licences allow, as licensing publishes it.
    pub async fn license(&self, version: i64, features: &[&str]) {
        let features = features.iter().map(|feature| feature.to_string()).collect();
        self.deliver("licensing.license.changed", LicenseChanged { project_id: PROJECT, version, features, ..Default::default() }).await;
    }

    pub fn admin(&self) -> Caller {
        testing::administrator(PROJECT)
    }

    pub fn as_caller<T>(&self, caller: &Caller, message: T) -> Request<T> {
        self.app.context.signer.request(caller, message)
    }

    pub fn devices(&self) -> DeviceService {
        DeviceService(self.gateway.clone())
    }

    pub fn tasks(&self) -> TaskService {
        TaskService(self.gateway.clone())
    }

    pub fn alarms(&self) -> DeviceAlarmService {
        DeviceAlarmService(self.gateway.clone())
    }

    pub fn http(&self) -> HttpDeviceService {
        HttpDeviceService(self.gateway.clone())
    }

    pub fn events_rpc(&self) -> EventService {
        EventService(self.gateway.clone())
    }

    pub fn images(&self) -> EventImageService {
        EventImageService(self.gateway.clone())
    }

    pub async fn create(&self, caller: &Caller, device: Device) -> Result<Device, Status> {
        self.serials.lock().unwrap().push(device.serial_number.clone());
        let request = self.as_caller(caller, CreateDeviceRequest { device: Some(device) });
        Ok(self.devices().create_device(request).await?.into_inner())
    }

    pub async fn update(&self, caller: &Caller, device: Device, paths: &[&str]) -> Result<Device, Status> {
        let update_mask = Some(prost_types::FieldMask { paths: paths.iter().map(|path| path.to_string()).collect() });
        let request = UpdateDeviceRequest { id: device.id, device: Some(device), update_mask };
        Ok(self.devices().update_device(self.as_caller(caller, request)).await?.into_inner())
    }

    pub async fn get(&self, caller: &Caller, id: i64) -> Result<Device, Status> {
        Ok(self.devices().get_device(self.as_caller(caller, GetDeviceRequest { id, ..Default::default() })).await?.into_inner())
    }

    pub async fn info(&self, id: i64) -> DeviceInfo {
        self.get(&self.admin(), id).await.unwrap().device_info.unwrap()
    }

    /// A panel in the root group, with a serial number of its own and the password of all panels.
    pub async fn make_panel(&self) -> Device {
        self.create(&self.admin(), a_panel(ROOT)).await.unwrap()
    }

    pub async fn tasks_of(&self, device: i64) -> Vec<DeviceTask> {
        let filters = serde_json::json!([{"field": "device_id", "rule": "equals", "value": device}]).to_string();
        let request = ListDeviceTasksRequest { size: 500, sort: "id".into(), filters, ..Default::default() };
        self.tasks().list_device_tasks(self.as_caller(&self.admin(), request)).await.unwrap().into_inner().items
    }

    pub async fn device_events(&self, caller: &Caller) -> Vec<Event> {
        let request = ListEventsRequest { size: 500, sort: "id".into(), ..Default::default() };
        self.events_rpc().list_device_events(self.as_caller(caller, request)).await.unwrap().into_inner().items
    }

    /// Access has a new list for the device, and says so.
    pub async fn list_changed(&self, device: i64, version: i64) {
        self.deliver("access.device_list.changed", DeviceListChanged { project_id: PROJECT, device_id: device, version }).await;
    }

    pub async fn until_online(&self, device: i64, online: bool) {
        let wanted = if online { DeviceStatus::Online } else { DeviceStatus::Offline };
        until("the device comes or goes", async || self.info(device).await.status() == wanted).await;
    }

    /// The device has acknowledged this version of its list.
    pub async fn until_in_step(&self, device: i64, version: i64) {
        let in_step = async || {
            let info = self.info(device).await;
            info.desired_version == version && info.actual_version == version && info.tasks_waiting == 0
        };
        if !becomes_true(in_step).await {
            panic!("not in step with version {version}: {:#?}\n{:#?}", self.info(device).await, self.tasks_of(device).await);
        }
    }

    /// Payloads of a topic in the outbox.
    pub async fn outbox_events<M: Message + Default>(&self, topic: &str) -> Vec<M> {
        let events = self.app.events().await;
        events.iter().filter(|(named, _)| named == topic).map(|(_, payload)| M::decode(payload.as_slice()).unwrap()).collect()
    }

    /// Takes the test's users from the broker, which all tests share.
    pub async fn end(self) {
        let serials = std::mem::take(&mut *self.serials.lock().unwrap());
        let commands = serials.iter().map(|serial| serde_json::json!({"command": "deleteClient", "username": serial})).collect();
        self.gateway.mqtt.control(commands).await.unwrap();
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.app.context.shutdown.cancel();
    }
}

pub fn a_panel(group: i64) -> Device {
    Device {
        name: "Front door".into(),
        serial_number: format!("T-{}", Uuid::new_v4().simple()),
        domain: Some(Ref { id: group, ..Default::default() }),
        device_settings: Some(DeviceSettings { mqtt: Some(MqttSettings { password: Some(PASSWORD.into()) }), ..Default::default() }),
        ..Default::default()
    }
}

/// Waits for what becomes true by the work of others.
pub async fn until(what: &str, condition: impl AsyncFn() -> bool) {
    assert!(becomes_true(condition).await, "in vain: {what}");
}

async fn becomes_true(condition: impl AsyncFn() -> bool) -> bool {
    let waiting = async {
        while !condition().await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), waiting).await.is_ok()
}
