//! Links that were signed for a session: what an `<img>` loads without a token.
use acceptance::Platform;
use access_token::TokenVerifier;
use anyhow::{Context as _, Result};
use kit::signed_link::LinkSigner;
use kit::{Clock, session_link};
use policy::Caller;
use reqwest::{Method, StatusCode};

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
