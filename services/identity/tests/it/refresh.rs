use proto::vestibule::events::v1::SessionRevoked;
use time::Duration;
use tonic::Code;

use crate::site::{PASSWORD, Site, code};

#[tokio::test]
async fn a_refresh_token_gives_a_new_pair_for_the_same_session() {
    let site = Site::start().await;
    let (id, session) = site.session(&site.admin_email).await;
    let next = site.refresh(&session.refresh).await.unwrap();
    assert_eq!(site.session_id(&next.token), id);
    assert_ne!(next.refresh, session.refresh);
    assert!(site.refresh(&next.refresh).await.is_ok());
}

#[tokio::test]
async fn refresh_reuse_revokes_the_family() {
    let site = Site::start().await;
    let (id, session) = site.session(&site.admin_email).await;
    let next = site.refresh(&session.refresh).await.unwrap();
    assert_eq!(code(site.refresh(&session.refresh).await), Code::Unauthenticated);

    assert_eq!(code(site.refresh(&next.refresh).await), Code::Unauthenticated);
    assert_eq!(code(site.resolve(id).await), Code::NotFound);
    let revoked: Vec<SessionRevoked> = site.events("identity.session.revoked").await;
    let ended = [SessionRevoked { project_id: site.project, user_id: site.admin.user_id, session_id: id, at: revoked[0].at, ..Default::default() }];
    assert_eq!(revoked, ended);
}

#[tokio::test]
async fn any_old_token_of_the_family_gives_the_theft_away() {
    let site = Site::start().await;
    let (id, session) = site.session(&site.admin_email).await;
    let second = site.refresh(&session.refresh).await.unwrap();
    let third = site.refresh(&second.refresh).await.unwrap();
    site.refresh(&third.refresh).await.unwrap();
    assert_eq!(code(site.refresh(&session.refresh).await), Code::Unauthenticated);
    assert_eq!(code(site.resolve(id).await), Code::NotFound);
}

#[tokio::test]
async fn of_two_refreshes_at_once_one_wins_and_the_session_ends() {
    let site = Site::start().await;
    let (id, session) = site.session(&site.admin_email).await;
    let (one, other) = tokio::join!(site.refresh(&session.refresh), site.refresh(&session.refresh));
    assert_eq!([one.is_ok(), other.is_ok()].iter().filter(|ok| **ok).count(), 1);
    assert_eq!(code(site.resolve(id).await), Code::NotFound);
}

#[tokio::test]
async fn reuse_leaves_other_sessions_alone() {
    let site = Site::start().await;
    let (_, stolen) = site.session(&site.admin_email).await;
    let (other, _) = site.session(&site.admin_email).await;
    site.refresh(&stolen.refresh).await.unwrap();
    assert!(site.refresh(&stolen.refresh).await.is_err());
    assert!(site.resolve(other).await.is_ok());
}

#[tokio::test]
async fn a_session_ends_after_12_hours_or_30_days_however_often_it_is_refreshed() {
    let site = Site::start().await;
    let (_, short) = site.session(&site.admin_email).await;
    let long = site.login_from(&site.unique, &site.admin_email, PASSWORD, true).await.unwrap().remove(0);
    site.app.context.clock.advance(Duration::hours(11));
    let short = site.refresh(&short.refresh).await.unwrap();
    site.app.context.clock.advance(Duration::hours(2));
    assert_eq!(code(site.refresh(&short.refresh).await), Code::Unauthenticated);

    site.app.context.clock.advance(Duration::days(29));
    let long = site.refresh(&long.refresh).await.unwrap();
    let id = site.session_id(&long.token);
    assert!(site.resolve(id).await.is_ok());
    site.app.context.clock.advance(Duration::days(1));
    assert_eq!(code(site.refresh(&long.refresh).await), Code::Unauthenticated);
    assert_eq!(code(site.resolve(id).await), Code::NotFound);
}

#[tokio::test]
async fn what_is_no_refresh_token_is_refused() {
    let site = Site::start().await;
    let (_, session) = site.session(&site.admin_email).await;
    for token in ["", "garbage", &session.token, &"A".repeat(43), &"A".repeat(10_000)] {
        assert_eq!(code(site.refresh(token).await), Code::Unauthenticated);
    }
}

#[tokio::test]
async fn refresh_tokens_are_stored_as_hashes_only() {
    let site = Site::start().await;
    let (_, session) = site.session(&site.admin_email).await;
    let mut tx = site.app.context.database.system().await.unwrap();
    let rows: Vec<String> =
        sqlx::query_scalar("SELECT encode(hash, 'base64') || row_to_json(t)::text FROM refresh_tokens t").fetch_all(&mut *tx).await.unwrap();
    assert_eq!(rows.len(), 1);
    use base64::Engine;
    let bytes = base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(&session.refresh).unwrap();
    assert!(!rows[0].contains(&session.refresh) && !rows[0].contains(&hex::encode(bytes)));
}
