//! The call history: who sees which calls, how they are found, downloaded and forgotten.
use futures::TryStreamExt;
use policy::{Caller, Permission};
use proto::vestibule::common::v1::ExportFormat;
use proto::vestibule::telephony::v1::call_history_server::CallHistory;
use proto::vestibule::telephony::v1::*;
use serde_json::json;
use telephony::jobs::call_history_retention;
use telephony::rpc::call_history::CallHistoryService;
use testing::{NOW, OTHER_PROJECT, PROJECT, someone};
use time::Duration;
use tonic::{Code, Status};

use super::site::*;

/// A call of the history; fields that are not given are empty.
#[derive(Clone, Default)]
struct Call {
    id: &'static str,
    from: (&'static str, i64, i64, i64),
    to: (&'static str, i64, i64, i64),
    answered: (&'static str, i64),
    status: &'static str,
    is_sos: bool,
    minutes_ago: i64,
}

/// Number, user, device, group.
const ANNA_S: (&str, i64, i64, i64) = ("101", ANNA, 0, BUILDING_1);
const BORIS_S: (&str, i64, i64, i64) = ("102", BORIS, 0, BUILDING_2);
const PANEL_S: (&str, i64, i64, i64) = ("201", 0, PANEL_1, BUILDING_1);

async fn record(site: &Site, project: i64, call: Call) {
    let mut tx = site.app.context.database.tenant(project).await.unwrap();
    sqlx::query(
        "INSERT INTO call_history (project_id, speech_id, created_at, status, type, duration, is_sos,
             from_number, from_name, from_user_id, from_user_name, from_device_id, from_device_name, from_domain_id, from_domain_name,
             to_number, to_name, to_user_id, to_user_name, to_device_id, to_device_name, to_domain_id, to_domain_name,
             answered_number, answered_name, answered_user_id, answered_user_name)
         VALUES ($1, $2, $3, $4, 'normal', 42, $5, $6, '=from', $7, 'caller', $8, 'panel', $9, 'group', $10, 'to', $11, 'callee', $12, '', $13, 'group',
             $14, 'answered', $15, 'who answered')",
    )
    .bind(project)
    .bind(call.id)
    .bind(NOW - Duration::minutes(call.minutes_ago))
    .bind(call.status)
    .bind(call.is_sos)
    .bind(call.from.0)
    .bind(call.from.1)
    .bind(call.from.2)
    .bind(call.from.3)
    .bind(call.to.0)
    .bind(call.to.1)
    .bind(call.to.2)
    .bind(call.to.3)
    .bind(call.answered.0)
    .bind(call.answered.1)
    .execute(&mut *tx)
    .await
    .unwrap();
    tx.commit().await.unwrap();
}

/// Four calls, the newest first: panel to Anna, Anna to Boris, an SOS call, Boris to somebody outside.
async fn recorded() -> Site {
    let site = Site::start().await;
    for call in [
        Call { id: "1", from: PANEL_S, to: ANNA_S, answered: ("110", 110), status: "answered", minutes_ago: 1, ..Call::default() },
        Call { id: "2", from: ANNA_S, to: BORIS_S, status: "noanswer", minutes_ago: 2, ..Call::default() },
        Call { id: "3", from: PANEL_S, to: ("300", 0, 0, BUILDING_1), status: "cancel", is_sos: true, minutes_ago: 3, ..Call::default() },
        Call { id: "4", from: BORIS_S, to: ("+31612345678", 0, 0, 0), status: "failed", minutes_ago: 4, ..Call::default() },
    ] {
        record(&site, PROJECT, call).await;
    }
    record(&site, OTHER_PROJECT, Call { id: "9", from: ANNA_S, to: ("101", ANNA, 0, BUILDING_1), status: "busy", ..Call::default() }).await;
    site
}

async fn list(site: &Site, caller: &Caller, request: ListCallHistoryRequest) -> Result<Vec<HistoryCall>, Status> {
    Ok(CallHistoryService(site.service.clone()).list_call_history(site.by(caller, request)).await?.into_inner().items)
}

async fn alarms(site: &Site, caller: &Caller) -> Result<Vec<HistoryCall>, Status> {
    Ok(CallHistoryService(site.service.clone()).list_alarm_calls(site.by(caller, ListCallHistoryRequest::default())).await?.into_inner().items)
}

/// Each call by its numbers.
fn from_to(calls: &[HistoryCall]) -> Vec<(String, String)> {
    calls.iter().map(|call| (call.from.clone().unwrap().number, call.to.clone().unwrap().number)).collect()
}

fn pairs(calls: &[(&str, &str)]) -> Vec<(String, String)> {
    calls.iter().map(|(from, to)| (from.to_string(), to.to_string())).collect()
}

fn filtered(field: &str, rule: &str, value: serde_json::Value) -> ListCallHistoryRequest {
    let filters = json!({ "items": [{ "field": field, "rule": rule, "value": value }] }).to_string();
    ListCallHistoryRequest { filters, ..Default::default() }
}

#[tokio::test]
async fn who_sees_all_numbers_sees_all_calls_of_the_project_the_newest_first() {
    let site = recorded().await;
    let calls = list(&site, &site.admin(), Default::default()).await.unwrap();
    assert_eq!(from_to(&calls), pairs(&[("201", "101"), ("101", "102"), ("201", "300"), ("102", "+31612345678")]));
    let newest = &calls[0];
    assert_eq!((newest.status(), newest.r#type(), newest.duration), (CallStatus::Answered, CallType::Normal, 42));
    let (from, to) = (newest.from.as_ref().unwrap(), newest.to.as_ref().unwrap());
    assert_eq!((from.device.as_ref().unwrap().id, from.user.as_ref(), to.user.as_ref().unwrap().id), (PANEL_1, None, ANNA));
    assert_eq!(newest.answered_by.as_ref().map(|party| party.number.as_str()), Some("110"));
    assert_eq!(calls[1].answered_by, None);
}

#[tokio::test]
async fn everybody_sees_the_calls_that_they_made_were_called_by_or_answered() {
    let site = recorded().await;
    let of = async |user: i64| from_to(&list(&site, &someone(PROJECT, user, [], &[]), Default::default()).await.unwrap());
    assert_eq!(of(ANNA).await, pairs(&[("201", "101"), ("101", "102")]));
    assert_eq!(of(BORIS).await, pairs(&[("101", "102"), ("102", "+31612345678")]));
    assert_eq!(of(110).await, pairs(&[("201", "101")]), "who answered in another's place");
    assert_eq!(of(77).await, pairs(&[]));
    assert_eq!(list(&site, &testing::nobody(), Default::default()).await.unwrap_err().code(), Code::Unauthenticated);
}

#[tokio::test]
async fn calls_of_either_side_are_seen_as_far_as_numbers_are() {
    let site = recorded().await;
    let of = async |permission, group: i64| from_to(&list(&site, &someone(PROJECT, 77, [permission], &[group]), Default::default()).await.unwrap());
    let in_2 = pairs(&[("101", "102"), ("102", "+31612345678")]);
    assert_eq!(of(Permission::CanViewSipNumbers, BUILDING_2).await, in_2);
    assert_eq!(of(Permission::CanViewSipNumbers, RESIDENCE).await, pairs(&[]), "the group itself only");
    assert_eq!(of(Permission::CanViewDescendantSipNumbers, RESIDENCE).await.len(), 4);
    assert_eq!(of(Permission::CanViewDescendantSipNumbers, BUILDING_2).await, pairs(&[]));
}

#[tokio::test]
async fn calls_are_found_by_number_user_device_group_status_and_time() {
    let site = recorded().await;
    let at = |minutes| (NOW - Duration::minutes(minutes)).format(&time::format_description::well_known::Rfc3339).unwrap();
    for (field, rule, value, expected) in [
        ("number", "equals", json!("102"), &[("101", "102"), ("102", "+31612345678")][..]),
        ("number", "equals", json!(["300", "+31612345678"]), &[("201", "300"), ("102", "+31612345678")]),
        ("from_number", "equals", json!("102"), &[("102", "+31612345678")]),
        ("to_number", "begins_with", json!("+31"), &[("102", "+31612345678")]),
        ("from_user_id", "equals", json!(ANNA), &[("101", "102")]),
        ("to_user_id", "equals", json!(BORIS), &[("101", "102")]),
        ("device_id", "equals", json!(PANEL_1), &[("201", "101"), ("201", "300")]),
        ("within_domain_id", "equals", json!(BUILDING_2), &[("101", "102"), ("102", "+31612345678")]),
        ("status", "equals", json!(["noanswer", "failed"]), &[("101", "102"), ("102", "+31612345678")]),
        ("type", "equals", json!("awaiting"), &[]),
        ("duration", "above", json!(42), &[]),
        ("is_sos", "equals", json!(true), &[("201", "300")]),
        ("created_at", "below", json!(at(3)), &[("102", "+31612345678")]),
    ] {
        let calls = list(&site, &site.admin(), filtered(field, rule, value.clone())).await.unwrap();
        assert_eq!(from_to(&calls), pairs(expected), "{field} {rule} {value}");
    }
    let own = json!({ "match": "match_any", "items": [
        { "field": "from_number", "rule": "equals", "value": "101" }, { "field": "to_number", "rule": "equals", "value": "101" } ] });
    let recents = ListCallHistoryRequest { filters: own.to_string(), size: 50, ..Default::default() };
    assert_eq!(from_to(&list(&site, &someone(PROJECT, ANNA, [], &[]), recents).await.unwrap()), pairs(&[("201", "101"), ("101", "102")]));
    let searched = ListCallHistoryRequest { search: "612".into(), sort: "created_at".into(), ..Default::default() };
    assert_eq!(from_to(&list(&site, &site.admin(), searched).await.unwrap()), pairs(&[("102", "+31612345678")]));
    let refused = list(&site, &site.admin(), filtered("secret", "equals", json!(1))).await.unwrap_err();
    assert_eq!(refused_fields(&refused), ["filters.secret"]);
}

#[tokio::test]
async fn sos_calls_are_seen_as_far_as_the_devices_are_that_made_them() {
    let site = recorded().await;
    let watcher = |permissions: &[Permission], group| someone(PROJECT, 77, permissions.iter().copied().collect::<policy::PermissionSet>(), &[group]);
    use Permission::{CanViewDescendantDevices, CanViewDeviceAlarms, CanViewDevices};
    assert_eq!(from_to(&alarms(&site, &site.admin()).await.unwrap()), pairs(&[("201", "300")]));
    for (permissions, group, count) in [
        (&[CanViewDeviceAlarms, CanViewDevices][..], BUILDING_1, 1),
        (&[CanViewDeviceAlarms, CanViewDescendantDevices], RESIDENCE, 1),
        (&[CanViewDeviceAlarms, CanViewDevices], BUILDING_2, 0),
    ] {
        assert_eq!(alarms(&site, &watcher(permissions, group)).await.unwrap().len(), count, "{permissions:?} in {group}");
    }
    assert_eq!(alarms(&site, &watcher(&[CanViewDevices], BUILDING_1)).await.unwrap_err().code(), Code::PermissionDenied);
}

#[tokio::test]
async fn a_download_holds_what_the_caller_sees_and_no_formula() {
    let site = recorded().await;
    let download = async |caller: &Caller, filters: &str| {
        let request = DownloadCallHistoryRequest { export_format: ExportFormat::Csv.into(), filters: filters.into(), ..Default::default() };
        let pieces = CallHistoryService(site.service.clone()).download_call_history(site.by(caller, request)).await?.into_inner();
        let pieces: Vec<_> = pieces.try_collect().await?;
        let name = pieces[0].file_name.clone();
        let data: Vec<u8> = pieces.into_iter().flat_map(|piece| piece.data).collect();
        Ok::<_, Status>((name, String::from_utf8(data).unwrap()))
    };
    let (name, table) = download(&someone(PROJECT, BORIS, [], &[]), "").await.unwrap();
    assert!(name.starts_with("call-history") && name.ends_with(".csv"), "{name}");
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 3, "headings and two calls: {table}");
    assert!(lines[0].contains("created_at") && lines[1].contains("noanswer") && lines[2].contains("+31612345678"), "{table}");
    assert!(lines[1].contains("'=from"), "{table}");
    let (_, table) = download(&site.admin(), r#"[{"field":"is_sos","rule":"equals","value":true}]"#).await.unwrap();
    assert_eq!(table.lines().count(), 2);
    let refused = download(&site.admin(), r#"[{"field":"secret","rule":"equals","value":1}]"#).await.unwrap_err();
    assert_eq!(refused.code(), Code::InvalidArgument, "before anything is sent");
}

/// Groups, users and who answered, of the calls of `recorded` between Anna and others, as "caller/callee" of each.
fn told(calls: &[HistoryCall], numbers: (&str, &str)) -> [(String, String); 2] {
    let call =
        calls.iter().find(|call| call.from.as_ref().unwrap().number == numbers.0 && call.to.as_ref().unwrap().number == numbers.1).expect("a call");
    let side = |party: &Option<CallParty>| {
        let party = party.clone().unwrap();
        let name = |named: Option<proto::vestibule::common::v1::Ref>| named.map(|named| named.name).unwrap_or_default();
        (name(party.user.or(party.device)), name(party.domain))
    };
    [side(&call.from), side(&call.to)]
}

fn sides(from: (&str, &str), to: (&str, &str)) -> [(String, String); 2] {
    [from, to].map(|(name, group)| (name.to_owned(), group.to_owned()))
}

#[tokio::test]
async fn who_sees_one_side_of_a_call_is_told_names_of_the_other_as_far_as_they_see_it() {
    let site = recorded().await;
    let between = ("101", "102");
    let of = async |caller: Caller| told(&list(&site, &caller, Default::default()).await.unwrap(), between);
    let whole = sides(("caller", "group"), ("callee", "group"));
    assert_eq!(of(site.admin()).await, whole);
    let in_2 = |more: &[Permission]| {
        let rights: policy::PermissionSet = more.iter().copied().chain([Permission::CanViewSipNumbers]).collect();
        someone(PROJECT, 77, rights, &[BUILDING_2])
    };
    assert_eq!(of(in_2(&[])).await, sides(("", ""), ("callee", "group")));
    assert_eq!(of(in_2(&[Permission::CanViewAllUsers])).await, sides(("caller", ""), ("callee", "group")));
    assert_eq!(of(someone(PROJECT, BORIS, [], &[BUILDING_2])).await, sides(("caller", ""), ("callee", "group")), "he was called");
    let with_device = ("201", "101");
    let own = list(&site, &someone(PROJECT, ANNA, [], &[]), Default::default()).await.unwrap();
    assert_eq!(told(&own, with_device), sides(("panel", ""), ("callee", "")), "she knows who rang");
}

#[tokio::test]
async fn a_download_names_no_more_than_the_list() {
    let site = recorded().await;
    let caller = someone(PROJECT, 77, [Permission::CanViewSipNumbers], &[BUILDING_2]);
    let request = DownloadCallHistoryRequest { export_format: ExportFormat::Csv.into(), ..Default::default() };
    let pieces = CallHistoryService(site.service.clone()).download_call_history(site.by(&caller, request)).await.unwrap().into_inner();
    let pieces: Vec<_> = pieces.try_collect().await.unwrap();
    let table = String::from_utf8(pieces.into_iter().flat_map(|piece| piece.data).collect()).unwrap();
    let call = table.lines().find(|line| line.contains("101")).expect("a call");
    assert!(call.contains("callee") && !call.contains("caller"), "{call}");
}

#[tokio::test]
async fn calls_are_kept_for_four_hundred_days() {
    let site = recorded().await;
    let day = 24 * 60;
    record(&site, PROJECT, Call { id: "old", from: ANNA_S, to: BORIS_S, status: "busy", minutes_ago: 400 * day + 1, ..Call::default() }).await;
    record(&site, OTHER_PROJECT, Call { id: "older", from: ANNA_S, to: BORIS_S, status: "busy", minutes_ago: 500 * day, ..Call::default() }).await;
    record(&site, PROJECT, Call { id: "kept", from: ANNA_S, to: BORIS_S, status: "busy", minutes_ago: 400 * day - 1, ..Call::default() }).await;
    assert_eq!(call_history_retention::delete_old(&site.service).await.unwrap(), 2);
    assert_eq!(list(&site, &site.admin(), Default::default()).await.unwrap().len(), 5);
    assert_eq!(call_history_retention::delete_old(&site.service).await.unwrap(), 0);
}
