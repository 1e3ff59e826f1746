//! What passes between phones and telephony.
use std::collections::HashSet;

use testing::PROJECT;
use uuid::Uuid;

use super::phone::{Phone, status};
use super::server::{Server, heard_by};
use super::websocket::Browser;
use telephony::domain::realm;

/// The header lines of a request that an answer repeats, with a tag for our side.
pub fn repeated(request: &str, tag: &str) -> String {
    let kept = ["Via", "Record-Route", "From", "Call-ID", "CSeq"];
    let mut lines: Vec<String> =
        request.lines().filter(|line| kept.iter().any(|name| line.starts_with(&format!("{name}:")))).map(str::to_string).collect();
    let to = request.lines().find(|line| line.starts_with("To:")).unwrap();
    lines.push(if to.contains(";tag=") { to.to_string() } else { format!("{to};tag={tag}") });
    lines.join("\r\n")
}

fn values<'a>(message: &'a str, name: &str) -> Vec<&'a str> {
    let prefix = format!("{}:", name.to_lowercase());
    let is_it = |line: &&str| line.to_lowercase().starts_with(&prefix);
    message.lines().filter(is_it).filter_map(|line| line.split_once(':')).map(|(_, value)| value.trim()).collect()
}

#[tokio::test]
async fn telephony_is_told_who_calls_and_forged_headers_do_not_reach_it() {
    let server = Server::start().await;
    let caller = Phone {
        extra: "X-Tenant: p2.sip.test\r\nx-auth-user : 1004\r\nX-SRC-PROTO:\r\n  forged\r\nX-Src-Addr: 10.0.0.1\r\nX-Sos: 1\r\n".into(),
        ..Phone::new(&server, "1001").await
    };
    let calling = tokio::spawn(async move { caller.call("1002").await });
    let (invite, edge) = server.heard().await;
    assert_eq!(edge, server.inside, "telephony hears from the edge's inner socket only");
    assert_eq!(values(&invite, "X-Tenant"), ["p1.sip.test"]);
    assert_eq!(values(&invite, "X-Auth-User"), ["1001"]);
    assert_eq!(values(&invite, "X-Src-Proto"), ["udp"]);
    assert!(!invite.contains("forged") && values(&invite, "X-Src-Addr").is_empty(), "{invite}");
    assert_eq!(values(&invite, "X-Sos"), ["1"], "what the panel says stays");
    assert!(values(&invite, "Proxy-Authorization").is_empty(), "credentials end at the edge");
    let busy = format!("SIP/2.0 486 Busy Here\r\n{}\r\nContent-Length: 0\r\n\r\n", repeated(&invite, "t"));
    server.telephony.send_to(busy.as_bytes(), edge).await.unwrap();
    assert_eq!(calling.await.unwrap(), Some(486));
}

#[tokio::test]
async fn while_telephony_is_away_callers_are_told_so() {
    let server = Server::start().await;
    assert_eq!(Phone::new(&server, "1001").await.call("1002").await, Some(503));
}

#[tokio::test]
async fn only_who_proves_a_number_calls_from_it() {
    let server = Server::start().await;
    let impostor = Phone { number: "1003".into(), ..Phone::new(&server, "1001").await };
    assert_eq!(impostor.call("1002").await, Some(403));
    let guess = Phone::new(&server, "1001").await.with(("1001".into(), "guess".into()));
    assert_eq!(guess.call("1002").await, Some(407));
}

#[tokio::test]
async fn telephony_reaches_a_phone_by_its_contact() {
    let server = Server::start().await;
    let panel = Phone::new(&server, "1001").await;
    assert_eq!(panel.register().await, Some(200));
    let contact = server.edge.contacts(&panel.realm, "1001").await.unwrap().remove(0);
    server.telephony.send_to(invite(&server, &contact.uri, &contact.next_hop).as_bytes(), server.inside).await.unwrap();
    assert!(panel.rung().await.starts_with(&format!("INVITE {} SIP/2.0", panel.contact())));
}

#[tokio::test]
async fn telephony_reaches_a_browser_and_both_ends_find_each_other_in_the_dialog() {
    let server = Server::start().await;
    let mut browser = Browser::open(&server, "1002").await;
    assert_eq!(browser.register().await, 200);
    let contact = server.edge.contacts(&realm::for_project(PROJECT, super::server::DOMAIN), "1002").await.unwrap().remove(0);
    server.telephony.send_to(invite(&server, &contact.uri, &contact.next_hop).as_bytes(), server.inside).await.unwrap();
    let rung = browser.next().await;
    assert!(rung.starts_with(&format!("INVITE {} SIP/2.0", contact.uri)), "{rung}");
    let answer = format!("SIP/2.0 200 OK\r\n{}\r\nContact: <{}>\r\nContent-Length: 0\r\n\r\n", repeated(&rung, "b"), contact.uri);
    browser.say(answer).await;
    let mut answered = server.heard().await.0;
    while status(&answered) < 200 {
        answered = server.heard().await.0;
    }
    // Telephony's side: along the route that was recorded, to the contact that was answered.
    let routes: Vec<&str> = values(&answered, "Record-Route").into_iter().rev().collect();
    let target = values(&answered, "Contact")[0].trim_matches(['<', '>']);
    let bye = in_dialog("BYE", target, &routes, values(&answered, "From")[0], values(&answered, "To")[0], values(&answered, "Call-ID")[0]);
    server.telephony.send_to(bye.as_bytes(), server.inside).await.unwrap();
    let first = browser.next().await;
    assert!(first.starts_with("BYE "), "{first}");
    // The browser's side.
    let recorded: Vec<&str> = values(&rung, "Record-Route");
    let info =
        in_dialog("INFO", "sip:telephony@127.0.0.1", &recorded, values(&answered, "To")[0], values(&rung, "From")[0], values(&rung, "Call-ID")[0]);
    browser.say(info.replace("SIP/2.0/UDP", "SIP/2.0/WS")).await;
    assert!(server.heard().await.0.starts_with("INFO "));
}

#[tokio::test]
async fn a_dialog_from_outside_leads_to_telephony_whatever_its_route_says() {
    let server = Server::start().await;
    let victim = tokio::net::UdpSocket::bind("127.0.0.1:0").await.unwrap();
    let elsewhere = format!("sip:x@{}", victim.local_addr().unwrap());
    let attacker = Phone::new(&server, "1001").await;
    for route in [format!("<sip:{};lr>", server.sip), format!("<sip:udp@{};lr;received={elsewhere}>", server.sip)] {
        let bye = in_dialog("BYE", &elsewhere, &[&route, &format!("<{elsewhere};lr>")], "<sip:a@b>;tag=1", "<sip:c@d>;tag=2", "some-call");
        attacker.send(bye.as_bytes()).await;
        assert!(server.heard().await.0.starts_with("BYE "), "it is telephony's to refuse");
    }
    let mut buffer = [0; 1];
    assert!(victim.try_recv(&mut buffer).is_err(), "nothing was relayed to elsewhere");
}

#[tokio::test]
async fn who_joins_a_call_comes_to_the_replica_that_has_it() {
    let (server, second) = Server::with_two_replicas().await;
    for (number, id, replica) in [("1001", "1-0195", &second), ("1002", "0-0195", &server.telephony)] {
        let operator = Phone { extra: format!("X-Speech-Id: {id}\r\n"), ..Phone::new(&server, number).await };
        let calling = tokio::spawn(async move { operator.call("1003").await });
        let (invite, edge) = heard_by(replica).await;
        assert_eq!(values(&invite, "X-Speech-Id"), [id]);
        let busy = format!("SIP/2.0 486 Busy Here\r\n{}\r\nContent-Length: 0\r\n\r\n", repeated(&invite, "t"));
        replica.send_to(busy.as_bytes(), edge).await.unwrap();
        assert_eq!(calling.await.unwrap(), Some(486));
    }
    for id in ["2-0195", "99999-0195"] {
        let lost = Phone { extra: format!("X-Speech-Id: {id}\r\n"), ..Phone::new(&server, "1004").await };
        assert_eq!(lost.call("1003").await, Some(481), "{id}: no replica has such calls");
    }
}

#[tokio::test]
async fn a_new_call_goes_to_another_replica_when_one_does_not_answer() {
    let (server, second) = Server::with_two_replicas().await;
    for number in ["1001", "1002", "1003", "1004"].repeat(3) {
        let caller = Phone::new(&server, number).await;
        let calling = tokio::spawn(async move { caller.call("1003").await });
        let (invite, edge) = loop {
            let heard = heard_by(&second).await;
            if heard.0.starts_with("INVITE ") && values(&heard.0, "X-Auth-User") == [number] {
                break heard;
            }
        };
        let busy = format!("SIP/2.0 486 Busy Here\r\n{}\r\nContent-Length: 0\r\n\r\n", repeated(&invite, "t"));
        second.send_to(busy.as_bytes(), edge).await.unwrap();
        assert_eq!(calling.await.unwrap(), Some(486));
    }
    let (mut tried, mut buffer) = (HashSet::new(), vec![0; 65536]);
    while let Ok(length) = server.telephony.try_recv(&mut buffer) {
        tried.insert(values(&String::from_utf8_lossy(&buffer[..length]), "Call-ID")[0].to_string());
    }
    assert!(tried.len() <= 1, "one that does not answer is left alone for a while: {tried:?}");
}

#[tokio::test]
async fn a_call_that_no_replica_answers_is_refused_for_a_while() {
    let (server, _second) = Server::with_two_replicas().await;
    assert_eq!(Phone::new(&server, "1001").await.call("1002").await, Some(503));
}

#[tokio::test]
async fn what_is_said_within_a_call_comes_to_the_replica_that_has_it() {
    let (server, second) = Server::with_two_replicas().await;
    let phone = Phone::new(&server, "1001").await;
    for (contact, replica) in [("sip:s1@127.0.0.1", &second), ("sip:s0@127.0.0.1", &server.telephony)] {
        let route = format!("<sip:{};lr>", server.sip);
        phone.send(in_dialog("BYE", contact, &[&route], "<sip:a@b>;tag=1", "<sip:c@d>;tag=2", contact).as_bytes()).await;
        assert!(heard_by(replica).await.0.starts_with(&format!("BYE {contact}")));
    }
}

pub fn invite(server: &Server, uri: &str, route: &str) -> String {
    let (id, own) = (Uuid::now_v7().simple(), server.telephony.local_addr().unwrap());
    format!(
        "INVITE {uri} SIP/2.0\r\nVia: SIP/2.0/UDP {own};branch=z9hG4bK{id};rport\r\nMax-Forwards: 70\r\nRoute: {route}\r\n\
         From: <sip:1003@p1.sip.test>;tag={id}\r\nTo: <sip:1002@p1.sip.test>\r\nCall-ID: {id}\r\nCSeq: 1 INVITE\r\n\
         Contact: <sip:telephony@{own}>\r\nContent-Length: 0\r\n\r\n"
    )
}

fn in_dialog(method: &str, uri: &str, routes: &[&str], from: &str, to: &str, call_id: &str) -> String {
    let id = Uuid::now_v7().simple();
    let routes: String = routes.iter().map(|route| format!("Route: {route}\r\n")).collect();
    format!(
        "{method} {uri} SIP/2.0\r\nVia: SIP/2.0/UDP own.invalid;branch=z9hG4bK{id};rport\r\nMax-Forwards: 70\r\n{routes}\
         From: {from}\r\nTo: {to}\r\nCall-ID: {call_id}\r\nCSeq: 7 {method}\r\nContent-Length: 0\r\n\r\n"
    )
}
