use policy::Caller;
use prost_types::FieldMask;
use proto::vestibule::events::v1::{GroupLicenseLimits, LicenseChanged, LicenseLimits, UserChanged, UserLicenseChanged};
use proto::vestibule::identity::v1::profiles_server::Profiles;
use proto::vestibule::identity::v1::{
    DeleteProfileRequest, GetProfileRequest, Profile, ProfileDetails, SetMobileAppPopupRequest, UpdateProfileRequest, User,
};
use serde_json::json;
use tonic::{Code, Status};

use crate::site::{PASSWORD, Site, code, fields, refusal};

async fn get(site: &Site, caller: &Caller) -> Result<Profile, Status> {
    Ok(site.profiles().get_profile(site.request(caller, GetProfileRequest {})).await?.into_inner())
}

async fn patch(site: &Site, caller: &Caller, paths: &[&str], profile: Profile) -> Result<Profile, Status> {
    let update_mask = Some(FieldMask { paths: paths.iter().map(|path| path.to_string()).collect() });
    let request = UpdateProfileRequest { profile: Some(profile), update_mask };
    Ok(site.profiles().update_profile(site.request(caller, request)).await?.into_inner())
}

fn details(details: ProfileDetails) -> Profile {
    Profile { profile: Some(details), ..Default::default() }
}

#[tokio::test]
async fn a_profile_tells_who_one_is() {
    let site = Site::start().await;
    let license = |version, features: &[&str]| LicenseChanged {
        project_id: site.project,
        version,
        features: features.iter().map(|feature| feature.to_string()).collect(),
        ..Default::default()
    };
    site.deliver("licensing.license.changed", &license(2, &["sip", "elevator"])).await;
    site.deliver("licensing.license.changed", &license(1, &[])).await;
    let anna = site.person("anna", "user", &[11]).await;
    let profile = get(&site, &anna.caller).await.unwrap();
    assert_eq!((profile.id, profile.name.as_str(), &profile.email), (anna.id, "anna", &anna.email));
    assert_eq!(profile.role.as_ref().unwrap().name, "user");
    assert_eq!(profile.role.unwrap().permissions.len(), anna.caller.permissions.iter().count());
    assert_eq!(profile.domains[0].name, "group 11");
    assert_eq!(profile.project.unwrap().name, "Site");
    assert_eq!(profile.license_info.unwrap().features, ["sip", "elevator"]);
    let details = profile.profile.unwrap();
    assert_eq!((details.time_format.as_str(), details.identifier_format.as_str(), details.project_id), ("DD-MM-YYYY", "dec", site.project));
    assert_eq!((profile.locale.as_str(), profile.is_verified, profile.is_invited), ("en", false, false));
}

#[tokio::test]
async fn a_feature_is_on_for_the_project_for_a_group_of_the_user_and_for_the_user() {
    let site = Site::start().await;
    let group = GroupLicenseLimits { group_id: 11, features: vec!["sip".into(), "amenity".into()], ..Default::default() };
    let features = ["sip", "amenity", "elevator"].map(String::from).to_vec();
    let limits = Some(LicenseLimits { groups: vec![group], ..Default::default() });
    let license = LicenseChanged { project_id: site.project, version: 2, features, limits, ..Default::default() };
    site.deliver("licensing.license.changed", &license).await;
    let anna = site.person("anna", "user", &[11]).await;
    let off =
        UserLicenseChanged { project_id: site.project, user_id: anna.id, version: 1, features_off: vec!["amenity".into()], ..Default::default() };
    site.deliver("licensing.user_license.changed", &off).await;
    assert_eq!(get(&site, &anna.caller).await.unwrap().license_info.unwrap().features, ["sip"]);
}

#[tokio::test]
async fn everybody_chooses_language_and_formats() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let without_rights = testing::someone(site.project, anna.id, [], &[11]);
    let wanted = ProfileDetails {
        time_zone: "Europe/Amsterdam".into(),
        time_format: "YYYY-MM-DD".into(),
        identifier_format: "hex".into(),
        ..Default::default()
    };
    let paths = ["locale", "profile.time_zone", "profile.time_format", "profile.identifier_format"];
    let changed = patch(&site, &without_rights, &paths, Profile { locale: "ru".into(), ..details(wanted) }).await.unwrap();
    assert_eq!(changed.locale, "ru");
    let got = changed.profile.unwrap();
    assert_eq!((got.time_zone.as_str(), got.time_format.as_str(), got.identifier_format.as_str()), ("Europe/Amsterdam", "YYYY-MM-DD", "hex"));
    assert!(got.is_app_popup_active);
    let published: UserChanged = site.events("identity.user.changed").await.pop().unwrap();
    assert_eq!((published.version, published.locale.as_str()), (2, "ru"));
}

#[tokio::test]
async fn name_phone_and_address_need_can_edit_profile() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let without_right = testing::someone(site.project, anna.id, [], &[11]);
    let wanted = || Profile {
        name: "Anna".into(),
        ..details(ProfileDetails { phone: Some("+31201234567".into()), address: Some("x".into()), ..Default::default() })
    };
    for path in ["name", "profile.phone", "profile.address"] {
        assert_eq!(code(patch(&site, &without_right, &[path], wanted()).await), Code::PermissionDenied, "{path}");
    }
    let changed = patch(&site, &anna.caller, &["name", "profile.phone"], wanted()).await.unwrap();
    assert_eq!((changed.name.as_str(), changed.profile.unwrap().phone.as_deref()), ("Anna", Some("+31201234567")));
}

#[tokio::test]
async fn an_unchanged_name_needs_no_right() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let without_right = testing::someone(site.project, anna.id, [], &[11]);
    let sent = Profile { name: "anna".into(), locale: "ru".into(), ..Default::default() };
    assert_eq!(patch(&site, &without_right, &["name", "locale"], sent).await.unwrap().locale, "ru");
}

#[tokio::test]
async fn what_is_no_language_or_format_is_named() {
    let site = Site::start().await;
    let bad = ProfileDetails { time_zone: "Mars".into(), time_format: "YY".into(), identifier_format: "oct".into(), ..Default::default() };
    let paths = ["locale", "profile.time_zone", "profile.time_format", "profile.identifier_format"];
    let refused = fields(patch(&site, &site.admin, &paths, Profile { locale: "de".into(), ..details(bad) }).await);
    let expected = json!({
        "locale": "must be one of: en, ru",
        "profile.time_zone": "unknown time zone",
        "profile.time_format": "must be one of: DD-MM-YYYY, MM-DD-YYYY, YYYY-MM-DD",
        "profile.identifier_format": "must be one of: dec, hex",
    });
    assert_eq!(refused, expected);
}

#[tokio::test]
async fn the_own_e_mail_is_not_changed_by_the_profile() {
    let site = Site::start().await;
    let sent = Profile { email: site.email("mine"), ..Default::default() };
    assert_eq!(code(patch(&site, &site.admin, &["email"], sent).await), Code::PermissionDenied);
    assert_eq!(code(get(&site, &testing::nobody()).await), Code::Unauthenticated);
}

#[tokio::test]
async fn the_hint_to_install_the_application_is_switched_by_oneself() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let displayed = async || get(&site, &anna.caller).await.unwrap().profile.unwrap().is_app_popup_active;
    assert!(displayed().await);
    for is_app_popup_active in [false, true] {
        site.profiles().set_mobile_app_popup(site.request(&anna.caller, SetMobileAppPopupRequest { is_app_popup_active })).await.unwrap();
        assert_eq!(displayed().await, is_app_popup_active);
    }
}

#[tokio::test]
async fn people_delete_themselves_and_their_sessions_end() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let (session, _) = site.session(&anna.email).await;
    let with = |password: &str| site.request(&anna.caller, DeleteProfileRequest { password: password.into() });
    site.profiles().delete_profile(with(PASSWORD)).await.unwrap();
    assert_eq!(code(site.resolve(session).await), Code::NotFound);
    assert_eq!(code(site.login(&anna.email, PASSWORD).await), Code::Unauthenticated);
    let published: UserChanged = site.events("identity.user.changed").await.pop().unwrap();
    assert_eq!((published.id, published.deleted), (anna.id, true));
    assert!(site.create(&site.admin, site.new_user("anna", "user", &[11])).await.is_ok(), "the e-mail is free again");
}

#[tokio::test]
async fn the_last_administrator_cannot_delete_themselves() {
    let site = Site::start().await;
    let request = || site.request(&site.admin, DeleteProfileRequest { password: PASSWORD.into() });
    let refused = site.profiles().delete_profile(request()).await;
    assert_eq!(refusal(refused).2["code"], "last_administrator");
    site.person("second", "administrator", &[10]).await;
    assert!(site.profiles().delete_profile(request()).await.is_ok());
}

#[tokio::test]
async fn who_has_a_password_gives_it_to_delete_themselves() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let delete =
        async |password: &str| site.profiles().delete_profile(site.request(&anna.caller, DeleteProfileRequest { password: password.into() })).await;
    assert!(fields(delete("").await)["password"].is_string());
    assert_eq!(refusal(delete("another password").await).2["code"], "wrong_password");
    site.session(&anna.email).await;
    delete(PASSWORD).await.unwrap();
}

/// Whether who is signed in has proved their e-mail.
async fn is_verified(site: &Site, email: &str) -> bool {
    let live = site.resolve(site.session(email).await.0).await.unwrap();
    get(site, &testing::someone(live.project_id, live.user_id, [], &[])).await.unwrap().is_verified
}

#[tokio::test]
async fn an_e_mail_is_verified_once_its_holder_proved_it_and_until_it_is_another() {
    let site = Site::start().await;
    site.settings(1, site.open()).await;
    // Made active, and with a password, by somebody else: nothing is proved.
    let anna = site.person("anna", "user", &[11]).await;
    assert!(!is_verified(&site, &anna.email).await);
    assert!(!is_verified(&site, &site.admin_email).await);
    site.recover(&anna.email).await.unwrap();
    site.work_off_recoveries().await;
    site.reset(&site.last_token(&anna.email).await, PASSWORD).await.unwrap();
    assert!(is_verified(&site, &anna.email).await);
    site.patch(&site.admin, anna.id, &["email"], User { email: Some(site.email("hanna")), ..Default::default() }).await.unwrap();
    assert!(!is_verified(&site, &site.email("hanna")).await);

    let (_, token) = site.invited("ivan").await;
    site.accept(&token, PASSWORD).await.unwrap();
    assert!(is_verified(&site, &site.email("ivan")).await);
    let begun = site.register("eva").await.unwrap();
    site.confirm(&begun.registration, &site.last_code(&site.email("eva")).await).await.unwrap();
    assert!(is_verified(&site, &site.email("eva")).await);
}
