//! What a device held before the platform becomes the project's, so that its list is what it held.
use access::app::App;
use access::rpc::adopted_list::AdoptedListsService;
use policy::{Caller, Permission};
use proto::vestibule::access::v1::adopted_lists_server::AdoptedLists;
use proto::vestibule::access::v1::*;
use testing::{OTHER_PROJECT, PROJECT, administrator, someone, statements};
use tonic::{Code, Status};
use uuid::Uuid;

use crate::site::{ANNA, BUILDING_1, BUILDING_2, DOOR_1, DOOR_2, FOREIGN_DOOR, Site, lets};

const HOURS: u128 = 900;

fn link(number: u128) -> String {
    Uuid::from_u128(number).to_string()
}

fn card(number: u128) -> DesiredIdentifier {
    DesiredIdentifier {
        link_id: link(number),
        r#type: "card".into(),
        number: format!("{number:010}"),
        owner_name: format!("Card {number}"),
        locks: vec![1],
        ..Default::default()
    }
}

fn hours() -> DesiredSchedule {
    let profile = serde_json::json!({
        "start": "2026-03-02T08:00:00", "end": "2026-03-02T18:00:00", "is_all_day": false, "repeat": "custom", "until": null, "point": "week",
        "looper": 1, "weekdays": ["mon", "fri"], "day_numbers": [], "parameterized_day": null, "months": []
    });
    DesiredSchedule { link_id: link(HOURS), name: "Office hours".into(), profile: profile.to_string(), ..Default::default() }
}

fn at(seconds: i64) -> Option<prost_types::Timestamp> {
    Some(prost_types::Timestamp { seconds, nanos: 0 })
}

/// A panel with cards and codes of its own.
fn panel() -> Vec<DesiredIdentifier> {
    let far = testing::NOW.unix_timestamp() + 86_400;
    vec![
        card(1),
        DesiredIdentifier { locks: vec![2], ..card(2) },
        DesiredIdentifier { locks: vec![0], valid_from: at(far - 3_600), valid_to: at(far), ..card(3) },
        DesiredIdentifier { passes: Some(5), is_guest: true, ..card(4) },
        DesiredIdentifier { schedule_link_ids: vec![link(HOURS)], ..card(5) },
        DesiredIdentifier { r#type: "access_code".into(), number: "004711".into(), locks: vec![0], ..card(6) },
        DesiredIdentifier { r#type: "qr".into(), number: link(77), schedule_link_ids: vec![link(HOURS)], ..card(7) },
    ]
}

pub async fn adopt(
    site: &Site,
    caller: &Caller,
    device_id: i64,
    (identifiers, schedules): (Vec<DesiredIdentifier>, Vec<DesiredSchedule>),
    plan_hash: &str,
) -> Result<AdoptDeviceListResponse, Status> {
    let request = AdoptDeviceListRequest { device_id, identifiers, schedules, plan_hash: plan_hash.into() };
    Ok(AdoptedListsService(App::new(&site.app.context)).adopt_device_list(site.by(caller, request)).await?.into_inner())
}

/// Makes the plan and carries it out.
async fn adopt_all(site: &Site, caller: &Caller, held: (Vec<DesiredIdentifier>, Vec<DesiredSchedule>)) -> AdoptDeviceListResponse {
    let plan = adopt(site, caller, DOOR_1, held.clone(), "").await.expect("a plan");
    assert!(!plan.is_applied);
    adopt(site, caller, DOOR_1, held, &plan.plan_hash).await.expect("an adoption")
}

/// Without what only the platform knows.
fn as_held(list: Vec<DesiredIdentifier>) -> Vec<DesiredIdentifier> {
    let mut held: Vec<_> =
        list.into_iter().map(|one| DesiredIdentifier { id: 0, owner_id: None, hash: String::new(), face_hash: String::new(), ..one }).collect();
    held.sort_by(|one, other| one.link_id.cmp(&other.link_id));
    held
}

fn counts(counts: Option<AdoptionCounts>) -> (i32, i32, i32) {
    counts.map_or((0, 0, 0), |counts| (counts.created, counts.known, counts.conflicts))
}

fn reasons(answer: &AdoptDeviceListResponse) -> Vec<(&str, &str)> {
    let conflicts = answer.items.iter().filter(|item| item.state() == AdoptedState::Conflict);
    conflicts.map(|item| (item.name.as_str(), item.reason.as_str())).collect()
}

#[tokio::test]
async fn adopted_and_compiled_a_list_is_what_the_panel_held() {
    let site = Site::start().await;
    let answer = adopt_all(&site, &site.admin(), (panel(), vec![hours()])).await;
    assert!(answer.is_applied, "{answer:?}");
    assert_eq!((counts(answer.identifiers), counts(answer.schedules)), ((7, 0, 0), (1, 0, 0)));
    let list = site.list(DOOR_1).await;
    assert_eq!(as_held(list.identifiers), panel());
    let schedules: Vec<DesiredSchedule> = list.schedules.into_iter().map(|one| DesiredSchedule { id: 0, hash: String::new(), ..one }).collect();
    let profile = |one: &DesiredSchedule| serde_json::from_str::<serde_json::Value>(&one.profile).unwrap();
    assert_eq!(
        schedules.iter().map(|one| (&one.link_id, &one.name, profile(one))).collect::<Vec<_>>(),
        [(&hours().link_id, &hours().name, profile(&hours()))]
    );
    assert_eq!((list.refused, list.version), (Vec::new(), answer.list_version));
    assert!(site.list(DOOR_2).await.identifiers.is_empty());
}

#[tokio::test]
async fn a_second_adoption_creates_nothing() {
    let site = Site::start().await;
    adopt_all(&site, &site.admin(), (panel(), vec![hours()])).await;
    let again = adopt_all(&site, &site.admin(), (panel(), vec![hours()])).await;
    assert_eq!((counts(again.identifiers), counts(again.schedules), counts(again.rules)), ((0, 7, 0), (0, 1, 0), (0, 0, 0)));
    assert_eq!(as_held(site.list(DOOR_1).await.identifiers), panel());
}

#[tokio::test]
async fn a_plan_writes_nothing_and_an_old_one_is_not_carried_out() {
    let site = Site::start().await;
    let plan = adopt(&site, &site.admin(), DOOR_1, (panel(), vec![hours()]), "").await.unwrap();
    assert!(site.list(DOOR_1).await.identifiers.is_empty());
    site.card(ANNA, "1").await;
    let refused = adopt(&site, &site.admin(), DOOR_1, (panel(), vec![hours()]), &plan.plan_hash).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "changed by somebody else: try again"));
    assert!(site.list(DOOR_1).await.identifiers.is_empty());
}

#[tokio::test]
async fn a_card_that_the_project_has_stays_itself_and_one_that_it_revoked_stays_out() {
    let site = Site::start().await;
    let known = site.card(ANNA, "1").await;
    let revoked = site.card(ANNA, "2").await;
    use proto::vestibule::access::v1::identifiers_server::Identifiers as _;
    site.identifiers.revoke_identifier(site.by(&site.admin(), RevokeIdentifierRequest { id: revoked.id })).await.unwrap();
    let answer = adopt_all(&site, &site.admin(), (vec![card(1), card(2), card(3)], Vec::new())).await;
    assert_eq!(counts(answer.identifiers), (1, 1, 1));
    assert_eq!(reasons(&answer), [("Card 2", "revoked")]);
    let mut held: Vec<String> = site.desired(DOOR_1).await.into_iter().map(|one| one.link_id).collect();
    held.sort();
    let mut expected = vec![known.link_id, link(3)];
    expected.sort();
    assert_eq!(held, expected);
}

#[tokio::test]
async fn what_a_rule_gives_already_needs_no_other() {
    let site = Site::start().await;
    site.card(ANNA, "1").await;
    site.rule(lets(ANNA, DOOR_1)).await;
    let answer = adopt_all(&site, &site.admin(), (vec![card(1)], Vec::new())).await;
    assert_eq!((counts(answer.identifiers), counts(answer.rules)), ((0, 1, 0), (0, 0, 0)));
}

#[tokio::test]
async fn who_may_create_one_of_the_three_takes_over_nothing() {
    let site = Site::start().await;
    let all = [
        Permission::CanViewAllDevices,
        Permission::CanViewAllIdentifiers,
        Permission::CanCreateIdentifier,
        Permission::CanCreateAccessRule,
        Permission::CanCreateTimeRule,
    ];
    for missing in [Permission::CanCreateIdentifier, Permission::CanCreateAccessRule, Permission::CanCreateTimeRule] {
        let rights: policy::PermissionSet = all.into_iter().filter(|right| *right != missing).collect();
        let refused = adopt(&site, &someone(PROJECT, 7, rights, &[]), DOOR_1, (panel(), vec![hours()]), "").await.unwrap_err();
        assert_eq!(refused.code(), Code::PermissionDenied, "{missing:?}");
    }
    assert!(adopt(&site, &someone(PROJECT, 7, all, &[]), DOOR_1, (panel(), vec![hours()]), "").await.is_ok());
}

#[tokio::test]
async fn a_device_that_the_caller_does_not_see_takes_over_nothing() {
    let site = Site::start().await;
    let rights = [Permission::CanViewDevices, Permission::CanCreateIdentifier, Permission::CanCreateAccessRule];
    let other_caller = someone(PROJECT, 7, rights, &[BUILDING_2]);
    for (caller, device) in [(&other_caller, DOOR_1), (&site.admin(), FOREIGN_DOOR)] {
        assert!(adopt(&site, caller, device, (vec![card(1)], Vec::new()), "").await.is_err());
    }
    assert!(adopt(&site, &someone(PROJECT, 7, rights, &[BUILDING_1]), DOOR_1, (vec![card(1)], Vec::new()), "").await.is_ok());
}

#[tokio::test]
async fn a_card_that_the_caller_does_not_see_is_a_duplicate_and_is_given_no_door() {
    let site = Site::start().await;
    site.card(ANNA, "1").await;
    let rights = [Permission::CanViewAllDevices, Permission::CanCreateIdentifier, Permission::CanCreateAccessRule];
    let answer = adopt_all(&site, &someone(PROJECT, 7, rights, &[BUILDING_2]), (vec![card(1)], Vec::new())).await;
    assert_eq!(reasons(&answer), [("Card 1", "duplicate")]);
    assert!(site.desired(DOOR_1).await.is_empty());
}

#[tokio::test]
async fn link_ids_of_another_project_are_its_own_affair() {
    let site = Site::start().await;
    adopt_all(&site, &site.admin(), (panel(), vec![hours()])).await;
    let other_administrator = administrator(OTHER_PROJECT);
    let plan = adopt(&site, &other_administrator, FOREIGN_DOOR, (panel(), vec![hours()]), "").await.unwrap();
    let answer = adopt(&site, &other_administrator, FOREIGN_DOOR, (panel(), vec![hours()]), &plan.plan_hash).await.unwrap();
    assert_eq!((counts(answer.identifiers), counts(answer.schedules)), ((7, 0, 0), (1, 0, 0)));
}

#[tokio::test]
async fn codes_are_in_no_answer_and_in_no_record() {
    let site = Site::start().await;
    let answer = adopt_all(&site, &site.admin(), (panel(), vec![hours()])).await;
    assert!(answer.items.iter().all(|item| !item.number.contains("4711")));
    let records: Vec<proto::vestibule::events::v1::AuditRecorded> = site
        .app
        .events()
        .await
        .iter()
        .filter(|(topic, _)| topic == "audit.recorded")
        .map(|(_, payload)| prost::Message::decode(payload.as_slice()).unwrap())
        .collect();
    let text = format!("{records:?}");
    assert!(text.contains("Card 6") && !text.contains("4711"), "{text}");
}

#[tokio::test]
async fn many_identifiers_take_as_many_statements_as_few() {
    let site = Site::start().await;
    let count = async |cards: std::ops::Range<u128>| {
        let held = || (cards.clone().map(card).collect::<Vec<_>>(), Vec::new());
        let plan = adopt(&site, &site.admin(), DOOR_1, held(), "").await.unwrap();
        let (answer, statements) = statements(adopt(&site, &site.admin(), DOOR_1, held(), &plan.plan_hash)).await;
        assert!(answer.unwrap().is_applied);
        statements.len()
    };
    count(1..3).await;
    assert_eq!(count(10..12).await, count(1_000..1_100).await);
}

#[tokio::test]
async fn a_list_beyond_any_device_is_refused() {
    let site = Site::start().await;
    let held = (1..=10_001).map(card).collect();
    assert_eq!(adopt(&site, &site.admin(), DOOR_1, (held, Vec::new()), "").await.unwrap_err().code(), Code::InvalidArgument);
}

#[tokio::test]
async fn a_panel_of_guesses_names_no_code_that_is_taken() {
    let mut site = Site::start().await;
    let prefix = Uuid::now_v7().to_string();
    site.app.context.settings = std::sync::Arc::new(kit::Settings { amqp_prefix: prefix, ..(*site.app.context.settings).clone() });
    let code = |number: u128| DesiredIdentifier { r#type: "access_code".into(), number: format!("{:06}", 500_000 + number), ..card(number) };
    let admin = site.admin();
    let codes: Vec<_> = (1..=11).map(code).collect();
    let plan = adopt(&site, &admin, DOOR_2, (codes.clone(), vec![]), "").await.unwrap();
    assert!(adopt(&site, &admin, DOOR_2, (codes.clone(), vec![]), &plan.plan_hash).await.unwrap().is_applied);

    let role = [Permission::CanCreateIdentifier, Permission::CanCreateAccessRule, Permission::CanViewDevices];
    let installer = someone(PROJECT, 7, role, &[BUILDING_1]);
    let few = adopt(&site, &installer, DOOR_1, (codes[..2].to_vec(), vec![]), "").await.unwrap();
    assert_eq!(reasons(&few).len(), 2);
    assert_eq!(adopt(&site, &installer, DOOR_1, (codes, vec![]), "").await.unwrap_err().code(), Code::ResourceExhausted);
    assert_eq!(adopt(&site, &installer, DOOR_1, (vec![code(90)], vec![]), "").await.unwrap_err().code(), Code::ResourceExhausted);
    adopt(&site, &installer, DOOR_1, (vec![card(91)], vec![]), "").await.expect("a card is no secret");
}
