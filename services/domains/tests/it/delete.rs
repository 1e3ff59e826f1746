//! Removing.
use policy::Permission;
use serde_json::json;
use testing::{PROJECT, administrator, someone};
use tonic::Code;

use crate::site::{Site, told};

#[tokio::test]
async fn a_group_with_groups_below_stays_and_they_are_named() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let root = site.group("Root", None).await;
    let left = site.group("Left", Some(root)).await;
    site.group("Annex", Some(root)).await;
    let error = site.delete(&admin, root).await.unwrap_err();
    assert_eq!(error.code(), Code::FailedPrecondition);
    assert_eq!(told(&error), ("deletion prohibited: group has descendants".into(), json!({ "names": ["Annex", "Left"] })));
    site.delete(&admin, left).await.unwrap();
    assert_eq!(site.get(&admin, left).await.unwrap_err().code(), Code::NotFound);
}

#[tokio::test]
async fn delete_all_answers_for_each_and_takes_a_subtree_in_any_order() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let root = site.group("Root", None).await;
    let child = site.group("Child", Some(root)).await;
    let kept = site.group("Kept", None).await;
    site.group("Below", Some(kept)).await;
    let answers = site.delete_all(&admin, &[root, kept, child, 999_999]).await;
    let expected = [(root, ""), (kept, "deletion prohibited: group has descendants"), (child, ""), (999_999, "item not found")];
    assert_eq!(answers, expected.map(|(id, message)| (id, message.to_string())));
    assert_eq!(site.names(&admin, "").await, ["Below", "Kept"]);
}

#[tokio::test]
async fn delete_all_takes_no_more_than_500() {
    let site = Site::start().await;
    let message = proto::vestibule::common::v1::DeleteAllRequest { items: (1..=501).collect() };
    let request = site.request(&administrator(PROJECT), message);
    let error = proto::vestibule::domains::v1::groups_server::Groups::delete_all_groups(&site.groups, request).await.unwrap_err();
    assert_eq!(told(&error).1, json!({ "fields": { "items": "maximum length is 500" } }));
}

#[tokio::test]
async fn only_groups_in_reach_are_removed() {
    let site = Site::start().await;
    let (mine, other) = (site.group("Mine", None).await, site.group("Other", None).await);
    let manager = someone(PROJECT, 5, [Permission::CanDeleteDomain], &[mine]);
    assert_eq!(site.delete(&manager, other).await.unwrap_err().code(), Code::NotFound);
    let overseer = someone(PROJECT, 6, [Permission::CanDeleteDomain, Permission::CanViewAllDomains], &[mine]);
    assert_eq!(site.delete(&overseer, other).await.unwrap_err().code(), Code::PermissionDenied);
    assert!(site.delete(&manager, mine).await.is_ok());
}
