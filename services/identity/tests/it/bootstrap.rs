use proto::vestibule::events::v1::{ProjectChanged, RoleChanged, UserChanged};

use crate::site::{NEW_PASSWORD, PASSWORD, Site};

#[tokio::test]
async fn a_project_begins_with_an_administrator_and_the_default_roles() {
    let site = Site::start().await;
    let mut names: Vec<_> = site.roles.keys().map(String::as_str).collect();
    names.sort_unstable();
    assert_eq!(names, ["administrator", "concierge", "group_administrator", "user"]);
    let projects: Vec<ProjectChanged> = site.events("identity.project.changed").await;
    assert_eq!((projects.len(), projects[0].id, projects[0].name.as_str()), (1, site.project, "Site"));
    let roles: Vec<RoleChanged> = site.events("identity.role.changed").await;
    assert_eq!(roles.len(), 4);
    let users: Vec<UserChanged> = site.events("identity.user.changed").await;
    assert_eq!((users.len(), users[0].id, users[0].version), (1, site.admin.user_id, 1));
}

#[tokio::test]
async fn beginning_again_changes_nothing() {
    let site = Site::start().await;
    let before = site.app.events().await.len();
    let again = identity::bootstrap(&site.app.context, "Site", &site.admin_email.to_uppercase(), NEW_PASSWORD, "Someone").await.unwrap();
    assert!(!again.is_new, "the account keeps its password");
    assert_eq!((again.project_id, again.user_id, again.role_id), (site.project, site.admin.user_id, site.admin.role_id));
    assert_eq!(site.app.events().await.len(), before);
    assert!(site.login(&site.admin_email, PASSWORD).await.is_ok());
    assert!(site.login(&site.admin_email, NEW_PASSWORD).await.is_err());
}

#[tokio::test]
async fn beginnings_at_once_make_one_project() {
    let site = Site::start().await;
    let email = site.email("b");
    let begin = || identity::bootstrap(&site.app.context, "B", &email, PASSWORD, "B");
    let (one, other) = tokio::join!(begin(), begin());
    let (one, other) = (one.unwrap(), other.unwrap());
    assert_eq!((one.project_id, one.user_id, one.role_id), (other.project_id, other.user_id, other.role_id));
    assert_ne!(one.is_new, other.is_new, "one of them has made the account");
}

#[tokio::test]
async fn a_weak_password_begins_nothing() {
    let site = Site::start().await;
    let refused = identity::bootstrap(&site.app.context, "B", &site.email("b"), "short", "B").await;
    assert!(matches!(refused, Err(kit::Error::Invalid(fields)) if fields["password"] == "minimum length is 8"));
}
