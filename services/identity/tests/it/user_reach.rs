//! A user of several groups is changed only by somebody who reaches all of them: whoever could sign in as the user would
//! otherwise act in groups beyond their own reach.
use policy::{Caller, Permission};
use proto::vestibule::common::v1::DeleteAllRequest;
use proto::vestibule::identity::v1::users_server::Users;
use proto::vestibule::identity::v1::{
    CreateMarkerRequest, DeleteMobileClientRequest, DeleteUserAvatarRequest, ListUsersRequest, Marker, RemoveUserSecondFactorsRequest,
    SendRegistrationLinkRequest, SetUserPasswordRequest, User, UserMarker, markers_server::Markers,
};
use tonic::{Code, Status};

use crate::site::{NEW_PASSWORD, PASSWORD, Site, code, reference};

/// Every operation on a user that a group administrator has the right to, by name.
async fn operations(site: &Site, caller: &Caller, id: i64) -> Vec<(&'static str, Result<(), Status>)> {
    let patch = async |path: &str, user: User| site.patch(caller, id, &[path], user).await.map(|_| ());
    let users = site.users();
    vec![
        (
            "set password",
            users.set_user_password(site.request(caller, SetUserPasswordRequest { id, new_password: NEW_PASSWORD.into() })).await.map(|_| ()),
        ),
        ("password", patch("password", User { password: Some(NEW_PASSWORD.into()), ..Default::default() }).await),
        ("email", patch("email", User { email: Some(site.email("taken-over")), ..Default::default() }).await),
        ("name", patch("name", User { name: "x".into(), ..Default::default() }).await),
        ("role", patch("role", User { role: Some(reference(site.roles["concierge"])), ..Default::default() }).await),
        ("is_active", patch("is_active", User::default()).await),
        ("domains", patch("domains", User { domains: vec![reference(12), reference(20)], ..Default::default() }).await),
        ("second factors", users.remove_user_second_factors(site.request(caller, RemoveUserSecondFactorsRequest { id })).await.map(|_| ())),
        ("link", users.send_registration_link(site.request(caller, SendRegistrationLinkRequest { id })).await.map(|_| ())),
        ("avatar", users.delete_user_avatar(site.request(caller, DeleteUserAvatarRequest { id })).await.map(|_| ())),
        ("mobile client", users.delete_mobile_client(site.request(caller, DeleteMobileClientRequest { id, client_id: 1 })).await.map(|_| ())),
        ("delete", site.delete(caller, id).await),
    ]
}

#[tokio::test]
async fn a_user_of_two_groups_is_changed_only_by_whoever_reaches_both() {
    let site = Site::start().await;
    let maria = site.person("maria", "group_administrator", &[10]).await;
    let both = site.person("both", "group_administrator", &[10, 20]).await;
    let ivan = site.person("ivan", "user", &[11, 20]).await;
    let before = site.get(&site.admin, ivan.id).await.unwrap();
    assert!(site.get(&maria.caller, ivan.id).await.is_ok(), "a part is enough to see them");
    for (operation, result) in operations(&site, &maria.caller, ivan.id).await {
        assert_eq!(code(result), Code::PermissionDenied, "{operation}");
    }
    assert_eq!(site.get(&site.admin, ivan.id).await.unwrap(), before);
    assert!(site.login(&ivan.email, PASSWORD).await.is_ok());
    assert!(site.patch(&both.caller, ivan.id, &["name"], User { name: "Ivan".into(), ..Default::default() }).await.is_ok());
}

#[tokio::test]
async fn groups_out_of_sight_have_no_names_on_a_user_whom_one_sees_by_another_group() {
    let site = Site::start().await;
    let maria = site.person("maria", "group_administrator", &[10]).await;
    let ivan = site.person("ivan", "user", &[11, 20]).await;
    let names = async |caller: &Caller| {
        let listed = site.users().list_users(site.request(caller, ListUsersRequest { size: 100, ..Default::default() })).await.unwrap().into_inner();
        let listed = listed.items.into_iter().find(|user| user.id == ivan.id).unwrap().domains;
        let found = site.get(caller, ivan.id).await.unwrap().domains;
        assert_eq!(listed, found);
        found.into_iter().map(|group| (group.id, group.name)).collect::<Vec<_>>()
    };
    assert_eq!(names(&maria.caller).await, [(11, "group 11".to_string()), (20, String::new())]);
    assert_eq!(names(&site.admin).await, [(11, "group 11".to_string()), (20, "group 20".to_string())]);
    let own = site.get(&ivan.caller, ivan.id).await.unwrap().domains;
    assert!(own.iter().all(|group| !group.name.is_empty()), "one's own groups have names: {own:?}");
}

#[tokio::test]
async fn one_item_of_a_deletion_of_many_is_refused_where_a_group_is_out_of_reach() {
    let site = Site::start().await;
    let maria = site.person("maria", "group_administrator", &[10]).await;
    let (near, ivan) = (site.person("near", "user", &[11]).await, site.person("ivan", "user", &[11, 20]).await);
    let request = site.request(&maria.caller, DeleteAllRequest { items: vec![near.id, ivan.id] });
    let answer = site.users().delete_all_users(request).await.unwrap().into_inner();
    assert_eq!(answer.items.iter().map(|item| item.done).collect::<Vec<_>>(), [true, false]);
    assert!(site.get(&site.admin, ivan.id).await.is_ok());
}

#[tokio::test]
async fn whoever_created_a_user_does_not_change_them_in_groups_out_of_reach() {
    let site = Site::start().await;
    let maria = site.person("maria", "group_administrator", &[10]).await;
    let permissions = [
        Permission::CanViewUsers,
        Permission::CanCreateUser,
        Permission::CanEditAllUsers,
        Permission::CanDeleteUser,
        Permission::CanEditUsersRole,
        Permission::CanGrantPermissionsMoreThanHisOwn,
    ];
    let maria = testing::someone(site.project, maria.id, permissions, &[10]);
    let anna = site.create(&maria, site.new_user("anna", "user", &[11])).await.unwrap();
    assert!(site.patch(&maria, anna.id, &["name"], User { name: "Anna".into(), ..Default::default() }).await.is_ok());
    let both = User { domains: vec![reference(11), reference(20)], ..Default::default() };
    site.patch(&site.admin, anna.id, &["domains"], both).await.unwrap();
    for (operation, result) in operations(&site, &maria, anna.id).await {
        assert_eq!(code(result), Code::PermissionDenied, "{operation}");
    }
}

#[tokio::test]
async fn markers_are_given_to_users_whom_the_caller_sees_with_every_group() {
    let site = Site::start().await;
    let markers = identity::rpc::MarkerService(site.identity.clone());
    let marker = Marker { name: "Staff".into(), ..Default::default() };
    let staff = markers.create_marker(site.request(&site.admin, CreateMarkerRequest { marker: Some(marker) })).await.unwrap().into_inner();
    let viewer =
        testing::someone(site.project, 9999, [Permission::CanViewUsers, Permission::CanApplyMarkerUser, Permission::CanViewAllMarkers], &[10]);
    let (near, ivan) = (site.person("near", "user", &[11]).await, site.person("ivan", "user", &[11, 20]).await);
    let marked = User { markers: vec![UserMarker { id: staff.id, ..Default::default() }], ..Default::default() };
    assert!(site.patch(&viewer, near.id, &["markers"], marked.clone()).await.is_ok());
    assert_eq!(code(site.patch(&viewer, ivan.id, &["markers"], marked).await), Code::PermissionDenied);
}

#[tokio::test]
async fn a_link_to_another_user_needs_every_group_of_both() {
    let site = Site::start().await;
    let maria = site.person("maria", "group_administrator", &[10]).await;
    let (near, ivan) = (site.person("near", "user", &[11]).await, site.person("ivan", "user", &[11, 20]).await);
    let linked = User { linked_users: vec![reference(ivan.id)], ..Default::default() };
    assert_eq!(code(site.patch(&maria.caller, near.id, &["linked_users"], linked).await), Code::InvalidArgument);
}
