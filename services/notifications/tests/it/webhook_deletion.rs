//! What is deleted is gone when a webhook is told: whoever saw it where it was hears of it.
use policy::Permission::{CanChangeProjectSettings, CanViewProjectSettings};
use proto::vestibule::events::v1::{GroupChanged, RoleChanged};
use serde_json::Value;
use testing::{PROJECT, someone};

use crate::harness::*;
use crate::webhook_receiver::Behaviour;
use crate::webhook_site::*;

const CLERK: i64 = 6;
const CLERKS_ROLE: i64 = 21;

fn deleted(id: i64, parent_id: i64) -> GroupChanged {
    GroupChanged { project_id: PROJECT, id, version: 9, parent_id, deleted: true, name: format!("group {id}"), ..Default::default() }
}

/// Somebody who sees the house and what is below it, with a webhook of changes of groups.
async fn with_clerk_of_the_house() -> (Webhooks, i64) {
    let all = Webhooks::start().await;
    let rights = [CanViewProjectSettings, CanChangeProjectSettings];
    let permissions = rights.iter().map(|right| right.code().to_string()).collect();
    let role = RoleChanged { project_id: PROJECT, id: CLERKS_ROLE, version: 1, deleted: false, name: "clerk".into(), permissions };
    all.site.receive(notifications::events::ROLE, &role).await;
    all.site.user(CLERK, CLERKS_ROLE, &[HOUSE]).await;
    let webhook = all.create_by(&someone(PROJECT, CLERK, rights, &[HOUSE]), all.draft("crm", &["domain.changed"])).await.unwrap();
    (all, webhook.id)
}

fn received(all: &Webhooks) -> Vec<Value> {
    all.receiver.take().iter().map(|message| message.json()["data"]["id"].clone()).collect()
}

#[tokio::test]
async fn who_sees_the_group_above_hears_of_a_deleted_one_and_of_none_elsewhere() {
    let (all, webhook) = with_clerk_of_the_house().await;
    all.site.receive("domains.group.changed", &deleted(FLOOR, HOUSE)).await;
    all.site.receive("domains.group.changed", &deleted(ANNEX, 0)).await;
    all.send_due().await;
    assert_eq!((received(&all), all.find(webhook).await.dead), (vec![FLOOR.into()], 0));
}

#[tokio::test]
async fn who_loses_the_group_above_before_it_is_sent_hears_nothing() {
    let (all, webhook) = with_clerk_of_the_house().await;
    all.receiver.next([Behaviour::Answer(500)]);
    all.site.receive("domains.group.changed", &deleted(FLOOR, HOUSE)).await;
    all.send_due().await;
    assert_eq!(received(&all).len(), 1, "it is sent again later");
    let moved = proto::vestibule::events::v1::UserChanged { version: 2, ..user(CLERK, CLERKS_ROLE, &[ANNEX]) };
    all.site.receive(notifications::events::USER, &moved).await;
    all.send_all(webhook).await;
    assert_eq!((received(&all).len(), all.dead(webhook).await.remove(0).error), (0, "not_permitted".into()));
}

#[tokio::test]
async fn many_deleted_groups_are_looked_for_in_as_many_statements_as_one() {
    let (all, _) = with_clerk_of_the_house().await;
    let flats: Vec<i64> = (201..=206).collect();
    for id in &flats {
        let flat = GroupChanged { version: 1, deleted: false, ..deleted(*id, FLOOR) };
        all.site.receive("domains.group.changed", &flat).await;
    }
    all.send_due().await;
    assert_eq!(received(&all).len(), flats.len());
    let searched = async || {
        let (_, taken) = testing::statements(all.send_due()).await;
        taken.iter().filter(|statement| statement.contains("group_nodes")).count()
    };
    all.site.receive("domains.group.changed", &deleted(flats[0], FLOOR)).await;
    assert_eq!((searched().await, received(&all).len()), (1, 1));
    // Those below a group that is deleted too are looked for further up.
    for id in &flats[1..] {
        all.site.receive("domains.group.changed", &deleted(*id, FLOOR)).await;
    }
    all.site.receive("domains.group.changed", &deleted(FLOOR, HOUSE)).await;
    assert_eq!((searched().await, received(&all).len()), (1, flats.len()));
}
