//! Links that were signed for a session: what an `<img>` loads without a token.
use acceptance::Platform;
use access_token::TokenVerifier;
use anyhow::{Context as _, Result};
use kit::signed_link::LinkSigner;
use kit::{Clock, session_link};
use policy::Caller;
use reqwest::multipart::{Form, Part};
use reqwest::{Method, StatusCode};
use serde_json::json;

const IMAGE: &str = "/api/v0/logs/storage/2026-11-23/0193575e-7c00-7000-8000-000000000001.jpg";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_signed_link_is_as_good_as_its_session_and_good_for_nothing_else() -> Result<()> {
    let platform = Platform::start().await?;
    let token = platform.project("Riverside", "alex@riverside.test").await?;
    let (settings, clock) = (platform.settings(), Clock::system());
    let session_id = TokenVerifier::new(&settings.token_key, clock.clone())?.verify(&token)?.session_id;
    let links = LinkSigner::new(&settings.service_keys, clock.clone());
    let sign = |session_id, path: &str| session_link::sign(&links, &clock, &Caller { session_id, ..Caller::default() }, path).context("a link");
    let get = async |link: &str| anyhow::Ok(platform.call(None, Method::GET, link.trim_start_matches("/api/v0"), None).await?.status);

    let link = sign(session_id, IMAGE)?;
    assert_eq!(get(&link).await?, StatusCode::NOT_FOUND, "the service was asked: it has no such image");
    let query = link.split_once('?').context("a query")?.1;
    for other in [
        IMAGE.to_owned(),
        format!("{IMAGE}?{}", query.replace("signature=", "signature=A")),
        format!("{}?{query}", IMAGE.replace("01.jpg", "02.jpg")),
        format!("{IMAGE}?{}", query.replace(&format!("session_id={session_id}"), "session_id=1000000")),
        sign(1_000_000, IMAGE)?,
        format!("/api/v0/devices?{query}"),
        sign(session_id, "/api/v0/devices")?,
    ] {
        assert_eq!(get(&other).await?, StatusCode::UNAUTHORIZED, "{other}");
    }

    platform.call(Some(&token), Method::POST, "/logout", None).await?;
    assert_eq!(get(&link).await?, StatusCode::UNAUTHORIZED, "the session has ended");
    platform.stop().await;
    Ok(())
}

const PIXEL: &[u8] = include_bytes!("authorization/pixel.png");

/// What a request without a token is answered: status, type, and the beginning of the body.
async fn fetch(platform: &Platform, link: &str) -> Result<(StatusCode, String, Vec<u8>)> {
    let answer = reqwest::get(format!("{}{link}", platform.url)).await?;
    let content_type = answer.headers().get("content-type").and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
    Ok((answer.status(), content_type, answer.bytes().await?.to_vec()))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_picture_of_a_conversation_is_seen_by_its_link_while_its_session_and_its_right_last() -> Result<()> {
    let platform = Platform::start().await?;
    let token = platform.project("Riverside", "alex@riverside.test").await?;
    let role = platform.make(&token, "/roles", json!({ "name": "Reader", "permissions": ["can_view_conversations"] })).await?;
    let house = platform.make(&token, "/domains", json!({ "name": "House" })).await?;
    let anna = json!({ "name": "Anna", "email": "anna@riverside.test", "password": acceptance::PASSWORD, "is_active": true, "role": { "id": role },
        "domains": [{ "id": house }] });
    let anna = platform.make(&token, "/users", anna).await?;
    let image = Part::bytes(PIXEL).file_name("lift.png").mime_str("image/png")?;
    let uploaded = platform.upload(Some(&token), "/conversations/pictures", Form::new().part("image", image)).await?;
    let key = uploaded.body["key"].as_str().with_context(|| format!("a key: {uploaded:?}"))?.to_owned();
    let question =
        json!({ "subject": "The lift", "user": { "id": anna }, "message": "", "request_id": uuid::Uuid::new_v4(), "pictures": [{ "key": key }] });
    let conversation = platform.make(&token, "/conversations", question).await?;
    let link_for = async |token: &str| {
        let messages = platform.call(Some(token), Method::GET, &format!("/conversations/{conversation}/messages"), None).await?;
        let link = messages.body["items"][0]["pictures"][0]["image_url"].as_str();
        anyhow::Ok(link.with_context(|| format!("a link: {messages:?}"))?.to_owned())
    };

    let own = link_for(&token).await?;
    let (status, content_type, data) = fetch(&platform, &own).await?;
    assert_eq!(status, StatusCode::OK);
    assert!(content_type.starts_with("image/") && !data.is_empty(), "{content_type}");
    let reader = platform.sign_in("anna@riverside.test").await?;
    let of_anna = link_for(&reader).await?;
    assert_ne!(own, of_anna, "a link is of one session");
    assert_eq!(fetch(&platform, &of_anna).await?.0, StatusCode::OK);
    assert_eq!(fetch(&platform, own.split_once('?').context("a query")?.0).await?.0, StatusCode::UNAUTHORIZED);
    assert_eq!(fetch(&platform, &own.replace(&key, &uuid::Uuid::new_v4().to_string())).await?.0, StatusCode::UNAUTHORIZED);
    let with_token = platform.call(Some(&reader), Method::GET, own.trim_start_matches("/api/v0"), None).await?;
    assert_eq!(with_token.status, StatusCode::OK, "a token is as good as a link");

    platform.call(Some(&reader), Method::POST, "/logout", None).await?;
    assert_eq!(fetch(&platform, &of_anna).await?.0, StatusCode::UNAUTHORIZED, "the session has ended");
    assert_eq!(fetch(&platform, &own).await?.0, StatusCode::OK);
    platform.stop().await;
    Ok(())
}
