//! An authenticator in software: it makes passkeys and answers challenges as a browser with a security key would.
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::{SecureRandom, SystemRandom};
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::site::PUBLIC_URL;

const USER_PRESENT: u8 = 1;
const USER_VERIFIED: u8 = 4;
const HAS_CREDENTIAL: u8 = 64;

pub struct Authenticator {
    key: EcdsaKeyPair,
    id: [u8; 16],
    /// Set when a passkey is made.
    handle: String,
    pub origin: String,
    pub counter: u32,
    pub is_user_verified: bool,
}

impl Authenticator {
    pub fn new() -> Self {
        let random = SystemRandom::new();
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &random).unwrap();
        let key = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, pkcs8.as_ref(), &random).unwrap();
        let mut id = [0; 16];
        random.fill(&mut id).unwrap();
        Authenticator { key, id, handle: String::new(), origin: PUBLIC_URL.into(), counter: 0, is_user_verified: true }
    }

    /// navigator.credentials.create
    pub fn create(&mut self, options: &Value) -> Value {
        self.handle = options["user"]["id"].as_str().unwrap().into();
        self.counter += 1;
        let mut data = self.data(options["rp"]["id"].as_str().unwrap(), HAS_CREDENTIAL);
        data.extend([0; 16]);
        data.extend((self.id.len() as u16).to_be_bytes());
        data.extend(self.id);
        data.extend(self.public_key());
        let response = json!({
            "clientDataJSON": encode(self.client_data("webauthn.create", options)),
            "attestationObject": encode(attestation(&data)),
            "transports": ["internal"],
        });
        self.credential(response)
    }

    /// navigator.credentials.get
    pub fn get(&mut self, options: &Value) -> Value {
        self.counter += 1;
        let client_data = self.client_data("webauthn.get", options);
        let data = self.data(options["rpId"].as_str().unwrap(), 0);
        let signed = [data.as_slice(), &Sha256::digest(&client_data)].concat();
        let signature = self.key.sign(&SystemRandom::new(), &signed).unwrap();
        let response = json!({
            "clientDataJSON": encode(client_data),
            "authenticatorData": encode(data),
            "signature": encode(signature.as_ref()),
            "userHandle": self.handle,
        });
        self.credential(response)
    }

    fn credential(&self, response: Value) -> Value {
        json!({ "id": encode(self.id), "rawId": encode(self.id), "type": "public-key", "response": response, "clientExtensionResults": {} })
    }

    fn client_data(&self, kind: &str, options: &Value) -> Vec<u8> {
        json!({ "type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": false }).to_string().into_bytes()
    }

    fn data(&self, rp_id: &str, flags: u8) -> Vec<u8> {
        let verified = if self.is_user_verified { USER_VERIFIED } else { 0 };
        let mut data = Sha256::digest(rp_id).to_vec();
        data.push(USER_PRESENT | verified | flags);
        data.extend(self.counter.to_be_bytes());
        data
    }

    /// COSE: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}.
    fn public_key(&self) -> Vec<u8> {
        let point = self.key.public_key().as_ref();
        let mut cbor = vec![0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 32];
        cbor.extend(&point[1..33]);
        cbor.extend([0x22, 0x58, 32]);
        cbor.extend(&point[33..65]);
        cbor
    }
}

/// CBOR: {"fmt": "none", "attStmt": {}, "authData": data}.
fn attestation(data: &[u8]) -> Vec<u8> {
    let mut cbor = vec![0xa3, 0x63];
    cbor.extend(b"fmt\x64none\x67attStmt\xa0\x68authData\x58");
    cbor.push(u8::try_from(data.len()).unwrap());
    cbor.extend(data);
    cbor
}

fn encode(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}
