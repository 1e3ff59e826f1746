use proto::vestibule::access::v1::access_checks_server::AccessChecks;
use proto::vestibule::access::v1::identifiers_server::Identifiers;
use proto::vestibule::access::v1::*;
use testing::PROJECT;

use crate::site::*;

async fn codes(site: &Site, request: CheckAccessRequest) -> (bool, Vec<String>) {
    let answer = site.checks.check_access(site.by(&site.admin(), request)).await.expect("an answer").into_inner();
    (answer.allowed, answer.reasons.into_iter().map(|reason| reason.code).collect())
}

fn anna_at(device_id: i64) -> CheckAccessRequest {
    CheckAccessRequest { user_id: Some(ANNA), device_id, lock_number: 1, ..Default::default() }
}

#[tokio::test]
async fn the_explanation_names_the_rule_that_grants() {
    let site = Site::start().await;
    assert_eq!(codes(&site, anna_at(DOOR_1)).await, (false, vec!["no_rule_for_this_door".into()]));
    let rule = site.rule(lets(ANNA, DOOR_1)).await;
    let answer = site.checks.check_access(site.by(&site.admin(), anna_at(DOOR_1))).await.unwrap().into_inner();
    assert!(answer.allowed);
    assert_eq!(answer.reasons[0].access_rule.as_ref().map(|named| (named.id, named.name.as_str())), Some((rule.id, "lets")));
}

#[tokio::test]
async fn outside_the_schedule_the_explanation_says_when_it_opens() {
    let site = Site::start().await;
    let hours = site.schedule(office_hours()).await;
    site.rule(AccessRule { time_rules: vec![reference(hours.id)], ..lets(ANNA, DOOR_1) }).await;
    // The test's clock: Monday, 09:00.
    assert!(codes(&site, anna_at(DOOR_1)).await.0);
    let saturday = prost_types::Timestamp { seconds: 1_795_392_000 + 5 * 86_400 + 9 * 3600, nanos: 0 };
    let answer =
        site.checks.check_access(site.by(&site.admin(), CheckAccessRequest { time: Some(saturday), ..anna_at(DOOR_1) })).await.unwrap().into_inner();
    assert!(!answer.allowed);
    assert_eq!(answer.reasons[0].code, "outside_schedule");
    assert_eq!(answer.reasons[0].next_opens.map(|at| at.seconds), Some(1_795_392_000 + 7 * 86_400 + 8 * 3600));
}

#[tokio::test]
async fn a_prohibition_wins_over_a_grant() {
    let site = Site::start().await;
    site.rule(lets(ANNA, DOOR_1)).await;
    site.rule(AccessRule { name: "not her".into(), prohibition: true, ..lets(ANNA, DOOR_1) }).await;
    assert_eq!(codes(&site, anna_at(DOOR_1)).await, (false, vec!["prohibited_by".into()]));
    site.card(ANNA, "77").await;
    assert!(site.desired(DOOR_1).await.is_empty());
}

#[tokio::test]
async fn a_revoked_card_is_explained() {
    let site = Site::start().await;
    let card = site.card(ANNA, "77").await;
    site.rule(lets(ANNA, DOOR_1)).await;
    let ask = CheckAccessRequest { identifier_id: Some(card.id), device_id: DOOR_1, lock_number: 1, ..Default::default() };
    assert_eq!(codes(&site, ask).await, (true, vec!["granted_by".into()]));
    site.identifiers.revoke_identifier(site.by(&site.admin(), RevokeIdentifierRequest { id: card.id })).await.unwrap();
    assert_eq!(codes(&site, ask).await, (false, vec!["revoked".into()]));
}

#[tokio::test]
async fn who_does_not_see_the_door_learns_nothing_of_it() {
    let site = Site::start().await;
    let manager = testing::group_administrator(PROJECT, 7, &[BUILDING_1]);
    for device in [DOOR_2, FOREIGN_DOOR, 424_242] {
        let refused = site.checks.check_access(site.by(&manager, anna_at(device))).await.unwrap_err();
        assert_eq!(refused.message(), "invalid related entity sent");
    }
}
