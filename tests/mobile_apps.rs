//! Mobile apps over HTTP: what the licence does not give to their users is refused to them, and not to the browsers of the same users.
use acceptance::{Answer, PASSWORD, Platform};
use anyhow::{Context as _, Result, ensure};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

const EMAIL: &str = "anna@riverside.test";
/// Each with the feature that an app needs for it. What the body lacks is told after that.
const CALLS: [(Method, &str, &str); 4] = [
    (Method::POST, "/devices/1000000/open", "mobile_app.remote_open"),
    (Method::PUT, "/forward-rules", "mobile_app.domain_forward_rule"),
    (Method::GET, "/events/access-control", "mobile_app.family_events"),
    (Method::GET, "/events/devices", "mobile_app.family_events"),
];

fn is_refused(answer: &Answer) -> bool {
    answer.status == StatusCode::CONFLICT && answer.body["message"] == "feature is not licensed"
}

async fn call(platform: &Platform, token: &str, method: &Method, path: &str) -> Result<Answer> {
    let body = (method != Method::GET).then(|| json!({}));
    platform.call(Some(token), method.clone(), path, body).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_app_is_refused_what_its_user_has_no_feature_for_and_a_browser_is_not() -> Result<()> {
    let platform = Platform::start().await?;
    let admin = platform.project("Riverside", "alex@riverside.test").await?;
    let permissions = ["can_view_devices", "can_edit_device", "can_view_device_events", "can_view_access_control_events", "can_create_forward_rule"];
    let role = platform.make(&admin, "/roles", json!({ "name": "Caretaker", "permissions": permissions })).await?;
    let house = platform.make(&admin, "/domains", json!({ "name": "House" })).await?;
    let anna = json!({ "name": "Anna", "email": EMAIL, "password": PASSWORD, "is_active": true, "role": { "id": role },
        "domains": [{ "id": house }] });
    let licenses = format!("/users/{}/licenses", platform.make(&admin, "/users", anna).await?);
    let mobile_client = json!({ "platform": "ios", "info": "iPhone", "vendor_id": "A-1" });
    let login = json!({ "login": EMAIL, "password": PASSWORD, "mobile_client": mobile_client });
    let answer = platform.call(None, Method::POST, "/login", Some(login)).await?;
    let app = answer.body["sessions"][0]["token"].as_str().with_context(|| format!("{answer:?}"))?.to_owned();
    let browser = platform.sign_in(EMAIL).await?;

    let found = async || {
        let found = platform.call(Some(&admin), Method::GET, &licenses, None).await?;
        let features = found.body["features"].as_array().context("features")?;
        ensure!(CALLS.iter().all(|(_, _, feature)| features.contains(&json!(feature))), "{found:?}");
        Ok(found)
    };
    let all = platform.eventually("the licence for evaluation", found).await?.body["features"].take();
    let without = |feature: &str| -> Vec<&Value> { all.as_array().into_iter().flatten().filter(|held| *held != feature).collect() };
    for (method, path, feature) in &CALLS {
        // Identity hears of it, and the gateway keeps what it knows of a session for seconds.
        let license = async |features: Value, is_refused_now: bool| {
            let changed = platform.call(Some(&admin), Method::PATCH, &licenses, Some(json!({ "features": features }))).await?;
            ensure!(changed.status.is_success(), "{changed:?}");
            let by_app = async || {
                let answer = call(&platform, &app, method, path).await?;
                ensure!(is_refused(&answer) == is_refused_now, "{answer:?}");
                platform.call(Some(&app), Method::GET, "/licenses/features", None).await
            };
            platform.eventually(path, by_app).await
        };
        license(json!(without(feature)), true).await?;
        let by_browser = call(&platform, &browser, method, path).await?;
        assert!(!is_refused(&by_browser) && by_browser.status != StatusCode::UNAUTHORIZED, "{path}: {by_browser:?}");
        license(all.clone(), false).await?;
    }
    platform.stop().await;
    Ok(())
}
