//! Guests' keys that have ended leave the rules that let them in.
use proto::vestibule::access::v1::access_rules_server::AccessRules;
use proto::vestibule::access::v1::guest_keys_server::GuestKeys;
use proto::vestibule::access::v1::identifiers_server::Identifiers;
use proto::vestibule::access::v1::*;
use proto::vestibule::events::v1::UserChanged;
use testing::PROJECT;
use tonic::Status;

use crate::guest_key::{anna, give, key, keys, shareable, start};
use crate::site::*;

pub async fn rules_of(site: &Site, identifier: i64) -> Vec<i64> {
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    let rules = sqlx::query_scalar("SELECT rule_id FROM rule_identifiers WHERE identifier_id = $1 ORDER BY rule_id");
    rules.bind(identifier).fetch_all(&mut *tx).await.unwrap()
}

async fn execute(site: &Site, statement: &'static str, identifier: i64) {
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    sqlx::query(statement).bind(identifier).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
}

async fn change(site: &Site, id: i64, key: GuestKey, paths: &[&str]) -> Result<GuestKey, Status> {
    let request = UpdateGuestKeyRequest { id, guest_key: Some(key), update_mask: mask(paths) };
    Ok(keys(site).update_guest_key(site.by(&anna(), request)).await?.into_inner())
}

#[tokio::test]
async fn a_key_that_is_revoked_is_in_no_rule_however_it_is_revoked() {
    let site = start().await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await.id;
    let mut given = Vec::new();
    for _ in 0..3 {
        given.push(give(&site, &anna(), key(rule)).await.id);
        assert_eq!(rules_of(&site, given[given.len() - 1]).await, [rule]);
    }
    site.clear_outbox().await;
    let by_giver = keys(&site).revoke_guest_key(site.by(&anna(), RevokeGuestKeyRequest { id: given[0] })).await.unwrap().into_inner();
    assert_eq!((by_giver.state(), by_giver.access_rules.len()), (GuestKeyState::Revoked, 0));
    assert_eq!(site.changed_lists().await, [DOOR_1]);
    let as_identifier = RevokeIdentifierRequest { id: given[1] };
    let as_identifier = site.identifiers.revoke_identifier(site.by(&site.admin(), as_identifier)).await.unwrap().into_inner();
    assert_eq!(as_identifier.access_rules.len(), 0);
    assert_eq!(site.changed_lists().await, [DOOR_1]);
    site.deliver("identity.user.changed", &UserChanged { deleted: true, ..user(PROJECT, ANNA, BUILDING_1, 2) }).await;
    for id in given {
        assert_eq!(rules_of(&site, id).await, [0; 0]);
    }
}

#[tokio::test]
async fn a_card_that_is_revoked_stays_in_its_rules_for_whoever_reads_them() {
    let site = start().await;
    let card = site.card(ANNA, "77").await;
    let rule = site.rule(AccessRule { identifiers: vec![reference(card.id)], ..lets(ANNA, DOOR_1) }).await.id;
    site.identifiers.revoke_identifier(site.by(&site.admin(), RevokeIdentifierRequest { id: card.id })).await.unwrap();
    assert_eq!(rules_of(&site, card.id).await, [rule]);
}

#[tokio::test]
async fn a_key_that_expired_a_year_ago_is_in_no_rule_that_grants_and_is_given_rules_again_with_its_next_period() {
    let site = start().await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await.id;
    let forbids = site.rule(AccessRule { name: "not them".into(), prohibition: true, users: vec![], ..lets(ANNA, DOOR_2) }).await.id;
    let (old, recent) = (give(&site, &anna(), key(rule)).await.id, give(&site, &anna(), key(rule)).await.id);
    let named = Identifier { access_rules: vec![reference(rule), reference(forbids)], ..Default::default() };
    let named = UpdateIdentifierRequest { id: old, identifier: Some(named), update_mask: mask(&["access_rules"]) };
    site.identifiers.update_identifier(site.by(&site.admin(), named)).await.expect("an administrator forbids a key");
    let ago = "UPDATE identifiers SET period_restrict_from = period_restrict_from - interval '400 days',
             period_restrict_to = period_restrict_to - interval '400 days' WHERE id = $1";
    execute(&site, ago, old).await;
    execute(&site, "UPDATE identifiers SET period_restrict_to = period_restrict_to - interval '30 days' WHERE id = $1", recent).await;
    access::jobs::openings::prune(&access::app::App::new(&site.app.context)).await.unwrap();
    assert_eq!((rules_of(&site, old).await, rules_of(&site, recent).await), (vec![forbids], vec![rule]));

    let renewed = GuestKey { access_rules: vec![reference(rule)], ..key(rule) };
    let without = change(&site, old, renewed.clone(), &["period_restrict_to"]).await.unwrap_err();
    assert_eq!(refused_fields(&without), ["access_rules"]);
    let again = change(&site, old, renewed, &["period_restrict_to", "access_rules"]).await.unwrap();
    assert_eq!((again.state(), rules_of(&site, old).await), (GuestKeyState::Active, vec![rule, forbids]));
}

#[tokio::test]
async fn a_key_that_an_older_replica_has_revoked_leaves_every_rule_too() {
    let site = start().await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await.id;
    let forbids = site.rule(AccessRule { name: "not them".into(), prohibition: true, users: vec![], ..lets(ANNA, DOOR_2) }).await.id;
    let [revoked, other] = [give(&site, &anna(), key(rule)).await.id, give(&site, &anna(), key(rule)).await.id];
    let card = site.card(ANNA, "77").await.id;
    for id in [revoked, other, card] {
        let named = Identifier { access_rules: vec![reference(rule), reference(forbids)], ..Default::default() };
        let named = UpdateIdentifierRequest { id, identifier: Some(named), update_mask: mask(&["access_rules"]) };
        site.identifiers.update_identifier(site.by(&site.admin(), named)).await.expect("an administrator names them");
    }
    for id in [revoked, card] {
        execute(&site, "UPDATE identifiers SET revoked_at = now() WHERE id = $1", id).await;
    }
    access::jobs::openings::prune(&access::app::App::new(&site.app.context)).await.unwrap();
    assert_eq!(rules_of(&site, revoked).await, [0; 0]);
    assert_eq!((rules_of(&site, other).await, rules_of(&site, card).await), (vec![rule, forbids], vec![rule, forbids]));
}

#[tokio::test]
async fn a_rule_that_forbids_from_now_on_lets_go_of_the_keys_that_were_given_by_it_and_keeps_its_cards() {
    let site = start().await;
    let card = site.card(BORIS, "78").await.id;
    let rule = site.rule(AccessRule { identifiers: vec![reference(card)], ..shareable(ANNA, DOOR_1) }).await.id;
    let other = site.rule(AccessRule { name: "other".into(), ..shareable(ANNA, DOOR_2) }).await.id;
    let given = give(&site, &anna(), GuestKey { access_rules: vec![reference(rule), reference(other)], ..key(rule) }).await.id;
    let forbid = async |prohibition: bool| {
        let access_rule = Some(AccessRule { prohibition, ..Default::default() });
        let request = UpdateAccessRuleRequest { id: rule, access_rule, update_mask: mask(&["prohibition"]), ..Default::default() };
        site.access_rules.update_access_rule(site.by(&site.admin(), request)).await.expect("a changed rule");
    };
    forbid(true).await;
    assert_eq!((rules_of(&site, given).await, rules_of(&site, card).await), (vec![other], vec![rule]));
    let held = async |device| site.desired(device).await.iter().any(|held| held.id == given);
    assert_eq!((held(DOOR_1).await, held(DOOR_2).await), (false, true));
    forbid(false).await;
    assert_eq!((rules_of(&site, given).await, held(DOOR_1).await), (vec![other], false), "nobody has given it anew");
}
