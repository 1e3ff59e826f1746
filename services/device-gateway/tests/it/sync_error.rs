//! What a device does not hold, as those who see the device are told it.
use policy::{Caller, Permission};
use proto::vestibule::access::v1::RefusedIdentifier;
use proto::vestibule::device::v1::ListSyncErrorsRequest;
use proto::vestibule::device::v1::devices_server::Devices;
use proto::vestibule::events::v1::IdentifierChanged;
use testing::PROJECT;

use crate::access::link;
use crate::panel::Panel;
use crate::site::{ROOT, Site, until};

/// Ids and names.
async fn named(site: &Site, caller: &Caller, id: i64) -> Vec<(i64, String)> {
    let answer = site.devices().list_sync_errors(site.as_caller(caller, ListSyncErrorsRequest { id })).await.unwrap().into_inner();
    let mut named: Vec<_> = answer.items.into_iter().map(|error| (error.entity_id, error.name)).collect();
    named.sort_unstable();
    named
}

#[tokio::test]
async fn an_error_names_an_identifier_only_to_those_who_see_it() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let _panel = Panel::connect(&device.serial_number).await;
    for (id, name) in [(7, "Blue"), (8, "Green")] {
        let identifier = IdentifierChanged {
            project_id: PROJECT,
            id,
            version: 1,
            name: name.into(),
            r#type: "card".into(),
            number: id.to_string(),
            ..Default::default()
        };
        site.deliver("access.identifier.changed", identifier).await;
    }
    let version = site.access.set(device.id, vec![], vec![]);
    for id in [7, 8] {
        let (reason, cause) = ("online_only".to_string(), "prohibited_at_times".to_string());
        site.access.refuse(device.id, RefusedIdentifier { id, link_id: link(id).to_string(), reason, cause });
    }
    site.access.hide(8);
    site.list_changed(device.id, version).await;
    until("both are refused", async || named(&site, &site.admin(), device.id).await.len() == 2).await;
    assert_eq!(named(&site, &site.admin(), device.id).await, [(7, "Blue".into()), (8, "Green".into())]);
    let doorman = testing::someone(PROJECT, 7, [Permission::CanViewDevices], &[ROOT]);
    assert_eq!(named(&site, &doorman, device.id).await, [(7, "Blue".into()), (8, String::new())]);
    site.end().await;
}
