//! People become users by proving their e-mail: from the project's settings in domains to the first sign-in in
//! identity, over HTTP, with every event on its way through RabbitMQ.
mod mails;

use acceptance::{Answer, PASSWORD, Platform};
use anyhow::{Context as _, Result};
use mails::Mails;
use reqwest::Method;
use serde_json::{Value, json};

const NEW_PASSWORD: &str = "another-password-1";

/// A project with registration by users and by invitation. Runs share the rate limits, so e-mails are unique per run.
struct Site {
    platform: Platform,
    mails: Mails,
    administrator: String,
    run: String,
    roles: Value,
    group: i64,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_becomes_a_user_by_verifying_their_e_mail() {
    let site = Site::make().await.expect("a site");
    registers(&site).await.expect("a registration");
    registers_an_object(&site).await.expect("a self-registration");
    takes_an_invitation(&site).await.expect("an invitation");
    recovers(&site).await.expect("a recovery");
    site.platform.stop().await;
}

async fn registers(site: &Site) -> Result<()> {
    let settings = site.platform.call(None, Method::GET, "/server/settings", None).await?;
    assert_eq!(settings.body["registration"], true);
    let email = site.email("eva");
    let begun = site.post("/registration", json!({ "name": "Eva", "login": email, "password": PASSWORD })).await?;
    let code = site.mails.next("registration_code", &email).await?.values["code"].clone();
    site.post("/registration/confirm-email", json!({ "registration": begun.body["registration"], "code": code })).await?;
    let token = site.platform.sign_in(&email).await?;
    let profile = site.platform.call(Some(&token), Method::GET, "/profile", None).await?;
    assert_eq!(profile.body["domains"][0]["id"], site.group);
    Ok(())
}

async fn registers_an_object(site: &Site) -> Result<()> {
    let email = site.email("ivan");
    let offered = site.platform.call(None, Method::GET, &format!("/self-registration/{}", site.code()), None).await?;
    assert_eq!(offered.body["user_types"], json!(["owner"]));
    let person = json!({
        "code": site.code(), "user_name": "Ivan", "user_email": email, "user_type": "owner", "object_name": "Villa", "user_password": PASSWORD,
        "locale": "en"
    });
    site.post("/self-registration", person).await?;
    assert!(site.platform.sign_in(&email).await.is_err(), "before it is confirmed");
    let token = site.mails.token("account_confirmation", &email).await?;
    site.post("/registration/confirm", json!({ "token": token })).await?;
    let session = site.platform.sign_in(&email).await?;
    let groups = site.platform.call(Some(&session), Method::GET, "/domains", None).await?;
    let names: Vec<&str> = groups.body["items"].as_array().into_iter().flatten().filter_map(|group| group["name"].as_str()).collect();
    assert_eq!(names, ["Villa"], "{groups:?}");
    Ok(())
}

async fn takes_an_invitation(site: &Site) -> Result<()> {
    let email = site.email("olga");
    let user = json!({ "name": "Olga", "email": email, "is_active": true, "role": { "id": site.role("user")? }, "domains": [{ "id": site.group }] });
    let id = site.platform.make(&site.administrator, "/users", user).await?;
    let token = site.mails.token("registration_link", &email).await?;
    let invitation = site.platform.call(None, Method::GET, &format!("/registration/tokens/{token}"), None).await?;
    assert_eq!((&invitation.body["name"], &invitation.body["has_password"]), (&json!("Olga"), &json!(false)));
    let signed_in = site.post(&format!("/registration/tokens/{token}"), json!({ "password": PASSWORD })).await?;
    let session = signed_in.body["sessions"][0]["token"].as_str().context("a session")?;
    let profile = site.platform.call(Some(session), Method::GET, "/profile", None).await?;
    assert_eq!((&profile.body["id"], &profile.body["is_invited"]), (&json!(id), &json!(false)));
    Ok(())
}

async fn recovers(site: &Site) -> Result<()> {
    let email = site.email("eva");
    let before = site.platform.sign_in(&email).await?;
    site.post("/password/recovery", json!({ "email": email })).await?;
    let code = site.mails.token("password_recovery", &email).await?;
    site.post("/password/reset", json!({ "code": code, "password": NEW_PASSWORD })).await?;
    let ended = site.platform.call(Some(&before), Method::GET, "/profile", None).await?;
    assert_eq!(ended.status, 401, "every session ends");
    site.post("/login", json!({ "login": email, "password": NEW_PASSWORD })).await?;
    let again = site.platform.call(None, Method::POST, "/password/reset", Some(json!({ "code": code, "password": PASSWORD }))).await?;
    assert_eq!((again.status.as_u16(), &again.body["message"]), (409, &json!("verification link is outdated or incorrect")));
    Ok(())
}

impl Site {
    async fn make() -> Result<Site> {
        let platform = Platform::start().await?;
        let mails = Mails::of(&platform).await?;
        let run = uuid::Uuid::now_v7().simple().to_string();
        let administrator = platform.project("newcomers", &format!("admin@{run}.test")).await?;
        let roles = platform.call(Some(&administrator), Method::GET, "/roles?size=100", None).await?.body;
        let group = platform.make(&administrator, "/domains", json!({ "name": "House" })).await?;
        let site = Site { platform, mails, administrator, run, roles, group };
        site.open().await?;
        Ok(site)
    }

    /// Enables registration, and waits until identity has the project's settings.
    async fn open(&self) -> Result<()> {
        let settings = json!({
            "registration": { "is_enabled": true, "role": { "id": self.role("user")? }, "domain": { "id": self.group } },
            "self_registration": {
                "is_enabled": true, "invitation_code": self.code(), "object_names": ["house"],
                "user_types": [{ "name": "owner", "role": { "id": self.role("group_administrator")? } }]
            }
        });
        let change = || self.platform.call(Some(&self.administrator), Method::PATCH, "/settings/general", Some(settings.clone()));
        self.platform.eventually("the settings are taken", change).await?;
        let path = format!("/self-registration/{}", self.code());
        self.platform.eventually("identity knows the settings", || self.platform.call(None, Method::GET, &path, None)).await?;
        Ok(())
    }

    fn email(&self, name: &str) -> String {
        format!("{name}@{}.test", self.run)
    }

    fn code(&self) -> String {
        format!("HOUSE-{}", self.run)
    }

    fn role(&self, name: &str) -> Result<i64> {
        let mut roles = self.roles["items"].as_array().into_iter().flatten();
        roles.find(|role| role["name"] == name).and_then(|role| role["id"].as_i64()).with_context(|| format!("the role {name}"))
    }

    /// A request without a session. Any status but success is an error.
    async fn post(&self, path: &str, body: Value) -> Result<Answer> {
        let answer = self.platform.call(None, Method::POST, path, Some(body)).await?;
        anyhow::ensure!(answer.status.is_success(), "{path}: {answer:?}");
        Ok(answer)
    }
}
