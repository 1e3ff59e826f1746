use proto::vestibule::access::v1::access_checks_server::AccessChecks;
use proto::vestibule::access::v1::identifiers_server::Identifiers;
use proto::vestibule::access::v1::remote_checks_server::RemoteChecks;
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

#[tokio::test]
async fn faces_plates_and_guests_open_while_the_licence_is_unknown() {
    let site = Site::start().await;
    let mut tx = site.app.context.database.system().await.unwrap();
    sqlx::query("DELETE FROM project_features").execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    let mut device = door(PROJECT, DOOR_1, BUILDING_1, 2);
    device.identifier_types.push("license_plate".into());
    site.deliver("device.device.changed", &device).await;
    let plate = Identifier { r#type: IdentifierType::LicensePlate.into(), value: "AB123".into(), ..card(ANNA, "1") };
    let guest = Identifier { owner_type: OwnerType::Guest.into(), ..card(ANNA, "77") };
    let mut named = Vec::new();
    for identifier in [plate, guest] {
        let request = site.by(&site.admin(), CreateIdentifierRequest { identifier: Some(identifier) });
        named.push(reference(site.identifiers.create_identifier(request).await.unwrap().into_inner().id));
    }
    site.rule(AccessRule { identifiers: named, ..lets(ANNA, DOOR_1) }).await;
    assert_eq!(site.desired(DOOR_1).await.len(), 2);
}

#[tokio::test]
async fn a_decision_is_made_of_one_moment() {
    use std::sync::atomic::{AtomicBool, Ordering};
    let site = Site::start().await;
    let card = site.card(BORIS, "77").await;
    let rule = site.rule(lets(ANNA, DOOR_1)).await;
    // Never both at once: the card works while no rule names it, and a rule names it while it does not work.
    let toggle = async |works: bool| {
        let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
        sqlx::query("UPDATE identifiers SET is_active = $2 WHERE id = $1").bind(card.id).bind(works).execute(&mut *tx).await.unwrap();
        let statement = match works {
            true => "DELETE FROM rule_identifiers WHERE rule_id = $1 AND identifier_id = $2",
            false => "INSERT INTO rule_identifiers (rule_id, identifier_id, project_id) VALUES ($1, $2, 1)",
        };
        sqlx::query(statement).bind(rule.id).bind(card.id).execute(&mut *tx).await.unwrap();
        tx.commit().await.unwrap();
    };
    let is_over = AtomicBool::new(false);
    let toggling = async {
        toggle(true).await;
        while !is_over.load(Ordering::Relaxed) {
            toggle(false).await;
            toggle(true).await;
        }
    };
    let asking = async {
        let ask = CheckAccessRequest { identifier_id: Some(card.id), device_id: DOOR_1, lock_number: 1, ..Default::default() };
        let mut is_allowed = false;
        for _ in 0..300 {
            is_allowed |= codes(&site, ask).await.0;
        }
        is_over.store(true, Ordering::Relaxed);
        is_allowed
    };
    let ((), is_allowed) = tokio::join!(toggling, asking);
    assert!(!is_allowed);
}

#[tokio::test]
async fn a_service_asks_whether_the_rules_let_a_user_open_now() {
    let site = Site::start().await;
    let asked = async |user_id, device_id| {
        let gateway = testing::service(PROJECT, "telephony");
        let question = CheckUserRequest { project_id: PROJECT, device_id, user_id, lock_number: 1 };
        site.remote.check_user(site.by(&gateway, question)).await.expect("an answer").into_inner().allowed
    };
    assert!(!asked(ANNA, DOOR_1).await);
    site.rule(lets(ANNA, DOOR_1)).await;
    assert!(asked(ANNA, DOOR_1).await);
    assert!(!asked(BORIS, DOOR_1).await && !asked(ANNA, DOOR_2).await);
    assert!(!asked(999_999, DOOR_1).await && !asked(ANNA, 999_999).await, "unknown ones open nothing");
    site.rule(AccessRule { name: "not her".into(), prohibition: true, ..lets(ANNA, DOOR_1) }).await;
    assert!(!asked(ANNA, DOOR_1).await);
    let question = CheckUserRequest { project_id: PROJECT, device_id: DOOR_1, user_id: ANNA, lock_number: 1 };
    assert!(site.remote.check_user(site.by(&site.admin(), question)).await.is_err(), "people ask otherwise");
}
