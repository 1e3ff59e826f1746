//! A small site, as the other services' events tell it: a residence with two buildings, people, and a panel in each;
//! and another tenant.
use policy::Caller;
use prost::Message;
use proto::vestibule::common::v1::Ref;
use proto::vestibule::events::v1::*;
use proto::vestibule::telephony::v1::sip_numbers_server::SipNumbers as _;
use proto::vestibule::telephony::v1::*;
use telephony::rpc::forward_rule::ForwardRuleService;
use telephony::rpc::sip_number::SipNumberService;
use telephony::rpc::sip_trunk::SipTrunkService;
use telephony::{Config, Events};
use testing::{App, OTHER_PROJECT, PROJECT};
use tonic::{Request, Status};

pub const RESIDENCE: i64 = 10;
pub const BUILDING_1: i64 = 11;
pub const BUILDING_2: i64 = 12;
pub const FOREIGN_GROUP: i64 = 90;
pub const ANNA: i64 = 100;
pub const BORIS: i64 = 101;
pub const FOREIGN_USER: i64 = 190;
pub const PANEL_1: i64 = 1001;
pub const PANEL_2: i64 = 1002;
pub const FOREIGN_PANEL: i64 = 1090;

pub struct Site {
    pub app: App,
    pub service: telephony::App,
    pub numbers: SipNumberService,
    pub forward_rules: ForwardRuleService,
    pub trunks: SipTrunkService,
    events: Events,
}

impl Site {
    pub async fn start() -> Site {
        let app = App::start("telephony", &telephony::MIGRATIONS).await;
        let service = telephony::App::new(&app.context, config()).expect("the service");
        let site = Site {
            app,
            numbers: SipNumberService(service.clone()),
            forward_rules: ForwardRuleService(service.clone()),
            trunks: SipTrunkService(service.clone()),
            events: Events::new(&service),
            service,
        };
        site.deliver_fixture().await;
        site
    }

    async fn deliver_fixture(&self) {
        for project in [PROJECT, OTHER_PROJECT] {
            let zone = ProjectChanged { id: project, version: 1, time_zone: "UTC".into(), locale: "en".into(), ..Default::default() };
            self.deliver("identity.project.changed", &zone).await;
            self.license(project, &["sip", "sip.trunks", "sip.web_dialer"], 1).await;
        }
        for (project, id, parent) in
            [(PROJECT, RESIDENCE, 0), (PROJECT, BUILDING_1, RESIDENCE), (PROJECT, BUILDING_2, RESIDENCE), (OTHER_PROJECT, FOREIGN_GROUP, 0)]
        {
            self.deliver("domains.group.changed", &group(project, id, parent, 1)).await;
        }
        for (project, id, home) in [(PROJECT, ANNA, BUILDING_1), (PROJECT, BORIS, BUILDING_2), (OTHER_PROJECT, FOREIGN_USER, FOREIGN_GROUP)] {
            self.deliver("identity.user.changed", &user(project, id, home, 1)).await;
        }
        for (project, id, place) in [(PROJECT, PANEL_1, BUILDING_1), (PROJECT, PANEL_2, BUILDING_2), (OTHER_PROJECT, FOREIGN_PANEL, FOREIGN_GROUP)] {
            self.deliver("device.device.changed", &panel(project, id, place, 1)).await;
        }
    }

    pub async fn license(&self, project_id: i64, features: &[&str], version: i64) {
        let features = features.iter().map(|feature| feature.to_string()).collect();
        self.deliver("licensing.license.changed", &LicenseChanged { project_id, version, features, ..Default::default() }).await;
    }

    pub async fn deliver(&self, topic: &str, event: &impl Message) {
        self.app.deliver(&self.events, topic, event).await.expect("the event is taken");
    }

    pub fn by<T>(&self, caller: &Caller, message: T) -> Request<T> {
        self.app.context.signer.request(caller, message)
    }

    pub fn admin(&self) -> Caller {
        testing::administrator(PROJECT)
    }

    /// The administrator's.
    pub async fn number(&self, number: SipNumber) -> SipNumber {
        self.try_number(&self.admin(), number).await.expect("a number")
    }

    pub async fn try_number(&self, caller: &Caller, number: SipNumber) -> Result<SipNumber, Status> {
        let request = self.by(caller, CreateSipNumberRequest { sip_number: Some(number) });
        Ok(self.numbers.create_sip_number(request).await?.into_inner())
    }

    pub async fn change(&self, caller: &Caller, id: i64, number: SipNumber, paths: &[&str]) -> Result<SipNumber, Status> {
        let request = self.by(caller, UpdateSipNumberRequest { id, sip_number: Some(number), update_mask: mask(paths) });
        Ok(self.numbers.update_sip_number(request).await?.into_inner())
    }

    pub async fn delete(&self, caller: &Caller, id: i64) -> Result<(), Status> {
        self.numbers.delete_sip_number(self.by(caller, DeleteSipNumberRequest { id })).await.map(|_| ())
    }

    /// Where the group's general number rings.
    pub async fn forwards_general_number_to(&self, group: i64, numbers: &[&str], version: i64) {
        let queue = ForwardQueue { numbers: numbers.iter().map(ToString::to_string).collect(), ..Default::default() };
        let queues = if numbers.is_empty() { Vec::new() } else { vec![queue] };
        self.forwards_general_number(group, queues, version).await;
    }

    /// By which queues it does; by none where they are switched off.
    pub async fn forwards_general_number(&self, group: i64, queues: Vec<ForwardQueue>, version: i64) {
        let forward = Some(GroupForward { is_active: !queues.is_empty(), queues });
        self.deliver(
            "domains.group_settings.changed",
            &GroupSettingsChanged { project_id: PROJECT, id: group, version, forward, ..Default::default() },
        )
        .await;
    }

    pub async fn generate(&self, caller: &Caller, group: i64, count: i32) -> Result<Vec<String>, Status> {
        let request = GenerateSipNumbersRequest { domain: Some(reference(group)), count, is_active: None };
        let made = self.numbers.generate_sip_numbers(self.by(caller, request)).await?.into_inner().items;
        Ok(made.into_iter().map(|number| number.number).collect())
    }

    /// Sealed password and ha1 of a number, as they are kept.
    pub async fn account(&self, id: i64) -> (Vec<u8>, String) {
        let mut tx = self.app.context.database.tenant(PROJECT).await.expect("a transaction");
        sqlx::query_as("SELECT sealed_password, ha1 FROM sip_numbers WHERE id = $1").bind(id).fetch_one(&mut *tx).await.expect("a number")
    }

    /// Events about numbers since the last call.
    pub async fn published_numbers(&self) -> Vec<NumberChanged> {
        let events = self.app.events().await.into_iter().filter(|(topic, _)| topic == "telephony.number.changed");
        let numbers = events.map(|(_, payload)| NumberChanged::decode(payload.as_slice()).expect("an event")).collect();
        let mut tx = self.app.context.database.system().await.expect("a transaction");
        sqlx::query("DELETE FROM outbox").execute(&mut *tx).await.expect("the outbox");
        tx.commit().await.expect("a commit");
        numbers
    }
}

/// No calls: the operations work without.
pub fn config() -> Config {
    Config {
        calls: None,
        domain: "sip.test".into(),
        public_host: "edge.test".into(),
        public_port: 5060,
        websocket_port: 8443,
        websocket_transport: "wss".into(),
        secret: "secret".into(),
        restart: None,
    }
}

pub fn group(project_id: i64, id: i64, parent_id: i64, version: i64) -> GroupChanged {
    GroupChanged { project_id, id, version, parent_id, name: format!("group {id}"), ..Default::default() }
}

pub fn user(project_id: i64, id: i64, home: i64, version: i64) -> UserChanged {
    UserChanged {
        project_id,
        id,
        version,
        name: format!("user {id}"),
        description: format!("flat {id}"),
        is_active: true,
        role_id: 1,
        domain_ids: vec![home],
        ..Default::default()
    }
}

pub fn panel(project_id: i64, id: i64, domain_id: i64, version: i64) -> DeviceChanged {
    DeviceChanged {
        project_id,
        id,
        version,
        name: format!("panel {id}"),
        r#type: "panel".into(),
        model: "AA-12".into(),
        domain_id,
        ..Default::default()
    }
}

pub fn of_user(number: &str, user: i64) -> SipNumber {
    SipNumber { number: number.into(), user: Some(reference(user)), ..Default::default() }
}

pub fn of_panel(number: &str, panel: i64) -> SipNumber {
    SipNumber { number: number.into(), device: Some(reference(panel)), ..Default::default() }
}

/// Of nobody.
pub fn of_group(number: &str, group: i64) -> SipNumber {
    SipNumber { number: number.into(), domain: Some(reference(group)), ..Default::default() }
}

pub fn queue(numbers: &[&str]) -> ForwardQueue {
    ForwardQueue { numbers: numbers.iter().map(|number| number.to_string()).collect(), ..Default::default() }
}

pub fn reference(id: i64) -> Ref {
    Ref { id, ..Default::default() }
}

pub fn mask(paths: &[&str]) -> Option<prost_types::FieldMask> {
    Some(prost_types::FieldMask { paths: paths.iter().map(|path| path.to_string()).collect() })
}

/// The fields that a refusal names.
pub fn refused_fields(status: &Status) -> Vec<String> {
    detail(status)["data"]["fields"].as_object().map(|fields| fields.keys().cloned().collect()).unwrap_or_default()
}

/// What goes with a refusal.
pub fn detail(status: &Status) -> serde_json::Value {
    let detail = status.metadata().get_bin(kit::error::METADATA).and_then(|value| value.to_bytes().ok()).unwrap_or_default();
    serde_json::from_slice(&detail).unwrap_or_default()
}
