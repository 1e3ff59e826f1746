//! Settings of a project.
use std::collections::BTreeMap;

use domains::rpc::SettingsService;
use kit::Context;
use kit::peers::Peers;
use policy::{Caller, Permission};
use proto::vestibule::common::v1::{FileChunk, Ref};
use proto::vestibule::domains::v1::settings_client::SettingsClient;
use proto::vestibule::domains::v1::settings_server::{Settings as _, SettingsServer};
use proto::vestibule::domains::v1::*;
use proto::vestibule::events::v1::{AuditRecorded, ProjectChanged, ProjectSettingsChanged};
use proto::vestibule::identity::v1::role_checks_server::{RoleChecks, RoleChecksServer};
use proto::vestibule::identity::v1::{CheckRolesRequest, CheckRolesResponse, CheckedRole};
use serde_json::json;
use testing::prost_message::Message;
use testing::{OTHER_PROJECT, PROJECT, administrator, nobody, someone};
use tonic::service::Routes;
use tonic::{Code, Request, Response, Status};

use crate::logo::{self, PNG};
use crate::site::{Site, detail};

/// Stands in for identity: it has the roles 1 (the administrator's, which nobody gives away) to 5.
struct Roles;

#[tonic::async_trait]
impl RoleChecks for Roles {
    async fn check_roles(&self, request: Request<CheckRolesRequest>) -> Result<Response<CheckRolesResponse>, Status> {
        let known = request.into_inner().ids.into_iter().filter(|id| (1..=5).contains(id));
        let items = known.map(|id| CheckedRole { id, name: format!("role {id}"), may_assign: id != 1 }).collect();
        Ok(Response::new(CheckRolesResponse { items }))
    }
}

struct Desk {
    site: Site,
    settings: SettingsService,
}

impl Desk {
    async fn start() -> Desk {
        let site = Site::start().await;
        site.app.context.peers.add("identity", Routes::new(RoleChecksServer::new(Roles)));
        let settings = SettingsService(site.service());
        Desk { site, settings }
    }

    async fn general(&self, caller: &Caller, paths: &[&str], settings: GeneralSettings) -> Result<GeneralSettings, Status> {
        let request = UpdateGeneralSettingsRequest { settings: Some(settings), update_mask: mask(paths) };
        self.settings.update_general_settings(self.site.request(caller, request)).await.map(Response::into_inner)
    }

    async fn mail(&self, paths: &[&str], settings: MailSettings) -> Result<MailSettings, Status> {
        let request = UpdateMailSettingsRequest { settings: Some(settings), update_mask: mask(paths) };
        self.settings.update_mail_settings(self.site.request(&administrator(PROJECT), request)).await.map(Response::into_inner)
    }

    async fn read(&self, caller: &Caller) -> Result<GeneralSettings, Status> {
        self.settings.get_general_settings(self.site.request(caller, GetGeneralSettingsRequest {})).await.map(Response::into_inner)
    }

    async fn published(&self) -> Vec<ProjectSettingsChanged> {
        let events = self.site.app.events().await;
        let settings = events.iter().filter(|(topic, _)| topic == "domains.settings.changed");
        settings.map(|(_, payload)| ProjectSettingsChanged::decode(payload.as_slice()).expect("a snapshot")).collect()
    }
}

fn mask(paths: &[&str]) -> Option<prost_types::FieldMask> {
    Some(prost_types::FieldMask { paths: paths.iter().map(|path| path.to_string()).collect() })
}

fn zone(name: &str) -> GeneralSettings {
    GeneralSettings { time_zone: name.into(), ..Default::default() }
}

fn own(settings: SelfRegistrationSettings) -> GeneralSettings {
    GeneralSettings { self_registration: Some(settings), ..Default::default() }
}

fn tenants(role: i64) -> Vec<UserTypeSettings> {
    vec![UserTypeSettings { name: "Tenant".into(), role: Some(Ref { id: role, name: String::new() }) }]
}

#[tokio::test]
async fn a_project_without_settings_of_its_own_has_the_defaults() {
    let desk = Desk::start().await;
    let admin = administrator(PROJECT);
    let general = desk.read(&admin).await.unwrap();
    assert_eq!((general.time_zone.as_str(), general.time_format.as_str(), general.identifier_format.as_str()), ("UTC", "DD-MM-YYYY", "dec"));
    let mail = desk.settings.get_mail_settings(desk.site.request(&admin, GetMailSettingsRequest {})).await.unwrap().into_inner();
    assert_eq!((mail.port, mail.encryption.as_str(), mail.password), (587, "starttls", None));
    let push = desk.settings.get_push_server_settings(desk.site.request(&admin, GetPushServerSettingsRequest {})).await.unwrap().into_inner();
    assert_eq!(push.server_port, 80);
    let wallet = desk.settings.get_apple_wallet_settings(desk.site.request(&admin, GetAppleWalletSettingsRequest {})).await.unwrap().into_inner();
    assert_eq!(wallet.background_color.as_deref(), Some("#FF4530"));
    let sip = desk.settings.get_sip_settings(desk.site.request(&admin, GetSipSettingsRequest {})).await.unwrap().into_inner();
    assert_eq!((sip.is_enabled, sip.proxy_address, sip.talk_timeout, sip.transport.as_str()), (true, None, 120, "udp"));
}

#[tokio::test]
async fn settings_are_seen_and_changed_by_those_with_the_right() {
    let desk = Desk::start().await;
    let viewer = someone(PROJECT, 5, [Permission::CanViewProjectSettings], &[]);
    assert!(desk.read(&viewer).await.is_ok());
    assert_eq!(desk.general(&viewer, &["time_zone"], zone("Asia/Tokyo")).await.unwrap_err().code(), Code::PermissionDenied);
    let plain = someone(PROJECT, 6, [Permission::CanViewUsers], &[]);
    assert_eq!(desk.read(&plain).await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(desk.read(&nobody()).await.unwrap_err().code(), Code::Unauthenticated);
    assert!(desk.published().await.is_empty());
}

#[tokio::test]
async fn settings_of_one_project_are_not_those_of_another() {
    let desk = Desk::start().await;
    desk.general(&administrator(PROJECT), &["time_zone"], zone("Asia/Tokyo")).await.unwrap();
    assert_eq!(desk.read(&administrator(PROJECT)).await.unwrap().time_zone, "Asia/Tokyo");
    assert_eq!(desk.read(&administrator(OTHER_PROJECT)).await.unwrap().time_zone, "UTC");
}

#[tokio::test]
async fn a_patch_changes_what_it_names() {
    let desk = Desk::start().await;
    let admin = administrator(PROJECT);
    desk.general(&admin, &["time_zone"], zone("Asia/Tokyo")).await.unwrap();
    let changed = desk.general(&admin, &["locale"], GeneralSettings { locale: "ru".into(), ..zone("UTC") }).await.unwrap();
    assert_eq!((changed.time_zone.as_str(), changed.locale.as_str()), ("Asia/Tokyo", "ru"));
}

#[tokio::test]
async fn a_bad_field_changes_nothing() {
    let desk = Desk::start().await;
    let bad = GeneralSettings { locale: "de".into(), ..zone("Asia/Tokyo") };
    let error = desk.general(&administrator(PROJECT), &["time_zone", "locale"], bad).await.unwrap_err();
    assert_eq!(detail(&error), ("invalid data sent".into(), json!({ "fields": { "locale": "must be one of: en, ru" } })));
    assert_eq!(desk.read(&administrator(PROJECT)).await.unwrap().time_zone, "UTC");
    assert!(desk.site.app.events().await.is_empty());
}

#[tokio::test]
async fn a_change_is_published_whole_with_a_higher_version_and_one_that_changes_nothing_is_not() {
    let desk = Desk::start().await;
    let admin = administrator(PROJECT);
    desk.general(&admin, &["time_zone"], zone("Asia/Tokyo")).await.unwrap();
    desk.general(&admin, &["time_zone"], zone("Asia/Tokyo")).await.unwrap();
    let mail = MailSettings {
        is_enabled: true,
        host: Some("mail.example.com".into()),
        from_email: Some("doors@example.com".into()),
        password: Some("hunter2".into()),
        ..Default::default()
    };
    let answer = desk.mail(&["is_enabled", "host", "from_email", "password"], mail).await.unwrap();
    assert_eq!(answer.password.as_deref(), Some("********"));
    let label = UpdateWhiteLabelSettingsRequest {
        settings: Some(WhiteLabel { is_enabled: true, name: Some("Riverside".into()), ..Default::default() }),
        update_mask: mask(&["is_enabled", "name"]),
    };
    desk.settings.update_white_label_settings(desk.site.request(&admin, label)).await.unwrap();

    let published = desk.published().await;
    assert_eq!(published.iter().map(|event| event.project_id).collect::<Vec<_>>(), [PROJECT; 3]);
    assert!(published.windows(2).all(|pair| pair[0].version < pair[1].version));
    let last = published.last().unwrap().clone();
    assert_eq!(last.general.unwrap().time_zone, "Asia/Tokyo");
    assert_eq!(last.whitelabel.unwrap().name, "Riverside");
    let mail = last.mail.unwrap();
    assert_eq!((mail.host.as_str(), mail.port), ("mail.example.com", 587));
    assert_eq!(desk.site.app.context.sealer.open_for("domains.mail.password", &mail.sealed_password).unwrap(), "hunter2");
}

#[tokio::test]
async fn settings_are_audited_without_their_secrets_and_published_where_another_service_needs_them() {
    let desk = Desk::start().await;
    let admin = administrator(PROJECT);
    let sip = SipSettings { turn_password: Some("s3cret-turn".into()), talk_timeout: 60, ..Default::default() };
    let request = UpdateSipSettingsRequest { settings: Some(sip), update_mask: mask(&["turn_password", "talk_timeout"]) };
    let answer = desk.settings.update_sip_settings(desk.site.request(&admin, request)).await.unwrap().into_inner();
    assert_eq!((answer.turn_password.as_deref(), answer.talk_timeout), (Some("********"), 60));
    let push =
        PushServerSettings { server_url: Some("https://push.example.com".into()), user_pass: Some("s3cret-push".into()), ..Default::default() };
    let request = UpdatePushServerSettingsRequest { settings: Some(push), update_mask: mask(&["server_url", "user_pass"]) };
    let answer = desk.settings.update_push_server_settings(desk.site.request(&admin, request)).await.unwrap().into_inner();
    assert_eq!(answer.user_pass.as_deref(), Some("********"));
    let wallet = UpdateAppleWalletSettingsRequest {
        settings: Some(AppleWalletSettings { is_enabled: true, font_color: Some("#ffffff".into()), ..Default::default() }),
        update_mask: mask(&["is_enabled", "font_color"]),
    };
    assert!(desk.settings.update_apple_wallet_settings(desk.site.request(&admin, wallet)).await.unwrap().into_inner().is_enabled);

    let published = desk.published().await;
    assert_eq!(published.len(), 2, "of SIP and of the wallet");
    assert!(published[1].apple_wallet.as_ref().unwrap().look.as_ref().unwrap().is_enabled);
    let sip = desk.published().await.pop().unwrap().sip.unwrap();
    assert_eq!(sip.talk_timeout, 60);
    assert_eq!(desk.site.app.context.sealer.open_for("domains.sip.turn_password", &sip.sealed_turn_password).unwrap(), "s3cret-turn");
    let events = desk.site.app.events().await;
    let audited: BTreeMap<String, AuditRecorded> = events
        .iter()
        .filter(|(topic, _)| topic == "audit.recorded")
        .map(|(_, bytes)| AuditRecorded::decode(bytes.as_slice()).unwrap())
        .map(|record| (record.resource_name.clone(), record))
        .collect();
    assert_eq!(audited.keys().map(String::as_str).collect::<Vec<_>>(), ["apple-wallet", "push-server", "sip"]);
    assert_eq!(audited["sip"].resource, "settings");
    assert_eq!(audited["sip"].after, r#"{"talk_timeout":60,"turn_password":"set"}"#);
    assert!(audited.values().all(|record| !record.after.contains("s3cret")));
}

#[tokio::test]
async fn user_types_need_roles_that_exist_and_that_the_caller_may_give() {
    let desk = Desk::start().await;
    let admin = administrator(PROJECT);
    let paths = ["self_registration"];
    let with = |role| own(SelfRegistrationSettings { is_enabled: true, user_types: tenants(role), ..Default::default() });
    let missing = desk.general(&admin, &paths, with(99)).await.unwrap_err();
    assert_eq!(detail(&missing), ("invalid related entity sent".into(), json!({ "names": ["role 99"] })));
    assert_eq!(desk.general(&admin, &paths, with(1)).await.unwrap_err().code(), Code::PermissionDenied);
    let kind = desk.general(&admin, &paths, with(3)).await.unwrap().self_registration.unwrap().user_types.remove(0);
    assert_eq!(kind.role, Some(Ref { id: 3, name: "role 3".into() }));
}

#[tokio::test]
async fn self_registration_that_is_enabled_without_a_code_gets_one_and_keeps_it() {
    let desk = Desk::start().await;
    let admin = administrator(PROJECT);
    let on = own(SelfRegistrationSettings { is_enabled: true, user_types: tenants(2), ..Default::default() });
    let paths = ["self_registration.is_enabled", "self_registration.user_types"];
    let code = desk.general(&admin, &paths, on.clone()).await.unwrap().self_registration.unwrap().invitation_code.unwrap();
    assert_eq!(code.len(), 12);
    let again = desk.general(&admin, &paths, on).await.unwrap().self_registration.unwrap();
    assert_eq!(again.invitation_code.as_deref(), Some(code.as_str()));
    assert_eq!(desk.published().await.last().unwrap().general.as_ref().unwrap().invitation_code, code);
}

#[tokio::test]
async fn an_invitation_code_is_unique_in_the_installation() {
    let desk = Desk::start().await;
    let with = |code: &str| own(SelfRegistrationSettings { invitation_code: Some(code.into()), ..Default::default() });
    let path = ["self_registration.invitation_code"];
    desk.general(&administrator(PROJECT), &path, with("riverside-1")).await.unwrap();
    let taken = desk.general(&administrator(OTHER_PROJECT), &path, with("riverside-1")).await.unwrap_err();
    assert_eq!(detail(&taken).1, json!({ "fields": { "self_registration.invitation_code": "value must be unique" } }));
    desk.general(&administrator(PROJECT), &path, with("riverside-2")).await.unwrap();
    desk.general(&administrator(OTHER_PROJECT), &path, with("riverside-1")).await.expect("it was given up");
}

#[tokio::test]
async fn people_register_into_a_group_that_the_caller_sees() {
    let desk = Desk::start().await;
    let (mine, other) = (desk.site.group("Mine", None).await, desk.site.group("Other", None).await);
    let open = |group: i64| GeneralSettings {
        registration: Some(RegistrationSettings {
            is_enabled: true,
            role: Some(Ref { id: 2, name: String::new() }),
            domain: Some(Ref { id: group, name: String::new() }),
        }),
        ..Default::default()
    };
    let keeper = someone(PROJECT, 5, [Permission::CanChangeProjectSettings], &[mine]);
    let hidden = desk.general(&keeper, &["registration"], open(other)).await.unwrap_err();
    assert_eq!(detail(&hidden), ("invalid related entity sent".into(), json!({ "names": [format!("group {other}")] })));
    let open = desk.general(&keeper, &["registration"], open(mine)).await.unwrap().registration.unwrap();
    assert_eq!(open.domain, Some(Ref { id: mine, name: "Mine".into() }));
}

#[tokio::test]
async fn without_identity_roles_are_shown_by_id_and_no_new_ones_are_taken() {
    let desk = Desk::start().await;
    let with = |role| own(SelfRegistrationSettings { user_types: tenants(role), ..Default::default() });
    desk.general(&administrator(PROJECT), &["self_registration"], with(2)).await.unwrap();
    let context = &desk.site.app.context;
    let alone = SettingsService(domains::App::new(Context { peers: Peers::new(&context.settings).unwrap(), ..context.clone() }));
    let read = alone.get_general_settings(desk.site.request(&administrator(PROJECT), GetGeneralSettingsRequest {})).await.unwrap().into_inner();
    assert_eq!(read.self_registration.unwrap().user_types[0].role, Some(Ref { id: 2, name: String::new() }));
    let request = UpdateGeneralSettingsRequest { settings: Some(with(3)), update_mask: mask(&["self_registration"]) };
    let refused = alone.update_general_settings(desk.site.request(&administrator(PROJECT), request)).await.unwrap_err();
    assert_eq!(refused.code(), Code::Unavailable);
}

#[tokio::test]
async fn a_new_project_gets_settings_with_its_zone_once_and_they_are_published() {
    let desk = Desk::start().await;
    let handler = desk.site.events();
    let project = |version, zone: &str| ProjectChanged { id: PROJECT, version, time_zone: zone.into(), locale: "ru".into(), ..Default::default() };
    desk.site.app.deliver(&handler, "identity.project.changed", &project(1, "Asia/Tokyo")).await.unwrap();
    let published = desk.published().await;
    let general = published[0].general.clone().unwrap();
    assert_eq!((published.len(), published[0].version, general.time_zone.as_str(), general.locale.as_str()), (1, 1, "Asia/Tokyo", "ru"));
    desk.site.app.deliver(&handler, "identity.project.changed", &project(2, "Europe/Paris")).await.unwrap();
    assert_eq!(desk.read(&administrator(PROJECT)).await.unwrap().time_zone, "Asia/Tokyo");
    assert_eq!(desk.published().await.len(), 1);
}

#[tokio::test]
async fn a_region_that_the_dealer_sets_becomes_the_projects() {
    let desk = Desk::start().await;
    let admin = administrator(PROJECT);
    desk.general(&admin, &["time_zone"], zone("Asia/Tokyo")).await.unwrap();
    let handler = desk.site.events();
    let project =
        ProjectChanged { id: PROJECT, version: 2, time_zone: "Europe/Paris".into(), locale: "ru".into(), is_region_new: true, ..Default::default() };
    desk.site.app.deliver(&handler, "identity.project.changed", &project).await.unwrap();
    let published = desk.published().await.pop().unwrap().general.unwrap();
    assert_eq!((published.time_zone.as_str(), published.locale.as_str()), ("Europe/Paris", "ru"));
    // The next change of something else leaves it.
    desk.general(&admin, &["time_format"], GeneralSettings { time_format: "YYYY-MM-DD".into(), ..Default::default() }).await.unwrap();
    assert_eq!(desk.read(&admin).await.unwrap().time_zone, "Europe/Paris");
}

impl Desk {
    /// Answers the path of the picture.
    async fn logo(&self, caller: &Caller, file: &[u8]) -> Result<String, Status> {
        self.site.app.context.peers.add("domains", Routes::new(SettingsServer::new(SettingsService(self.site.service()))));
        let image = FileChunk { file_name: "logo.png".into(), content_type: "image/png".into(), data: file.to_vec(), is_last: true };
        let mut client = SettingsClient::new(self.site.app.context.peers.peer("domains"));
        let request = self.site.request(caller, futures::stream::iter([SetProjectLogoRequest { image: Some(image) }]));
        client.set_project_logo(request).await.map(|answer| answer.into_inner().logo)
    }
}

#[tokio::test]
async fn the_projects_picture_is_made_anew_published_and_removed() {
    let desk = Desk::start().await;
    let admin = administrator(PROJECT);
    let path = desk.logo(&admin, PNG).await.unwrap();
    let stored_image = logo::get(&desk.site, &path).await.unwrap();
    assert_ne!(stored_image.data, PNG);
    let label = || desk.settings.get_white_label_settings(desk.site.request(&admin, GetWhiteLabelSettingsRequest {}));
    assert_eq!(label().await.unwrap().into_inner().logo.as_deref(), Some(path.as_str()));
    let remove = || desk.settings.delete_project_logo(desk.site.request(&admin, DeleteProjectLogoRequest {}));
    remove().await.unwrap();
    remove().await.expect("removing none changes nothing");
    assert_eq!(logo::get(&desk.site, &path).await.unwrap_err().code(), Code::NotFound);
    assert_eq!(label().await.unwrap().into_inner().logo, None);
    let published: Vec<_> = desk.published().await.into_iter().map(|event| event.whitelabel.unwrap().logo).collect();
    assert_eq!(published, [path, String::new()]);
}

#[tokio::test]
async fn the_projects_picture_needs_the_right_to_its_settings_and_a_picture() {
    let desk = Desk::start().await;
    let viewer = someone(PROJECT, 5, [Permission::CanViewProjectSettings], &[]);
    assert_eq!(desk.logo(&viewer, PNG).await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(desk.logo(&administrator(PROJECT), b"<svg>").await.unwrap_err().message(), "invalid file");
    assert!(desk.published().await.is_empty());
}

impl Desk {
    async fn label(&self, paths: &[&str], label: WhiteLabel) -> Result<WhiteLabel, Status> {
        let request = UpdateWhiteLabelSettingsRequest { settings: Some(label), update_mask: mask(paths) };
        self.settings.update_white_label_settings(self.site.request(&administrator(PROJECT), request)).await.map(Response::into_inner)
    }
}

fn on(name: &str) -> WhiteLabel {
    WhiteLabel { is_enabled: true, name: Some(name.into()), ..Default::default() }
}

#[tokio::test]
async fn the_projects_white_label_is_switched_on_and_changed_with_the_licence_and_off_without() {
    let desk = Desk::start().await;
    desk.site.license(1, &["sip"]).await;
    let refused = desk.label(&["is_enabled", "name"], on("Harbour")).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "feature is not licensed"));
    assert_eq!(desk.logo(&administrator(PROJECT), PNG).await.unwrap_err().message(), "feature is not licensed");
    desk.label(&["name"], on("Harbour")).await.expect("what is off shows nothing");

    desk.site.license(2, &["mobile_app.white_label"]).await;
    desk.label(&["is_enabled"], on("")).await.unwrap();
    desk.logo(&administrator(PROJECT), PNG).await.unwrap();

    desk.site.license(3, &["sip"]).await;
    assert_eq!(desk.label(&["name"], on("Island")).await.unwrap_err().message(), "feature is not licensed");
    let request = desk.site.request(&administrator(PROJECT), GetWhiteLabelSettingsRequest {});
    let seen = desk.settings.get_white_label_settings(request).await.unwrap().into_inner();
    assert_eq!((seen.is_enabled, seen.name.as_deref()), (true, Some("Harbour")), "looked at without");
    let request = desk.site.request(&administrator(PROJECT), DeleteProjectLogoRequest {});
    desk.settings.delete_project_logo(request).await.expect("taken away without");
    desk.label(&["is_enabled"], WhiteLabel::default()).await.expect("switched off without");
}

#[tokio::test]
async fn the_projects_white_label_is_published_as_off_while_its_feature_is_not_licensed() {
    let desk = Desk::start().await;
    desk.label(&["is_enabled", "name"], on("Harbour")).await.expect("features are unknown yet");
    desk.site.license(1, &["mobile_app.white_label"]).await;
    desk.site.license(2, &["sip"]).await;
    desk.site.license(3, &["sip", "elevator"]).await;
    desk.general(&administrator(PROJECT), &["time_zone"], zone("Asia/Tokyo")).await.unwrap();
    desk.site.license(4, &["mobile_app.white_label"]).await;
    let shown: Vec<bool> = desk.published().await.into_iter().map(|event| event.whitelabel.unwrap().is_enabled).collect();
    assert_eq!(shown, [true, false, false, true]);
}

#[tokio::test]
async fn general_settings_that_cannot_be_are_published_by_field() {
    let desk = Desk::start().await;
    let admin = administrator(PROJECT);
    let bad = GeneralSettings {
        locale: "ru".into(),
        locales: vec!["en".into()],
        self_registration: Some(SelfRegistrationSettings {
            invitation_code: Some("short".into()),
            object_names: vec!["house".into(); 21],
            ..Default::default()
        }),
        event_image_days: 366,
        event_days: 6,
        ..zone("Mars/Olympus")
    };
    let own_paths = ["self_registration.invitation_code", "self_registration.object_names"];
    let paths = [&["time_zone", "locale", "locales", "event_image_days", "event_days"][..], &own_paths].concat();
    let refused = desk.general(&admin, &paths, bad).await.unwrap_err();
    let expected = json!({
        "time_zone": "unknown time zone",
        "locale": "must be one of the languages of the project",
        "self_registration.invitation_code": "length must be within 6 - 64",
        "self_registration.object_names": "too many items: at most 20",
        "event_image_days": "must be within 1 - 365",
        "event_days": "must be within 7 - 3650",
    });
    assert_eq!(detail(&refused).1, json!({ "fields": expected }));
    let spaced = own(SelfRegistrationSettings { invitation_code: Some("two words".into()), ..Default::default() });
    let refused = desk.general(&admin, &["self_registration.invitation_code"], spaced).await.unwrap_err();
    assert_eq!(detail(&refused).1, json!({ "fields": { "self_registration.invitation_code": "letters, digits, dash or underscore" } }));
}

#[tokio::test]
async fn the_languages_of_a_project_are_published_with_its_settings() {
    let desk = Desk::start().await;
    let only = GeneralSettings { locale: "ru".into(), locales: vec!["ru".into()], ..Default::default() };
    desk.general(&administrator(PROJECT), &["locale", "locales"], only).await.unwrap();
    assert_eq!(desk.published().await.pop().unwrap().general.unwrap().locales, ["ru"]);
}

#[tokio::test]
async fn sip_settings_that_cannot_be_are_published_by_field() {
    let desk = Desk::start().await;
    let refused = async |settings: SipSettings, paths: &[&str]| {
        let request = UpdateSipSettingsRequest { settings: Some(settings), update_mask: mask(paths) };
        detail(&desk.settings.update_sip_settings(desk.site.request(&administrator(PROJECT), request)).await.unwrap_err()).1
    };
    let numbers = |first: &str, last: &str| SipSettings { first_number: Some(first.into()), last_number: Some(last.into()), ..Default::default() };
    let range = ["first_number", "last_number"];
    let digits = json!({ "fields": { "first_number": "must be a number of up to 12 digits" } });
    assert_eq!(refused(numbers("12a", "200"), &range).await, digits);
    let backwards = json!({ "fields": { "last_number": "must not be less than the first number" } });
    assert_eq!(refused(numbers("200", "100"), &range).await, backwards);
    let address = SipSettings { proxy_address: Some("sip://proxy".into()), ..Default::default() };
    assert_eq!(refused(address, &["proxy_address"]).await, json!({ "fields": { "proxy_address": "valid url or ip" } }));
}

#[tokio::test]
async fn the_name_that_mails_come_from_is_one_line() {
    let desk = Desk::start().await;
    let two_lines = MailSettings { from_name: Some("Doors\nBcc: all".into()), ..Default::default() };
    let refused = desk.mail(&["from_name"], two_lines).await.unwrap_err();
    assert_eq!(detail(&refused).1, json!({ "fields": { "from_name": "must not contain control characters" } }));
}

#[tokio::test]
async fn a_wallet_card_has_colours_and_at_most_20_lines_on_its_back() {
    let desk = Desk::start().await;
    let line = WalletField { label: "Phone".into(), value: "+31201234567".into() };
    let wallet = AppleWalletSettings { backfields: vec![line; 21], font_color: Some("red".into()), ..Default::default() };
    let request = UpdateAppleWalletSettingsRequest { settings: Some(wallet), update_mask: mask(&["backfields", "font_color"]) };
    let refused = desk.settings.update_apple_wallet_settings(desk.site.request(&administrator(PROJECT), request)).await.unwrap_err();
    assert_eq!(detail(&refused).1, json!({ "fields": { "backfields": "too many values", "font_color": "must be a colour as #rrggbb" } }));
}
