//! Access tokens: EdDSA JWTs that are valid for 10 minutes. Identity issues them; the API gateway verifies them with the
//! public key.
//!
//! VESTIBULE_TOKEN_KEY may hold several keys, separated by commas: the first signs, all verify. So a key is changed without signing
//! anybody out (docs/operations/upgrade.md).
pub mod program;

use anyhow::Context as _;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, decode_header, encode};
use kit::Clock;
use ring::digest::{SHA256, digest};
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde::{Deserialize, Serialize};

/// Metadata key under which the API gateway passes the client's `User-Agent` on to identity.
pub const USER_AGENT: &str = "vestibule-user-agent";
/// The metadata key for the languages that a browser asks for.
pub const LANGUAGES: &str = "vestibule-languages";
/// How long an access token is valid, in seconds.
pub const TOKEN_TTL_SECONDS: i64 = 600;
/// How far the clocks of two machines may differ, in seconds.
const LEEWAY_SECONDS: i64 = 30;
/// In bytes. An issued token has about 300; anything much longer is refused unparsed.
const MAX_LENGTH: usize = 2048;
/// Who issues tokens, and for whom (RFC 7519, 4.1.1 and 4.1.3).
const ISSUER: &str = "vestibule-identity";
const AUDIENCE: &str = "vestibule-api";

/// The claims of an access token. Times are Unix timestamps in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    #[serde(rename = "sub", with = "as_string")]
    pub user_id: i64,
    #[serde(rename = "sid")]
    pub session_id: i64,
    #[serde(rename = "pid")]
    pub project_id: i64,
    #[serde(rename = "iat")]
    pub issued_at: i64,
    #[serde(rename = "exp")]
    pub expires_at: i64,
}

/// As they are signed.
#[derive(Serialize)]
struct SignedClaims {
    iss: &'static str,
    aud: &'static str,
    #[serde(flatten)]
    claims: Claims,
}

/// Why a token is refused. `Invalid`: not signed with one of the keys, altered, or malformed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    #[error("the token is not valid")]
    Invalid,
    #[error("the token has expired")]
    Expired,
}

impl From<TokenError> for kit::Error {
    fn from(_: TokenError) -> Self {
        kit::Error::Unauthenticated
    }
}

/// Signs access tokens.
#[derive(Clone)]
pub struct TokenIssuer {
    key: EncodingKey,
    header: Header,
    clock: Clock,
}

impl TokenIssuer {
    /// `token_key`: Ed25519 private keys, PKCS#8, base64, of which the first signs.
    pub fn new(token_key: &str, clock: Clock) -> anyhow::Result<Self> {
        let pkcs8 = pkcs8(token_key.split(',').next().unwrap_or_default())?;
        let header = Header { kid: Some(key_id(&key_pair(&pkcs8)?)), ..Header::new(Algorithm::EdDSA) };
        Ok(TokenIssuer { key: EncodingKey::from_ed_der(&pkcs8), header, clock })
    }

    /// A token for a session. It expires with the session at the latest; `session_expires_at` is a Unix timestamp in seconds.
    pub fn issue(&self, session_id: i64, user_id: i64, project_id: i64, session_expires_at: i64) -> kit::Result<String> {
        let now = self.clock.now().unix_timestamp();
        let expires_at = (now + TOKEN_TTL_SECONDS).min(session_expires_at);
        let claims = Claims { user_id, session_id, project_id, issued_at: now, expires_at };
        encode(&self.header, &SignedClaims { iss: ISSUER, aud: AUDIENCE, claims }, &self.key).map_err(kit::Error::internal)
    }
}

/// Verifies access tokens. Accepts EdDSA only, whatever algorithm a token's header names.
#[derive(Clone)]
pub struct TokenVerifier {
    /// By their ids.
    keys: Vec<(String, DecodingKey)>,
    validation: Validation,
    clock: Clock,
}

impl TokenVerifier {
    /// Verifies tokens issued with one of `token_key`: Ed25519 private keys (PKCS#8, base64), of which only the public halves are kept.
    pub fn new(token_key: &str, clock: Clock) -> anyhow::Result<Self> {
        let pairs = token_key.split(',').map(|key| key_pair(&pkcs8(key)?)).collect::<anyhow::Result<Vec<_>>>()?;
        let keys = pairs.iter().map(|pair| (key_id(pair), DecodingKey::from_ed_der(pair.public_key().as_ref()))).collect();
        let mut validation = Validation::new(Algorithm::EdDSA);
        // The times are checked below, by the injected clock.
        validation.validate_exp = false;
        validation.set_required_spec_claims(&["exp", "sub", "iss", "aud"]);
        validation.set_issuer(&[ISSUER]);
        validation.set_audience(&[AUDIENCE]);
        Ok(TokenVerifier { keys, validation, clock })
    }

    pub fn verify(&self, token: &str) -> Result<Claims, TokenError> {
        self.check_validity_period(self.claims(token)?)
    }

    /// The claims of a correctly signed token; whether it is valid at this time is not checked.
    pub fn claims(&self, token: &str) -> Result<Claims, TokenError> {
        if token.len() > MAX_LENGTH {
            return Err(TokenError::Invalid);
        }
        let header = decode_header(token).map_err(|_| TokenError::Invalid)?;
        let (key, validation) = match &header.kid {
            Some(id) => (self.keys.iter().find(|(known, _)| known == id), self.validation.clone()),
            None => (self.keys.first(), self.without_names()),
        };
        let (_, key) = key.ok_or(TokenError::Invalid)?;
        Ok(decode::<Claims>(token, key, &validation).map_err(|_| TokenError::Invalid)?.claims)
    }

    /// For tokens of the release before, which name neither key nor issuer nor audience: while an upgrade runs, they are issued still.
    fn without_names(&self) -> Validation {
        let mut validation = self.validation.clone();
        validation.set_required_spec_claims(&["exp", "sub"]);
        (validation.iss, validation.aud, validation.validate_aud) = (None, None, false);
        validation
    }

    /// Refuses claims from the future and expired ones.
    pub fn check_validity_period(&self, claims: Claims) -> Result<Claims, TokenError> {
        let now = self.clock.now().unix_timestamp();
        if claims.issued_at > now + LEEWAY_SECONDS {
            return Err(TokenError::Invalid);
        }
        if claims.expires_at <= now { Err(TokenError::Expired) } else { Ok(claims) }
    }
}

fn pkcs8(token_key: &str) -> anyhow::Result<Vec<u8>> {
    STANDARD.decode(token_key.trim()).context("VESTIBULE_TOKEN_KEY is not base64")
}

/// The id of a key: the first 8 bytes of the SHA-256 of its public half, in hexadecimal digits.
fn key_id(pair: &Ed25519KeyPair) -> String {
    digest(&SHA256, pair.public_key().as_ref()).as_ref()[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Keys generated by OpenSSL do not contain the public half, so it is derived.
fn key_pair(pkcs8: &[u8]) -> anyhow::Result<Ed25519KeyPair> {
    Ed25519KeyPair::from_pkcs8_maybe_unchecked(pkcs8).map_err(|error| anyhow::anyhow!("VESTIBULE_TOKEN_KEY is not an Ed25519 key: {error}"))
}

/// RFC 7519: the subject is a string.
mod as_string {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(id: &i64, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(id)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<i64, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests;
