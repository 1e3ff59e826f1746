//! The token of a recipient's own page. Whoever has it reads the announce and answers the poll, and nothing else.
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// 32 hexadecimal digits, of which 122 bits are random.
#[derive(Clone, PartialEq, Eq)]
pub struct AnnounceToken(String);

impl AnnounceToken {
    pub fn random() -> AnnounceToken {
        AnnounceToken(Uuid::new_v4().simple().to_string())
    }

    /// None for a text that is no token.
    pub fn parse(text: &str) -> Option<AnnounceToken> {
        let is_token = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
        is_token.then(|| AnnounceToken(text.into()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// By which its recipient is found: the token itself is stored sealed.
    pub fn hash(&self) -> Vec<u8> {
        Sha256::digest(self.0.as_bytes()).to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_found_by_its_text_and_nothing_else_is_a_token() {
        let token = AnnounceToken::random();
        assert!(AnnounceToken::parse(token.as_str()) == Some(token.clone()) && AnnounceToken::random() != token);
        for text in ["", "x", "../../etc/passwd", &"A".repeat(32), &"0".repeat(33)] {
            assert!(AnnounceToken::parse(text).is_none(), "{text}");
        }
    }
}
