//! Encryption of a pushed message for one browser (RFC 8291, by the content encoding aes128gcm of RFC 8188), in one record.
use p256::{PublicKey, SecretKey};
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};

/// Bytes of a record: what push services take is 4,096 bytes with the header.
const RECORD_SIZE: u32 = 4_096;
/// Bytes of a message that fit: without header (86), delimiter and tag.
pub const MAX_PLAINTEXT: usize = 3_993;

#[derive(Debug, thiserror::Error)]
#[error("a message cannot be encrypted")]
pub struct EncryptionError;

/// Of one message: the sender's key and the salt are never used again.
pub struct MessageKeys {
    pub secret: SecretKey,
    pub salt: [u8; 16],
}

/// The body of a request to the push service.
pub fn encrypt(plaintext: &[u8], p256dh: &[u8], auth: &[u8], keys: &MessageKeys) -> Result<Vec<u8>, EncryptionError> {
    if plaintext.len() > MAX_PLAINTEXT {
        return Err(EncryptionError);
    }
    let receiver = PublicKey::from_sec1_bytes(p256dh).map_err(|_| EncryptionError)?;
    let sender = keys.secret.public_key().to_sec1_bytes();
    let shared = keys.secret.diffie_hellman(&receiver);
    let pseudorandom = Salt::new(HKDF_SHA256, auth).extract(shared.raw_secret_bytes());
    let input: [u8; 32] = expand(&pseudorandom, &[b"WebPush: info\0", p256dh, &sender])?;
    let pseudorandom = Salt::new(HKDF_SHA256, &keys.salt).extract(&input);
    let key: [u8; 16] = expand(&pseudorandom, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce: [u8; 12] = expand(&pseudorandom, &[b"Content-Encoding: nonce\0"])?;
    // 2: the last record.
    let mut record = [plaintext, &[2]].concat();
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).map_err(|_| EncryptionError)?);
    key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut record).map_err(|_| EncryptionError)?;
    let length = u8::try_from(sender.len()).map_err(|_| EncryptionError)?;
    Ok([&keys.salt[..], &RECORD_SIZE.to_be_bytes(), &[length], &sender, &record].concat())
}

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn expand<const N: usize>(key: &Prk, info: &[&[u8]]) -> Result<[u8; N], EncryptionError> {
    let mut output = [0; N];
    key.expand(info, Length(N)).and_then(|material| material.fill(&mut output)).map_err(|_| EncryptionError)?;
    Ok(output)
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;

    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(text).unwrap()
    }

    #[test]
    fn the_example_of_rfc_8291_is_encrypted_to_the_byte() {
        let keys = MessageKeys {
            secret: SecretKey::from_slice(&bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")).unwrap(),
            salt: bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap(),
        };
        let p256dh = bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4");
        let auth = bytes("BTBZMqHH6r4Tts7J_aSIgg");
        let body = encrypt(b"When I grow up, I want to be a watermelon", &p256dh, &auth, &keys).unwrap();
        let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(URL_SAFE_NO_PAD.encode(body), expected);
    }

    #[test]
    fn the_longest_message_fills_a_record_and_a_longer_one_is_refused() {
        let keys = MessageKeys { secret: SecretKey::from_slice(&[7; 32]).unwrap(), salt: [1; 16] };
        let receiver = SecretKey::from_slice(&[9; 32]).unwrap().public_key().to_sec1_bytes();
        assert_eq!(encrypt(&[b'a'; MAX_PLAINTEXT], &receiver, &[3; 16], &keys).unwrap().len(), 4_096);
        assert!(encrypt(&[b'a'; MAX_PLAINTEXT + 1], &receiver, &[3; 16], &keys).is_err());
        assert!(encrypt(b"a", &[4; 65], &[3; 16], &keys).is_err());
    }
}
