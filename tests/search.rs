//! One question to the whole platform.
use acceptance::{PASSWORD, Platform};
use anyhow::{Context as _, Result, ensure};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

struct Site<'a> {
    platform: &'a Platform,
    administrator: String,
    group: i64,
    elsewhere: i64,
    anna: i64,
    card: i64,
}

impl Site<'_> {
    async fn make(platform: &Platform) -> Result<Site<'_>> {
        let administrator = platform.project("Riverside", "alex@riverside.test").await?;
        let group = platform.make(&administrator, "/domains", json!({ "name": "Harbour house" })).await?;
        let elsewhere = platform.make(&administrator, "/domains", json!({ "name": "Elsewhere" })).await?;
        let role = role(platform, &administrator, "user").await?;
        let anna = json!({ "name": "Anna Petrova-Lind", "email": "anna@harbour.test", "password": PASSWORD, "is_active": true, "profile": { "phone": "+31201234567" },
            "role": { "id": role }, "domains": [{ "id": group }] });
        let anna = platform.make(&administrator, "/users", anna).await?;
        let card = json!({ "name": "Blue card", "type": "card", "value": "0013961168", "owner": { "id": anna } });
        let card = platform.make(&administrator, "/identifiers", card).await?;
        let device = json!({ "name": "Main gate", "serial_number": "AA12-0904", "type": "panel", "model": "AA-12", "protocol": "mqtt", "port": 80, "domain": { "id": group } });
        platform.make(&administrator, "/devices", device).await?;
        Ok(Site { platform, administrator, group, elsewhere, anna, card })
    }

    /// Kind and name of what is found, best first.
    async fn search(&self, token: &str, query: &str) -> Result<Vec<(String, String)>> {
        let answer = self.platform.call(Some(token), Method::GET, &format!("/search?query={query}"), None).await?;
        ensure!(answer.status == StatusCode::OK && answer.body["missing_services"] == json!([]), "{answer:?}");
        let items = answer.body["items"].as_array().context("items")?;
        Ok(items.iter().map(|item| (word(&item["kind"]), word(&item["name"]))).collect())
    }

    async fn finds(&self, query: &str, kind: &str, name: &str) -> Result<()> {
        let found = self.search(&self.administrator, query).await?;
        ensure!(found.contains(&(kind.into(), name.into())), "{query}: {found:?}");
        Ok(())
    }

    /// Signs in somebody with a role in a group.
    async fn user(&self, email: &str, role_name: &str, group: i64) -> Result<String> {
        let role = role(self.platform, &self.administrator, role_name).await?;
        let user =
            json!({ "name": email, "email": email, "password": PASSWORD, "is_active": true, "role": { "id": role }, "domains": [{ "id": group }] });
        self.platform.make(&self.administrator, "/users", user).await?;
        self.platform.sign_in(email).await
    }
}

fn word(value: &Value) -> String {
    value.as_str().unwrap_or_default().into()
}

async fn role(platform: &Platform, token: &str, name: &str) -> Result<i64> {
    let roles = platform.call(Some(token), Method::GET, "/roles?size=100", None).await?.body;
    let found = roles["items"].as_array().into_iter().flatten().find(|role| role["name"] == name);
    found.and_then(|role| role["id"].as_i64()).context("a default role")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everything_is_found_by_its_name_and_by_each_of_its_numbers() -> Result<()> {
    let platform = Platform::start().await?;
    let site = Site::make(&platform).await?;
    for query in ["anna", "PETR", "lind%20anna", "anna@harbour.test", "3120123", "anna%20pet"] {
        site.finds(query, "user", "Anna Petrova-Lind").await?;
    }
    for query in ["0013961168", "13961168", "139611", "00-D5-07-D0", "00d507d0", "D0-07-D5-00", "213,02000", "blue"] {
        site.finds(query, "identifier", "Blue card").await?;
    }
    for query in ["AA12-0904", "aa120904", "0904", "gate"] {
        site.finds(query, "device", "Main gate").await?;
    }
    site.finds("harbour", "group", "Harbour house").await?;
    assert_eq!(site.search(&site.administrator, "nobody%20anna").await?, []);
    // A whole word comes before the beginning of one.
    platform.make(&site.administrator, "/domains", json!({ "name": "Gates of the east" })).await?;
    assert_eq!(site.search(&site.administrator, "gate").await?[0], ("device".into(), "Main gate".into()));
    platform.stop().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_search_shows_nobody_what_their_lists_do_not() -> Result<()> {
    let platform = Platform::start().await?;
    let site = Site::make(&platform).await?;
    let manager = site.user("manager@harbour.test", "group_administrator", site.group).await?;
    let outsider = site.user("manager@elsewhere.test", "group_administrator", site.elsewhere).await?;
    let other_project = platform.project("Hillside", "nina@hillside.test").await?;
    let reached = |found: &[(String, String)]| found.iter().map(|(kind, _)| kind.clone()).collect::<Vec<_>>();
    assert_eq!(reached(&site.search(&manager, "0013961168").await?), ["identifier"]);
    assert_eq!(reached(&site.search(&manager, "petrova").await?), ["user"]);
    for token in [&outsider, &other_project] {
        for query in ["petrova", "0013961168", "AA12-0904", "harbour", "blue"] {
            let found = site.search(token, query).await?;
            assert!(found.iter().all(|(_, name)| name.starts_with("manager@")), "{query}: {found:?}");
        }
    }
    platform.stop().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_renamed_or_deleted_is_no_longer_found_by_its_old_name() -> Result<()> {
    let platform = Platform::start().await?;
    let site = Site::make(&platform).await?;
    let renamed =
        platform.call(Some(&site.administrator), Method::PATCH, &format!("/users/{}", site.anna), Some(json!({ "name": "Vera Novak" }))).await?;
    assert_eq!(renamed.status, StatusCode::OK, "{renamed:?}");
    assert_eq!(site.search(&site.administrator, "petrova").await?, []);
    site.finds("vera", "user", "Vera Novak").await?;
    site.finds("anna@harbour.test", "user", "Vera Novak").await?;
    let deleted = platform.call(Some(&site.administrator), Method::DELETE, &format!("/identifiers/{}", site.card), None).await?;
    assert_eq!(deleted.status, StatusCode::OK, "{deleted:?}");
    assert_eq!(site.search(&site.administrator, "13961168").await?, []);
    platform.stop().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_query_that_finds_nothing_sensible_is_refused_in_its_field() -> Result<()> {
    let platform = Platform::start().await?;
    let token = platform.project("Riverside", "alex@riverside.test").await?;
    for (query, field) in [("query=a".to_string(), "query"), (format!("query={}", "a".repeat(101)), "query"), ("query=anna&size=21".into(), "size")] {
        let answer = platform.call(Some(&token), Method::GET, &format!("/search?{query}"), None).await?;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{answer:?}");
        assert!(answer.body.to_string().contains(field), "{answer:?}");
    }
    let unsigned = platform.call(None, Method::GET, "/search?query=anna", None).await?;
    assert_eq!(unsigned.status, StatusCode::UNAUTHORIZED);
    platform.stop().await;
    Ok(())
}
