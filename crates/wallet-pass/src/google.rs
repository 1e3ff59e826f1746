//! A link that puts a pass into the Google Wallet: the pass is a JSON web token, signed with the key of a service account (RS256).
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::rsa::KeyPair;
use ring::signature::RSA_PKCS1_SHA256;
use serde_json::{Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::PassError;
use crate::apple::{PassContent, PassLook};
use crate::certificate::parse_key;

const ADDRESS: &str = "https://pay.google.com/gp/v/save/";
/// Of all passes of an installation.
const CLASS: &str = "vestibule_access";

pub struct GoogleAccount {
    issuer: String,
    email: String,
    key: KeyPair,
}

impl GoogleAccount {
    /// `issuer`: the number of the issuer at Google; `email`: of the service account; `key`: its RSA key in PEM.
    pub fn new(issuer: &str, email: &str, key: &str) -> Result<Self, PassError> {
        Ok(GoogleAccount { issuer: issuer.into(), email: email.into(), key: parse_key(key)? })
    }
}

/// `origin`: the platform's address.
pub fn save_link(account: &GoogleAccount, content: &PassContent, look: &PassLook, origin: &str, now: OffsetDateTime) -> String {
    let header = json!({ "alg": "RS256", "typ": "JWT" });
    let claims = json!({
        "iss": account.email,
        "aud": "google",
        "typ": "savetowallet",
        "iat": now.unix_timestamp(),
        "origins": [origin],
        "payload": { "genericObjects": [object(account, content, look)] },
    });
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let signed = format!("{}.{}", part(&header), part(&claims));
    let mut signature = vec![0; account.key.public().modulus_len()];
    account
        .key
        .sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), signed.as_bytes(), &mut signature)
        .expect("a key of 2,048 bits signs a hash of 32 bytes");
    format!("{ADDRESS}{signed}.{}", URL_SAFE_NO_PAD.encode(signature))
}

fn object(account: &GoogleAccount, content: &PassContent, look: &PassLook) -> Value {
    let text = |value: &str| json!({ "defaultValue": { "language": if content.locale == "ru" { "ru" } else { "en" }, "value": value } });
    let mut object = json!({
        "id": format!("{}.{}", account.issuer, content.serial),
        "classId": format!("{}.{CLASS}", account.issuer),
        "genericType": "GENERIC_OTHER",
        "state": if content.is_void { "INACTIVE" } else { "ACTIVE" },
        "cardTitle": text(&content.organization),
        "header": text(&content.name),
        "hexBackgroundColor": look.background_color,
        "barcode": { "type": "QR_CODE", "value": content.qr, "alternateText": look.barcode_alt_text },
    });
    let date = |at: OffsetDateTime| json!({ "date": at.format(&Rfc3339).unwrap_or_default() });
    for (key, at) in [("start", content.valid_from), ("end", content.valid_to)] {
        if let Some(at) = at {
            object["validTimeInterval"][key] = date(at);
        }
    }
    object
}
