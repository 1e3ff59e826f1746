use proto::vestibule::events::v1::UserChanged;

use crate::site::Site;

#[tokio::test]
async fn a_deleted_group_leaves_its_users_and_they_are_told_of() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11, 12]).await;
    let ivan = site.person("ivan", "user", &[12]).await;
    site.group(11, 10, 2, true).await;
    let user = site.get(&site.admin, anna.id).await.unwrap();
    assert_eq!(user.domains.iter().map(|group| group.id).collect::<Vec<_>>(), [12]);
    let published: UserChanged = site.events("identity.user.changed").await.pop().unwrap();
    assert_eq!((published.id, published.version, published.domain_ids), (anna.id, 2, vec![12]));
    assert_eq!(site.get(&site.admin, ivan.id).await.unwrap().domains.len(), 1);
}

#[tokio::test]
async fn an_old_snapshot_of_a_group_changes_nothing() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    site.group(11, 10, 3, false).await;
    site.group(11, 10, 2, true).await;
    assert_eq!(site.get(&site.admin, anna.id).await.unwrap().domains.len(), 1);
}
