//! Access tokens: EdDSA JWTs of 10 minutes. Identity issues them; the gateway verifies them with the public key.
use anyhow::Context as _;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use kit::Clock;
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde::{Deserialize, Serialize};

/// Seconds that an access token is valid.
pub const LIFETIME_SECONDS: i64 = 600;
/// Seconds that two machines' clocks may differ.
const LEEWAY_SECONDS: i64 = 30;
/// A token of ours has some 300 characters; what is much longer is not parsed.
const MAX_LENGTH: usize = 2048;

/// What an access token says. Times are seconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    #[serde(rename = "sub", with = "as_text")]
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

/// A token that is not ours, was changed, or is over.
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
    clock: Clock,
}

impl TokenIssuer {
    /// `token_key`: an Ed25519 private key, PKCS#8, base64.
    pub fn new(token_key: &str, clock: Clock) -> anyhow::Result<Self> {
        let pkcs8 = pkcs8(token_key)?;
        key_pair(&pkcs8)?;
        Ok(TokenIssuer { key: EncodingKey::from_ed_der(&pkcs8), clock })
    }

    /// A token for a session, valid from now on, but not longer than the session: `session_ends` in seconds since 1970.
    pub fn issue(&self, session_id: i64, user_id: i64, project_id: i64, session_ends: i64) -> kit::Result<String> {
        let now = self.clock.now().unix_timestamp();
        let expires_at = (now + LIFETIME_SECONDS).min(session_ends);
        let claims = Claims { user_id, session_id, project_id, issued_at: now, expires_at };
        encode(&Header::new(Algorithm::EdDSA), &claims, &self.key).map_err(kit::Error::internal)
    }
}

/// Checks access tokens. Takes EdDSA and nothing else, whatever a token's header says.
#[derive(Clone)]
pub struct TokenVerifier {
    key: DecodingKey,
    validation: Validation,
    clock: Clock,
}

impl TokenVerifier {
    /// For tokens issued with `token_key`, of which only the public half is kept.
    pub fn new(token_key: &str, clock: Clock) -> anyhow::Result<Self> {
        let pair = key_pair(&pkcs8(token_key)?)?;
        let mut validation = Validation::new(Algorithm::EdDSA);
        // The times are checked below, by the injected clock.
        validation.validate_exp = false;
        validation.set_required_spec_claims(&["exp", "sub"]);
        Ok(TokenVerifier { key: DecodingKey::from_ed_der(pair.public_key().as_ref()), validation, clock })
    }

    pub fn verify(&self, token: &str) -> Result<Claims, TokenError> {
        self.in_time(self.claims(token)?)
    }

    /// What a token of ours says; whether it is in time is another question.
    pub fn claims(&self, token: &str) -> Result<Claims, TokenError> {
        if token.len() > MAX_LENGTH {
            return Err(TokenError::Invalid);
        }
        Ok(decode::<Claims>(token, &self.key, &self.validation).map_err(|_| TokenError::Invalid)?.claims)
    }

    /// Claims that hold now.
    pub fn in_time(&self, claims: Claims) -> Result<Claims, TokenError> {
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

/// Keys made by OpenSSL do not hold the public half, so it is derived.
fn key_pair(pkcs8: &[u8]) -> anyhow::Result<Ed25519KeyPair> {
    Ed25519KeyPair::from_pkcs8_maybe_unchecked(pkcs8).map_err(|error| anyhow::anyhow!("VESTIBULE_TOKEN_KEY is not an Ed25519 key: {error}"))
}

/// RFC 7519 wants the subject as a text.
mod as_text {
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
