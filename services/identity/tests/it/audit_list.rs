use identity::rpc::AuditEventService;
use policy::{Caller, Permission};
use proto::vestibule::common::v1::ExportFormat;
use proto::vestibule::events::v1::AuditRecorded;
use proto::vestibule::identity::v1::audit_events_server::AuditEvents;
use proto::vestibule::identity::v1::{AuditEvent, DownloadAuditEventsRequest, ListAuditEventsRequest};
use serde_json::json;
use tonic::{Code, Status};

use crate::site::{Site, code, fields, file};

async fn list(site: &Site, caller: &Caller, request: ListAuditEventsRequest) -> Result<Vec<AuditEvent>, Status> {
    Ok(AuditEventService(site.identity.clone()).list_audit_events(site.request(caller, request)).await?.into_inner().items)
}

async fn download(site: &Site, caller: &Caller, request: DownloadAuditEventsRequest) -> Result<(String, Vec<u8>), Status> {
    let pieces = AuditEventService(site.identity.clone()).download_audit_events(site.request(caller, request)).await?.into_inner();
    let (name, _, data) = file(pieces).await;
    Ok((name, data))
}

fn filters(field: &str, rule: &str, value: serde_json::Value) -> String {
    json!({ "items": [{ "field": field, "rule": rule, "value": value }] }).to_string()
}

/// The project's beginning, and three changes by Alex.
async fn recorded() -> Site {
    let site = Site::start().await;
    site.deliver_audit().await;
    for (id, name) in [(7, "=anna"), (8, "eva"), (9, "tom")] {
        let event = AuditRecorded {
            project_id: site.project,
            user_id: site.admin.user_id,
            user_name: "Alex".into(),
            ip: format!("192.0.2.{id}"),
            request_id: "r".into(),
            action: "edit".into(),
            resource: "users".into(),
            resource_id: id,
            resource_name: name.into(),
            before: r#"{"phone":null}"#.into(),
            after: r#"{"phone":"+31201234567"}"#.into(),
            at: Some(kit::clock::to_proto(testing::NOW + time::Duration::minutes(id))),
            token_name: if id == 8 { "CI".into() } else { String::new() },
        };
        site.deliver("audit.recorded", &event).await;
    }
    site
}

#[tokio::test]
async fn events_are_listed_the_newest_first_with_what_changed() {
    let site = recorded().await;
    let events = list(&site, &site.admin, Default::default()).await.unwrap();
    assert_eq!(events.iter().map(|event| event.id).collect::<Vec<_>>(), [4, 3, 2, 1]);
    let newest = &events[0];
    assert_eq!((newest.user.as_ref().unwrap().name.as_str(), newest.ip.as_str(), newest.resource_name.as_str()), ("Alex", "192.0.2.9", "tom"));
    assert_eq!(newest.before.as_ref().unwrap().fields.keys().collect::<Vec<_>>(), ["phone"]);
    let after = newest.after.as_ref().unwrap().fields["phone"].kind.clone();
    assert_eq!(after, Some(prost_types::value::Kind::StringValue("+31201234567".into())));
    assert_eq!(events[3].user, None, "the platform made the first administrator");
}

#[tokio::test]
async fn events_are_filtered_sorted_and_searched() {
    let site = recorded().await;
    let ids = async |request: ListAuditEventsRequest| -> Vec<i64> {
        list(&site, &site.admin, request).await.unwrap().into_iter().map(|event| event.resource_id).collect()
    };
    for (field, rule, value) in [
        ("resource_id", "equals", json!(8)),
        ("resource_name", "equals", json!("eva")),
        ("ip", "equals", json!("192.0.2.8")),
        ("token_name", "equals", json!("CI")),
        ("id", "equals", json!(3)),
    ] {
        assert_eq!(ids(ListAuditEventsRequest { filters: filters(field, rule, value), ..Default::default() }).await, [8], "{field}");
    }
    let since = filters("at", "equals_above", json!("2026-11-23T09:08:00Z"));
    assert_eq!(ids(ListAuditEventsRequest { filters: since, sort: "at".into(), ..Default::default() }).await, [8, 9]);
    assert_eq!(
        ids(ListAuditEventsRequest { filters: filters("user_id", "equals", json!(site.admin.user_id)), ..Default::default() }).await,
        [9, 8, 7]
    );
    assert_eq!(ids(ListAuditEventsRequest { filters: filters("action", "equals", json!("create")), ..Default::default() }).await.len(), 1);
    assert_eq!(ids(ListAuditEventsRequest { search: "EVA".into(), ..Default::default() }).await, [8]);
    let unknown = ListAuditEventsRequest { filters: filters("before", "has", json!("x")), ..Default::default() };
    assert_eq!(fields(list(&site, &site.admin, unknown).await), json!({ "filters.before": "unknown field" }));
}

#[tokio::test]
async fn a_download_holds_what_the_filters_ask_for_and_no_formula() {
    let site = recorded().await;
    let request = |format: ExportFormat| DownloadAuditEventsRequest {
        export_format: format.into(),
        filters: filters("action", "equals", json!("edit")),
        sort: "id".into(),
        search: String::new(),
    };
    let (name, data) = download(&site, &site.admin, request(ExportFormat::Csv)).await.unwrap();
    assert_eq!(name, "audit-events.csv");
    let text = String::from_utf8(data).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 4);
    assert!(lines[1].contains(",Alex,192.0.2.7,edit,users,7,'=anna,"), "{}", lines[1]);
    let (name, data) = download(&site, &site.admin, request(ExportFormat::Unspecified)).await.unwrap();
    assert_eq!(name, "audit-events.xlsx");
    assert_eq!(spreadsheet::read(data, Default::default()).await.unwrap().len(), 3);
}

#[tokio::test]
async fn a_download_with_an_unknown_filter_is_refused_before_it_begins() {
    let site = Site::start().await;
    let request = DownloadAuditEventsRequest { filters: filters("hash", "equals", json!("x")), ..Default::default() };
    let pieces = AuditEventService(site.identity.clone()).download_audit_events(site.request(&site.admin, request)).await;
    assert_eq!(pieces.err().map(|status| status.code()), Some(Code::InvalidArgument));
}

#[tokio::test]
async fn the_audit_log_needs_can_view_audit_and_is_of_one_project() {
    let site = recorded().await;
    let viewer = testing::someone(site.project, 9999, [Permission::CanViewAudit], &[]);
    assert_eq!(list(&site, &viewer, Default::default()).await.unwrap().len(), 4);
    let stranger = Caller { project_id: site.project + 1, ..viewer };
    assert!(list(&site, &stranger, Default::default()).await.unwrap().is_empty());
    let anna = site.person("anna", "group_administrator", &[10]).await.caller;
    for (caller, expected) in [(testing::nobody(), Code::Unauthenticated), (anna, Code::PermissionDenied)] {
        assert_eq!(code(list(&site, &caller, Default::default()).await), expected);
        assert_eq!(code(download(&site, &caller, Default::default()).await), expected);
    }
}
