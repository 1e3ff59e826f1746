//! Tokens for programs over HTTP and the websocket: accepted wherever a session is, and refused at once when they end.
use std::time::Duration;

use acceptance::{Answer, PASSWORD, Platform};
use anyhow::{Context as _, Result};
use futures::future::join_all;
use futures::{SinkExt, StreamExt};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use time::format_description::well_known::Rfc3339;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error as SocketError, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Longer than anything here takes.
const SOCKET_TIMEOUT: Duration = Duration::from_secs(60);
/// The limit for one token and minute, as it is by default.
const MAX_REQUESTS: usize = 600;
/// Calls with unknown tokens from one address within a minute.
const MAX_UNKNOWN: usize = 60;

type Socket = WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>;

struct Site {
    platform: Platform,
    admin: String,
}

impl Site {
    async fn start() -> Result<Site> {
        let platform = Platform::start().await?;
        let admin = platform.project("Riverside", "alex@riverside.test").await?;
        Ok(Site { platform, admin })
    }

    async fn make(&self, session: &str, path: &str, more: Value) -> Result<Answer> {
        let expires_at = (kit::Clock::system().now() + time::Duration::days(30)).format(&Rfc3339)?;
        let mut body = json!({ "name": "CI", "scopes": ["all"], "expires_at": expires_at, "password": PASSWORD });
        body.as_object_mut().context("an object")?.extend(more.as_object().cloned().unwrap_or_default());
        self.platform.call(Some(session), Method::POST, path, Some(body)).await
    }

    /// A token of the administrator, and its id.
    async fn own(&self, scopes: &[&str]) -> Result<(String, i64)> {
        token_of(&self.make(&self.admin, "/profile/tokens", json!({ "scopes": scopes })).await?)
    }

    async fn get(&self, token: &str, path: &str) -> Result<StatusCode> {
        Ok(self.platform.call(Some(token), Method::GET, path, None).await?.status)
    }

    async fn open(&self, query: &str, bearer: Option<&str>) -> Result<Socket, SocketError> {
        let url = format!("{}/api/v0/ws{query}", self.platform.url.replace("http://", "ws://"));
        let mut request = url.into_client_request()?;
        if let Some(token) = bearer {
            request.headers_mut().insert("authorization", format!("Bearer {token}").parse().expect("a header"));
        }
        Ok(tokio::time::timeout(SOCKET_TIMEOUT, connect_async(request)).await.expect("an answer")?.0)
    }

    async fn role(&self, name: &str) -> Result<i64> {
        let roles = self.platform.call(Some(&self.admin), Method::GET, "/roles?size=100", None).await?;
        let found = roles.body["items"].as_array().and_then(|items| items.iter().find(|role| role["name"] == name));
        found.and_then(|role| role["id"].as_i64()).with_context(|| format!("{name}: {roles:?}"))
    }
}

fn token_of(answer: &Answer) -> Result<(String, i64)> {
    let token = answer.body["token"].as_str().with_context(|| format!("{answer:?}"))?;
    Ok((token.to_owned(), answer.body["item"]["id"].as_i64().context("an id")?))
}

/// What the gateway answers to a subscription.
async fn subscribe(socket: &mut Socket, topic: &str) -> Result<Value> {
    socket.send(Message::text(json!({ "type": "subscribe", "topic": topic }).to_string())).await?;
    loop {
        let message = tokio::time::timeout(SOCKET_TIMEOUT, socket.next()).await?.context("the socket ended")??;
        let Message::Text(text) = message else { continue };
        let message: Value = serde_json::from_str(&text)?;
        if message["topic"] == topic {
            return Ok(message["data"]["type"].clone());
        }
    }
}

/// The code with which the gateway closes the socket.
async fn closed(socket: &mut Socket) -> Result<CloseCode> {
    loop {
        match tokio::time::timeout(SOCKET_TIMEOUT, socket.next()).await?.context("the socket ended without a word")?? {
            Message::Close(Some(frame)) => return Ok(frame.code),
            _ => continue,
        }
    }
}

fn refused(opened: Result<Socket, SocketError>) -> Option<u16> {
    match opened {
        Err(SocketError::Http(answer)) => Some(answer.status().as_u16()),
        _ => None,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_is_taken_wherever_a_session_is_and_refused_at_once_when_it_is_revoked() -> Result<()> {
    let site = Site::start().await?;
    let (token, id) = site.own(&["all"]).await?;
    let profile = site.platform.call(Some(&token), Method::GET, "/profile", None).await?;
    assert_eq!(profile.body["name"], "Administrator of Riverside", "{profile:?}");
    for path in ["/users", "/devices", "/audit-events", "/backups", "/time-rules", "/licenses"] {
        assert_eq!(site.get(&token, path).await?, StatusCode::OK, "{path}");
    }
    let group = json!({ "name": "House 1" });
    let made = site.platform.call(Some(&token), Method::PUT, "/domains", Some(group)).await?;
    assert!(made.status.is_success(), "{made:?}");

    let mut socket = site.open("", Some(&token)).await?;
    assert_eq!(subscribe(&mut socket, "devices").await?, "subscribed");
    let in_address = format!("?access_token={token}");
    assert_eq!(refused(site.open(&in_address, None).await), Some(401), "addresses are logged, and a token is good for a year");

    let listed = site.platform.call(Some(&site.admin), Method::GET, "/profile/tokens", None).await?;
    assert_eq!(listed.body["items"][0]["prefix"], token[..8]);
    assert!(!listed.body.to_string().contains(&token[8..]), "the list does not show the token");

    let revoked = site.platform.call(Some(&site.admin), Method::DELETE, &format!("/profile/tokens/{id}"), None).await?;
    assert!(revoked.status.is_success(), "{revoked:?}");
    assert_eq!(closed(&mut socket).await?, CloseCode::from(4401), "its sockets are closed");
    assert_eq!(site.get(&token, "/profile").await?, StatusCode::UNAUTHORIZED);
    assert_eq!(refused(site.open("", Some(&token)).await), Some(401));
    assert_eq!(site.get(&site.admin, "/profile").await?, StatusCode::OK, "the session goes on");
    site.platform.stop().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_does_what_its_scope_says_and_touches_no_account() -> Result<()> {
    let site = Site::start().await?;
    let (reader, _) = site.own(&["read_only"]).await?;
    assert_eq!(site.get(&reader, "/devices").await?, StatusCode::OK);
    let group = json!({ "name": "House 1" });
    let made = site.platform.call(Some(&reader), Method::PUT, "/domains", Some(group)).await?;
    assert_eq!(made.status, StatusCode::FORBIDDEN, "a token for reading changes nothing: {made:?}");
    let read = site.platform.call(Some(&reader), Method::POST, "/notifications/read", Some(json!({}))).await?;
    assert!(!read.status.is_success(), "not even what everybody may change of their own: {read:?}");

    let (all, _) = site.own(&["all"]).await?;
    for (method, path) in [
        (Method::GET, "/profile/tokens"),
        (Method::POST, "/profile/tokens"),
        (Method::DELETE, "/profile/tokens/1"),
        (Method::GET, "/tokens"),
        (Method::POST, "/tokens"),
        (Method::DELETE, "/tokens/1"),
        (Method::GET, "/profile/sessions"),
        (Method::POST, "/profile/sessions/revoke-others"),
        (Method::GET, "/profile/second-factors"),
        (Method::POST, "/profile/totp"),
        (Method::POST, "/profile/passkeys/options"),
        (Method::POST, "/profile/password"),
        (Method::PATCH, "/profile"),
        (Method::DELETE, "/profile"),
        (Method::POST, "/logout"),
        (Method::GET, "/calls/credentials"),
        (Method::PUT, "/notifications/push-subscriptions"),
        (Method::POST, "/projects/1/support-session"),
    ] {
        let body = (method != Method::GET).then(|| json!({}));
        let answer = site.platform.call(Some(&all), method.clone(), path, body).await?;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{method} {path}: {answer:?}");
    }
    assert_eq!(site.get(&all, "/projects").await?, StatusCode::FORBIDDEN, "it carries none of a dealer's rights");
    site.platform.stop().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_of_single_permissions_reads_none_of_its_users_own_cards_and_messages() -> Result<()> {
    let site = Site::start().await?;
    let profile = site.platform.call(Some(&site.admin), Method::GET, "/profile", None).await?;
    let own_topic = format!("private-users.{}", profile.body["id"]);
    let (reader, _) = site.own(&["read_only"]).await?;
    let (devices, _) = site.own(&["can_view_all_devices"]).await?;
    for path in ["/identifiers", "/notifications", "/call-history"] {
        assert_eq!(site.get(&reader, path).await?, StatusCode::OK, "{path}");
        assert_eq!(site.get(&devices, path).await?, StatusCode::FORBIDDEN, "{path}");
    }
    for path in ["/devices", "/profile", "/domains"] {
        assert_eq!(site.get(&devices, path).await?, StatusCode::OK, "{path}");
    }
    let (mut of_reader, mut of_devices) = (site.open("", Some(&reader)).await?, site.open("", Some(&devices)).await?);
    assert_eq!(subscribe(&mut of_reader, &own_topic).await?, "subscribed");
    assert_ne!(subscribe(&mut of_devices, &own_topic).await?, "subscribed");
    assert_eq!(subscribe(&mut of_devices, "devices").await?, "subscribed");
    site.platform.stop().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_of_the_project_loses_with_its_role_what_the_role_loses() -> Result<()> {
    let site = Site::start().await?;
    let role = json!({ "name": "barrier", "permissions": ["can_view_all_devices", "can_view_all_users"] });
    let role = site.platform.make(&site.admin, "/roles", role).await?;
    let made = site.make(&site.admin, "/tokens", json!({ "name": "Barrier", "role": { "id": role }, "domains": [] })).await?;
    let (token, _) = token_of(&made)?;
    let mut socket = site.open("", Some(&token)).await?;
    assert_eq!(subscribe(&mut socket, "devices").await?, "subscribed");
    assert_eq!(site.get(&token, "/users").await?, StatusCode::OK);
    assert_eq!(site.get(&token, "/audit-events").await?, StatusCode::FORBIDDEN);

    let demoted = json!({ "permissions": ["can_view_all_devices"] });
    let demoted = site.platform.call(Some(&site.admin), Method::PATCH, &format!("/roles/{role}"), Some(demoted)).await?;
    assert!(demoted.status.is_success(), "{demoted:?}");
    let lost = || async {
        let status = site.get(&token, "/users").await?;
        Ok(Answer { status: if status == StatusCode::FORBIDDEN { StatusCode::OK } else { status.max(StatusCode::BAD_REQUEST) }, body: Value::Null })
    };
    site.platform.eventually("the right is lost", lost).await?;
    assert_eq!(site.get(&token, "/devices").await?, StatusCode::OK);

    let deleted = site.platform.call(Some(&site.admin), Method::DELETE, &format!("/roles/{role}"), None).await?;
    assert!(deleted.status.is_success(), "{deleted:?}");
    assert_eq!(closed(&mut socket).await?, CloseCode::from(4401), "with the role the token ends");
    assert_eq!(site.get(&token, "/devices").await?, StatusCode::UNAUTHORIZED);
    site.platform.stop().await;
    Ok(())
}

/// A token of the project may make rows in every service, though no user stands behind it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_token_of_the_project_makes_is_the_projects_in_every_service() -> Result<()> {
    let site = Site::start().await?;
    let role = site.role("administrator").await?;
    let (token, id) = token_of(&site.make(&site.admin, "/tokens", json!({ "name": "Import", "role": { "id": role }, "domains": [] })).await?)?;
    let make = |path: &'static str, body: Value| site.platform.make(&token, path, body);
    let group = make("/domains", json!({ "name": "House 1" })).await?;
    let domains = json!([{ "id": group }]);
    let anna = json!({ "name": "Anna", "email": "anna@riverside.test", "role": { "id": role }, "domains": domains, "is_active": true,
        "send_registration_link": false });
    let anna = make("/users", anna).await?;
    let serial = format!("T-{}", uuid::Uuid::now_v7().simple());
    let device = json!({ "name": "Gate", "serial_number": serial, "domain": { "id": group }, "type": "panel", "model": "AA-12" });
    let device = make("/devices", device).await?;
    let hours = json!({ "name": "Day", "valid_from": "2026-11-23T08:00:00", "valid_to": "2026-11-23T20:00:00", "is_all_day": false,
        "repeat_mode": "day" });
    let hours = make("/time-rules", hours).await?;
    let card = json!({ "name": "Card", "type": "card", "value": "00A1B2", "owner": { "id": anna }, "owner_type": "owner" });
    let card = make("/identifiers", card).await?;
    let rule = json!({ "name": "Gate by day", "devices": [{ "id": device, "lock_number": 1 }], "time_rules": [{ "id": hours }],
        "users": [{ "id": anna }], "identifiers": [{ "id": card }] });
    let rule = make("/access-rules", rule).await?;
    let slots = json!({ "days": ["mon", "tue"], "from": 0, "to": 86_400 });
    let rows = [
        ("/markers", json!({ "name": "Owner", "color": "#ff0000" })),
        ("/sip-numbers", json!({ "number": "201", "name": "Anna", "user": { "id": anna }, "domain": { "id": group } })),
        ("/announces", json!({ "name": "Water", "subject": "Water", "body": "<p>No water today</p>", "domains": domains })),
        ("/amenities", json!({ "name": "Sauna", "domains": domains, "access_rules": [{ "id": rule }], "time_slots": { "items": [slots] } })),
        ("/emergency-alerts", json!({ "name": "Fire", "domains": domains, "door_mode": "lockdown" })),
        (
            "/sip-trunks",
            json!({ "name": "Trunk", "outgoing_number": "+31201234567", "termination_uri": "sip:trunk.example.org", "domains": domains }),
        ),
        ("/guest-keys", json!({ "name": "Guest" })),
        ("/conversations", json!({ "subject": "Hello", "user": { "id": anna }, "message": "Hello", "request_id": uuid::Uuid::now_v7() })),
        ("/backups", json!({ "name": "Before" })),
    ];
    for (path, body) in rows {
        let method = if path == "/backups" { Method::POST } else { Method::PUT };
        let made = site.platform.call(Some(&token), method, path, Some(body)).await?;
        assert!(made.status.is_success() || made.status.is_client_error(), "no service fails over it: {path}: {made:?}");
        println!("{path}: {}", made.status);
    }
    for path in ["/profile", "/notifications", "/conversations", "/call-history", "/guest-keys", "/identifiers", "/amenity-reservations"] {
        let listed = site.platform.call(Some(&token), Method::GET, path, None).await?;
        assert!(listed.status.is_success() || listed.status.is_client_error(), "{path}: {listed:?}");
    }
    let notifications = site.platform.call(Some(&token), Method::GET, "/notifications", None).await?;
    assert_eq!(notifications.body["items"], json!([]), "nothing is its own");
    let users = site.platform.call(Some(&site.admin), Method::GET, "/users?size=100", None).await?;
    assert!(!users.body.to_string().contains("\"Import\",\"phone\""), "it is no user");
    assert!(site.platform.call(Some(&site.admin), Method::DELETE, &format!("/tokens/{id}"), None).await?.status.is_success());
    assert_eq!(site.get(&token, "/profile").await?, StatusCode::UNAUTHORIZED);
    site.platform.stop().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_neighbour_reaches_nothing_by_their_token() -> Result<()> {
    let site = Site::start().await?;
    let other_project = site.platform.project("Hillside", "olga@hillside.test").await?;
    let (token, id) = site.own(&["all"]).await?;
    let (theirs, _) = token_of(&site.make(&other_project, "/profile/tokens", json!({})).await?)?;
    site.platform.make(&token, "/domains", json!({ "name": "House of Riverside" })).await?;
    let seen = site.platform.call(Some(&theirs), Method::GET, "/domains?size=100", None).await?;
    assert!(!seen.body.to_string().contains("Riverside"), "{seen:?}");
    for path in [format!("/profile/tokens/{id}"), format!("/tokens/{id}")] {
        let answer = site.platform.call(Some(&other_project), Method::DELETE, &path, None).await?;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
    }
    assert_eq!(site.get(&token, "/profile").await?, StatusCode::OK);
    site.platform.stop().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_that_calls_too_often_is_told_when_to_come_back_and_no_other_is() -> Result<()> {
    let site = Site::start().await?;
    let (busy, _) = site.own(&["all"]).await?;
    let (other, _) = site.own(&["all"]).await?;
    let mut statuses = Vec::new();
    for _ in 0..(MAX_REQUESTS / 50 + 1) {
        statuses.extend(join_all((0..50).map(|_| site.get(&busy, "/profile"))).await);
    }
    let statuses: Vec<StatusCode> = statuses.into_iter().collect::<Result<_>>()?;
    let taken = statuses.iter().filter(|status| **status == StatusCode::OK).count();
    let refused = statuses.iter().filter(|status| **status == StatusCode::TOO_MANY_REQUESTS).count();
    assert_eq!(taken + refused, statuses.len());
    // The window may have begun anew in between.
    assert!(taken >= MAX_REQUESTS, "{taken} of {}", statuses.len());
    let answer = loop {
        let answer = reqwest::Client::new().get(format!("{}/api/v0/profile", site.platform.url)).bearer_auth(&busy).send().await?;
        if answer.status() == StatusCode::TOO_MANY_REQUESTS {
            break answer;
        }
    };
    let seconds: u64 = answer.headers()["retry-after"].to_str()?.parse()?;
    assert!((1..=60).contains(&seconds), "{seconds}");
    assert_eq!(answer.json::<Value>().await?["data"]["retry_after"], seconds);
    assert_eq!(refused_by(&site, &busy).await, Some(429), "its sockets count as well");
    assert_eq!(site.get(&other, "/profile").await?, StatusCode::OK);
    assert_eq!(site.get(&site.admin, "/profile").await?, StatusCode::OK, "whoever has signed in is not counted");
    site.platform.stop().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unknown_tokens_are_limited_by_address_and_what_is_known_goes_on() -> Result<()> {
    let site = Site::start().await?;
    let (token, id) = site.own(&["all"]).await?;
    assert_eq!(site.get(&token, "/profile").await?, StatusCode::OK);
    let unknown = |number: usize| format!("vst_{number:043}");
    let mut statuses = Vec::new();
    for number in 0..MAX_UNKNOWN + 20 {
        statuses.push(site.get(&unknown(number), "/profile").await?);
    }
    let is_expected = |status: &StatusCode| [StatusCode::UNAUTHORIZED, StatusCode::TOO_MANY_REQUESTS].contains(status);
    assert!(statuses.iter().all(is_expected), "{statuses:?}");
    let refused = statuses.iter().filter(|status| **status == StatusCode::UNAUTHORIZED).count();
    // The window may have begun anew in between.
    assert!((MAX_UNKNOWN..MAX_UNKNOWN + 20).contains(&refused), "{refused}");
    // Whatever begins as a token does, and one that was refused before, counts too.
    let answer = loop {
        let answer = reqwest::Client::new().get(format!("{}/api/v0/profile", site.platform.url)).bearer_auth("vst_short").send().await?;
        if answer.status() == StatusCode::TOO_MANY_REQUESTS {
            break answer;
        }
    };
    let seconds: u64 = answer.headers()["retry-after"].to_str()?.parse()?;
    assert!((1..=60).contains(&seconds), "{seconds}");
    assert_eq!(refused_by(&site, &unknown(0)).await, Some(429), "sockets count as well");
    assert_eq!(site.get(&token, "/profile").await?, StatusCode::OK, "a token that is known goes on");
    assert_eq!(site.get(&site.admin, "/profile").await?, StatusCode::OK, "and so does whoever has signed in");
    let revoked = site.platform.call(Some(&site.admin), Method::DELETE, &format!("/profile/tokens/{id}"), None).await?;
    assert!(revoked.status.is_success(), "{revoked:?}");
    assert!(is_expected(&site.get(&token, "/profile").await?), "what was known ends at once all the same");
    site.platform.stop().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_token_does_with_backups_is_logged_under_its_name() -> Result<()> {
    let site = Site::start().await?;
    let (token, _) = site.own(&["all"]).await?;
    let exported = reqwest::Client::new().get(format!("{}/api/v0/site?entities=roles", site.platform.url)).bearer_auth(&token).send().await?;
    assert_eq!(exported.status(), StatusCode::OK);
    let logged = || async {
        let events = site.platform.call(Some(&site.admin), Method::GET, "/audit-events?size=100", None).await?;
        let is_of_token = |event: &Value| event["resource"] == "backups" && event["action"] == "download" && event["token_name"] == "CI";
        let found = events.body["items"].as_array().is_some_and(|items| items.iter().any(is_of_token));
        Ok(Answer { status: if found { StatusCode::OK } else { StatusCode::NOT_FOUND }, body: events.body })
    };
    site.platform.eventually("the log names the token", logged).await?;
    site.platform.stop().await;
    Ok(())
}

async fn refused_by(site: &Site, token: &str) -> Option<u16> {
    refused(site.open("", Some(token)).await)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_list_shows_when_and_from_where_a_token_was_used_and_the_log_by_which_one_something_was_done() -> Result<()> {
    let site = Site::start().await?;
    let (token, _) = site.own(&["all"]).await?;
    site.platform.make(&token, "/markers", json!({ "name": "Owner" })).await?;
    let used = || async {
        let listed = site.platform.call(Some(&site.admin), Method::GET, "/profile/tokens", None).await?;
        let is_used = listed.body["items"][0]["last_used_ip"] == "127.0.0.1" && listed.body["items"][0]["last_used_at"].is_string();
        Ok(Answer { status: if is_used { StatusCode::OK } else { StatusCode::NOT_FOUND }, body: listed.body })
    };
    site.platform.eventually("the use is seen", used).await?;
    let logged = || async {
        let events = site.platform.call(Some(&site.admin), Method::GET, "/audit-events?size=100", None).await?;
        let found = events.body["items"].as_array().is_some_and(|items| {
            items
                .iter()
                .any(|event| event["resource"] == "markers" && event["token_name"] == "CI" && event["user"]["name"] == "Administrator of Riverside")
        });
        Ok(Answer { status: if found { StatusCode::OK } else { StatusCode::NOT_FOUND }, body: Value::Null })
    };
    site.platform.eventually("the log names the token", logged).await?;
    let events = site.platform.call(Some(&site.admin), Method::GET, "/audit-events?size=100", None).await?;
    assert!(!events.body.to_string().contains(&token[8..]), "the log does not hold the token");
    site.platform.stop().await;
    Ok(())
}
