//! The tree, level by level.
use testing::{OTHER_PROJECT, PROJECT, administrator, group_administrator, someone};
use tonic::Code;

use crate::site::Site;

#[tokio::test]
async fn one_level_says_how_many_lie_below_each() {
    let site = Site::start().await;
    let root = site.group("Root", None).await;
    site.group("B", Some(root)).await;
    let a = site.group("A", Some(root)).await;
    site.group("Below", Some(a)).await;
    let admin = administrator(PROJECT);
    let level = |nodes: Vec<proto::vestibule::domains::v1::GroupNode>| nodes.into_iter().map(|n| (n.name, n.children_count)).collect::<Vec<_>>();
    assert_eq!(level(site.tree(&admin, None, 0).await.unwrap()), [("Root".into(), 2)]);
    assert_eq!(level(site.tree(&admin, Some(root), 1).await.unwrap()), [("A".into(), 1), ("B".into(), 0)]);
}

#[tokio::test]
async fn several_levels_come_in_tree_order() {
    let site = Site::start().await;
    let first = site.group("1", None).await;
    let inner = site.group("1.1", Some(first)).await;
    site.group("1.1.1", Some(inner)).await;
    site.group("1.2", Some(first)).await;
    site.group("2", None).await;
    let nodes = site.tree(&administrator(PROJECT), None, 2).await.unwrap();
    let order: Vec<_> = nodes.iter().map(|node| (node.name.as_str(), node.depth)).collect();
    assert_eq!(order, [("1", 0), ("1.1", 1), ("1.2", 1), ("2", 0)]);
    assert_eq!(site.tree(&administrator(PROJECT), None, 5).await.unwrap().len(), 5);
}

#[tokio::test]
async fn whoever_is_limited_to_their_groups_sees_them_as_roots() {
    let site = Site::start().await;
    let company = site.group("Company", None).await;
    let mine = site.group("Mine", Some(company)).await;
    let nested = site.group("Nested", Some(mine)).await;
    // Nested is theirs twice: by itself, and below Mine. It is shown once.
    let manager = group_administrator(PROJECT, 5, &[nested, mine]);
    let roots: Vec<_> = site.tree(&manager, None, 5).await.unwrap().into_iter().map(|node| (node.id, node.parent_id, node.depth)).collect();
    assert_eq!(roots, [(mine, None, 0), (nested, Some(mine), 1)]);
    assert_eq!(site.tree(&manager, Some(company), 1).await.unwrap_err().code(), Code::NotFound);
    assert!(site.tree(&someone(PROJECT, 6, [], &[]), None, 1).await.unwrap().is_empty());
    assert!(site.tree(&administrator(OTHER_PROJECT), None, 1).await.unwrap().is_empty());
}

#[tokio::test]
async fn the_depth_is_bounded() {
    let site = Site::start().await;
    for depth in [-1, 6] {
        assert_eq!(site.tree(&administrator(PROJECT), None, depth).await.unwrap_err().code(), Code::InvalidArgument);
    }
}

#[tokio::test]
async fn a_large_tree_is_cut_at_its_deepest_level_and_says_so() {
    let site = Site::start().await;
    let root = site.group("Root", None).await;
    let mut tx = site.app.context.database.system().await.unwrap();
    sqlx::query(
        "INSERT INTO groups (project_id, parent_id, name, created_by, created_by_name, created_at, updated_at)
         SELECT 1, $1, 'group ' || n, 1, '', now(), now() FROM generate_series(1, 5000) n",
    )
    .bind(root)
    .execute(&mut *tx)
    .await
    .unwrap();
    tx.commit().await.unwrap();
    let request = |parent_id, depth| site.request(&administrator(PROJECT), proto::vestibule::domains::v1::GetGroupTreeRequest { parent_id, depth });
    let tree = |request| proto::vestibule::domains::v1::groups_server::Groups::get_group_tree(&site.groups, request);
    let whole = tree(request(Some(root), 1)).await.unwrap().into_inner();
    assert_eq!((whole.items.len(), whole.truncated), (5000, false));
    let cut = tree(request(None, 2)).await.unwrap().into_inner();
    assert_eq!((cut.items.len(), cut.truncated, cut.items[0].id), (5000, true, root));
}
