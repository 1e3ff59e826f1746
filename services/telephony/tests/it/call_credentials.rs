//! What the web phone signs in with.
use proto::vestibule::events::v1::{ProjectSettingsChanged, ProjectSip};
use proto::vestibule::telephony::v1::calls_server::Calls;
use proto::vestibule::telephony::v1::{CallCredentials, GetCallCredentialsRequest};
use telephony::Config;
use telephony::rpc::call::CallService;
use testing::{NOW, OTHER_PROJECT, PROJECT, someone};
use tonic::{Code, Status};

use super::site::*;
use super::world::*;

async fn credentials_by(site: &Site, config: Config, user: i64) -> Result<CallCredentials, Status> {
    let request = site.by(&someone(PROJECT, user, [], &[BUILDING_1]), GetCallCredentialsRequest {});
    Ok(CallService(telephony::App::new(&site.app.context, config).unwrap()).get_call_credentials(request).await?.into_inner())
}

async fn credentials(site: &Site, user: i64) -> Result<CallCredentials, Status> {
    credentials_by(site, config(), user).await
}

async fn settings(site: &Site, version: i64, sip: ProjectSip) {
    let changed = ProjectSettingsChanged { project_id: PROJECT, version, sip: Some(sip), ..Default::default() };
    site.deliver("domains.settings.changed", &changed).await;
}

#[tokio::test]
async fn credentials_are_of_the_lowest_active_number_for_an_hour_and_never_the_numbers_password() {
    let site = Site::start().await;
    for number in ["1001", "102", "103"] {
        site.keep(held_by(number, ANNA, BUILDING_1)).await;
    }
    site.execute("UPDATE sip_numbers SET is_active = false WHERE number = '102'").await;
    let given = credentials(&site, ANNA).await.unwrap();
    let expires = (NOW + time::Duration::hours(1)).unix_timestamp();
    assert_eq!(given.number.as_deref(), Some("103"));
    assert_eq!((given.realm.as_str(), given.host.as_str(), given.port, given.transport.as_str()), ("p1.sip.test", "edge.test", 8443, "wss"));
    assert_eq!((given.user_name, given.expires_at.unwrap().seconds), (format!("{expires}:103@p1.sip.test"), expires));
    let expected = telephony::edge::credentials("secret", "p1.sip.test", "103", expires);
    assert_eq!(given.password, expected.1);
    assert!(given.ice_servers.is_empty());
}

#[tokio::test]
async fn who_has_no_active_number_has_nothing_to_register_with() {
    let site = Site::start().await;
    let given = credentials(&site, ANNA).await.unwrap();
    assert_eq!((given.number, given.user_name.as_str(), given.password.as_str()), (None, "", ""));
    // A number of the same user id elsewhere is not theirs.
    site.keep_of(OTHER_PROJECT, held_by("101", ANNA, FOREIGN_GROUP)).await;
    assert_eq!(credentials(&site, ANNA).await.unwrap().number, None);
}

#[tokio::test]
async fn the_projects_settings_say_where_to_register_and_by_which_servers_media_goes() {
    let site = Site::start().await;
    site.keep(held_by("101", ANNA, BUILDING_1)).await;
    let sip = ProjectSip {
        is_enabled: true,
        proxy_address: "sip.example.com".into(),
        stun_address: "stun.example.com".into(),
        stun_port: 3478,
        turn_address: "turn.example.com".into(),
        turn_port: 3479,
        turn_user_name: "vestibule".into(),
        sealed_turn_password: site.app.context.sealer.seal_for("domains.sip.turn_password", "hunter2"),
        talk_timeout: 120,
        ..Default::default()
    };
    settings(&site, 1, sip.clone()).await;
    let given = credentials(&site, ANNA).await.unwrap();
    assert_eq!(given.host, "sip.example.com");
    let servers: Vec<_> = given.ice_servers.into_iter().map(|server| (server.urls, server.username, server.credential)).collect();
    let stun = (vec!["stun:stun.example.com:3478".to_string()], None, None);
    let turn = (vec!["turn:turn.example.com:3479".to_string()], Some("vestibule".to_string()), Some("hunter2".to_string()));
    assert_eq!(servers, [stun, turn]);
    settings(&site, 2, ProjectSip { is_enabled: false, ..sip }).await;
    assert_eq!(credentials(&site, ANNA).await.unwrap().number, None, "switched off");
}

#[tokio::test]
async fn the_web_phone_needs_both_licences_and_somebody_who_is_signed_in() {
    let site = Site::start().await;
    site.keep(held_by("101", ANNA, BUILDING_1)).await;
    for (version, features) in [(2, &["sip"][..]), (3, &["sip.web_dialer"])] {
        site.license(PROJECT, features, version).await;
        let refused = credentials(&site, ANNA).await.unwrap_err();
        assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "feature is not licensed"));
    }
    let request = site.by(&testing::nobody(), GetCallCredentialsRequest {});
    assert_eq!(CallService(site.service.clone()).get_call_credentials(request).await.unwrap_err().code(), Code::Unauthenticated);
}

#[tokio::test]
async fn without_a_secret_nothing_is_signed() {
    let site = Site::start().await;
    site.keep(held_by("101", ANNA, BUILDING_1)).await;
    let refused = credentials_by(&site, Config { secret: String::new(), ..config() }, ANNA).await.unwrap_err();
    assert_eq!(refused.code(), Code::Unavailable);
}
