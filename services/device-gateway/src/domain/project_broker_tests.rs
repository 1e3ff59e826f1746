use rcgen::{CertificateParams, DnType, KeyPair};
use time::Duration;
use time::macros::datetime;

use super::*;

const NOW: OffsetDateTime = datetime!(2026-11-23 09:00 UTC);

/// Certificate and key, good for these days around now.
fn identity(from_days: i64, to_days: i64) -> (String, String) {
    let key = KeyPair::generate().unwrap();
    let mut params = CertificateParams::new(vec!["platform".into()]).unwrap();
    params.distinguished_name.push(DnType::CommonName, "Riverside");
    params.not_before = NOW + Duration::days(from_days);
    params.not_after = NOW + Duration::days(to_days);
    (params.self_signed(&key).unwrap().pem(), key.serialize_pem())
}

fn draft((certificate, private_key): (String, String)) -> ProjectBrokerDraft {
    let (url, login) = ("mqtts://broker.test".into(), "platform".into());
    ProjectBrokerDraft { url, login, password: "secret".into(), manages_users: true, certificate, private_key, authority: String::new() }
}

fn errors(draft: &ProjectBrokerDraft) -> Vec<(String, String)> {
    let mut fields = Fields::default();
    draft.validate(&mut fields, NOW);
    match fields.finish() {
        Err(kit::Error::Invalid(fields)) => fields.into_iter().collect(),
        _ => Vec::new(),
    }
}

fn error(draft: &ProjectBrokerDraft) -> (String, String) {
    let [error] = <[_; 1]>::try_from(errors(draft)).unwrap();
    error
}

#[test]
fn a_certificate_that_is_good_and_has_its_key_is_taken() {
    let good = draft(identity(-1, 30));
    assert_eq!(errors(&good), []);
    let summary = summary(&good.certificate).unwrap();
    assert_eq!((summary.subject.contains("Riverside"), summary.expires_at), (true, NOW + Duration::days(30)));
}

#[test]
fn an_expired_a_future_and_a_foreign_certificate_are_refused() {
    let of = |field: &str, why: &str| (field.to_owned(), why.to_owned());
    assert_eq!(error(&draft(identity(-30, -1))), of("certificate", "the certificate has expired"));
    assert_eq!(error(&draft(identity(-30, 0))), of("certificate", "the certificate has expired"), "in the moment of its end too");
    assert_eq!(error(&draft(identity(1, 30))), of("certificate", "the certificate is not valid yet"));
    let foreign = draft((identity(-1, 30).0, identity(-1, 30).1));
    assert_eq!(error(&foreign), of("private_key", "the private key does not belong to the certificate"));
}

#[test]
fn what_is_no_certificate_or_no_key_is_refused() {
    let (certificate, key) = identity(-1, 30);
    for garbage in ["", "certificate", "-----BEGIN CERTIFICATE-----\naGVsbG8=\n-----END CERTIFICATE-----\n", &key] {
        assert_eq!(error(&draft((garbage.into(), key.clone()))).1, "not a certificate in PEM", "{garbage}");
    }
    for garbage in ["", "key", "-----BEGIN PRIVATE KEY-----\naGVsbG8=\n-----END PRIVATE KEY-----\n", &certificate] {
        assert_eq!(error(&draft((certificate.clone(), garbage.into()))).1, "not a private key in PEM", "{garbage}");
    }
    let authority = ProjectBrokerDraft { authority: "authority".into(), ..draft((certificate.clone(), key.clone())) };
    assert_eq!(error(&authority).0, "authority");
    let huge = draft((certificate + &"#".repeat(MAX_PEM), key));
    assert_eq!(error(&huge), ("certificate".into(), "maximum size is 32768 bytes".into()));
}

#[test]
fn the_address_has_tls_a_host_and_nothing_else() {
    assert_eq!(host_and_port("mqtts://broker.test:8884/"), Ok(("broker.test".into(), 8884)));
    assert_eq!(host_and_port("mqtts://broker.test"), Ok(("broker.test".into(), 8883)));
    assert_eq!(host_and_port("mqtts://[::1]:9"), Ok(("::1".into(), 9)));
    assert_eq!(host_and_port("mqtts://[::1]"), Ok(("::1".into(), 8883)));
    let bad = ["", "mqtt://broker.test", "mqtts://", "mqtts://:1", "mqtts://a:0", "mqtts://a:x", "mqtts://a b", "mqtts://user@a", "mqtts://a/b"];
    for url in bad {
        assert!(host_and_port(url).is_err(), "{url}");
    }
}
