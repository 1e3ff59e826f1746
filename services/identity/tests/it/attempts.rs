//! Attempts that failed or were rejected, in the audit log.
use identity::{Config, LoginLimits};
use policy::Caller;
use proto::vestibule::events::v1::AuditRecorded;
use proto::vestibule::identity::v1::sessions_server::Sessions;
use proto::vestibule::identity::v1::*;
use serde_json::{Value, json};
use std::time::Duration;
use tonic::Code;

use crate::site::{NEW_PASSWORD, PASSWORD, Site, code};

const ADDRESS: &str = "192.0.2.7";

/// So many wrong passwords for an account are let pass.
async fn limited(account: u32) -> Site {
    Site::with_config(Config { limits: LoginLimits { account, address: 1000, window: Duration::from_secs(900) }, ..Default::default() }).await
}

impl Site {
    async fn wrong(&self, ip: &str, login: &str) -> Code {
        code(self.login_from(ip, login, "wrong password", false).await)
    }

    fn minute(&self) {
        self.app.context.clock.advance(time::Duration::seconds(61));
    }
}

fn entry(event: &AuditRecorded) -> (i64, i64, Value) {
    (event.project_id, event.resource_id, serde_json::from_str(&event.after).unwrap())
}

fn of(address: &str, what: &str, attempts: i64) -> Value {
    json!({ "address": address, "attempts": attempts, "what": what })
}

#[tokio::test]
async fn a_second_account_that_is_attacked_in_the_same_minute_is_told_in_its_own_project() {
    let site = limited(1).await;
    let other = identity::bootstrap(&site.app.context, "Other", &site.email("olga"), PASSWORD, "Olga").await.unwrap();
    for login in [site.admin_email.clone(), site.email("olga")] {
        assert_eq!(site.wrong(ADDRESS, &login).await, Code::Unauthenticated);
        assert_eq!(site.wrong(ADDRESS, &login).await, Code::ResourceExhausted);
    }
    let rejected: Vec<_> = site.attempts("reject").await.iter().map(entry).collect();
    assert_eq!(rejected.len(), 2);
    assert!(rejected.contains(&(site.project, site.admin.user_id, of(ADDRESS, "login", 1))));
    assert!(rejected.contains(&(other.project_id, other.user_id, of(ADDRESS, "login", 1))));
}

#[tokio::test]
async fn every_attempt_that_was_turned_away_is_told_at_once_or_with_those_of_its_minute() {
    let site = limited(1).await;
    site.wrong(ADDRESS, &site.admin_email).await;
    site.wrong(ADDRESS, &site.admin_email).await;
    assert_eq!(site.attempts("reject").await.len(), 1, "the first at once");
    for _ in 0..3 {
        site.wrong(ADDRESS, &site.admin_email).await;
    }
    assert_eq!(site.attempts("reject").await.len(), 1, "the others together");
    site.minute();
    let rejected: Vec<_> = site.attempts("reject").await.iter().map(|event| entry(event).2["attempts"].clone()).collect();
    assert_eq!(rejected, [json!(1), json!(3)]);
    // For a quiet minute nothing is recorded, and the next attempt is a first one again.
    site.minute();
    assert_eq!(site.attempts("reject").await.len(), 2);
    site.wrong(ADDRESS, &site.admin_email).await;
    assert_eq!(site.attempts("reject").await.len(), 3);
}

#[tokio::test]
async fn wrong_passwords_are_told_in_every_project_of_the_account_with_how_many_there_were() {
    let site = Site::start().await;
    let other = identity::bootstrap(&site.app.context, "Other", &site.admin_email, "is not used", "Alex").await.unwrap();
    for _ in 0..3 {
        assert_eq!(site.wrong(ADDRESS, &site.admin_email).await, Code::Unauthenticated);
    }
    let failed: Vec<_> = site.attempts("fail").await.iter().map(entry).collect();
    assert_eq!(failed, [(site.project, site.admin.user_id, of(ADDRESS, "login", 3)), (other.project_id, other.user_id, of(ADDRESS, "login", 3))]);
    assert_eq!(site.attempts("fail").await[0].ip, ADDRESS);
}

#[tokio::test]
async fn wrong_passwords_of_nobody_are_told_in_no_project_and_without_what_was_typed() {
    let site = Site::start().await;
    for name in ["nobody", "somebody"] {
        site.wrong(ADDRESS, &site.email(name)).await;
    }
    let failed = site.attempts("fail").await;
    assert_eq!(failed.iter().map(entry).collect::<Vec<_>>(), [(0, 0, of(ADDRESS, "login", 2))]);
    assert!(!format!("{failed:?}").contains("body"));
}

#[tokio::test]
async fn wrong_codes_of_a_second_factor_and_wrong_own_passwords_are_told() {
    let site = Site::start().await;
    let secret = site.start_totp(&site.admin, PASSWORD).await.unwrap().secret;
    site.confirm_totp(&site.admin, &site.totp_code(&secret, -1)).await.unwrap();
    let caller = Caller { ip: ADDRESS.into(), ..testing::nobody() };
    let request = LoginSecondFactorRequest { ticket: site.ticket().await, code: "000000".into() };
    assert_eq!(code(site.sessions().login_second_factor(site.request(&caller, request)).await), Code::Unauthenticated);
    let here = Caller { ip: ADDRESS.into(), ..site.admin.clone() };
    assert!(site.start_totp(&here, NEW_PASSWORD).await.is_err());
    let mut failed: Vec<_> = site.attempts("fail").await.iter().map(|event| entry(event).2).collect();
    failed.sort_by_key(|after| after["what"].to_string());
    assert_eq!(failed, [of(ADDRESS, "login", 1), of(ADDRESS, "second_factor", 1)]);
}

#[tokio::test]
async fn a_token_of_a_session_that_was_ended_is_told_and_one_that_came_to_its_end_is_not() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let refused = async |token: &str| {
        let caller = Caller { ip: ADDRESS.into(), ..testing::nobody() };
        let request = site.request(&caller, RefreshRequest { token: token.into() });
        assert_eq!(code(site.sessions().refresh(request).await), Code::Unauthenticated);
    };
    let (ended, over) = (site.session(&anna.email).await.1, site.session(&site.admin_email).await.1);
    site.patch(&site.admin, anna.id, &["is_active"], User::default()).await.unwrap();
    refused(&ended.refresh).await;
    site.app.context.clock.advance(time::Duration::hours(13));
    refused(&over.refresh).await;
    let failed: Vec<_> = site.attempts("fail").await.iter().map(entry).collect();
    assert_eq!(failed, [(site.project, anna.id, of(ADDRESS, "token", 1))]);
}

#[tokio::test]
async fn a_link_that_is_outdated_is_told_to_whom_it_was_sent() {
    let site = Site::start().await;
    let (id, token) = site.invited("anna").await;
    site.app.context.clock.advance(time::Duration::days(8));
    assert!(site.invitation(&token).await.is_err());
    let failed: Vec<_> = site.attempts("fail").await.iter().map(entry).collect();
    assert_eq!(failed, [(site.project, id, of(&site.unique, "token", 1))]);
}

#[tokio::test]
async fn an_attack_from_many_addresses_does_not_fill_the_log() {
    let site = limited(1).await;
    for host in 1..=50 {
        site.wrong(&format!("192.0.2.{host}"), &site.admin_email).await;
    }
    let rejected = site.attempts("reject").await;
    assert_eq!(rejected.len(), 21);
    let entries: Vec<_> = rejected.iter().map(|event| entry(event).2).collect();
    // An account bears two and a half times as many guesses from all addresses together.
    assert_eq!(entries.iter().map(|after| after["attempts"].as_i64().unwrap()).sum::<i64>(), 47);
    assert!(entries.contains(&of("others", "login", 27)));
}

#[tokio::test]
async fn who_guesses_keeps_nobody_from_signing_in_from_elsewhere() {
    let site = limited(4).await;
    let right =
        async |address: &str| site.login_from(address, &site.admin_email, PASSWORD, false).await.map_or_else(|status| status.code(), |_| Code::Ok);
    for _ in 0..4 {
        assert_eq!(site.wrong(ADDRESS, &site.admin_email).await, Code::Unauthenticated);
    }
    assert_eq!(right(ADDRESS).await, Code::ResourceExhausted);
    assert_eq!(right("192.0.2.8").await, Code::Ok);
}

#[tokio::test]
async fn guesses_from_many_addresses_are_limited_and_do_not_keep_out_whoever_was_there_before() {
    let site = limited(4).await;
    let right =
        async |address: &str| site.login_from(address, &site.admin_email, PASSWORD, false).await.map_or_else(|status| status.code(), |_| Code::Ok);
    assert_eq!(right("192.0.2.200").await, Code::Ok);
    let mut checked = 0;
    for host in 1..=20 {
        checked += usize::from(site.wrong(&format!("192.0.2.{host}"), &site.admin_email).await == Code::Unauthenticated);
    }
    assert_eq!(checked, 10);
    assert_eq!(right("192.0.2.201").await, Code::ResourceExhausted);
    assert_eq!(right("192.0.2.200").await, Code::Ok);
    // What others guessed is not forgotten by that.
    assert_eq!(right("192.0.2.201").await, Code::ResourceExhausted);
}

#[tokio::test]
async fn an_account_bears_as_many_guesses_whichever_of_its_names_they_are_made_by() {
    let site = limited(4).await;
    let login = format!("anna.{}", site.unique);
    site.create(&site.admin, User { login: Some(login.clone()), ..site.new_user("anna", "user", &[11]) }).await.unwrap();
    for name in [site.email("anna"), login.clone(), site.email("anna").to_uppercase(), login.to_uppercase()] {
        assert_eq!(site.wrong(ADDRESS, &name).await, Code::Unauthenticated, "{name}");
    }
    for name in [site.email("anna"), login] {
        assert_eq!(site.wrong(ADDRESS, &name).await, Code::ResourceExhausted, "{name}");
    }
    // A name that is nobody's bears as many.
    for _ in 0..4 {
        assert_eq!(site.wrong(ADDRESS, &site.email("nobody")).await, Code::Unauthenticated);
    }
    assert_eq!(site.wrong(ADDRESS, &site.email("nobody")).await, Code::ResourceExhausted);
}
