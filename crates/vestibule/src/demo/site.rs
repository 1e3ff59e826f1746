//! The groups, doors, schedule, cards and rules of the demonstration site.
use std::collections::HashMap;

use anyhow::{Context as _, Result};
use proto::vestibule::access::v1::access_rules_client::AccessRulesClient;
use proto::vestibule::access::v1::identifiers_client::IdentifiersClient;
use proto::vestibule::access::v1::time_rules_client::TimeRulesClient;
use proto::vestibule::access::v1::*;
use proto::vestibule::device::v1::devices_client::DevicesClient;
use proto::vestibule::device::v1::{
    CreateDeviceRequest, Device, DeviceManagement, DeviceSettings, DeviceType, ListDevicesRequest, MqttSettings, Protocol,
};
use proto::vestibule::domains::v1::group_types_client::GroupTypesClient;
use proto::vestibule::domains::v1::groups_client::GroupsClient;
use proto::vestibule::domains::v1::{CreateGroupRequest, Group, ListGroupTypesRequest, ListGroupsRequest};

use super::{Site, by_name, reference};

/// Name, parent, type and logical address.
const GROUPS: [(&str, &str, &str, &str); 9] = [
    ("Riverside Residence", "", "site", ""),
    ("Building 1", "Riverside Residence", "building", "0001"),
    ("Entrance A", "Building 1", "entrance", "01"),
    ("Floor 1", "Entrance A", "floor", "01"),
    ("Apartment 01", "Floor 1", "apartment", "01"),
    ("Apartment 02", "Floor 1", "apartment", "02"),
    ("Apartment 03", "Floor 1", "apartment", "03"),
    ("Building 2", "Riverside Residence", "building", "0002"),
    ("Office Tower", "", "site", ""),
];

/// Name, serial number, type, model and group.
const DEVICES: [(&str, &str, DeviceType, &str, &str); 5] = [
    ("Main gate", "AA12-0001", DeviceType::Panel, "AA-12", "Riverside Residence"),
    ("Entrance A", "AA07-0002", DeviceType::Panel, "AA-07", "Entrance A"),
    ("Bicycle room", "CR02-0003", DeviceType::Accesscontroller, "CR-02BD", "Building 1"),
    ("Building 2 lobby", "AA12-0004", DeviceType::Panel, "AA-12", "Building 2"),
    ("Office turnstile", "AA07-0005", DeviceType::Panel, "AA-07", "Office Tower"),
];

/// Card of a person, decimal.
const CARDS: [(&str, &str); 5] = [
    ("Anna Petrova", "0013961168"),
    ("Ivan Petrov", "0013961169"),
    ("Grace Kim", "0007340021"),
    ("Samuel Okafor", "0007340022"),
    ("Priya Nair", "0009100555"),
];

const WORKING_HOURS: &str = "Weekdays 8 to 18";

/// What the simulator needs to play a device.
#[derive(serde::Serialize)]
pub struct Credential {
    serial: &'static str,
    model: &'static str,
    pub name: &'static str,
    password: String,
}

pub(super) struct Door {
    pub id: i64,
    pub credential: Credential,
}

impl Site {
    /// Ids by name.
    pub(super) async fn groups(&self) -> Result<HashMap<&'static str, i64>> {
        let mut groups = HashMap::new();
        for (name, parent, kind, address) in GROUPS {
            let parent_id = groups.get(parent).copied();
            groups.insert(name, self.group(name, parent_id, kind, address).await?);
        }
        Ok(groups)
    }

    async fn group(&self, name: &str, parent_id: Option<i64>, kind: &str, address: &str) -> Result<i64> {
        let mut groups = GroupsClient::new(self.context.peers.peer("domains"));
        let there = groups.list_groups(self.request(ListGroupsRequest { filters: by_name(name), ..Default::default() })).await?.into_inner();
        if let Some(group) = there.items.first() {
            return Ok(group.id);
        }
        let group = Group {
            name: name.into(),
            parent_id,
            domain_type_id: Some(self.group_type(kind).await?),
            logic_address: (!address.is_empty()).then(|| address.into()),
            ..Default::default()
        };
        Ok(groups.create_group(self.request(CreateGroupRequest { group: Some(group) })).await?.into_inner().id)
    }

    /// domains makes the default types when it consumes the event of the project.
    async fn group_type(&self, name: &str) -> Result<i64> {
        let types = GroupTypesClient::new(self.context.peers.peer("domains"));
        let find = || {
            let (mut types, request) = (types.clone(), self.request(ListGroupTypesRequest { filters: by_name(name), ..Default::default() }));
            async move {
                let list = types.list_group_types(request).await?.into_inner();
                list.items.first().map(|kind| kind.id).ok_or_else(|| tonic::Status::not_found("a group type"))
            }
        };
        self.until_known(name, find).await
    }

    pub(super) async fn devices(&self, groups: &HashMap<&'static str, i64>) -> Result<Vec<Door>> {
        let mut doors = Vec::new();
        for (name, serial, kind, model, group) in DEVICES {
            let password = format!("demo-{}", serial.to_lowercase());
            let id = self.device(name, serial, kind, model, groups[group], &password).await?;
            doors.push(Door { id, credential: Credential { serial, model, name, password } });
        }
        Ok(doors)
    }

    async fn device(&self, name: &'static str, serial: &str, kind: DeviceType, model: &str, group: i64, password: &str) -> Result<i64> {
        let devices = DevicesClient::new(self.context.peers.peer("device-gateway"));
        let there =
            devices.clone().list_devices(self.request(ListDevicesRequest { filters: by_name(name), ..Default::default() })).await?.into_inner();
        if let Some(device) = there.items.iter().find(|device| device.serial_number == serial) {
            return Ok(device.id);
        }
        let device = Device {
            name: name.into(),
            serial_number: serial.into(),
            r#type: kind.into(),
            model: model.into(),
            domain: Some(reference(group)),
            protocol: Protocol::Mqtt.into(),
            port: 80,
            get_logs: true,
            management: Some(DeviceManagement { heartbeat: true, realtime_logging: true, ..Default::default() }),
            device_settings: Some(DeviceSettings { mqtt: Some(MqttSettings { password: Some(password.into()) }), ..Default::default() }),
            ..Default::default()
        };
        let make = || {
            let (mut devices, request) = (devices.clone(), self.request(CreateDeviceRequest { device: Some(device.clone()) }));
            async move { devices.create_device(request).await }
        };
        Ok(self.until_known(name, make).await?.into_inner().id)
    }

    pub(super) async fn access(&self, groups: &HashMap<&'static str, i64>, people: &HashMap<&'static str, i64>, doors: &[Door]) -> Result<()> {
        let schedule = self.schedule().await?;
        for (owner, number) in CARDS {
            self.card(owner, number, people[owner]).await?;
        }
        let door =
            |name: &str| doors.iter().find(|door| door.credential.name == name).map(|door| door.id).with_context(|| format!("the door {name}"));
        let lock = |id: i64| RuleDevice { id, lock_number: 1, ..Default::default() };
        let residents = AccessRule {
            name: "Residents".into(),
            description: Some("Everybody in the residence opens the gate and the entrance at any time".into()),
            devices: vec![lock(door("Main gate")?), lock(door("Entrance A")?)],
            domains: vec![reference(groups["Riverside Residence"])],
            is_shareable: true,
            ..Default::default()
        };
        let office = AccessRule {
            name: "Office hours".into(),
            devices: vec![lock(door("Office turnstile")?)],
            time_rules: vec![reference(schedule)],
            domains: vec![reference(groups["Office Tower"])],
            is_shareable: true,
            ..Default::default()
        };
        for rule in [residents, office] {
            self.rule(rule).await?;
        }
        Ok(())
    }

    async fn schedule(&self) -> Result<i64> {
        let mut rules = TimeRulesClient::new(self.context.peers.peer("access"));
        let there =
            rules.list_time_rules(self.request(ListTimeRulesRequest { filters: by_name(WORKING_HOURS), ..Default::default() })).await?.into_inner();
        if let Some(rule) = there.items.first() {
            return Ok(rule.id);
        }
        let rule = TimeRule {
            name: WORKING_HOURS.into(),
            valid_from: "2026-01-05T08:00:00".into(),
            valid_to: "2026-01-05T18:00:00".into(),
            repeat_mode: "custom".into(),
            repeat_duration_mode: "infinitely".into(),
            repeat_duration_count: 1,
            repeat_custom_mode: "weekly".into(),
            repeat_custom_weekdays: ["mon", "tue", "wed", "thu", "fri"].map(String::from).to_vec(),
            repeat_custom_looper: 1,
            ..Default::default()
        };
        Ok(rules.create_time_rule(self.request(CreateTimeRuleRequest { time_rule: Some(rule) })).await?.into_inner().id)
    }

    async fn card(&self, owner: &'static str, number: &str, user: i64) -> Result<()> {
        let identifiers = IdentifiersClient::new(self.context.peers.peer("access"));
        let name = format!("Card of {owner}");
        let there = identifiers
            .clone()
            .list_identifiers(self.request(ListIdentifiersRequest { filters: by_name(&name), ..Default::default() }))
            .await?
            .into_inner();
        if !there.items.is_empty() {
            return Ok(());
        }
        let identifier = Identifier {
            name,
            r#type: IdentifierType::Card.into(),
            owner_type: OwnerType::Owner.into(),
            value: number.into(),
            is_active: true,
            owner: Some(reference(user)),
            ..Default::default()
        };
        let make = || {
            let (mut identifiers, request) = (identifiers.clone(), self.request(CreateIdentifierRequest { identifier: Some(identifier.clone()) }));
            async move { identifiers.create_identifier(request).await }
        };
        self.until_known(owner, make).await?;
        Ok(())
    }

    pub(super) async fn rule(&self, rule: AccessRule) -> Result<i64> {
        let rules = AccessRulesClient::new(self.context.peers.peer("access"));
        let there = rules
            .clone()
            .list_access_rules(self.request(ListAccessRulesRequest { filters: by_name(&rule.name), ..Default::default() }))
            .await?
            .into_inner();
        if let Some(rule) = there.items.first() {
            return Ok(rule.id);
        }
        let make = || {
            let (mut rules, request) = (rules.clone(), self.request(CreateAccessRuleRequest { access_rule: Some(rule.clone()) }));
            async move { rules.create_access_rule(request).await }
        };
        Ok(self.until_known("an access rule", make).await?.into_inner().id)
    }
}
