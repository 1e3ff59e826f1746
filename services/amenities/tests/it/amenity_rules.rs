//! Rules of an amenity, changed by somebody who does not see all of them.
use proto::vestibule::amenities::v1::amenities_server::Amenities;
use proto::vestibule::amenities::v1::*;
use proto::vestibule::common::v1::Ref;
use testing::{PROJECT, StandIn};
use tonic::Code;

use crate::site::*;

fn manager() -> policy::Caller {
    testing::group_administrator(PROJECT, CLARA, &[RESIDENCE])
}

fn of_rules(rules: &[i64]) -> Amenity {
    Amenity { access_rules: rules.iter().map(|rule| reference(*rule)).collect(), ..Default::default() }
}

fn ids(rules: &[Ref]) -> Vec<i64> {
    rules.iter().map(|rule| rule.id).collect()
}

impl Site {
    async fn with_rules(&self, rules: &[i64]) -> i64 {
        self.amenity(Amenity { access_rules: of_rules(rules).access_rules, ..sauna() }).await.unwrap().id
    }

    async fn rules_of(&self, caller: &policy::Caller, id: i64) -> Vec<i64> {
        ids(&self.amenities.get_amenity(self.by(caller, GetAmenityRequest { id })).await.unwrap().into_inner().access_rules)
    }
}

#[tokio::test]
async fn while_access_does_not_answer_nobody_is_told_that_a_rule_is_gone_which_stays() {
    let site = Site::start().await;
    let sauna = site.with_rules(&[RULE, RULE_ELSEWHERE]).await;
    let down = StandIn::default()
        .answer("vestibule.access.v1.VisibleEntities/ListVisibleEntities", |_: tonic::Request<()>| Err::<(), _>(tonic::Status::unavailable("down")));
    site.app.context.peers.add("access", down.routes());
    let refused = site.change(&manager(), sauna, of_rules(&[]), &["access_rules"]).await.unwrap_err();
    assert_eq!(refused.code(), Code::Unavailable);
    // What is no rule is changed, and rules are not shown.
    let renamed = site.change(&manager(), sauna, Amenity { name: "Banya".into(), ..Default::default() }, &["name"]).await.unwrap();
    assert_eq!((renamed.name.as_str(), ids(&renamed.access_rules)), ("Banya", vec![]));
    assert_eq!(site.rules_of(&manager(), sauna).await, [0; 0]);
    assert_eq!(site.rules_of(&admin(), sauna).await, [RULE, RULE_ELSEWHERE]);
}

#[tokio::test]
async fn a_rule_that_somebody_else_gives_meanwhile_is_not_lost() {
    let site = Site::start().await;
    let sauna = site.with_rules(&[RULE]).await;
    // Somebody else is about to give it a rule that the manager does not see.
    let mut other = site.app.context.database.tenant(PROJECT).await.unwrap();
    sqlx::query("SELECT id FROM amenities WHERE id = $1 FOR UPDATE").bind(sauna).execute(&mut *other).await.unwrap();
    sqlx::query("INSERT INTO amenity_rules (amenity_id, rule_id, name, project_id) VALUES ($1, $2, 'elsewhere', $3)")
        .bind(sauna)
        .bind(RULE_ELSEWHERE)
        .bind(PROJECT)
        .execute(&mut *other)
        .await
        .unwrap();
    let manager = manager();
    let change = site.change(&manager, sauna, of_rules(&[RULE_2]), &["access_rules"]);
    let commit = async {
        // The change waits for the lock.
        let waits = "SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')";
        while !sqlx::query_scalar::<_, bool>(waits).fetch_one(&mut *other).await.unwrap() {
            // Within a transaction the list of connections is read once, and that of the change may be younger.
            sqlx::query("SELECT pg_stat_clear_snapshot()").execute(&mut *other).await.unwrap();
            tokio::task::yield_now().await;
        }
        other.commit().await.unwrap();
    };
    let (changed, ()) = tokio::join!(change, commit);
    let refused = changed.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "changed by somebody else: try again"));
    assert_eq!(site.rules_of(&admin(), sauna).await, [RULE, RULE_ELSEWHERE]);
    let again = site.change(&manager, sauna, of_rules(&[RULE_2]), &["access_rules"]).await.unwrap();
    assert_eq!(ids(&again.access_rules), [RULE_2]);
    assert_eq!(site.rules_of(&admin(), sauna).await, [RULE_ELSEWHERE, RULE_2]);
}

/// Another rule that everybody of the residence sees.
const RULE_2: i64 = 20;
