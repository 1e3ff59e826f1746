use proto::vestibule::identity::v1::registrations_server::Registrations;
use proto::vestibule::identity::v1::{GetRegistrationStateRequest, RegisterRequest};
use serde_json::json;
use time::Duration;
use tonic::Code;

use crate::newcomers::wrong;
use crate::site::{PASSWORD, Site, code, fields, refusal};

const OUTDATED: &str = "verification link is outdated or incorrect";

async fn open_site() -> Site {
    let site = Site::start().await;
    site.settings(1, site.open()).await;
    site
}

#[tokio::test]
async fn who_confirms_their_e_mail_is_a_user_of_the_settings_role_and_group() {
    let site = open_site().await;
    let begun = site.register("eva").await.unwrap();
    assert_eq!(begun.resend_after_seconds, 60);
    assert!(site.login(&site.email("eva"), PASSWORD).await.is_err(), "before the e-mail is confirmed");
    let mail = site.last_mail(&site.email("eva")).await;
    assert_eq!((mail.kind.as_str(), mail.locale.as_str(), mail.domain_id), ("registration_code", "ru", 11));
    assert_eq!((mail.values["minutes"].as_str(), mail.values["code"].len()), ("30", 6));
    assert_eq!(mail.expires_at, begun.expires_at);

    site.confirm(&begun.registration, &mail.values["code"]).await.unwrap();
    let (session, _) = site.session(&site.email("eva")).await;
    let live = site.resolve(session).await.unwrap();
    assert_eq!((live.role_id, live.domain_ids, live.locale.as_str()), (site.roles["user"], vec![11], "ru"));
    let user = site.get(&site.admin, live.user_id).await.unwrap();
    assert_eq!((user.is_active, user.is_invited, user.created_by_user), (true, false, None));
}

#[tokio::test]
async fn a_code_is_good_once() {
    let site = open_site().await;
    let begun = site.register("eva").await.unwrap();
    let right = site.last_code(&site.email("eva")).await;
    site.confirm(&begun.registration, &right).await.unwrap();
    assert_eq!(refusal(site.confirm(&begun.registration, &right).await).1, OUTDATED);
}

#[tokio::test]
async fn a_wrong_code_is_refused_five_times_then_the_registration_is_void() {
    let site = open_site().await;
    let begun = site.register("eva").await.unwrap();
    let right = site.last_code(&site.email("eva")).await;
    for _ in 0..5 {
        let (status, message, detail) = refusal(site.confirm(&begun.registration, &wrong(&right)).await);
        assert_eq!((status, message.as_str()), (Code::FailedPrecondition, "invalid confirmation code"));
        assert_eq!(detail["code"], "invalid_confirmation_code");
    }
    assert_eq!(refusal(site.confirm(&begun.registration, &right).await).1, OUTDATED);
    site.app.context.clock.advance(Duration::minutes(2));
    assert_eq!(refusal(site.resend(&begun.registration).await).1, OUTDATED);
    assert_eq!(site.audited("refuse registration code").await.len(), 5);
}

#[tokio::test]
async fn four_wrong_codes_do_no_harm() {
    let site = open_site().await;
    let begun = site.register("eva").await.unwrap();
    let right = site.last_code(&site.email("eva")).await;
    for _ in 0..4 {
        assert!(site.confirm(&begun.registration, &wrong(&right)).await.is_err());
    }
    site.confirm(&begun.registration, &right).await.unwrap();
}

#[tokio::test]
async fn a_code_is_good_for_half_an_hour() {
    let site = open_site().await;
    let begun = site.register("eva").await.unwrap();
    let right = site.last_code(&site.email("eva")).await;
    site.app.context.clock.advance(Duration::minutes(30));
    assert_eq!(refusal(site.confirm(&begun.registration, &right).await).1, OUTDATED);
    assert_eq!(refusal(site.confirm("no registration", &right).await).1, OUTDATED);
}

#[tokio::test]
async fn another_code_is_sent_after_a_minute_and_voids_the_one_before() {
    let site = open_site().await;
    let begun = site.register("eva").await.unwrap();
    let first = site.last_code(&site.email("eva")).await;
    site.app.context.clock.advance(Duration::seconds(20));
    let (status, message, detail) = refusal(site.resend(&begun.registration).await);
    assert_eq!((status, message.as_str(), &detail["data"]["retry_after"]), (Code::ResourceExhausted, "too many requests", &json!(40)));

    site.app.context.clock.advance(Duration::seconds(40));
    let again = site.resend(&begun.registration).await.unwrap();
    assert_eq!(again.registration, begun.registration);
    assert!(again.expires_at.unwrap().seconds > begun.expires_at.unwrap().seconds);
    let second = site.last_code(&site.email("eva")).await;
    if first != second {
        assert!(site.confirm(&begun.registration, &first).await.is_err());
    }
    site.confirm(&begun.registration, &second).await.unwrap();
}

#[tokio::test]
async fn a_known_e_mail_is_answered_as_an_unknown_one_and_told_so_by_mail() {
    let site = open_site().await;
    site.person("anna", "user", &[12]).await;
    let (known, unknown) = (site.register("anna").await.unwrap(), site.register("eva").await.unwrap());
    assert_eq!(known.registration.len(), unknown.registration.len());
    assert_eq!((known.resend_after_seconds, known.expires_at), (unknown.resend_after_seconds, unknown.expires_at));
    let mail = site.last_mail(&site.email("anna")).await;
    assert_eq!(mail.kind, "already_registered");
    assert!(mail.values["link"].ends_with("/login"), "{mail:?}");

    for registration in [&known.registration, &unknown.registration] {
        assert_eq!(refusal(site.resend(registration).await).2["data"]["retry_after"], 60);
        assert_eq!(refusal(site.confirm(registration, "0000000").await).1, "invalid confirmation code");
    }
    site.app.context.clock.advance(Duration::minutes(1));
    assert!(site.resend(&known.registration).await.is_ok() && site.resend(&unknown.registration).await.is_ok());
    assert_eq!(site.mails(&site.email("anna")).await.len(), 2);
}

#[tokio::test]
async fn nothing_that_a_stranger_typed_reaches_whoever_has_the_e_mail() {
    let site = open_site().await;
    site.person("anna", "user", &[12]).await;
    let typed = RegisterRequest {
        name: "Click www.bad.test".into(),
        login: site.email("anna").to_uppercase(),
        password: PASSWORD.into(),
        locale: "ru".into(),
        project: None,
    };
    let begun = site.register_as(typed).await.unwrap();
    let mail = site.last_mail(&site.email("anna")).await;
    assert_eq!((mail.kind.as_str(), mail.to_name.as_str(), mail.locale.as_str()), ("already_registered", "anna", "en"));
    site.app.context.clock.advance(Duration::minutes(1));
    site.resend(&begun.registration).await.unwrap();
    assert_eq!(site.mails(&site.email("anna")).await[1].to_name, "anna");
}

#[tokio::test]
async fn somebody_of_another_project_is_told_by_their_own() {
    let site = open_site().await;
    let other = identity::bootstrap(&site.app.context, "Other", &site.email("olga"), PASSWORD, "Olga").await.unwrap();
    site.register("olga").await.unwrap();
    let mail = site.last_mail(&site.email("olga")).await;
    assert_eq!((mail.project_id, mail.to_name.as_str(), mail.kind.as_str()), (other.project_id, "Olga", "already_registered"));
}

#[tokio::test]
async fn who_was_made_a_user_meanwhile_is_registered_already() {
    let site = open_site().await;
    let begun = site.register("anna").await.unwrap();
    let right = site.last_code(&site.email("anna")).await;
    site.person("anna", "concierge", &[12]).await;
    let (status, message, detail) = refusal(site.confirm(&begun.registration, &right).await);
    assert_eq!((status, message.as_str()), (Code::FailedPrecondition, "user registered already"));
    assert_eq!(detail["code"], "registered_already");
    assert_eq!(site.names(&site.admin, Default::default()).await.unwrap(), ["Alex", "anna"]);
}

#[tokio::test]
async fn nobody_registers_where_registration_is_closed() {
    let site = Site::start().await;
    assert_eq!(code(site.register("eva").await), Code::PermissionDenied);
    site.settings(1, site.open()).await;
    let begun = site.register("eva").await.unwrap();
    let right = site.last_code(&site.email("eva")).await;
    site.settings(2, proto::vestibule::events::v1::ProjectGeneral { registration_enabled: false, ..site.open() }).await;
    assert_eq!(code(site.register("ivan").await), Code::PermissionDenied);
    assert_eq!(code(site.confirm(&begun.registration, &right).await), Code::PermissionDenied);
    site.settings(3, site.open()).await;
    site.confirm(&begun.registration, &right).await.unwrap();
}

#[tokio::test]
async fn a_project_is_named_where_several_are_open() {
    let site = open_site().await;
    let other = identity::bootstrap(&site.app.context, "Other", &site.email("other"), PASSWORD, "Olga").await.unwrap();
    let general = proto::vestibule::events::v1::ProjectGeneral { registration_role_id: other.role_id, ..site.open() };
    let event = proto::vestibule::events::v1::ProjectSettingsChanged {
        project_id: other.project_id,
        version: 1,
        general: Some(general),
        ..Default::default()
    };
    site.deliver("domains.settings.changed", &event).await;
    assert_eq!(fields(site.register("eva").await), json!({ "project": "required" }));

    let uid = site.login(&site.email("other"), PASSWORD).await.unwrap().remove(0).project.unwrap().uid;
    let request = |project: &str| RegisterRequest {
        name: "eva".into(),
        login: site.email("eva"),
        password: PASSWORD.into(),
        project: Some(project.into()),
        locale: "en".into(),
    };
    site.register_as(request(&uid)).await.unwrap();
    assert_eq!(site.last_mail(&site.email("eva")).await.project_id, other.project_id);
    for unknown in [uuid::Uuid::new_v4().to_string(), "no uid".into()] {
        assert_eq!(code(site.register_as(request(&unknown)).await), Code::NotFound);
    }
}

#[tokio::test]
async fn a_suspended_project_is_closed() {
    let site = open_site().await;
    site.as_system("UPDATE projects SET suspended = true").await;
    assert_eq!(code(site.register("eva").await), Code::PermissionDenied);
}

#[tokio::test]
async fn an_e_mail_is_required() {
    let site = open_site().await;
    let request = RegisterRequest { name: "eva".into(), password: PASSWORD.into(), locale: "en".into(), ..Default::default() };
    assert_eq!(fields(site.register_as(request).await), json!({ "login": "e-mail required for registration" }));
}

#[tokio::test]
async fn registrations_of_one_e_mail_are_limited() {
    let site = open_site().await;
    for _ in 0..10 {
        site.register("eva").await.unwrap();
    }
    assert_eq!(code(site.register("eva").await), Code::ResourceExhausted);
    assert!(site.register("ivan").await.is_ok());
}

#[tokio::test]
async fn no_code_and_no_password_is_kept_or_recorded_in_clear() {
    let site = open_site().await;
    site.register("eva").await.unwrap();
    let right = site.last_code(&site.email("eva")).await;
    let mut tx = site.app.context.database.system().await.unwrap();
    let kept: String = sqlx::query_scalar("SELECT r::text FROM registrations r").fetch_one(&mut *tx).await.unwrap();
    let hash: Vec<u8> = sqlx::query_scalar("SELECT code_hash FROM registrations").fetch_one(&mut *tx).await.unwrap();
    assert!(!kept.contains(PASSWORD) && !hash.is_empty());
    let audit = site.audited("request registration").await.remove(0);
    let published = format!("{audit:?}");
    assert!(!published.contains(&right) && !published.contains(PASSWORD), "{published}");
    assert_eq!((audit.ip, audit.resource_name), (site.unique.clone(), site.email("eva")));
}

#[tokio::test]
async fn who_registered_is_audited_as_themself() {
    let site = open_site().await;
    let begun = site.register("eva").await.unwrap();
    site.confirm(&begun.registration, &site.last_code(&site.email("eva")).await).await.unwrap();
    let made = site.audited("create").await.pop().unwrap();
    assert_eq!((made.user_name.as_str(), made.user_id == made.resource_id, made.ip), ("eva", true, site.unique.clone()));
}

#[tokio::test]
async fn whether_registration_is_open_is_told_to_services_only() {
    let site = Site::start().await;
    let ask = || async {
        let request = site.app.context.signer.as_service("api-gateway", 0, GetRegistrationStateRequest {});
        site.registrations().get_registration_state(request).await.unwrap().into_inner().is_open
    };
    assert!(!ask().await);
    site.settings(1, site.open()).await;
    assert!(ask().await);
    let request = site.request(&site.admin, GetRegistrationStateRequest {});
    assert_eq!(code(site.registrations().get_registration_state(request).await), Code::PermissionDenied);
}

#[tokio::test]
async fn what_is_outdated_is_removed() {
    let site = open_site().await;
    site.register("eva").await.unwrap();
    site.self_register("ivan", "owner").await.unwrap();
    site.invited("anna").await;
    site.recover(&site.admin_email).await.unwrap();
    site.work_off_recoveries().await;
    site.recover(&site.email("nobody")).await.unwrap();
    let tables = ["registrations", "self_registrations", "invitations", "password_recoveries", "recovery_requests"];
    let count = || async {
        let mut rows = Vec::new();
        let mut tx = site.app.context.database.system().await.unwrap();
        for table in tables {
            let statement = sqlx::AssertSqlSafe(format!("SELECT count(*) FROM {table}"));
            rows.push(sqlx::query_scalar::<_, i64>(statement).fetch_one(&mut *tx).await.unwrap());
        }
        rows
    };
    identity::jobs::clean_up::clean_up(&site.app.context).await.unwrap();
    assert_eq!(count().await, [1; 5]);
    site.app.context.clock.advance(Duration::days(7) + Duration::seconds(1));
    identity::jobs::clean_up::clean_up(&site.app.context).await.unwrap();
    assert_eq!(count().await, [0; 5]);
}
