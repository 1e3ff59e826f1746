//! The numbers that a panel calls for each apartment.
use std::collections::BTreeMap;

use device_gateway::rpc::device_forward::DeviceForwardService;
use device_protocol::DeviceCall;
use policy::Permission::{CanViewAllDevices, CanViewAllUsers};
use proto::vestibule::device::v1::device_forwards_server::DeviceForwards;
use proto::vestibule::device::v1::devices_server::Devices;
use proto::vestibule::device::v1::*;
use proto::vestibule::events::v1::{ApartmentNumbersChanged, GroupChanged};
use testing::{OTHER_PROJECT, PROJECT, administrator, someone};
use tonic::Code;

use crate::panel::Panel;
use crate::site::{HOUSE, Site, a_panel, until};

const UNIT: i64 = 20;
const FIRST: i64 = 21;
const SECOND: i64 = 22;

/// A house with a unit 03 and two flats in it.
async fn with_flats(site: &Site) {
    for (id, parent_id, kind, address) in [(UNIT, HOUSE, "unit", "03"), (FIRST, UNIT, "apartment", "01"), (SECOND, UNIT, "apartment", "02")] {
        let group = GroupChanged {
            project_id: PROJECT,
            id,
            parent_id,
            version: 1,
            name: format!("Group {id}"),
            kind: kind.into(),
            logic_address: address.into(),
            ..Default::default()
        };
        site.deliver("domains.group.changed", group).await;
    }
}

async fn numbers_changed(site: &Site, groups: &[i64]) {
    let event = ApartmentNumbersChanged { project_id: PROJECT, group_ids: groups.to_vec() };
    site.deliver("telephony.apartment_numbers.changed", event).await;
}

async fn table(site: &Site, caller: &policy::Caller, id: i64) -> Result<DeviceForwardTable, tonic::Status> {
    let request = site.as_caller(caller, GetDeviceForwardsRequest { id });
    Ok(DeviceForwardService(site.gateway.clone()).get_device_forwards(request).await?.into_inner())
}

/// What the panel calls, after all that it was sent.
fn held(panel: &Panel) -> BTreeMap<String, Vec<String>> {
    let mut held = BTreeMap::new();
    for call in panel.memory.lock().unwrap().calls.iter() {
        if let DeviceCall::WriteForward { apartment, forward } = call {
            match forward.forward_entity_list.is_empty() {
                true => drop(held.remove(apartment)),
                false => drop(held.insert(apartment.clone(), forward.forward_entity_list.clone())),
            }
        }
    }
    held
}

fn expected(rows: &[(&str, &[&str])]) -> BTreeMap<String, Vec<String>> {
    rows.iter().map(|(apartment, numbers)| (apartment.to_string(), numbers.iter().map(|number| number.to_string()).collect())).collect()
}

#[tokio::test]
async fn a_panel_calls_what_rings_in_the_apartments_below_its_group_and_follows_every_change() {
    let site = Site::start().await;
    with_flats(&site).await;
    site.numbers.set(FIRST, Some("100"), &["101", "102"]);
    let nine: Vec<String> = (0..9).map(|number| (200 + number).to_string()).collect();
    site.numbers.set(SECOND, None, &nine.iter().map(String::as_str).collect::<Vec<_>>());
    // At the house, which has several units, and at the unit itself.
    let house = site.create(&site.admin(), a_panel(HOUSE)).await.unwrap();
    let unit = site.create(&site.admin(), a_panel(UNIT)).await.unwrap();
    let (at_house, at_unit) = (Panel::connect(&house.serial_number).await, Panel::connect(&unit.serial_number).await);
    let eight = &nine[..8].iter().map(String::as_str).collect::<Vec<_>>()[..];
    until("the house has its list", async || held(&at_house) == expected(&[("03-01", &["100", "101", "102"]), ("03-02", eight)])).await;
    until("the unit has its list", async || held(&at_unit) == expected(&[("01", &["100", "101", "102"]), ("02", eight)])).await;

    // Somebody moves out, and nobody is left in the other flat.
    site.numbers.set(FIRST, Some("100"), &["102"]);
    site.numbers.set(SECOND, None, &[]);
    numbers_changed(&site, &[FIRST, SECOND]).await;
    until("the house has its list", async || held(&at_house) == expected(&[("03-01", &["100", "102"])])).await;
    until("the unit has its list", async || held(&at_unit) == expected(&[("01", &["100", "102"])])).await;

    // Another address of the flat.
    let moved = GroupChanged {
        project_id: PROJECT,
        id: FIRST,
        parent_id: UNIT,
        version: 2,
        name: "Flat".into(),
        kind: "apartment".into(),
        logic_address: "07".into(),
        ..Default::default()
    };
    site.deliver("domains.group.changed", moved).await;
    until("the unit has its list", async || held(&at_unit) == expected(&[("07", &["100", "102"])])).await;
    site.end().await;
}

#[tokio::test]
async fn the_table_says_where_each_number_is_from_and_what_is_cut_off() {
    let site = Site::start().await;
    with_flats(&site).await;
    let ten: Vec<String> = (0..10).map(|number| (200 + number).to_string()).collect();
    site.numbers.set(FIRST, Some("100"), &ten.iter().map(String::as_str).collect::<Vec<_>>());
    let device = site.create(&site.admin(), a_panel(UNIT)).await.unwrap();
    let rows = table(&site, &site.admin(), device.id).await.unwrap();
    assert_eq!((rows.max_numbers, rows.is_supported), (8, true));
    let first = &rows.items[0];
    assert_eq!((first.apartment.as_str(), first.numbers.len(), first.is_confirmed), ("01", 11, false));
    assert_eq!((first.numbers[0].source(), first.numbers[1].source()), (ForwardSource::General, ForwardSource::User));
    assert_eq!(first.numbers[1].user.as_ref().unwrap().name, "Person 200");
    assert_eq!(first.numbers.iter().map(|number| number.is_cut_off).collect::<Vec<_>>(), [[false; 8].as_slice(), &[true; 3]].concat());
    assert!(rows.items[1].numbers.is_empty());
    let _panel = Panel::connect(&device.serial_number).await;
    until("the panel has confirmed it", async || table(&site, &site.admin(), device.id).await.unwrap().items[0].is_confirmed).await;

    // Who sees the device and not the people sees numbers without names.
    let porter = someone(PROJECT, 31, [CanViewAllDevices], &[]);
    assert!(table(&site, &porter, device.id).await.unwrap().items[0].numbers.iter().all(|number| number.user.is_none()));
    let manager = someone(PROJECT, 32, [CanViewAllDevices, CanViewAllUsers], &[]);
    assert!(table(&site, &manager, device.id).await.unwrap().items[0].numbers[1].user.is_some());
    assert_eq!(table(&site, &administrator(OTHER_PROJECT), device.id).await.unwrap_err().code(), Code::NotFound);

    let request = site.as_caller(&site.admin(), GetDeviceForwardsRequest { id: device.id });
    let download = DeviceForwardService(site.gateway.clone()).download_device_forwards(request).await.unwrap().into_inner();
    let chunks: Vec<_> = futures::TryStreamExt::try_collect(download).await.unwrap();
    let chunks: Vec<proto::vestibule::common::v1::FileChunk> = chunks;
    assert!(chunks.iter().map(|chunk| chunk.data.len()).sum::<usize>() > 1_000);

    // A controller calls nobody.
    let controller = Device { r#type: DeviceType::Accesscontroller.into(), model: "CR-02BD".into(), ..a_panel(UNIT) };
    let controller = site.create(&site.admin(), controller).await.unwrap();
    let of_controller = table(&site, &site.admin(), controller.id).await.unwrap();
    assert!(!of_controller.is_supported && of_controller.items.is_empty());
    site.end().await;
}

#[tokio::test]
async fn without_telephony_the_table_waits_and_what_the_panel_calls_stays() {
    let site = Site::start().await;
    with_flats(&site).await;
    site.numbers.set(FIRST, Some("100"), &[]);
    let device = site.create(&site.admin(), a_panel(UNIT)).await.unwrap();
    let panel = Panel::connect(&device.serial_number).await;
    until("the panel has its list", async || held(&panel) == expected(&[("01", &["100"])])).await;
    site.numbers.go_away();
    numbers_changed(&site, &[FIRST]).await;
    let waits = async || site.tasks_of(device.id).await.iter().any(|task| task.kind == "forwards" && task.status() == TaskStatus::Waiting);
    until("the task waits", waits).await;
    assert_eq!(held(&panel), expected(&[("01", &["100"])]));
    assert_eq!(table(&site, &site.admin(), device.id).await.unwrap_err().code(), Code::Unavailable);
    site.end().await;
}

#[tokio::test]
async fn apply_sends_a_panel_all_its_numbers_again() {
    let site = Site::start().await;
    with_flats(&site).await;
    site.numbers.set(FIRST, Some("100"), &[]);
    let device = site.create(&site.admin(), a_panel(UNIT)).await.unwrap();
    let panel = Panel::connect(&device.serial_number).await;
    until("the panel has its list", async || held(&panel).len() == 1).await;
    let sent = async || panel.memory.lock().unwrap().calls.iter().filter(|call| matches!(call, DeviceCall::WriteForward { .. })).count();
    let before = sent().await;
    numbers_changed(&site, &[FIRST]).await;
    until("nothing waits", async || site.info(device.id).await.tasks_waiting == 0).await;
    assert_eq!(sent().await, before, "nothing has changed");
    site.devices().apply_device_settings(site.as_caller(&site.admin(), DeviceActionRequest { id: device.id })).await.unwrap();
    until("it is sent again", async || sent().await == before + 1).await;
    site.end().await;
}

#[tokio::test]
async fn a_revocation_does_not_wait_until_every_apartment_was_sent() {
    let site = Site::start().await;
    let device = site.create(&site.admin(), a_panel(HOUSE)).await.unwrap();
    // Two turns and a half.
    for flat in 1..=50 {
        let group = GroupChanged {
            project_id: PROJECT,
            id: 100 + flat,
            parent_id: HOUSE,
            version: 1,
            name: format!("Flat {flat}"),
            kind: "apartment".into(),
            logic_address: format!("{flat:02}"),
            ..Default::default()
        };
        site.deliver("domains.group.changed", group).await;
        site.numbers.set(100 + flat, Some(&format!("{}", 1_000 + flat)), &[]);
    }
    // Both wait for the panel, the numbers first.
    numbers_changed(&site, &(101..=150).collect::<Vec<_>>()).await;
    let version = site.access.set(device.id, vec![crate::access::card(1)], vec![]);
    site.list_changed(device.id, version).await;
    let panel = Panel::connect(&device.serial_number).await;
    until("every apartment was sent", async || held(&panel).len() == 50).await;
    site.until_in_step(device.id, version).await;
    let calls = panel.memory.lock().unwrap().calls.clone();
    let card = calls.iter().position(|call| matches!(call, DeviceCall::WriteIdentifiers(_))).unwrap();
    let before = calls[..card].iter().filter(|call| matches!(call, DeviceCall::WriteForward { .. })).count();
    assert!(before <= 20, "{before} apartments were sent before");
    let forwards: Vec<_> = site.tasks_of(device.id).await.into_iter().filter(|task| task.kind == "forwards").collect();
    assert!(forwards.iter().all(|task| task.status() != TaskStatus::Error), "{forwards:?}");
    site.end().await;
}
