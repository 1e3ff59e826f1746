//! Moving a subtree.
use proto::vestibule::domains::v1::{Group, WhiteLabel};
use proto::vestibule::events::v1::GroupSettingsChanged;
use testing::{PROJECT, administrator, group_administrator};
use tonic::Code;

use crate::site::Site;

/// Rows of the closure: (ancestor, descendant, depth), without each group's own.
async fn closure(site: &Site) -> Vec<(i64, i64, i32)> {
    let mut tx = site.app.context.database.system().await.unwrap();
    let rows = sqlx::query_as("SELECT ancestor_id, descendant_id, depth FROM group_closure WHERE depth > 0 ORDER BY 1, 2").fetch_all(&mut *tx).await;
    rows.unwrap()
}

#[tokio::test]
async fn a_subtree_moves_as_a_whole_and_only_its_root_is_published() {
    let site = Site::start().await;
    let (a, b) = (site.group("A", None).await, site.group("B", None).await);
    let moved = site.group("Moved", Some(a)).await;
    let below = site.group("Below", Some(moved)).await;
    let deepest = site.group("Deepest", Some(below)).await;
    let published_before = site.snapshots().await.len();

    site.move_to(&administrator(PROJECT), moved, Some(b)).await.unwrap();

    let expected = vec![(b, moved, 1), (b, below, 2), (b, deepest, 3), (moved, below, 1), (moved, deepest, 2), (below, deepest, 1)];
    assert_eq!(closure(&site).await, expected);
    let published: Vec<_> = site.snapshots().await.split_off(published_before).into_iter().map(|group| (group.id, group.parent_id)).collect();
    assert_eq!(published, [(moved, b)]);
    let path = site.get(&administrator(PROJECT), deepest).await.unwrap().path;
    assert_eq!(path.into_iter().map(|above| above.name).collect::<Vec<_>>(), ["B", "Moved", "Below"]);
}

#[tokio::test]
async fn a_group_becomes_a_root_and_comes_back() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let root = site.group("Root", None).await;
    let child = site.group("Child", Some(root)).await;
    assert_eq!(site.move_to(&admin, child, None).await.unwrap().parent_id, None);
    assert_eq!(closure(&site).await, []);
    assert_eq!(site.move_to(&admin, child, Some(root)).await.unwrap().parent_id, Some(root));
    assert_eq!(closure(&site).await, [(root, child, 1)]);
}

#[tokio::test]
async fn a_group_is_never_moved_below_itself() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let root = site.group("Root", None).await;
    let child = site.group("Child", Some(root)).await;
    for target in [root, child] {
        assert_eq!(site.move_to(&admin, root, Some(target)).await.unwrap_err().code(), Code::InvalidArgument);
    }
    assert_eq!(closure(&site).await, [(root, child, 1)]);
}

#[tokio::test]
async fn two_moves_at_once_make_no_circle() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let (a, b) = (site.group("A", None).await, site.group("B", None).await);
    let (one, two) = tokio::join!(site.move_to(&admin, a, Some(b)), site.move_to(&admin, b, Some(a)));
    assert_eq!([one.is_ok(), two.is_ok()].iter().filter(|ok| **ok).count(), 1);
    assert_eq!(closure(&site).await.len(), 1);
}

#[tokio::test]
async fn a_group_administrator_moves_within_their_groups_only() {
    let site = Site::start().await;
    let (mine, other) = (site.group("Mine", None).await, site.group("Other", None).await);
    let (left, right) = (site.group("Left", Some(mine)).await, site.group("Right", Some(mine)).await);
    let manager = group_administrator(PROJECT, 5, &[mine]);
    assert_eq!(site.move_to(&manager, left, Some(right)).await.unwrap().parent_id, Some(right));
    assert_eq!(site.move_to(&manager, left, Some(other)).await.unwrap_err().message(), "invalid related entity sent");
    assert_eq!(site.move_to(&manager, left, None).await.unwrap_err().code(), Code::PermissionDenied);
}

#[tokio::test]
async fn a_hidden_parent_stays_when_the_group_is_sent_back_as_it_was_seen() {
    let site = Site::start().await;
    let company = site.group("Company", None).await;
    let mine = site.group("Mine", Some(company)).await;
    let manager = group_administrator(PROJECT, 5, &[mine]);
    let visible = site.get(&manager, mine).await.unwrap();
    assert_eq!((visible.parent_id, visible.path.len()), (None, 0));
    site.update(&manager, mine, &["name", "parent_id"], Group { name: "Ours".into(), ..visible }).await.unwrap();
    let group = site.get(&administrator(PROJECT), mine).await.unwrap();
    assert_eq!((group.name.as_str(), group.parent_id), ("Ours", Some(company)));
}

#[tokio::test]
async fn a_group_is_not_moved_where_licensing_refuses_it_and_is_while_licensing_does_not_answer() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let (a, b) = (site.group("A", None).await, site.group("B", None).await);
    let child = site.group("Child", Some(a)).await;
    site.licensing_refuses_moves("domain has license consistency errors");
    let refused = site.move_to(&admin, child, Some(b)).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "domain has license consistency errors"));
    assert_eq!(closure(&site).await, [(a, child, 1)]);
    let unmoved = Group { name: "Renamed".into(), parent_id: Some(a), ..Group::default() };
    site.update(&admin, child, &["name", "parent_id"], unmoved).await.expect("it stays where it is");
    let manager = group_administrator(PROJECT, 5, &[a]);
    assert_eq!(site.move_to(&manager, child, Some(b)).await.unwrap_err().message(), "invalid related entity sent", "licensing is not asked");

    site.licensing_is_away();
    site.move_to(&admin, child, Some(b)).await.expect("licensing does not answer");
    assert_eq!(closure(&site).await, [(b, child, 1)]);
}

#[tokio::test]
async fn a_tree_may_be_very_deep() {
    let site = Site::start().await;
    let mut parent = None;
    for level in 0..60 {
        parent = Some(site.group(&format!("Level {level}"), parent).await);
    }
    let deepest = site.get(&administrator(PROJECT), parent.unwrap()).await.unwrap();
    assert_eq!(deepest.path.len(), 59);
    assert_eq!((deepest.parent_lft, deepest.parent_rgt), (Some(60), Some(61)));
}

#[tokio::test]
async fn a_white_label_ends_and_comes_back_with_a_move_to_where_the_feature_is_off_or_on() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let (with, without) = (site.group("Riverside", None).await, site.group("Harbour", None).await);
    let house = site.group("House", Some(with)).await;
    let flat = site.group("Flat", Some(house)).await;
    let label = WhiteLabel { is_enabled: true, name: Some("Riverside".into()), ..WhiteLabel::default() };
    let label = Group { whitelabel_settings: Some(label), ..Group::default() };
    site.license_group(1, &["mobile_app.white_label"], (without, &["sip"])).await;
    site.update(&admin, flat, &["whitelabel_settings"], label).await.unwrap();
    let published_label = async || {
        let published: Vec<GroupSettingsChanged> = site.published("domains.group_settings.changed").await;
        let last = published.last().expect("settings");
        (published.len(), last.id, last.whitelabel.as_ref().is_some_and(|label| label.is_enabled))
    };
    assert_eq!(published_label().await, (1, flat, true));
    // The flat is moved with the house.
    site.move_to(&admin, house, Some(without)).await.unwrap();
    assert_eq!(published_label().await, (2, flat, false));
    site.update(&admin, house, &["name"], Group { name: "Old house".into(), ..Group::default() }).await.unwrap();
    assert_eq!(published_label().await, (2, flat, false), "another name changes nothing");
    site.move_to(&admin, house, Some(with)).await.unwrap();
    assert_eq!(published_label().await, (3, flat, true));
    site.move_to(&admin, house, None).await.unwrap();
    assert_eq!(published_label().await, (3, flat, true), "a root has what the project has");
}
