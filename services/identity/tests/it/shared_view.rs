use identity::rpc::SharedViewService;
use policy::{Caller, Permission};
use proto::vestibule::events::v1::AuditRecorded;
use proto::vestibule::identity::v1::shared_views_server::SharedViews;
use proto::vestibule::identity::v1::*;
use serde_json::json;
use tonic::{Code, Status};

use crate::site::{Site, code, fields};

async fn share(site: &Site, caller: &Caller, list: &str, name: &str) -> Result<SharedView, Status> {
    let view = SharedView { list: list.into(), name: name.into(), search: "?sort=name".into(), ..Default::default() };
    let request = site.request(caller, CreateSharedViewRequest { shared_view: Some(view) });
    Ok(SharedViewService(site.identity.clone()).create_shared_view(request).await?.into_inner())
}

async fn names(site: &Site, caller: &Caller, list: &str) -> Vec<String> {
    let request = site.request(caller, ListSharedViewsRequest { list: list.into() });
    let found = SharedViewService(site.identity.clone()).list_shared_views(request).await.unwrap().into_inner();
    found.items.into_iter().map(|view| view.name).collect()
}

async fn delete(site: &Site, caller: &Caller, id: i64) -> Result<i64, Status> {
    let request = site.request(caller, DeleteSharedViewRequest { id });
    Ok(SharedViewService(site.identity.clone()).delete_shared_view(request).await?.into_inner().id)
}

#[tokio::test]
async fn a_shared_view_is_seen_by_colleagues_who_see_that_list_and_by_nobody_else() {
    let site = Site::start().await;
    let guard = testing::someone(site.project, site.person("gus", "user", &[11]).await.id, [Permission::CanViewAllIdentifiers], &[11]);
    let resident = site.person("anna", "user", &[11]).await.caller;
    let made = share(&site, &site.admin, "identifiers", " Lost cards ").await.unwrap();
    assert_eq!((made.name.as_str(), made.created_by_user.unwrap().id), ("Lost cards", site.admin.user_id));
    share(&site, &site.admin, "users", "People").await.unwrap();
    assert_eq!(names(&site, &guard, "identifiers").await, ["Lost cards"]);
    assert_eq!(names(&site, &guard, "users").await, Vec::<String>::new(), "they see no other people");
    assert_eq!(names(&site, &resident, "identifiers").await, Vec::<String>::new());
    let recorded: AuditRecorded = site.events("audit.recorded").await.pop().unwrap();
    assert_eq!((recorded.action.as_str(), recorded.resource.as_str(), recorded.resource_name.as_str()), ("create", "shared-views", "People"));
}

#[tokio::test]
async fn only_who_sees_a_list_shares_its_views() {
    let site = Site::start().await;
    let resident = site.person("anna", "user", &[11]).await.caller;
    assert_eq!(code(share(&site, &resident, "identifiers", "Mine").await), Code::PermissionDenied);
    assert_eq!(code(share(&site, &site.admin, "no such list", "x").await), Code::PermissionDenied);
    assert_eq!(code(share(&site, &testing::nobody(), "identifiers", "x").await), Code::Unauthenticated);
    share(&site, &site.admin, "identifiers", "Lost cards").await.unwrap();
    let twice = share(&site, &site.admin, "identifiers", "LOST cards").await;
    assert_eq!(fields(twice), json!({ "name": "value must be unique" }));
    assert_eq!(fields(share(&site, &site.admin, "identifiers", "").await), json!({ "name": "required" }));
    let request = site.request(&site.admin, ListSharedViewsRequest::default());
    assert_eq!(fields(SharedViewService(site.identity.clone()).list_shared_views(request).await), json!({ "list": "required" }));
}

#[tokio::test]
async fn a_shared_view_is_removed_by_whoever_shared_it_and_by_who_may_change_settings() {
    let site = Site::start().await;
    let viewer = async |name: &str| testing::someone(site.project, site.person(name, "user", &[11]).await.id, [Permission::CanViewAllUsers], &[11]);
    let (gus, mia) = (viewer("gus").await, viewer("mia").await);
    let made = share(&site, &gus, "users", "Mine").await.unwrap();
    assert_eq!(code(delete(&site, &mia, made.id).await), Code::NotFound);
    assert_eq!(names(&site, &mia, "users").await, ["Mine"]);
    assert_eq!(delete(&site, &gus, made.id).await.unwrap(), made.id);
    let made = share(&site, &gus, "users", "Mine again").await.unwrap();
    assert_eq!(delete(&site, &site.admin, made.id).await.unwrap(), made.id);
    assert_eq!(names(&site, &gus, "users").await, Vec::<String>::new());
}

#[tokio::test]
async fn a_list_has_a_hundred_shared_views_at_most() {
    let site = Site::start().await;
    site.as_system(&format!(
        "INSERT INTO shared_views (project_id, list, name, search, created_at) SELECT {}, 'users', 'v' || n, '', now() FROM generate_series(1, 100) n",
        site.project
    ))
    .await;
    assert_eq!(fields(share(&site, &site.admin, "users", "one more").await), json!({ "list": "too many items: at most 100" }));
    share(&site, &site.admin, "devices", "another list").await.unwrap();
}
