//! Removing.
use policy::{Caller, Permission};
use proto::vestibule::domains::v1::groups_server::Groups as _;
use proto::vestibule::domains::v1::{GroupDependent, ListGroupDependentsRequest};
use proto::vestibule::events::v1::AuditRecorded;
use proto::vestibule::notifications::v1::{
    EmergencyAlert, ListEmergencyAlertsRequest, ListEmergencyAlertsResponse, ListMailTemplatesRequest, ListMailTemplatesResponse, MailTemplate,
};
use serde_json::{Value, json};
use testing::{PROJECT, StandIn, administrator, someone};
use tonic::Code;

use crate::site::{Site, detail};

fn depends(resource: &str, names: &[&str]) -> Value {
    json!({ "dependents": [{ "resource": resource, "count": names.len(), "names": names }] })
}

#[tokio::test]
async fn a_group_with_groups_below_stays_and_they_are_named() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let root = site.group("Root", None).await;
    let left = site.group("Left", Some(root)).await;
    site.group("Annex", Some(root)).await;
    let error = site.delete(&admin, root).await.unwrap_err();
    assert_eq!(error.code(), Code::FailedPrecondition);
    assert_eq!(detail(&error), ("deletion prohibited: group has descendants".into(), depends("domains", &["Annex", "Left"])));
    site.delete(&admin, left).await.unwrap();
    assert_eq!(site.get(&admin, left).await.unwrap_err().code(), Code::NotFound);
}

#[tokio::test]
async fn a_group_with_users_or_devices_stays_until_they_are_gone() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let group = site.group("House", None).await;
    site.person(17, 1, "Anna", &[group]).await;
    site.device(4, 1, "Front door", group).await;
    let error = site.delete(&admin, group).await.unwrap_err();
    let users_and_devices = json!({ "dependents": [
        { "resource": "users", "count": 1, "names": ["Anna"] },
        { "resource": "devices", "count": 1, "names": ["Front door"] },
    ] });
    assert_eq!(detail(&error), ("deletion prohibited: group is used".into(), users_and_devices));
    site.person(17, 2, "Anna", &[]).await;
    site.device(4, 2, "Front door", 0).await;
    assert!(site.delete(&admin, group).await.is_ok());
}

/// Their events have not come yet.
#[tokio::test]
async fn a_group_stays_under_what_was_put_into_it_a_moment_ago() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    for (service, resource) in [
        ("identity", "users"),
        ("device-gateway", "devices"),
        ("telephony", "forward-rules"),
        ("amenities", "amenities"),
        ("notifications", "emergency-alerts"),
    ] {
        let (used, free) = (site.group("Used", None).await, site.group("Free", None).await);
        site.members.set(service, used, resource, 2);
        let error = site.delete(&admin, used).await.unwrap_err();
        let dependents = json!({ "dependents": [{ "resource": resource, "count": 2, "names": [] }] });
        assert_eq!(detail(&error), ("deletion prohibited: group is used".into(), dependents));
        assert_eq!(site.delete_all(&admin, &[used, free]).await, [(used, "deletion prohibited: group is used".into()), (free, String::new())]);
        site.members.clear();
        site.delete(&admin, used).await.unwrap();
    }
}

#[tokio::test]
async fn a_group_stays_while_a_service_that_may_use_it_does_not_answer() {
    let site = Site::start().await;
    let group = site.group("House", None).await;
    site.app.context.peers.add("telephony", StandIn::default().routes());
    let admin = administrator(PROJECT);
    assert!(site.delete(&admin, group).await.is_err());
    site.app.context.peers.add("telephony", site.members.routes("telephony", "telephony"));
    site.delete(&admin, group).await.unwrap();
}

#[tokio::test]
async fn a_group_that_people_register_into_stays_until_they_register_elsewhere() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let group = site.group("Newcomers", None).await;
    let into = async |domain_id: i64| {
        let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
        let general = json!({ "registration": { "is_enabled": true, "role_id": 3, "domain_id": domain_id } });
        let put = "INSERT INTO project_settings (project_id, area, settings, updated_at) VALUES ($1, 'general', $2, now())
             ON CONFLICT (project_id, area) DO UPDATE SET settings = excluded.settings";
        sqlx::query(put).bind(PROJECT).bind(general).execute(&mut *tx).await.unwrap();
        tx.commit().await.unwrap();
    };
    into(group).await;
    let error = site.delete(&admin, group).await.unwrap_err();
    assert_eq!(
        detail(&error),
        ("deletion prohibited: group is used".into(), json!({ "dependents": [{ "resource": "settings", "count": 1, "names": [] }] }))
    );
    into(group + 1).await;
    assert!(site.delete(&admin, group).await.is_ok());
}

#[tokio::test]
async fn dependents_are_counted_for_everybody_and_named_to_who_may_see_them() {
    let site = Site::start().await;
    let group = site.group("House", None).await;
    site.person(17, 1, "Anna", &[group]).await;
    site.group("Flat", Some(group)).await;
    templates(&site, 0);
    let groups = ("domains".to_string(), 1, "Flat".to_string(), false);
    assert_eq!(dependents(&site, &administrator(PROJECT), group).await, [groups.clone(), ("users".into(), 1, "Anna".into(), false)]);
    assert_eq!(dependents(&site, &someone(PROJECT, 5, [], &[group]), group).await, [groups, ("users".into(), 1, String::new(), false)]);
}

/// Notifications, which know so many templates of the group.
fn templates(site: &Site, total: i64) {
    let list = move |request: tonic::Request<ListMailTemplatesRequest>| {
        assert!(request.get_ref().filters.contains("domain_id"));
        let items = (0..total).map(|id| MailTemplate { id, subject: format!("Letter {id}"), ..Default::default() }).collect();
        Ok(ListMailTemplatesResponse { items, total, ..Default::default() })
    };
    let members = site.members.stand_in("notifications", "notifications");
    let notifications = members.answer("vestibule.notifications.v1.MailTemplates/ListMailTemplates", list);
    site.app.context.peers.add("notifications", notifications.routes());
}

/// Resource, count, names, and whether they go along.
async fn dependents(site: &Site, caller: &Caller, id: i64) -> Vec<(String, i64, String, bool)> {
    let answer = site.groups.list_group_dependents(site.request(caller, ListGroupDependentsRequest { id })).await.unwrap().into_inner();
    let names = |item: &GroupDependent| item.items.iter().map(|item| item.name.clone()).collect::<Vec<_>>().join(",");
    answer.items.iter().map(|item| (item.resource.clone(), item.count, names(item), item.goes_along)).collect()
}

/// Stored as it is: nothing asks its server.
async fn integration(site: &Site, name: &str, domain_id: Option<i64>, used_by: &[i64]) -> i64 {
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    let insert =
        "INSERT INTO integrations (project_id, type, name, domain_id, server_url, is_active, created_by, created_by_name, created_at, updated_at)
         VALUES ($1, 1, $2, $3, 'http://' || $2, true, 1, 'Alex', now(), now()) RETURNING id";
    let id: i64 = sqlx::query_scalar(insert).bind(PROJECT).bind(name).bind(domain_id).fetch_one(&mut *tx).await.unwrap();
    let used = "INSERT INTO integration_groups (integration_id, group_id, project_id) SELECT $1, g, $2 FROM unnest($3::bigint[]) g";
    sqlx::query(used).bind(id).bind(PROJECT).bind(used_by).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    id
}

#[tokio::test]
async fn what_goes_along_with_a_group_is_named_and_does_not_keep_it() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let group = site.group("House", None).await;
    templates(&site, 2);
    integration(&site, "barrier", Some(group), &[]).await;
    integration(&site, "shared", None, &[group]).await;
    let along =
        [("integrations".to_string(), 1, "barrier".to_string(), true), ("mail-templates".to_string(), 2, "Letter 0,Letter 1".to_string(), true)];
    assert_eq!(dependents(&site, &admin, group).await, along);
    assert!(site.delete(&admin, group).await.is_ok());
}

#[tokio::test]
async fn a_group_that_an_emergency_alert_names_stays_and_the_alert_is_named() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let group = site.group("House", None).await;
    site.members.set("notifications", group, "emergency-alerts", 2);
    let templates = |_: tonic::Request<ListMailTemplatesRequest>| Ok(ListMailTemplatesResponse::default());
    let alerts = |request: tonic::Request<ListEmergencyAlertsRequest>| {
        assert!(request.get_ref().filters.contains("named_domain_id"));
        // The caller sees one of the two.
        let fire = EmergencyAlert { id: 9, name: "Fire".into(), ..Default::default() };
        Ok(ListEmergencyAlertsResponse { items: vec![fire], total: 1, ..Default::default() })
    };
    let members = site.members.stand_in("notifications", "notifications");
    let notifications = members
        .answer("vestibule.notifications.v1.MailTemplates/ListMailTemplates", templates)
        .answer("vestibule.notifications.v1.EmergencyAlerts/ListEmergencyAlerts", alerts);
    site.app.context.peers.add("notifications", notifications.routes());
    assert_eq!(dependents(&site, &admin, group).await, [("emergency-alerts".to_string(), 2, "Fire".to_string(), false)]);
    let error = site.delete(&admin, group).await.unwrap_err();
    let alerts = json!({ "dependents": [{ "resource": "emergency-alerts", "count": 2, "names": [] }] });
    assert_eq!(detail(&error), ("deletion prohibited: group is used".into(), alerts));
    site.members.clear();
    site.delete(&admin, group).await.unwrap();
}

#[tokio::test]
async fn what_goes_along_with_a_group_is_audited() {
    let site = Site::start().await;
    let group = site.group("House", None).await;
    let (own, shared) = (integration(&site, "barrier", Some(group), &[]).await, integration(&site, "shared", None, &[group]).await);
    site.delete(&administrator(PROJECT), group).await.unwrap();
    let records: Vec<AuditRecorded> = site.published("audit.recorded").await;
    let of_integrations = records.iter().filter(|record| record.resource == "integrations");
    let recorded: Vec<_> = of_integrations.map(|record| (record.resource_id, record.action.as_str(), record.user_id)).collect();
    assert_eq!(recorded, [(own, "delete", 1), (shared, "edit", 1)]);
    let edit: Value =
        serde_json::from_str(&records.iter().find(|record| record.resource_id == shared && record.resource == "integrations").unwrap().before)
            .unwrap();
    assert_eq!(edit, json!({ "domains": [group] }));
}

#[tokio::test]
async fn delete_all_answers_for_each_and_takes_a_subtree_in_any_order() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let root = site.group("Root", None).await;
    let child = site.group("Child", Some(root)).await;
    let used = site.group("Used", None).await;
    site.group("Below", Some(used)).await;
    let answers = site.delete_all(&admin, &[root, used, child, 999_999]).await;
    let expected = [(root, ""), (used, "deletion prohibited: group has descendants"), (child, ""), (999_999, "item not found")];
    assert_eq!(answers, expected.map(|(id, message)| (id, message.to_string())));
    assert_eq!(site.names(&admin, "").await, ["Below", "Used"]);
}

#[tokio::test]
async fn delete_all_takes_no_more_than_500() {
    let site = Site::start().await;
    let message = proto::vestibule::common::v1::DeleteAllRequest { items: (1..=501).collect() };
    let request = site.request(&administrator(PROJECT), message);
    let error = proto::vestibule::domains::v1::groups_server::Groups::delete_all_groups(&site.groups, request).await.unwrap_err();
    assert_eq!(detail(&error).1, json!({ "fields": { "items": "maximum length is 500" } }));
}

#[tokio::test]
async fn only_groups_in_reach_are_removed() {
    let site = Site::start().await;
    let (mine, other) = (site.group("Mine", None).await, site.group("Other", None).await);
    let manager = someone(PROJECT, 5, [Permission::CanDeleteDomain], &[mine]);
    assert_eq!(site.delete(&manager, other).await.unwrap_err().code(), Code::NotFound);
    let overseer = someone(PROJECT, 6, [Permission::CanDeleteDomain, Permission::CanViewAllDomains], &[mine]);
    assert_eq!(site.delete(&overseer, other).await.unwrap_err().code(), Code::PermissionDenied);
    assert!(site.delete(&manager, mine).await.is_ok());
}
