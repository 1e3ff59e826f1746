use kit::tree;
use proto::vestibule::events::v1::*;
use proto::vestibule::telephony::v1::{ForwardParams, ForwardPeriod, ForwardQueue, RedirectIfError, RedirectIfNoAnswer, TrunkNumber, Weekday};
use serde_json::json;
use testing::PROJECT;

use crate::site::*;

async fn path(site: &Site, group: i64) -> Vec<i64> {
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    tree::path(&mut tx, group).await.unwrap()
}

/// One column of one row, as text.
async fn text(site: &Site, statement: &'static str) -> Option<String> {
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    sqlx::query_scalar(statement).fetch_optional(&mut *tx).await.unwrap()
}

#[tokio::test]
async fn the_tree_follows_what_domains_says() {
    let site = Site::start().await;
    assert_eq!(path(&site, BUILDING_2).await, [RESIDENCE, BUILDING_2]);
    site.deliver(tree::TOPIC, &group(PROJECT, BUILDING_2, BUILDING_1, 2)).await;
    site.deliver(tree::TOPIC, &group(PROJECT, BUILDING_2, RESIDENCE, 1)).await;
    assert_eq!(path(&site, BUILDING_2).await, [RESIDENCE, BUILDING_1, BUILDING_2]);
    site.deliver(tree::TOPIC, &GroupChanged { deleted: true, ..group(PROJECT, BUILDING_2, BUILDING_1, 3) }).await;
    assert_eq!(path(&site, BUILDING_2).await, Vec::<i64>::new());
}

#[tokio::test]
async fn an_older_snapshot_changes_nothing() {
    let site = Site::start().await;
    site.deliver("identity.user.changed", &UserChanged { name: "Anna".into(), ..user(PROJECT, ANNA, BUILDING_2, 3) }).await;
    site.deliver("identity.user.changed", &user(PROJECT, ANNA, BUILDING_1, 2)).await;
    assert_eq!(text(&site, "SELECT name FROM people WHERE id = 100").await.as_deref(), Some("Anna"));
    assert_eq!(text(&site, "SELECT group_id::text FROM person_groups WHERE user_id = 100").await.as_deref(), Some("12"));
}

#[tokio::test]
async fn a_deleted_role_holds_no_permissions() {
    let site = Site::start().await;
    let role = RoleChanged { project_id: PROJECT, id: 5, version: 1, permissions: vec!["can_call_all".into()], ..Default::default() };
    site.deliver("identity.role.changed", &role).await;
    assert_eq!(text(&site, "SELECT array_to_string(permissions, ' ') FROM roles WHERE id = 5").await.as_deref(), Some("can_call_all"));
    site.deliver("identity.role.changed", &RoleChanged { deleted: true, version: 2, ..role.clone() }).await;
    site.deliver("identity.role.changed", &role).await;
    assert_eq!(text(&site, "SELECT array_to_string(permissions, ' ') FROM roles WHERE id = 5").await.as_deref(), Some(""));
}

#[tokio::test]
async fn the_settings_of_a_group_say_where_its_general_number_rings() {
    let site = Site::start().await;
    let queue = ForwardQueue {
        numbers: vec!["101".into()],
        params: Some(ForwardParams {
            timeout: 30,
            days: vec![Weekday::Sat.into(), Weekday::Sun.into()],
            period: Some(ForwardPeriod { from: 79_200, to: 21_600 }),
            trunk_numbers: vec![TrunkNumber { number: "+31201234567".into(), trunk: None }],
        }),
        redirect_if_no_answer: Some(RedirectIfNoAnswer { is_immediately: true, timeout: 0 }),
        redirect_if_error: Some(RedirectIfError { enabled: true, timeout: 3 }),
    };
    let settings = GroupSettingsChanged {
        project_id: PROJECT,
        id: BUILDING_1,
        version: 1,
        forward: Some(GroupForward { is_active: true, queues: vec![queue] }),
        trunk: Some(GroupTrunk { is_enabled: true, outgoing_number: "+31201234567".into() }),
        ..Default::default()
    };
    site.deliver("domains.group_settings.changed", &settings).await;
    let queues = text(&site, "SELECT forward_queues::text FROM group_settings WHERE group_id = 11 AND forward_is_active AND trunk_is_enabled").await;
    let params = json!({
        "timeout": 30, "days": ["sat", "sun"], "period": { "from": 79_200, "to": 21_600 },
        "trunk_numbers": [{ "number": "+31201234567", "trunk_id": null }],
    });
    let (no_answer, error) = (json!({ "is_immediately": true, "timeout": 0 }), json!({ "enabled": true, "timeout": 3 }));
    let whole = json!([{ "numbers": ["101"], "params": params, "redirect_if_no_answer": no_answer, "redirect_if_error": error }]);
    assert_eq!(serde_json::from_str::<serde_json::Value>(&queues.unwrap()).unwrap(), whole);
    site.deliver(tree::TOPIC, &GroupChanged { deleted: true, ..group(PROJECT, BUILDING_1, RESIDENCE, 2) }).await;
    assert_eq!(text(&site, "SELECT group_id::text FROM group_settings WHERE group_id = 11").await, None);
}
