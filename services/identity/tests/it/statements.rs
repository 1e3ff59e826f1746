//! The number of statements of each operation on users does not depend on how many users there are, nor on their groups.
use proto::vestibule::identity::v1::users_server::Users;
use proto::vestibule::identity::v1::{ListUsersRequest, User};
use testing::statements;

use crate::site::{Site, reference};

async fn read(site: &Site, user: i64) -> [usize; 3] {
    let request = site.request(&site.admin, ListUsersRequest { size: 100, ..ListUsersRequest::default() });
    let (users, of_users) = statements(async { site.users().list_users(request).await }).await;
    users.unwrap();
    let (roles, of_roles) = statements(site.list_roles(&site.admin)).await;
    roles.unwrap();
    let (found, of_user) = statements(site.get(&site.admin, user)).await;
    found.unwrap();
    [of_users.len(), of_roles.len(), of_user.len()]
}

#[tokio::test]
async fn lists_and_a_user_take_as_many_statements_for_many_users_as_for_few() {
    let mut site = Site::start().await;
    let user = site.create(&site.admin, site.new_user("anna", "user", &[10])).await.unwrap();
    let few = read(&site, user.id).await;
    for number in 0..6 {
        site.create(&site.admin, site.new_user(&format!("user{number}"), "concierge", &[10, 11, 12, 20])).await.unwrap();
        site.make_role(&format!("role {number}"), &[policy::Permission::CanViewUsers], &["user"]).await;
    }
    assert_eq!(read(&site, user.id).await, few);
}

#[tokio::test]
async fn a_user_of_many_groups_is_created_and_changed_in_as_many_statements_as_one_of_one() {
    let site = Site::start().await;
    let change = async |name: &str, groups: &[i64]| {
        let (made, of_creation) = statements(site.create(&site.admin, site.new_user(name, "user", groups))).await;
        let made = made.unwrap();
        let domains = groups.iter().copied().map(reference).collect();
        let changed = User { name: format!("{name} renamed"), domains, ..User::default() };
        let (changed, of_change) = statements(site.patch(&site.admin, made.id, &["name", "domains"], changed)).await;
        changed.unwrap();
        [of_creation.len(), of_change.len()]
    };
    change("first", &[10]).await; // connections are made
    let one = change("anna", &[10]).await;
    assert_eq!(change("boris", &[10, 11, 12, 20]).await, one);
}
