//! Tokens whose signature was verified: that costs more than all else that the gateway does for a call.
use std::sync::Arc;
use std::time::Duration;

use access_token::{Claims, TokenError, TokenVerifier};
use moka::sync::Cache;
use ring::digest::{SHA256, digest};

/// A page makes calls with one token for minutes; its expiry is checked at each call.
const CACHE_TTL: Duration = Duration::from_secs(60);
const MAX_ENTRIES: u64 = 100_000;

#[derive(Clone)]
pub struct TokenCache {
    verifier: Arc<TokenVerifier>,
    /// By the digest of the whole token with its signature, so that no token is stored.
    verified: Cache<[u8; 32], Claims>,
}

impl TokenCache {
    pub fn new(verifier: TokenVerifier) -> Self {
        TokenCache { verifier: Arc::new(verifier), verified: Cache::builder().max_capacity(MAX_ENTRIES).time_to_live(CACHE_TTL).build() }
    }

    /// What a valid token says.
    pub fn verify(&self, token: &str) -> Result<Claims, TokenError> {
        let key: [u8; 32] = digest(&SHA256, token.as_bytes()).as_ref().try_into().expect("32 bytes");
        let claims = match self.verified.get(&key) {
            Some(claims) => claims,
            None => {
                let claims = self.verifier.claims(token)?;
                self.verified.insert(key, claims);
                claims
            }
        };
        self.verifier.check_validity_period(claims)
    }
}

#[cfg(test)]
mod tests {
    use access_token::{TOKEN_TTL_SECONDS, TokenIssuer};
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use kit::Clock;
    use ring::rand::SystemRandom;
    use ring::signature::Ed25519KeyPair;

    use super::*;

    fn parts() -> (TokenIssuer, TokenCache, Clock) {
        let clock = Clock::fixed(time::OffsetDateTime::UNIX_EPOCH + time::Duration::days(20_000));
        let key = STANDARD.encode(Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap());
        let tokens = TokenCache::new(TokenVerifier::new(&key, clock.clone()).unwrap());
        (TokenIssuer::new(&key, clock.clone()).unwrap(), tokens, clock)
    }

    fn issue(issuer: &TokenIssuer, clock: &Clock) -> String {
        issuer.issue(1, 2, 3, clock.now().unix_timestamp() + 100_000).unwrap()
    }

    #[test]
    fn a_token_that_was_checked_before_ends_in_its_time() {
        let (issuer, tokens, clock) = parts();
        let token = issue(&issuer, &clock);
        assert_eq!(tokens.verify(&token).unwrap().session_id, 1);
        assert_eq!(tokens.verify(&token).unwrap().session_id, 1);
        clock.advance(time::Duration::seconds(TOKEN_TTL_SECONDS));
        assert_eq!(tokens.verify(&token), Err(TokenError::Expired));
    }

    #[test]
    fn a_token_changed_in_any_part_is_refused_though_the_right_one_was_checked_before() {
        let (issuer, tokens, clock) = parts();
        let token = issue(&issuer, &clock);
        tokens.verify(&token).unwrap();
        let others = issue(&parts().0, &clock);
        let [head, body, signature] = token.split('.').collect::<Vec<_>>().try_into().unwrap();
        let [other_head, other_body, other_signature] = others.split('.').collect::<Vec<_>>().try_into().unwrap();
        for forged in [
            format!("{head}.{body}.{other_signature}"),
            format!("{other_head}.{body}.{other_signature}"),
            format!("{head}.{other_body}x.{signature}"),
            format!("{head}.{body}."),
            token + "A",
        ] {
            assert_eq!(tokens.verify(&forged), Err(TokenError::Invalid), "{forged}");
        }
    }
}
