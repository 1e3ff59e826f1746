//! Guests' keys that are put into a rule while somebody changes it.
use std::cell::Cell;

use kit::Tx;
use proto::vestibule::access::v1::guest_keys_server::GuestKeys;
use proto::vestibule::access::v1::*;
use testing::PROJECT;
use tonic::Status;

use crate::ended_keys::rules_of;
use crate::guest_key::{anna, give, key, keys, shareable, start, try_give};
use crate::site::*;

/// Somebody is about to turn the rule into one that forbids.
async fn forbidding(site: &Site, rule: i64) -> Tx {
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    for statement in
        ["UPDATE access_rules SET prohibition = true, version = version + 1 WHERE id = $1", "DELETE FROM rule_identifiers WHERE rule_id = $1"]
    {
        sqlx::query(statement).bind(rule).execute(&mut *tx).await.unwrap();
    }
    tx
}

/// The outcome of `change`. When it waits for `other`, or is done, `other` runs `statement` with the id and is committed.
async fn beside<T>(mut other: Tx, statement: &'static str, id: i64, change: impl Future<Output = T>) -> T {
    let is_done = Cell::new(false);
    let change = async {
        let outcome = change.await;
        is_done.set(true);
        outcome
    };
    let meanwhile = async {
        let waits = "SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')";
        while !is_done.get() && !sqlx::query_scalar::<_, bool>(waits).fetch_one(&mut *other).await.unwrap() {
            // Within a transaction the list of connections is read once.
            sqlx::query("SELECT pg_stat_clear_snapshot()").execute(&mut *other).await.unwrap();
            tokio::task::yield_now().await;
        }
        sqlx::query(statement).bind(id).execute(&mut *other).await.expect("nothing is locked against the order");
        other.commit().await.unwrap();
    };
    tokio::join!(change, meanwhile).0
}

const NOTHING: &str = "SELECT $1::bigint";

async fn change(site: &Site, id: i64, key: GuestKey, path: &str) -> Result<GuestKey, Status> {
    let request = UpdateGuestKeyRequest { id, guest_key: Some(key), update_mask: mask(&[path]) };
    Ok(keys(site).update_guest_key(site.by(&anna(), request)).await?.into_inner())
}

#[tokio::test]
async fn no_key_is_given_by_a_rule_that_begins_to_forbid_meanwhile() {
    let site = start().await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await.id;
    let refused = beside(forbidding(&site, rule).await, NOTHING, 0, try_give(&site, &anna(), key(rule))).await.unwrap_err();
    assert_eq!(refused.message(), "invalid related entity sent");
}

#[tokio::test]
async fn no_key_is_moved_to_a_rule_that_begins_to_forbid_meanwhile() {
    let site = start().await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await.id;
    let other = site.rule(AccessRule { name: "other".into(), ..shareable(ANNA, DOOR_2) }).await.id;
    let given = give(&site, &anna(), key(rule)).await.id;
    let refused = beside(forbidding(&site, other).await, NOTHING, 0, change(&site, given, key(other), "access_rules")).await.unwrap_err();
    assert_eq!((refused.message(), rules_of(&site, given).await), ("invalid related entity sent", vec![rule]));
}

#[tokio::test]
async fn a_key_that_is_renamed_does_not_come_back_to_a_rule_that_begins_to_forbid_meanwhile() {
    let site = start().await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await.id;
    let given = give(&site, &anna(), key(rule)).await.id;
    let renamed = GuestKey { name: "parcel".into(), ..key(rule) };
    beside(forbidding(&site, rule).await, NOTHING, 0, change(&site, given, renamed, "name")).await.expect("a name");
    assert_eq!(rules_of(&site, given).await, [0; 0]);
}

#[tokio::test]
async fn a_key_is_locked_after_the_rules_that_it_is_put_into() {
    let site = start().await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await.id;
    let other = site.rule(AccessRule { name: "other".into(), ..shareable(ANNA, DOOR_2) }).await.id;
    let given = give(&site, &anna(), key(rule)).await.id;
    // Somebody changes the rule, then names the key in it.
    let mut changing = site.app.context.database.tenant(PROJECT).await.unwrap();
    sqlx::query("SELECT id FROM access_rules WHERE id = $1 FOR NO KEY UPDATE").bind(other).execute(&mut *changing).await.unwrap();
    let naming = "SELECT id FROM identifiers WHERE id = $1 FOR KEY SHARE";
    beside(changing, naming, given, change(&site, given, key(other), "access_rules")).await.expect("other rules");
    assert_eq!(rules_of(&site, given).await, [other]);
}
