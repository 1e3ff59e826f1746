use identity::rpc::ImportedUserService;
use proto::vestibule::common::v1::FileChunk;
use proto::vestibule::events::v1::{ProjectChanged, ProjectGeneral};
use proto::vestibule::identity::v1::imported_users_server::ImportedUsers;
use proto::vestibule::identity::v1::{ImportStructureUsersRequest, ImportUsersRequest, StructureUser};

use crate::site::Site;

#[tokio::test]
async fn zone_and_language_of_the_settings_become_the_projects_and_are_told() {
    let site = Site::start().await;
    site.settings(1, site.open()).await;
    let published: Vec<ProjectChanged> = site.events("identity.project.changed").await;
    let last = published.last().unwrap();
    assert_eq!((last.time_zone.as_str(), last.locale.as_str(), last.version), ("Europe/Amsterdam", "ru", 2));
    site.settings(2, site.open()).await;
    assert_eq!(site.events::<ProjectChanged>("identity.project.changed").await.len(), published.len(), "nothing changed");
}

#[tokio::test]
async fn settings_older_than_those_held_are_ignored() {
    let site = Site::start().await;
    site.settings(5, site.open()).await;
    site.settings(4, ProjectGeneral { time_zone: "Europe/Moscow".into(), registration_enabled: false, ..site.open() }).await;
    let published: ProjectChanged = site.events("identity.project.changed").await.pop().unwrap();
    assert_eq!(published.time_zone, "Europe/Amsterdam");
    assert!(site.register("eva").await.is_ok());
}

#[tokio::test]
async fn new_users_see_numbers_and_dates_as_the_settings_say_however_they_come() {
    let site = Site::start().await;
    site.settings(1, ProjectGeneral { time_format: "YYYY-MM-DD".into(), ..site.open() }).await;
    site.person("anna", "user", &[11]).await;

    let file =
        FileChunk { file_name: "users.csv".into(), data: b"name,role,groups\nboris,user,group 10\n".to_vec(), is_last: true, ..Default::default() };
    let table = ImportUsersRequest { file: Some(file), ..Default::default() };
    site.users_client().import_users(site.request(&site.admin, futures::stream::iter([table]))).await.unwrap();

    let user = StructureUser { name: "vera".into(), role: "User".into(), domain_ids: vec![11], ..Default::default() };
    let import_id = uuid::Uuid::new_v4().to_string();
    let request = ImportStructureUsersRequest { import_id, validate_only: false, users: vec![user], role_id: 0 };
    ImportedUserService(site.identity.clone()).import_structure_users(site.request(&site.admin, request)).await.unwrap();

    let mut tx = site.app.context.database.system().await.unwrap();
    let formats: Vec<(String, i16, i16)> =
        sqlx::query_as("SELECT name, identifier_format, time_format FROM users WHERE name <> 'Alex' ORDER BY name")
            .fetch_all(&mut *tx)
            .await
            .unwrap();
    let expected = ["anna", "boris", "vera"].map(|name| (name.to_string(), 2, 3));
    assert_eq!(formats, expected);
}
