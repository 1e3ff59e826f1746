use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use serde_json::json;

use super::*;

fn new_key() -> String {
    STANDARD.encode(Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap())
}

fn clock() -> Clock {
    Clock::fixed(time::OffsetDateTime::UNIX_EPOCH + time::Duration::days(20_000))
}

fn later(clock: &Clock) -> i64 {
    clock.now().unix_timestamp() + 100_000
}

fn part(value: serde_json::Value) -> String {
    URL_SAFE_NO_PAD.encode(value.to_string())
}

fn claims(clock: &Clock) -> serde_json::Value {
    let now = clock.now().unix_timestamp();
    json!({ "sub": "1", "sid": 2, "pid": 3, "iat": now, "exp": now + 600 })
}

#[test]
fn an_issued_token_tells_whose_it_is() {
    let (key, clock) = (new_key(), clock());
    let token = TokenIssuer::new(&key, clock.clone()).unwrap().issue(5, 7, 3, later(&clock)).unwrap();
    let claims = TokenVerifier::new(&key, clock.clone()).unwrap().verify(&token).unwrap();
    assert_eq!((claims.session_id, claims.user_id, claims.project_id), (5, 7, 3));
    assert_eq!(claims.expires_at, clock.now().unix_timestamp() + 600);
}

#[test]
fn a_token_is_over_after_ten_minutes_and_never_outlives_its_session() {
    let (key, clock) = (new_key(), clock());
    let issuer = TokenIssuer::new(&key, clock.clone()).unwrap();
    let verifier = TokenVerifier::new(&key, clock.clone()).unwrap();
    let token = issuer.issue(5, 7, 3, later(&clock)).unwrap();
    let short = issuer.issue(5, 7, 3, clock.now().unix_timestamp() + 60).unwrap();
    clock.advance(time::Duration::seconds(61));
    assert_eq!(verifier.verify(&short), Err(TokenError::Expired));
    assert!(verifier.verify(&token).is_ok());
    clock.advance(time::Duration::seconds(540));
    assert_eq!(verifier.verify(&token), Err(TokenError::Expired));
}

#[test]
fn a_token_from_the_future_is_refused() {
    let (key, now) = (new_key(), clock());
    let ahead = clock();
    ahead.advance(time::Duration::hours(1));
    let token = TokenIssuer::new(&key, ahead.clone()).unwrap().issue(5, 7, 3, later(&ahead)).unwrap();
    assert_eq!(TokenVerifier::new(&key, now).unwrap().verify(&token), Err(TokenError::Invalid));
}

#[test]
fn an_unsigned_token_is_refused() {
    let (key, clock) = (new_key(), clock());
    let verifier = TokenVerifier::new(&key, clock.clone()).unwrap();
    for alg in ["none", "None", "NONE", ""] {
        let token = format!("{}.{}.", part(json!({ "alg": alg, "typ": "JWT" })), part(claims(&clock)));
        assert_eq!(verifier.verify(&token), Err(TokenError::Invalid), "alg {alg:?}");
    }
}

#[test]
fn a_token_signed_with_the_public_key_as_an_hmac_secret_is_refused() {
    let (key, clock) = (new_key(), clock());
    let public = key_pair(&pkcs8(&key).unwrap()).unwrap().public_key().as_ref().to_vec();
    let verifier = TokenVerifier::new(&key, clock.clone()).unwrap();
    for algorithm in [Algorithm::HS256, Algorithm::HS384, Algorithm::HS512] {
        let token = encode(&Header::new(algorithm), &claims(&clock), &EncodingKey::from_secret(&public)).unwrap();
        assert_eq!(verifier.verify(&token), Err(TokenError::Invalid), "{algorithm:?}");
    }
}

#[test]
fn a_token_of_another_key_or_with_changed_claims_is_refused() {
    let (key, clock) = (new_key(), clock());
    let verifier = TokenVerifier::new(&key, clock.clone()).unwrap();
    let foreign = TokenIssuer::new(&new_key(), clock.clone()).unwrap().issue(5, 7, 3, later(&clock)).unwrap();
    assert_eq!(verifier.verify(&foreign), Err(TokenError::Invalid));

    let own = TokenIssuer::new(&key, clock.clone()).unwrap().issue(5, 7, 3, later(&clock)).unwrap();
    let mut parts: Vec<&str> = own.split('.').collect();
    let other = part(claims(&clock));
    parts[1] = &other;
    assert_eq!(verifier.verify(&parts.join(".")), Err(TokenError::Invalid));
}

#[test]
fn garbage_is_refused() {
    let verifier = TokenVerifier::new(&new_key(), clock()).unwrap();
    for token in ["", ".", "..", "a.b.c", &"x".repeat(100_000)] {
        assert_eq!(verifier.verify(token), Err(TokenError::Invalid));
    }
}

#[test]
fn a_key_that_is_none_is_refused_at_start() {
    for key in ["", "not base64!", "aGVsbG8="] {
        assert!(TokenIssuer::new(key, clock()).is_err() && TokenVerifier::new(key, clock()).is_err());
    }
}

#[test]
fn while_a_key_is_changed_tokens_of_the_old_and_of_the_new_one_are_taken() {
    let (old, new, clock) = (new_key(), new_key(), clock());
    let token = |keys: &str| TokenIssuer::new(keys, clock.clone()).unwrap().issue(5, 7, 3, later(&clock)).unwrap();
    let takes = |keys: &str, token: &str| TokenVerifier::new(keys, clock.clone()).unwrap().verify(token).is_ok();
    let both = [format!("{old},{new}"), format!("{new},{old}")];
    for keys in &both {
        assert!(takes(keys, &token(&old)) && takes(keys, &token(&new)));
        assert!(takes(keys, &token(&both[0])) && takes(keys, &token(&both[1])));
    }
    assert!(takes(&new, &token(&both[1])) && !takes(&new, &token(&both[0])), "the first key signs");
    assert!(!takes(&both[0], &token(&new_key())));
}

#[test]
fn a_token_names_its_key_its_issuer_and_its_audience() {
    let (key, clock) = (new_key(), clock());
    let encoding = EncodingKey::from_ed_der(&pkcs8(&key).unwrap());
    let id = key_id(&key_pair(&pkcs8(&key).unwrap()).unwrap());
    let verifier = TokenVerifier::new(&key, clock.clone()).unwrap();
    let verify = |kid: &str, iss: &str, aud: &str| {
        let mut body = claims(&clock);
        (body["iss"], body["aud"]) = (json!(iss), json!(aud));
        let header = Header { kid: Some(kid.into()), ..Header::new(Algorithm::EdDSA) };
        verifier.verify(&encode(&header, &body, &encoding).unwrap())
    };
    assert!(verify(&id, ISSUER, AUDIENCE).is_ok());
    assert_eq!(verify("another", ISSUER, AUDIENCE), Err(TokenError::Invalid));
    assert_eq!(verify(&id, "somebody", AUDIENCE), Err(TokenError::Invalid));
    assert_eq!(verify(&id, ISSUER, "another-api"), Err(TokenError::Invalid));
    let header = Header { kid: Some(id), ..Header::new(Algorithm::EdDSA) };
    assert_eq!(verifier.verify(&encode(&header, &claims(&clock), &encoding).unwrap()), Err(TokenError::Invalid), "without them");
}

#[test]
fn a_token_of_the_release_before_is_taken_while_an_upgrade_runs() {
    let (key, clock) = (new_key(), clock());
    let token = |key: &str| encode(&Header::new(Algorithm::EdDSA), &claims(&clock), &EncodingKey::from_ed_der(&pkcs8(key).unwrap())).unwrap();
    let verifier = TokenVerifier::new(&key, clock.clone()).unwrap();
    assert!(verifier.verify(&token(&key)).is_ok());
    assert_eq!(verifier.verify(&token(&new_key())), Err(TokenError::Invalid));
}
