use std::time::Duration;

use identity::{App, Config, LoginLimits};
use proto::vestibule::events::v1::AuditRecorded;
use tonic::Code;

use crate::site::{PASSWORD, Site, code, fields, refusal};

#[tokio::test]
async fn a_right_password_opens_a_session_in_each_project_of_the_account() {
    let site = Site::start().await;
    let other = identity::bootstrap(&site.app.context, "Other", &site.admin_email, "is not used", "Alex").await.unwrap();
    let sessions = site.login(&site.admin_email, PASSWORD).await.unwrap();
    let projects: Vec<_> = sessions.iter().map(|session| session.project.as_ref().unwrap().name.as_str()).collect();
    assert_eq!(projects, ["Other", "Site"]);
    let claims = site.verifier().verify(&sessions[0].token).unwrap();
    assert_eq!((claims.project_id, claims.user_id), (other.project_id, other.user_id));
    assert_eq!(site.resolve(claims.session_id).await.unwrap().project_id, other.project_id);
}

#[tokio::test]
async fn e_mail_and_login_name_are_the_same_in_any_case() {
    let site = Site::start().await;
    let login = format!("Anna.{}", site.unique);
    let mut anna = site.new_user("anna", "user", &[11]);
    anna.login = Some(login.clone());
    site.create(&site.admin, anna).await.unwrap();
    for name in [site.email("anna"), site.email("anna").to_uppercase(), login.to_lowercase(), login.to_uppercase(), format!(" {login} ")] {
        assert_eq!(site.login(&name, PASSWORD).await.unwrap().len(), 1, "{name}");
    }
    assert_eq!(code(site.login(&login, &PASSWORD.to_uppercase()).await), Code::Unauthenticated);
}

#[tokio::test]
async fn login_answers_alike_for_unknown_and_known() {
    let site = Site::start().await;
    let without_password = proto::vestibule::identity::v1::User { password: None, ..site.new_user("mute", "user", &[11]) };
    site.create(&site.admin, without_password).await.unwrap();
    let known = refusal(site.login(&site.admin_email, "wrong password").await);
    assert_eq!((known.0, known.1.as_str()), (Code::Unauthenticated, "invalid credentials"));
    assert_eq!(known, refusal(site.login(&site.email("nobody"), "wrong password").await));
    assert_eq!(known, refusal(site.login(&site.email("mute"), "wrong password").await));
}

#[tokio::test]
async fn a_suspended_project_gives_no_session() {
    let site = Site::start().await;
    identity::bootstrap(&site.app.context, "Other", &site.admin_email, PASSWORD, "Alex").await.unwrap();
    let (session, tokens) = site.session(&site.admin_email).await;
    assert_eq!(tokens.project.unwrap().name, "Other");
    site.as_system("UPDATE projects SET suspended = true WHERE name = 'Other'").await;
    let sessions = site.login(&site.admin_email, PASSWORD).await.unwrap();
    assert_eq!(sessions.len(), 1);
    assert_eq!(sessions[0].project.as_ref().unwrap().name, "Site");
    assert_eq!(code(site.resolve(session).await), Code::NotFound);
    assert_eq!(code(site.refresh(&tokens.refresh).await), Code::Unauthenticated);

    site.as_system("UPDATE projects SET suspended = true").await;
    assert_eq!(refusal(site.login(&site.admin_email, PASSWORD).await).1, "invalid credentials");
}

#[tokio::test]
async fn a_user_who_is_not_active_cannot_sign_in() {
    let site = Site::start().await;
    let idle = proto::vestibule::identity::v1::User { is_active: false, ..site.new_user("idle", "user", &[11]) };
    site.create(&site.admin, idle).await.unwrap();
    assert_eq!(refusal(site.login(&site.email("idle"), PASSWORD).await).1, "invalid credentials");
}

#[tokio::test]
async fn the_eleventh_wrong_password_for_an_account_from_an_address_is_too_many() {
    let site = Site::start().await;
    for _ in 0..10 {
        assert_eq!(code(site.login(&site.admin_email, "wrong password").await), Code::Unauthenticated);
    }
    let (status, message, detail) = refusal(site.login(&site.admin_email, PASSWORD).await);
    assert_eq!((status, message.as_str()), (Code::ResourceExhausted, "too many requests"));
    assert!((1..=900).contains(&detail["data"]["retry_after"].as_i64().unwrap()), "{detail}");
    assert_eq!(code(site.login(&site.email("somebody-else"), "wrong password").await), Code::Unauthenticated);
}

#[tokio::test]
async fn wrong_passwords_are_limited_by_address_as_well() {
    let limits = LoginLimits { account: 10, address: 3, window: Duration::from_secs(900) };
    let site = Site::with_config(Config { limits, ..Default::default() }).await;
    for name in ["a", "b", "c"] {
        assert_eq!(code(site.login(&site.email(name), "wrong password").await), Code::Unauthenticated);
    }
    assert_eq!(code(site.login(&site.admin_email, PASSWORD).await), Code::ResourceExhausted);
    assert!(site.login_from(&format!("{}-elsewhere", site.unique), &site.admin_email, PASSWORD, false).await.is_ok());
}

#[tokio::test]
async fn a_right_password_makes_the_wrong_ones_forgotten() {
    let limits = LoginLimits { account: 2, address: 100, window: Duration::from_secs(900) };
    let site = Site::with_config(Config { limits, ..Default::default() }).await;
    for _ in 0..3 {
        assert_eq!(code(site.login(&site.admin_email, "wrong password").await), Code::Unauthenticated);
        assert!(site.login(&site.admin_email, PASSWORD).await.is_ok());
    }
}

#[tokio::test]
async fn right_passwords_do_not_use_up_the_limits() {
    let limits = LoginLimits { account: 2, address: 2, window: Duration::from_secs(900) };
    let site = Site::with_config(Config { limits, ..Default::default() }).await;
    for _ in 0..4 {
        assert!(site.login(&site.admin_email, PASSWORD).await.is_ok());
    }
}

#[tokio::test]
async fn nobody_signs_in_while_redis_is_away() {
    let mut site = Site::start().await;
    let mut context = site.app.context.clone();
    context.redis = kit::Redis::new("redis://127.0.0.1:1/").unwrap();
    site.identity = App::new(context, &Config::default()).unwrap();
    assert_eq!(refusal(site.login(&site.admin_email, PASSWORD).await).1, "device or service not available");
    assert_eq!(code(site.login(&site.admin_email, PASSWORD).await), Code::Unavailable);
}

#[tokio::test]
async fn a_sign_in_without_login_or_password_names_the_fields() {
    let site = Site::start().await;
    let named = fields(site.login(" ", "").await);
    assert_eq!(named, serde_json::json!({ "login": "required", "password": "required" }));
    let named = fields(site.login(&"x".repeat(255), &"x".repeat(257)).await);
    assert_eq!(named, serde_json::json!({ "login": "maximum length is 254", "password": "maximum length is 256" }));
}

#[tokio::test]
async fn a_sign_in_is_audited_and_tells_where_it_came_from() {
    let site = Site::start().await;
    site.login(&site.admin_email, PASSWORD).await.unwrap();
    let recorded: AuditRecorded = site.events("audit.recorded").await.pop().unwrap();
    assert_eq!((recorded.action.as_str(), recorded.user_name.as_str(), recorded.ip), ("login", "Alex", site.unique.clone()));
}
