//! Passes, read by the reader here and by `openssl`.
use std::process::Command;

use ring::signature::{RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey};
use serde_json::{Value, json};
use testing::pass_authority::PassAuthority;
use time::macros::datetime;
use wallet_pass::{BackField, GoogleAccount, PassCertificate, PassContent, PassError, PassLook, PassSigner, apple_pass, read_apple_pass, save_link};

fn signer(authority: &PassAuthority) -> PassSigner {
    PassSigner::new(PassCertificate::parse(&authority.certificate, &authority.intermediate).unwrap(), &authority.key).unwrap()
}

fn content() -> PassContent {
    PassContent {
        serial: "0197a3".into(),
        organization: "Riverside".into(),
        name: "Anna".into(),
        qr: "6f9c1f52-0ea6-4d1c-9d55-0d8c3f5f6d11".into(),
        valid_to: Some(datetime!(2027-01-02 10:00 UTC)),
        ..PassContent::default()
    }
}

fn look() -> PassLook {
    PassLook {
        background_color: "#FF4530".into(),
        font_color: "#ffffff".into(),
        back_fields: vec![BackField { label: "Desk".into(), value: "+31201234567".into() }],
        ..PassLook::default()
    }
}

#[test]
fn a_pass_is_read_back_and_one_changed_byte_is_noticed() {
    let authority = PassAuthority::make();
    let pass = apple_pass(&signer(&authority), &content(), &look(), datetime!(2026-11-24 12:00 UTC)).unwrap();
    let read = read_apple_pass(&pass, &authority.root_der()).unwrap();
    assert_eq!(read.pass["passTypeIdentifier"], "pass.com.example.vestibule");
    assert_eq!(read.pass["teamIdentifier"], "TEAM123456");
    assert_eq!(read.pass["barcodes"][0]["message"], "6f9c1f52-0ea6-4d1c-9d55-0d8c3f5f6d11");
    assert_eq!((&read.pass["backgroundColor"], &read.pass["voided"]), (&json!("rgb(255, 69, 48)"), &json!(false)));
    assert_eq!((&read.pass["expirationDate"], &read.pass["generic"]["backFields"][0]["label"]), (&json!("2027-01-02T10:00:00Z"), &json!("Desk")));
    let names: Vec<&str> = read.files.keys().map(String::as_str).collect();
    assert_eq!(names, ["icon.png", "icon@2x.png", "logo.png", "logo@2x.png", "pass.json"]);

    // In the content of each file: entries are not compressed, so the bytes are those of the archive.
    for needle in [&b"Riverside"[..], b"\x89PNG", b"\"pass.json\":"] {
        let position = pass.windows(needle.len()).position(|window| window == needle).unwrap();
        let mut changed = pass.clone();
        changed[position] ^= 1;
        assert!(read_apple_pass(&changed, &authority.root_der()).is_err(), "{needle:?}");
    }
    assert!(matches!(read_apple_pass(&pass, &PassAuthority::make().root_der()), Err(PassError::Archive("signed by somebody else"))));
}

#[test]
fn openssl_verifies_the_signature_and_refuses_a_changed_manifest() {
    let authority = PassAuthority::make();
    let pass = apple_pass(&signer(&authority), &content(), &look(), datetime!(2026-11-24 12:00 UTC)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| {
        let mut archive = zip::ZipArchive::new(std::io::Cursor::new(&pass)).unwrap();
        let mut data = Vec::new();
        std::io::Read::read_to_end(&mut archive.by_name(name).unwrap(), &mut data).unwrap();
        data
    };
    let write = |name: &str, data: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, data).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (signature, root) = (write("signature", &file("signature")), write("root.pem", authority.root.as_bytes()));
    let verify = |manifest: &[u8]| {
        let manifest = write("manifest.json", manifest);
        let arguments =
            ["cms", "-verify", "-binary", "-inform", "DER", "-in", &signature, "-content", &manifest, "-CAfile", &root, "-purpose", "any"];
        Command::new("openssl").args(arguments).output().expect("openssl").status.success()
    };
    let manifest = file("manifest.json");
    assert!(verify(&manifest));
    let mut changed = manifest.clone();
    changed[10] ^= 1;
    assert!(!verify(&changed));
}

#[test]
fn a_certificate_signs_only_with_its_own_key_and_under_its_own_issuer() {
    let (authority, other) = (PassAuthority::make(), PassAuthority::make());
    let parsed = PassCertificate::parse(&authority.certificate, &authority.intermediate).unwrap();
    assert_eq!((parsed.pass_type_id.as_str(), parsed.team_id.as_str()), ("pass.com.example.vestibule", "TEAM123456"));
    assert!(parsed.expires_at > datetime!(2026-11-24 12:00 UTC));
    assert_eq!(PassSigner::new(parsed.clone(), &other.key).err(), Some(PassError::OtherKey));
    assert_eq!(PassSigner::new(parsed, "no key").err(), Some(PassError::Key));
    assert_eq!(PassCertificate::parse(&authority.certificate, &other.intermediate).err(), Some(PassError::OtherIssuer));
    assert_eq!(PassCertificate::parse(&authority.intermediate, &authority.root).err(), Some(PassError::NotAPassType));
    assert_eq!(PassCertificate::parse("no certificate", &authority.root).err(), Some(PassError::Certificate));
}

#[test]
fn the_link_of_the_google_wallet_is_signed_with_the_accounts_key() {
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    let authority = PassAuthority::make();
    let account = GoogleAccount::new("3388000000022222222", "wallet@example.iam.gserviceaccount.com", &authority.key).unwrap();
    let link = save_link(&account, &content(), &look(), "https://vestibule.example.com", datetime!(2026-11-24 12:00 UTC));
    let token = link.strip_prefix("https://pay.google.com/gp/v/save/").unwrap();
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let key = UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, authority.public_key());
    let signature = URL_SAFE_NO_PAD.decode(signature).unwrap();
    key.verify(signed.as_bytes(), &signature).unwrap();
    assert!(key.verify(&signed.as_bytes()[1..], &signature).is_err());
    let claims: Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(signed.split_once('.').unwrap().1).unwrap()).unwrap();
    let object = &claims["payload"]["genericObjects"][0];
    assert_eq!((&claims["aud"], &claims["typ"]), (&json!("google"), &json!("savetowallet")));
    assert_eq!((&object["id"], &object["barcode"]["type"]), (&json!("3388000000022222222.0197a3"), &json!("QR_CODE")));
    assert_eq!(object["validTimeInterval"]["end"]["date"], "2027-01-02T10:00:00Z");
}
