//! Rules of the areas.
use std::collections::BTreeMap;

use kit::seal::Sealer;
use kit::{Error, Fields, Mask};
use proto::vestibule::common::v1::Ref;
use proto::vestibule::domains::v1 as api;
use serde_json::json;

use super::general::General;
use super::mail::{Mail, PASSWORD};
use super::push_server::PushServer;
use super::sip::Sip;
use super::{Area, audit_view};
use crate::domain::white_label::WhiteLabel;

fn sealer() -> Sealer {
    Sealer::new(&[7; 32]).unwrap()
}

/// The default, or `before`, after a patch of these paths; or what was told of it.
fn merged<A: Area>(before: &A, paths: &[&str], new: A::Api) -> Result<A, BTreeMap<String, String>> {
    let mask = Mask::new(Some(prost_types::FieldMask { paths: paths.iter().map(|path| path.to_string()).collect() }));
    let (mut after, mut fields) = (before.clone(), Fields::new());
    after.merge(&mask, new, &sealer(), &mut fields);
    after.validate(&mut fields);
    match fields.finish() {
        Ok(()) => Ok(after),
        Err(Error::Invalid(fields)) => Err(fields),
        Err(other) => panic!("{other}"),
    }
}

fn problems<A: Area + std::fmt::Debug>(paths: &[&str], new: A::Api) -> Vec<(String, String)> {
    merged(&A::default(), paths, new).expect_err("refused").into_iter().collect()
}

fn role(id: i64) -> Option<Ref> {
    Some(Ref { id, name: String::new() })
}

#[test]
fn the_defaults_are_in_order_and_survive_being_stored() {
    fn check<A: Area + std::fmt::Debug>() {
        let mut fields = Fields::new();
        A::default().validate(&mut fields);
        assert!(fields.is_empty(), "{}", A::NAME);
        assert_eq!(serde_json::from_value::<A>(json!(A::default())).unwrap(), A::default());
        assert_eq!(serde_json::from_value::<A>(json!({})).unwrap(), A::default());
    }
    check::<General>();
    check::<Mail>();
    check::<PushServer>();
    check::<Sip>();
    check::<WhiteLabel>();
}

#[test]
fn a_time_zone_is_one_of_the_database_and_is_kept_as_it_spells_it() {
    let zone = |name: &str| api::GeneralSettings { time_zone: name.into(), ..Default::default() };
    assert_eq!(merged(&General::default(), &["time_zone"], zone("europe/amsterdam")).unwrap().time_zone, "Europe/Amsterdam");
    for bad in ["", "Mars/Olympus", "+02:00"] {
        assert_eq!(problems::<General>(&["time_zone"], zone(bad)), [("time_zone".to_string(), "unknown time zone".to_string())], "{bad}");
    }
}

#[test]
fn words_are_those_of_the_specification() {
    let bad = api::GeneralSettings {
        time_format: "YY".into(),
        locale: "de".into(),
        locales: vec!["en".into(), "fr".into()],
        identifier_format: "oct".into(),
        ..Default::default()
    };
    let problems = problems::<General>(&["time_format", "locale", "locales", "identifier_format"], bad);
    let expected = [
        ("identifier_format", "must be one of: dec, hex"),
        ("locale", "must be one of: en, ru"),
        ("locales", "must be one of: en, ru"),
        ("time_format", "must be one of: DD-MM-YYYY, MM-DD-YYYY, YYYY-MM-DD"),
    ];
    assert_eq!(problems, expected.map(|(path, message)| (path.to_string(), message.to_string())));
}

#[test]
fn at_least_one_language_is_offered_and_each_once() {
    let locales = |locales: &[&str]| api::GeneralSettings { locales: locales.iter().map(|l| l.to_string()).collect(), ..Default::default() };
    assert_eq!(problems::<General>(&["locales"], locales(&[]))[0].1, "required");
    assert_eq!(problems::<General>(&["locales"], locales(&["en", "en"]))[0].1, "value must be unique");
    assert_eq!(merged(&General::default(), &["locales"], locales(&["en"])).unwrap().locales, ["en"]);
}

#[test]
fn the_projects_language_is_one_of_those_that_it_offers() {
    let only_russian = api::GeneralSettings { locale: "ru".into(), locales: vec!["ru".into()], ..Default::default() };
    let expected = [("locale".to_string(), "must be one of the languages of the project".to_string())];
    assert_eq!(problems::<General>(&["locales"], only_russian.clone()), expected);
    assert_eq!(merged(&General::default(), &["locale", "locales"], only_russian.clone()).unwrap().locales, ["ru"]);
    // A language that the dealer gives the project is one that it offers.
    let only_english = General { locales: vec!["en".into()], ..General::default() };
    assert_eq!(only_english.with_region("UTC", "ru").locales, ["en", "ru"]);
}

#[test]
fn open_registration_needs_a_role_and_a_group() {
    let open = |role, domain| api::GeneralSettings {
        registration: Some(api::RegistrationSettings { is_enabled: true, role, domain }),
        ..Default::default()
    };
    let paths: Vec<_> = problems::<General>(&["registration"], open(None, None)).into_iter().map(|(path, _)| path).collect();
    assert_eq!(paths, ["registration.domain", "registration.role"]);
    assert!(merged(&General::default(), &["registration"], open(role(3), role(9))).is_ok());
}

#[test]
fn self_registration_needs_user_types_with_roles_and_names_that_differ() {
    let kind = |name: &str, role| api::UserTypeSettings { name: name.into(), role };
    let with = |user_types| api::GeneralSettings {
        self_registration: Some(api::SelfRegistrationSettings { is_enabled: true, user_types, ..Default::default() }),
        ..Default::default()
    };
    assert_eq!(problems::<General>(&["self_registration"], with(vec![]))[0].0, "self_registration.user_types");
    let bad = with(vec![kind("Owner", role(1)), kind("owner", role(2)), kind(&"n".repeat(32), None)]);
    let expected = [
        ("self_registration.user_types.1.name", "value must be unique"),
        ("self_registration.user_types.2.name", "maximum length is 31"),
        ("self_registration.user_types.2.role", "required"),
    ];
    assert_eq!(problems::<General>(&["self_registration"], bad), expected.map(|(path, message)| (path.to_string(), message.to_string())));
    let many = (0..21).map(|i| kind(&format!("kind {i}"), role(1))).collect();
    assert_eq!(problems::<General>(&["self_registration"], with(many))[0].1, "too many items: at most 20");
}

#[test]
fn an_invitation_code_has_6_to_64_letters_digits_dashes_or_underscores() {
    let code = |code: &str| api::GeneralSettings {
        self_registration: Some(api::SelfRegistrationSettings { invitation_code: Some(code.into()), ..Default::default() }),
        ..Default::default()
    };
    for good in ["abc-12", "A_b-9Z", &"a".repeat(64)] {
        assert!(merged(&General::default(), &["self_registration.invitation_code"], code(good)).is_ok(), "{good}");
    }
    for bad in ["abc12", "with space", "кодовое", &"a".repeat(65)] {
        assert_eq!(problems::<General>(&["self_registration.invitation_code"], code(bad))[0].0, "self_registration.invitation_code", "{bad}");
    }
}

#[test]
fn ports_are_1_to_65535() {
    for bad in [0, -1, 65_536] {
        assert_eq!(problems::<Mail>(&["port"], api::MailSettings { port: bad, ..Default::default() })[0].1, "must be within 1 - 65535");
    }
    let sip = api::SipSettings { proxy_port: 0, stun_port: 70_000, turn_port: -5, ..Default::default() };
    assert_eq!(problems::<Sip>(&["proxy_port", "stun_port", "turn_port"], sip).len(), 3);
    assert_eq!(problems::<PushServer>(&["server_port"], api::PushServerSettings::default())[0].0, "server_port");
}

#[test]
fn a_mail_server_that_is_used_has_a_host_and_a_sender() {
    let on = |host: Option<&str>, from: Option<&str>| api::MailSettings {
        is_enabled: true,
        host: host.map(String::from),
        from_email: from.map(String::from),
        ..Default::default()
    };
    let paths = ["is_enabled", "host", "from_email"];
    assert_eq!(problems::<Mail>(&paths, on(None, None)).len(), 2);
    assert_eq!(problems::<Mail>(&paths, on(Some("http://x"), Some("nobody"))).len(), 2);
    assert!(merged(&Mail::default(), &paths, on(Some("mail.example.com"), Some("doors@example.com"))).is_ok());
}

#[test]
fn a_sender_of_before_the_stricter_rule_is_kept_with_what_else_is_changed() {
    let before = Mail { from_email: Some("doors@@example.com".into()), ..Mail::default() };
    let new = |from: &str| api::MailSettings { port: 25, from_email: Some(from.into()), ..Default::default() };
    let kept = merged(&before, &["port", "from_email"], new("doors@@example.com")).unwrap();
    assert_eq!((kept.port, kept.from_email), (25, before.from_email.clone()));
    assert_eq!(merged(&before, &["port"], new("")).unwrap().port, 25);
    assert_eq!(merged(&before, &["from_email"], new("gate@@example.com")).unwrap_err().len(), 1);
}

#[test]
fn a_mail_senders_name_is_one_line() {
    let name = api::MailSettings { from_name: Some("Doors\r\nBcc: all@example.com".into()), ..Default::default() };
    assert_eq!(problems::<Mail>(&["from_name"], name), [("from_name".to_string(), "must not contain control characters".to_string())]);
}

#[test]
fn the_first_number_does_not_exceed_the_last() {
    let numbers = |first: &str, last: &str| api::SipSettings {
        first_number: Some(first.into()).filter(|n: &String| !n.is_empty()),
        last_number: Some(last.into()).filter(|n: &String| !n.is_empty()),
        ..Default::default()
    };
    let paths = ["first_number", "last_number"];
    for (first, last, wrong) in [
        ("2000", "1999", "last_number"),
        ("2000", "", "last_number"),
        ("", "1", "first_number"),
        ("12a", "13", "first_number"),
        ("1", "1234567890123", "last_number"),
    ] {
        assert_eq!(problems::<Sip>(&paths, numbers(first, last))[0].0, wrong, "{first}-{last}");
    }
    for (first, last) in [("", ""), ("1000", "1000"), ("999", "1000"), ("000000000001", "999999999999")] {
        assert!(merged(&Sip::default(), &paths, numbers(first, last)).is_ok(), "{first}-{last}");
    }
}

#[test]
fn a_push_servers_certificate_is_pem() {
    let pem = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";
    let file = |text: &str| api::PushServerSettings { cert_file: Some(text.into()), ..Default::default() };
    assert!(merged(&PushServer::default(), &["cert_file"], file(pem)).unwrap().cert_file.is_some());
    assert_eq!(problems::<PushServer>(&["cert_file"], file("MZ\0")), [("cert_file".to_string(), "invalid file".to_string())]);
}

fn with_password() -> Mail {
    let new = api::MailSettings { host: Some("mail.example.com".into()), password: Some("hunter2".into()), ..Default::default() };
    merged(&Mail::default(), &["host", "password"], new).unwrap()
}

#[test]
fn a_secret_is_sealed_masked_unchanged_by_its_mask_and_null_and_cleared_by_an_empty_text() {
    let mail = with_password();
    assert!(!json!(mail).to_string().contains("hunter2") && !format!("{mail:?}").contains("hunter2"));
    assert_eq!(mail.clone().into_api().password.as_deref(), Some("********"));
    let sealed = mail.clone().into_event().sealed_password;
    assert_eq!(sealer().open_for(PASSWORD, &sealed).unwrap(), "hunter2");

    let sent = |password: Option<&str>| api::MailSettings { password: password.map(String::from), ..Default::default() };
    assert_eq!(merged(&mail, &["password"], sent(Some("********"))).unwrap(), mail);
    assert_eq!(merged(&mail, &["password"], sent(None)).unwrap(), mail);
    assert_eq!(merged(&mail, &["password"], sent(Some(""))).unwrap().password, None);
}

#[test]
fn a_secret_is_not_taken_along_to_another_server() {
    let elsewhere = |password: Option<&str>| api::MailSettings {
        host: Some("mail.elsewhere.com".into()),
        password: password.map(String::from),
        ..Default::default()
    };
    for (paths, password) in [(&["host"][..], None), (&["host", "password"], Some("********")), (&["host", "password"], None)] {
        let problems = merged(&with_password(), paths, elsewhere(password)).unwrap_err();
        assert_eq!(problems["password"], "required with another server");
    }
    assert!(merged(&with_password(), &["host", "password"], elsewhere(Some("new"))).is_ok());
    assert!(merged(&with_password(), &["host", "password"], elsewhere(Some(""))).is_ok());
}

#[test]
fn the_audit_trail_says_that_a_secret_changed_and_not_to_what() {
    let before = with_password();
    let new = api::MailSettings { password: Some("hunter3".into()), ..Default::default() };
    let (was, is) = audit_view(&before, &merged(&before, &["password"], new).unwrap());
    assert_eq!((&was["password"], &is["password"]), (&json!("set"), &json!("changed")));
    let (was, is) = audit_view(&Mail::default(), &before);
    assert_eq!((&was["password"], &is["password"]), (&json!(null), &json!("set")));
}

#[test]
fn a_new_project_starts_with_its_own_zone_and_language() {
    let general = General::default().with_region("Asia/Tokyo", "ru");
    assert_eq!((general.time_zone.as_str(), general.locale.as_str()), ("Asia/Tokyo", "ru"));
    assert_eq!(General::default().with_region("Mars/Olympus", "xx"), General::default());
}
