//! A small site, as events of the other services describe it: a residence with two buildings, and a user and a device in
//! each.
use access::Events;
use access::rpc;
use policy::Caller;
use prost::Message;
use proto::vestibule::access::v1::access_checks_server::AccessChecks;
use proto::vestibule::access::v1::access_rules_server::AccessRules;
use proto::vestibule::access::v1::identifiers_server::Identifiers;
use proto::vestibule::access::v1::time_rules_server::TimeRules;
use proto::vestibule::access::v1::*;
use proto::vestibule::amenities::v1::{CountRuleUsesRequest, CountRuleUsesResponse, RuleUse};
use proto::vestibule::common::v1::Ref;
use proto::vestibule::events::v1::{DeviceChanged, DeviceListChanged, EventArrived, GroupChanged, LicenseChanged, ProjectChanged, UserChanged};
use testing::{App, OTHER_PROJECT, PROJECT, StandIn};
use tonic::{Request, Status};

pub const RESIDENCE: i64 = 10;
pub const BUILDING_1: i64 = 11;
pub const BUILDING_2: i64 = 12;
pub const FOREIGN_GROUP: i64 = 90;
pub const ANNA: i64 = 100;
pub const BORIS: i64 = 101;
/// Not in the project until a test delivers a snapshot.
pub const CLARA: i64 = 102;
pub const FOREIGN_USER: i64 = 190;
pub const DOOR_1: i64 = 1001;
pub const DOOR_2: i64 = 1002;
pub const FOREIGN_DOOR: i64 = 1090;

pub struct Site {
    pub app: App,
    pub identifiers: rpc::identifier::IdentifiersService,
    pub time_rules: rpc::time_rule::TimeRulesService,
    pub access_rules: rpc::access_rule::AccessRulesService,
    pub checks: rpc::check::AccessChecksService,
    pub lists: rpc::device_list::DeviceListsService,
    pub remote: rpc::remote_check::RemoteChecksService,
    pub elevators: rpc::elevator::ElevatorsService,
    pub elevator_rules: rpc::elevator_access_rule::ElevatorAccessRulesService,
}

/// Amenities, which open doors by these rules.
pub fn amenities_of_rules(used: &[i64]) -> StandIn {
    let used = used.to_vec();
    StandIn::default().answer("vestibule.amenities.v1.RuleUses/CountRuleUses", move |request: Request<CountRuleUsesRequest>| {
        let asked = request.into_inner().access_rule_ids.into_iter().filter(|rule| used.contains(rule));
        Ok(CountRuleUsesResponse { items: asked.map(|access_rule_id| RuleUse { access_rule_id, count: 1 }).collect() })
    })
}

impl Site {
    pub async fn start() -> Site {
        let app = App::start("access", &access::MIGRATIONS).await;
        app.context.peers.add("amenities", amenities_of_rules(&[]).routes());
        let access = access::app::App::new(&app.context);
        let site = Site {
            app,
            identifiers: rpc::identifier::IdentifiersService(access.clone()),
            time_rules: rpc::time_rule::TimeRulesService(access.clone()),
            access_rules: rpc::access_rule::AccessRulesService(access.clone()),
            checks: rpc::check::AccessChecksService(access.clone()),
            lists: rpc::device_list::DeviceListsService(access.clone()),
            remote: rpc::remote_check::RemoteChecksService(access.clone()),
            elevators: rpc::elevator::ElevatorsService(access.clone()),
            elevator_rules: rpc::elevator_access_rule::ElevatorAccessRulesService(access.clone()),
        };
        site.project_everything().await;
        site
    }

    async fn project_everything(&self) {
        for (project, zone) in [(PROJECT, "UTC"), (OTHER_PROJECT, "UTC")] {
            self.deliver("identity.project.changed", &ProjectChanged { id: project, version: 1, time_zone: zone.into(), ..Default::default() }).await;
            self.deliver(
                "licensing.license.changed",
                &LicenseChanged { project_id: project, version: 1, features: vec!["identifier.guest".into()], ..Default::default() },
            )
            .await;
        }
        for (project, id, parent) in
            [(PROJECT, RESIDENCE, 0), (PROJECT, BUILDING_1, RESIDENCE), (PROJECT, BUILDING_2, RESIDENCE), (OTHER_PROJECT, FOREIGN_GROUP, 0)]
        {
            self.deliver("domains.group.changed", &group(project, id, parent, 1)).await;
        }
        for (project, id, home) in [(PROJECT, ANNA, BUILDING_1), (PROJECT, BORIS, BUILDING_2), (OTHER_PROJECT, FOREIGN_USER, FOREIGN_GROUP)] {
            self.deliver("identity.user.changed", &user(project, id, home, 1)).await;
        }
        for (project, id, place) in [(PROJECT, DOOR_1, BUILDING_1), (PROJECT, DOOR_2, BUILDING_2), (OTHER_PROJECT, FOREIGN_DOOR, FOREIGN_GROUP)] {
            self.deliver("device.device.changed", &door(project, id, place, 1)).await;
        }
    }

    pub async fn deliver(&self, topic: &str, event: &impl Message) {
        self.app.deliver(&Events(self.app.context.clock.clone()), topic, event).await.expect("the event is taken");
    }

    pub fn by<T>(&self, caller: &Caller, message: T) -> Request<T> {
        self.app.context.signer.request(caller, message)
    }

    pub fn admin(&self) -> Caller {
        testing::administrator(PROJECT)
    }

    pub async fn card(&self, owner: i64, value: &str) -> Identifier {
        self.try_card(&self.admin(), owner, value).await.expect("a card")
    }

    pub async fn try_card(&self, caller: &Caller, owner: i64, value: &str) -> Result<Identifier, Status> {
        let request = self.by(caller, CreateIdentifierRequest { identifier: Some(card(owner, value)) });
        Ok(self.identifiers.create_identifier(request).await?.into_inner())
    }

    pub async fn rule(&self, rule: AccessRule) -> AccessRule {
        self.try_rule(&self.admin(), rule).await.expect("a rule")
    }

    pub async fn try_rule(&self, caller: &Caller, rule: AccessRule) -> Result<AccessRule, Status> {
        let request = self.by(caller, CreateAccessRuleRequest { access_rule: Some(rule) });
        Ok(self.access_rules.create_access_rule(request).await?.into_inner())
    }

    pub async fn schedule(&self, rule: TimeRule) -> TimeRule {
        let request = self.by(&self.admin(), CreateTimeRuleRequest { time_rule: Some(rule) });
        self.time_rules.create_time_rule(request).await.expect("a schedule").into_inner()
    }

    pub async fn set_project_zone(&self, version: i64, zone: &str) {
        self.deliver("identity.project.changed", &ProjectChanged { id: PROJECT, version, time_zone: zone.into(), ..Default::default() }).await;
    }

    /// An access event of a device for the identifier.
    pub async fn deliver_access_event(&self, identifier: i64, device: i64, code: &str) {
        let event = EventArrived {
            project_id: PROJECT,
            category: "access".into(),
            code: code.into(),
            device_id: device,
            identifier_id: identifier,
            ..Default::default()
        };
        self.deliver("device.event.arrived", &event).await;
    }

    /// Devices whose lists have changed since the last call.
    pub async fn changed_lists(&self) -> Vec<i64> {
        let mut devices: Vec<i64> = self
            .app
            .events()
            .await
            .into_iter()
            .filter(|(topic, _)| topic == "access.device_list.changed")
            .map(|(_, payload)| DeviceListChanged::decode(payload.as_slice()).expect("an event").device_id)
            .collect();
        devices.sort_unstable();
        devices.dedup();
        self.clear_outbox().await;
        devices
    }

    /// Empties the outbox.
    pub async fn clear_outbox(&self) {
        let mut tx = self.app.context.database.system().await.expect("a transaction");
        sqlx::query("DELETE FROM outbox").execute(&mut *tx).await.expect("the outbox");
        tx.commit().await.expect("a commit");
    }

    /// What a device should hold.
    pub async fn desired(&self, device: i64) -> Vec<DesiredIdentifier> {
        self.list(device).await.identifiers
    }

    /// The whole list of a device.
    /// Whether an identifier opens the first lock of a device, and the first reason of the decision.
    pub async fn decided(&self, identifier: i64, device: i64) -> (bool, String) {
        let question = CheckAccessRequest { identifier_id: Some(identifier), device_id: device, lock_number: 1, ..Default::default() };
        let answer = self.checks.check_access(self.by(&self.admin(), question)).await.expect("an answer").into_inner();
        (answer.allowed, answer.reasons.into_iter().next().map(|reason| reason.code).unwrap_or_default())
    }

    pub async fn list(&self, device: i64) -> DeviceListPart {
        use proto::vestibule::access::v1::device_lists_server::DeviceLists;
        use tokio_stream::StreamExt;
        let request = self.by(&testing::service(PROJECT, "device-gateway"), GetDeviceListRequest { project_id: PROJECT, device_id: device });
        let parts: Vec<_> = self.lists.get_device_list(request).await.expect("a list").into_inner().collect().await;
        let mut list = DeviceListPart::default();
        for part in parts {
            let part = part.expect("a part");
            list.version = part.version;
            list.identifiers.extend(part.identifiers);
            list.schedules.extend(part.schedules);
            list.refused.extend(part.refused);
        }
        list
    }
}

pub fn group(project_id: i64, id: i64, parent_id: i64, version: i64) -> GroupChanged {
    GroupChanged { project_id, id, version, parent_id, name: format!("group {id}"), ..Default::default() }
}

pub fn user(project_id: i64, id: i64, home: i64, version: i64) -> UserChanged {
    UserChanged { project_id, id, version, name: format!("user {id}"), is_active: true, domain_ids: vec![home], ..Default::default() }
}

pub fn door(project_id: i64, id: i64, domain_id: i64, version: i64) -> DeviceChanged {
    let types = ["card", "access_code", "qr", "ukey"].map(String::from).to_vec();
    DeviceChanged {
        project_id,
        id,
        version,
        name: format!("door {id}"),
        r#type: "panel".into(),
        model: "AA-12".into(),
        domain_id,
        locks: 2,
        identifier_types: types,
        ..Default::default()
    }
}

pub fn card(owner: i64, value: &str) -> Identifier {
    Identifier {
        name: format!("card {value}"),
        r#type: IdentifierType::Card.into(),
        owner_type: OwnerType::Owner.into(),
        value: value.into(),
        is_active: true,
        owner: Some(reference(owner)),
        ..Default::default()
    }
}

/// A rule that lets a user through a door's first lock.
pub fn lets(user: i64, device: i64) -> AccessRule {
    AccessRule { name: "lets".into(), devices: vec![lock(device)], users: vec![reference(user)], ..Default::default() }
}

pub fn lock(id: i64) -> RuleDevice {
    RuleDevice { id, lock_number: 1, ..Default::default() }
}

pub fn reference(id: i64) -> Ref {
    Ref { id, ..Default::default() }
}

/// Weekdays 8 to 18.
pub fn office_hours() -> TimeRule {
    TimeRule {
        name: "office hours".into(),
        valid_from: "2026-11-23T08:00:00".into(),
        valid_to: "2026-11-23T18:00:00".into(),
        repeat_mode: "custom".into(),
        repeat_custom_mode: "weekly".into(),
        repeat_custom_weekdays: ["mon", "tue", "wed", "thu", "fri"].map(String::from).to_vec(),
        ..Default::default()
    }
}

pub fn mask(paths: &[&str]) -> Option<prost_types::FieldMask> {
    Some(prost_types::FieldMask { paths: paths.iter().map(|path| path.to_string()).collect() })
}

/// The message of a refusal for a field.
pub fn field_message(status: &Status, field: &str) -> String {
    refusal(status)["data"]["fields"][field].as_str().unwrap_or_default().into()
}

/// The fields that a refusal names.
pub fn refused_fields(status: &Status) -> Vec<String> {
    refusal(status)["data"]["fields"].as_object().map(|fields| fields.keys().cloned().collect()).unwrap_or_default()
}

pub fn refusal(status: &Status) -> serde_json::Value {
    let detail = status.metadata().get_bin(kit::error::METADATA).and_then(|value| value.to_bytes().ok()).unwrap_or_default();
    serde_json::from_slice(&detail).unwrap_or_default()
}
