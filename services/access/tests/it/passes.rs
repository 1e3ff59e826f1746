//! How often an identifier has opened a door.
use proto::vestibule::access::v1::access_checks_server::AccessChecks;
use proto::vestibule::access::v1::identifiers_server::Identifiers;
use proto::vestibule::access::v1::remote_checks_server::RemoteChecks;
use proto::vestibule::access::v1::*;
use testing::PROJECT;

use crate::site::*;

const GRANTED: &str = "access_granted_by_valid_identifier";

async fn limited(site: &Site, max: i32) -> Identifier {
    let card = Identifier { passes_restrict_active: true, passes_restrict_max_count: max, ..card(ANNA, "77") };
    let request = site.by(&site.admin(), CreateIdentifierRequest { identifier: Some(card) });
    let created = site.identifiers.create_identifier(request).await.expect("a card").into_inner();
    site.rule(lets(ANNA, DOOR_1)).await;
    site.rule(lets(ANNA, DOOR_2)).await;
    site.clear_outbox().await;
    created
}

async fn used(site: &Site, id: i64) -> i32 {
    let request = site.by(&site.admin(), GetIdentifierRequest { id, ..Default::default() });
    site.identifiers.get_identifier(request).await.expect("a card").into_inner().passes_restrict_passes_count
}

async fn left(site: &Site, device: i64) -> Vec<Option<i32>> {
    site.desired(device).await.into_iter().map(|card| card.passes).collect()
}

#[tokio::test]
async fn a_pass_at_one_door_leaves_every_door_one_less() {
    let site = Site::start().await;
    let card = limited(&site, 3).await;
    assert_eq!((used(&site, card.id).await, left(&site, DOOR_2).await), (0, vec![Some(3)]));
    site.deliver_access_event(card.id, DOOR_1, GRANTED).await;
    assert_eq!(used(&site, card.id).await, 1);
    assert_eq!((left(&site, DOOR_1).await, left(&site, DOOR_2).await), (vec![Some(2)], vec![Some(2)]));
    assert_eq!(site.changed_lists().await, [DOOR_1, DOOR_2]);
}

#[tokio::test]
async fn a_card_that_is_used_up_opens_no_more() {
    let site = Site::start().await;
    let card = limited(&site, 1).await;
    site.deliver_access_event(card.id, DOOR_1, "access_granted_by_remote_server_api_call").await;
    assert!(site.desired(DOOR_1).await.is_empty() && site.desired(DOOR_2).await.is_empty());
    let ask = CheckAccessRequest { identifier_id: Some(card.id), device_id: DOOR_2, lock_number: 1, ..Default::default() };
    let answer = site.checks.check_access(site.by(&site.admin(), ask)).await.unwrap().into_inner();
    assert_eq!((answer.allowed, answer.reasons[0].code.as_str()), (false, "passes_used_up"));
}

#[tokio::test]
async fn a_refusal_uses_up_no_pass_and_a_card_without_a_limit_is_not_counted() {
    let site = Site::start().await;
    let card = limited(&site, 3).await;
    site.deliver_access_event(card.id, DOOR_1, "access_denied_by_not_valid_identifier").await;
    site.deliver_access_event(card.id, DOOR_1, "access_granted_by_api_call").await;
    let free = site.card(BORIS, "78").await;
    site.clear_outbox().await;
    site.deliver_access_event(free.id, DOOR_1, GRANTED).await;
    assert_eq!((used(&site, card.id).await, used(&site, free.id).await), (0, 0));
    assert_eq!(site.changed_lists().await, Vec::<i64>::new());
}

#[tokio::test]
async fn a_limit_that_is_set_anew_counts_from_then_on() {
    let site = Site::start().await;
    let card = limited(&site, 2).await;
    site.deliver_access_event(card.id, DOOR_1, GRANTED).await;
    let change = async |active: bool, max: i32| {
        let identifier = Identifier { passes_restrict_active: active, passes_restrict_max_count: max, ..Default::default() };
        let paths = mask(&["passes_restrict_active", "passes_restrict_max_count"]);
        let request = UpdateIdentifierRequest { id: card.id, identifier: Some(identifier), update_mask: paths };
        site.identifiers.update_identifier(site.by(&site.admin(), request)).await.expect("a change").into_inner().passes_restrict_passes_count
    };
    assert_eq!(change(true, 5).await, 1, "a higher limit counts on");
    change(false, 1).await;
    assert_eq!(change(true, 5).await, 0);
}

#[tokio::test]
async fn an_event_does_not_wait_for_the_row_of_a_card_without_a_limit() {
    let site = Site::start().await;
    let card = site.card(ANNA, "77").await;
    let mut import = site.app.context.database.tenant(PROJECT).await.unwrap();
    sqlx::query("SELECT id FROM identifiers WHERE id = $1 FOR NO KEY UPDATE").bind(card.id).execute(&mut *import).await.unwrap();
    let delivered = site.deliver_access_event(card.id, DOOR_1, GRANTED);
    tokio::time::timeout(std::time::Duration::from_secs(20), delivered).await.expect("the event is taken while an import is at work");
    import.rollback().await.unwrap();
}

#[tokio::test]
async fn an_opening_that_is_held_when_its_limit_is_switched_off_is_over_after_a_minute() {
    let site = Site::start().await;
    let card = limited(&site, 1).await;
    let question = CheckIdentifierRequest { project_id: PROJECT, device_id: DOOR_1, r#type: "card".into(), number: "77".into() };
    let answer = site.remote.check_identifier(site.by(&testing::service(PROJECT, "device-gateway"), question)).await.unwrap();
    assert!(answer.get_ref().lock_number.is_some());
    let unlimited = Some(Identifier { passes_restrict_active: false, passes_restrict_max_count: 1, ..Default::default() });
    let paths = mask(&["passes_restrict_active", "passes_restrict_max_count"]);
    let change = UpdateIdentifierRequest { id: card.id, identifier: unlimited, update_mask: paths };
    site.identifiers.update_identifier(site.by(&site.admin(), change)).await.unwrap();
    site.app.context.clock.advance(time::Duration::seconds(61));
    access::jobs::openings::finish_due(&access::app::App::new(&site.app.context)).await.unwrap();
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    let states: Vec<i16> = sqlx::query_scalar("SELECT state FROM openings").fetch_all(&mut *tx).await.unwrap();
    assert_eq!(states, [3], "nobody looks for it again");
}
