//! Types of groups.
use policy::Permission;
use proto::vestibule::common::v1::DeleteAllRequest;
use proto::vestibule::domains::v1::group_types_server::GroupTypes as _;
use proto::vestibule::domains::v1::{
    CreateGroupTypeRequest, DeleteGroupTypeRequest, Group, GroupKind, GroupType, ListGroupTypesRequest, UpdateGroupTypeRequest,
};
use proto::vestibule::events::v1::ProjectChanged;
use testing::{OTHER_PROJECT, PROJECT, administrator, someone};
use tonic::{Code, Status};

use crate::site::Site;

async fn list(site: &Site, project: i64) -> Vec<(String, GroupKind)> {
    let request = site.request(&someone(project, 9, [], &[]), ListGroupTypesRequest { sort: "type,name".into(), ..Default::default() });
    let list = site.types.list_group_types(request).await.unwrap().into_inner();
    list.items.into_iter().map(|kind| (kind.name.clone(), kind.r#type())).collect()
}

async fn rename(site: &Site, id: i64, name: &str, kind: GroupKind) -> Result<GroupType, Status> {
    let group_type = Some(GroupType { id, r#type: kind.into(), name: name.into(), ..GroupType::default() });
    let update_mask = Some(prost_types::FieldMask { paths: vec!["name".into(), "type".into()] });
    let request = site.request(&administrator(PROJECT), UpdateGroupTypeRequest { id, group_type, update_mask });
    site.types.update_group_type(request).await.map(tonic::Response::into_inner)
}

#[tokio::test]
async fn a_new_project_gets_the_default_types_once() {
    let site = Site::start().await;
    let handler = site.events();
    let project = |version| ProjectChanged { id: PROJECT, version, name: "Riverside".into(), ..Default::default() };
    site.app.deliver(&handler, "identity.project.changed", &project(1)).await.unwrap();
    let defaults = list(&site, PROJECT).await;
    let expected = [
        ("building", GroupKind::Building),
        ("entrance", GroupKind::Unit),
        ("floor", GroupKind::Floor),
        ("apartment", GroupKind::Apartment),
        ("company", GroupKind::Common),
        ("site", GroupKind::Common),
    ];
    assert_eq!(defaults, expected.map(|(name, kind)| (name.to_string(), kind)));

    let request = site.request(&administrator(PROJECT), ListGroupTypesRequest { search: "company".into(), ..Default::default() });
    let company = site.types.list_group_types(request).await.unwrap().into_inner().items[0].id;
    let request = site.request(&administrator(PROJECT), DeleteGroupTypeRequest { id: company });
    site.types.delete_group_type(request).await.unwrap();
    site.app.deliver(&handler, "identity.project.changed", &project(2)).await.unwrap();
    assert_eq!(list(&site, PROJECT).await.len(), 5);
    assert!(list(&site, OTHER_PROJECT).await.is_empty());
}

#[tokio::test]
async fn only_who_may_change_the_project_makes_types() {
    let site = Site::start().await;
    let group_type = GroupType { id: 0, r#type: GroupKind::Common.into(), name: "campus".into(), ..GroupType::default() };
    let create = |caller| site.request(&caller, CreateGroupTypeRequest { group_type: Some(group_type.clone()) });
    let refused = site.types.create_group_type(create(someone(PROJECT, 5, [Permission::CanCreateRootDomain], &[]))).await.unwrap_err();
    assert_eq!(refused.code(), Code::PermissionDenied);
    assert!(site.types.create_group_type(create(someone(PROJECT, 5, [Permission::CanChangeProjectSettings], &[]))).await.is_ok());
}

#[tokio::test]
async fn a_name_is_unique_in_the_project() {
    let site = Site::start().await;
    site.group_type("campus", GroupKind::Common).await;
    let other = site.group_type("wing", GroupKind::Unit).await;
    assert_eq!(rename(&site, other, "campus", GroupKind::Unit).await.unwrap_err().message(), "value not unique");
    let elsewhere = CreateGroupTypeRequest {
        group_type: Some(GroupType { id: 0, r#type: GroupKind::Common.into(), name: "campus".into(), ..GroupType::default() }),
    };
    assert!(site.types.create_group_type(site.request(&administrator(OTHER_PROJECT), elsewhere)).await.is_ok());
}

#[tokio::test]
async fn a_type_in_use_is_neither_removed_nor_made_another_kind() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let used = site.group_type("wing", GroupKind::Unit).await;
    let free = site.group_type("campus", GroupKind::Common).await;
    site.create(&admin, Group { name: "West".into(), domain_type_id: Some(used), ..Group::default() }).await.unwrap();

    assert_eq!(rename(&site, used, "wing", GroupKind::Building).await.unwrap_err().message(), "action prohibited: group type is used");
    assert_eq!(rename(&site, used, "part", GroupKind::Unit).await.unwrap().name, "part");
    let request = site.request(&admin, DeleteAllRequest { items: vec![used, free, 999_999] });
    let answers = site.types.delete_all_group_types(request).await.unwrap().into_inner().items;
    let messages: Vec<_> = answers.iter().map(|item| (item.done, item.message.as_str())).collect();
    assert_eq!(messages, [(false, "deletion prohibited: group type is used"), (true, ""), (false, "item not found")]);
}

#[tokio::test]
async fn a_type_of_another_project_is_not_there() {
    let site = Site::start().await;
    let id = site.group_type("campus", GroupKind::Common).await;
    let stranger = administrator(OTHER_PROJECT);
    let error = site.types.delete_group_type(site.request(&stranger, DeleteGroupTypeRequest { id })).await.unwrap_err();
    assert_eq!(error.code(), Code::NotFound);
    let group = Group { name: "Theirs".into(), domain_type_id: Some(id), ..Group::default() };
    assert_eq!(site.create(&stranger, group).await.unwrap_err().message(), "invalid related entity sent");
}
