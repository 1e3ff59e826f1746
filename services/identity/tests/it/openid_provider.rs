//! An OpenID Connect provider on this machine, with keys of its own: it vouches for whoever it is given.
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::{get, post};
use axum::{Form, Json, Router};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

pub const CLIENT_ID: &str = "vestibule";
pub const SECRET: &str = "a secret of the client";

/// What the provider will say of whoever comes with a code.
#[derive(Clone, Debug)]
pub struct Person {
    pub subject: String,
    pub email: String,
    pub is_verified: bool,
    pub name: Option<String>,
}

struct Grant {
    person: Person,
    nonce: String,
    challenge: String,
    redirect: String,
}

#[derive(Clone)]
pub struct Provider {
    pub url: String,
    key: Arc<EcdsaKeyPair>,
    grants: Arc<Mutex<HashMap<String, Grant>>>,
}

impl Provider {
    pub async fn start() -> Provider {
        let random = SystemRandom::new();
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).unwrap();
        let key = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, pkcs8.as_ref(), &random).unwrap();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let provider = Provider { url, key: Arc::new(key), grants: Arc::default() };
        let routes = Router::new()
            .route("/.well-known/openid-configuration", get(configuration))
            .route("/jwks", get(keys))
            .route("/token", post(token))
            .with_state(provider.clone());
        tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
        provider
    }

    /// The person signs in on the provider's page, to which the browser was sent: the code that it comes back with.
    pub fn sign_in(&self, url: &str, person: Person) -> String {
        let url = url::Url::parse(url).unwrap();
        assert!(url.as_str().starts_with(&self.url), "{url}");
        let query: HashMap<String, String> = url.query_pairs().into_owned().collect();
        assert_eq!((query["response_type"].as_str(), query["client_id"].as_str()), ("code", CLIENT_ID));
        assert_eq!((query["code_challenge_method"].as_str(), query["scope"].as_str()), ("S256", "openid email profile"));
        let code = uuid::Uuid::now_v7().to_string();
        let grant =
            Grant { person, nonce: query["nonce"].clone(), challenge: query["code_challenge"].clone(), redirect: query["redirect_uri"].clone() };
        self.grants.lock().unwrap().insert(code.clone(), grant);
        code
    }

    /// Somebody else's attempt is answered with this nonce.
    pub fn spoil_nonce(&self, code: &str) {
        self.grants.lock().unwrap().get_mut(code).unwrap().nonce = "another".into();
    }

    fn id_token(&self, grant: &Grant) -> String {
        let now = kit::Clock::system().now().unix_timestamp();
        let person = &grant.person;
        let claims = json!({
            "iss": self.url, "aud": CLIENT_ID, "sub": person.subject, "nonce": grant.nonce, "iat": now, "exp": now + 300,
            "email": person.email, "email_verified": person.is_verified, "name": person.name,
        });
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", part(&json!({ "alg": "ES256", "kid": "1", "typ": "JWT" })), part(&claims));
        let signature = self.key.sign(&SystemRandom::new(), signed.as_bytes()).unwrap();
        format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature.as_ref()))
    }
}

async fn configuration(State(provider): State<Provider>) -> Json<Value> {
    let url = &provider.url;
    Json(json!({
        "issuer": url,
        "authorization_endpoint": format!("{url}/authorize"),
        "token_endpoint": format!("{url}/token"),
        "jwks_uri": format!("{url}/jwks"),
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["ES256"],
    }))
}

async fn keys(State(provider): State<Provider>) -> Json<Value> {
    let point = provider.key.public_key().as_ref();
    let (x, y) = (URL_SAFE_NO_PAD.encode(&point[1..33]), URL_SAFE_NO_PAD.encode(&point[33..65]));
    Json(json!({ "keys": [{ "kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig", "kid": "1", "x": x, "y": y }] }))
}

async fn token(State(provider): State<Provider>, headers: HeaderMap, Form(form): Form<HashMap<String, String>>) -> (StatusCode, Json<Value>) {
    let refused = |error: &str| (StatusCode::BAD_REQUEST, Json(json!({ "error": error })));
    let encoded: String = url::form_urlencoded::byte_serialize(SECRET.as_bytes()).collect();
    let expected = format!("Basic {}", STANDARD.encode(format!("{CLIENT_ID}:{encoded}")));
    if headers.get("authorization").and_then(|value| value.to_str().ok()) != Some(expected.as_str()) {
        return refused("invalid_client");
    }
    let Some(grant) = form.get("code").and_then(|code| provider.grants.lock().unwrap().remove(code)) else { return refused("invalid_grant") };
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(&form["code_verifier"]));
    if challenge != grant.challenge || form["redirect_uri"] != grant.redirect {
        return refused("invalid_grant");
    }
    let answer = json!({ "access_token": "x", "token_type": "Bearer", "expires_in": 300, "id_token": provider.id_token(&grant) });
    (StatusCode::OK, Json(answer))
}
