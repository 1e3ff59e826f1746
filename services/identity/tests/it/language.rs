//! The languages that people read: those of the project.
use policy::Caller;
use prost_types::FieldMask;
use proto::vestibule::common::v1::FileChunk;
use proto::vestibule::events::v1::{ProjectGeneral, UserChanged};
use proto::vestibule::identity::v1::imported_users_server::ImportedUsers;
use proto::vestibule::identity::v1::profiles_server::Profiles;
use proto::vestibule::identity::v1::*;
use serde_json::json;
use tonic::Status;

use crate::site::{Site, fields};

impl Site {
    /// Settings whose languages are these; the first is the project's own.
    async fn speaks(&self, version: i64, locales: &[&str]) {
        let general = ProjectGeneral { locale: locales[0].into(), locales: locales.iter().map(|locale| locale.to_string()).collect(), ..self.open() };
        self.settings(version, general).await;
    }

    /// The language of the user who was made or changed last.
    async fn last_language(&self) -> String {
        self.events::<UserChanged>("identity.user.changed").await.pop().unwrap().locale
    }
}

async fn choose(site: &Site, caller: &Caller, locale: &str) -> Result<Profile, Status> {
    let update_mask = Some(FieldMask { paths: vec!["locale".into()] });
    let request = UpdateProfileRequest { profile: Some(Profile { locale: locale.into(), ..Profile::default() }), update_mask };
    Ok(site.profiles().update_profile(site.request(caller, request)).await?.into_inner())
}

#[tokio::test]
async fn nobody_chooses_a_language_that_the_project_does_not_have() {
    let site = Site::start().await;
    site.speaks(1, &["en"]).await;
    let anna = site.person("anna", "user", &[11]).await;
    let refused = choose(&site, &anna.caller, "ru").await;
    assert_eq!(fields(refused), json!({ "locale": "must be one of the languages of the project" }));
    assert_eq!(fields(choose(&site, &anna.caller, "de").await), json!({ "locale": "must be one of: en, ru" }));
    site.speaks(2, &["en", "ru"]).await;
    let changed = choose(&site, &anna.caller, "ru").await.unwrap();
    assert_eq!((changed.locale.as_str(), changed.locales), ("ru", vec!["en".to_string(), "ru".to_string()]));
}

#[tokio::test]
async fn a_language_that_the_project_gives_up_stays_with_who_has_it_until_they_choose_another() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    site.speaks(1, &["ru"]).await;
    let request = UpdateProfileRequest {
        profile: Some(Profile { name: "Anna".into(), ..Profile::default() }),
        update_mask: Some(FieldMask { paths: vec!["name".into()] }),
    };
    let kept = site.profiles().update_profile(site.request(&anna.caller, request)).await.unwrap().into_inner();
    assert_eq!((kept.locale.as_str(), kept.locales), ("en", vec!["ru".to_string()]));
    choose(&site, &anna.caller, "ru").await.unwrap();
    assert!(choose(&site, &anna.caller, "en").await.is_err());
}

#[tokio::test]
async fn new_people_read_a_language_of_the_project() {
    let site = Site::start().await;
    assert_eq!(site.admin.locale, "en");
    site.person("anna", "user", &[11]).await;
    assert_eq!(site.last_language().await, "en", "that of whoever makes them, where the project has it");
    site.speaks(1, &["ru"]).await;
    site.person("boris", "user", &[11]).await;
    assert_eq!(site.last_language().await, "ru", "else the project's own");

    let file =
        FileChunk { file_name: "users.csv".into(), data: b"name,role,groups\nVera,user,group 10\n".to_vec(), is_last: true, ..Default::default() };
    let table = ImportUsersRequest { file: Some(file), ..Default::default() };
    site.users_client().import_users(site.request(&site.admin, futures::stream::iter([table]))).await.unwrap();
    assert_eq!(site.last_language().await, "ru");

    let user = StructureUser { name: "Gleb".into(), role: "User".into(), domain_ids: vec![11], ..Default::default() };
    let import_id = uuid::Uuid::new_v4().to_string();
    let request = ImportStructureUsersRequest { import_id, validate_only: false, users: vec![user], role_id: 0 };
    let rpc = identity::rpc::ImportedUserService(site.identity.clone());
    rpc.import_structure_users(site.request(&site.admin, request)).await.unwrap();
    assert_eq!(site.last_language().await, "ru");
}

#[tokio::test]
async fn whoever_comes_by_themselves_reads_and_is_written_to_in_a_language_of_the_project() {
    let site = Site::start().await;
    site.speaks(1, &["en"]).await;
    let begun = site.register("eva").await.unwrap();
    assert_eq!(site.last_mail(&site.email("eva")).await.locale, "en", "their browser is in Russian");
    site.confirm(&begun.registration, &site.last_code(&site.email("eva")).await).await.unwrap();
    assert_eq!(site.last_language().await, "en");

    site.speaks(2, &["ru"]).await;
    site.self_register("olga", "owner").await.unwrap();
    assert_eq!(site.last_mail(&site.email("olga")).await.locale, "ru", "their browser is in English");
}
