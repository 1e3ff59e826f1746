//! Codes that devices ask about, as whoever has stolen the credentials of one would.
use access::rpc::remote_check::RemoteChecksService;
use prost::Message;
use proto::vestibule::access::v1::identifiers_server::Identifiers;
use proto::vestibule::access::v1::remote_checks_server::RemoteChecks;
use proto::vestibule::access::v1::*;
use proto::vestibule::events::v1::AuditRecorded;
use testing::PROJECT;

use crate::site::*;

/// Codes that open nothing, in a minute.
const MAX: usize = 30;
const CODE: &str = "135790";

/// With counters of its own, a card and a code of Anna.
async fn start() -> Site {
    let site = crate::guest_key::start().await;
    for door in [DOOR_1, DOOR_2] {
        site.rule(lets(ANNA, door)).await;
    }
    site.card(ANNA, "77").await;
    let code = Identifier { r#type: IdentifierType::AccessCode.into(), ..card(ANNA, CODE) };
    site.identifiers.create_identifier(site.by(&site.admin(), CreateIdentifierRequest { identifier: Some(code) })).await.unwrap();
    let remote = RemoteChecksService(access::app::App::new(&site.app.context));
    Site { remote, ..site }
}

async fn asked(site: &Site, device_id: i64, kind: &str, number: &str) -> (bool, Option<i32>) {
    let question = CheckIdentifierRequest { project_id: PROJECT, device_id, r#type: kind.into(), number: number.into() };
    let gateway = testing::service(PROJECT, "device-gateway");
    let answer = site.remote.check_identifier(site.by(&gateway, question)).await.expect("an answer").into_inner();
    (answer.known, answer.lock_number)
}

async fn recorded(site: &Site) -> Vec<AuditRecorded> {
    let records = site.app.events().await.into_iter().filter(|(topic, _)| topic == "audit.recorded");
    let records = records.map(|(_, payload)| AuditRecorded::decode(payload.as_slice()).unwrap());
    records.filter(|record| record.action == "try codes").collect()
}

#[tokio::test]
async fn a_device_that_asks_about_codes_that_open_nothing_learns_of_no_more_of_them() {
    let site = start().await;
    for number in 0..MAX {
        assert_eq!(asked(&site, DOOR_1, "access_code", &format!("{}", 200_000 + number)).await, (false, None));
        if number % 10 == 0 {
            assert_eq!(asked(&site, DOOR_1, "access_code", CODE).await, (true, Some(1)), "one that opens is no guess");
        }
    }
    assert!(recorded(&site).await.is_empty());
    for number in [CODE, "300000", CODE] {
        assert_eq!(asked(&site, DOOR_1, "access_code", number).await, (true, None), "right and wrong are answered alike");
    }
    assert_eq!(asked(&site, DOOR_1, "card", "77").await, (true, Some(1)), "cards go on");
    assert_eq!(asked(&site, DOOR_1, "card", "78").await, (false, None));
    assert_eq!(asked(&site, DOOR_2, "access_code", CODE).await, (true, Some(1)), "and so do other doors");
    let records = recorded(&site).await;
    assert_eq!(records.iter().map(|record| (record.resource_id, record.resource_name.as_str())).collect::<Vec<_>>(), [(DOOR_1, "door 1001")]);
}

#[tokio::test]
async fn codes_that_are_known_and_do_not_open_are_guesses_too() {
    let site = start().await;
    let code = Identifier { r#type: IdentifierType::AccessCode.into(), ..card(BORIS, "246801") };
    site.identifiers.create_identifier(site.by(&site.admin(), CreateIdentifierRequest { identifier: Some(code) })).await.unwrap();
    for _ in 0..MAX {
        assert_eq!(asked(&site, DOOR_1, "access_code", "246801").await, (true, None));
    }
    assert_eq!(asked(&site, DOOR_1, "access_code", CODE).await, (true, None));
}
