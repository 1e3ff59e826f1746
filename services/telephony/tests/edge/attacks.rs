//! What an attacker can do. Limits are lowered, so that a test needs few tries to reach them.
use std::time::Duration;

use testing::PROJECT;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream, UdpSocket};
use tokio::time::timeout;
use uuid::Uuid;

use super::phone::{Phone, status};
use super::server::{ANSWER_TIMEOUT, Server, password};

async fn guess(server: &Server, source: &str, number: &str, password: &str) -> Option<u16> {
    Phone::from(source, server, PROJECT, number).await.with((number.into(), password.into())).register().await
}

#[tokio::test]
async fn who_guesses_passwords_is_banned_after_the_limit() {
    let server = Server::with_limits(&[("FAILURES_PER_SOURCE", 5)]).await;
    for try_ in 0..5 {
        assert_eq!(guess(&server, "127.0.0.9", ["1001", "1002", "1003"][try_ % 3], "guess").await, Some(401));
    }
    assert_eq!(guess(&server, "127.0.0.9", "1001", "guess").await, None, "the sixth is not answered");
    assert_eq!(guess(&server, "127.0.0.9", "1001", &password(PROJECT, "1001")).await, None, "nor what comes after it");
    assert_eq!(guess(&server, "127.0.0.1", "1001", &password(PROJECT, "1001")).await, Some(200), "others are");
}

#[tokio::test]
async fn an_account_that_many_sources_guess_at_is_locked_for_all_but_its_own() {
    let server = Server::with_limits(&[("FAILURES_PER_ACCOUNT", 4)]).await;
    let right = password(PROJECT, "1001");
    assert_eq!(guess(&server, "127.0.0.1", "1001", &right).await, Some(200));
    for source in ["127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5"] {
        assert_eq!(guess(&server, source, "1001", "guess").await, Some(401));
    }
    assert_eq!(guess(&server, "127.0.0.6", "1001", &right).await, Some(403), "a new source is refused, whatever it knows");
    assert_eq!(guess(&server, "127.0.0.1", "1001", &right).await, Some(200), "the panel goes on");
    assert_eq!(guess(&server, "127.0.0.6", "1002", &password(PROJECT, "1002")).await, Some(200), "so do other accounts");
}

#[tokio::test]
async fn one_account_begins_only_so_many_calls() {
    let server = Server::with_limits(&[("CALLS_PER_ACCOUNT", 3)]).await;
    let mut answers = Vec::new();
    for _ in 0..5 {
        let caller = Phone::new(&server, "1001").await;
        let calling = tokio::spawn(async move { caller.call("1002").await });
        if answers.len() < 3 {
            let (invite, edge) = server.heard().await;
            assert!(invite.starts_with("INVITE "), "{invite}");
            decline(&server, &invite, edge).await;
            acknowledged(&server).await;
        }
        answers.push(calling.await.unwrap().unwrap());
    }
    assert_eq!(answers, [603, 603, 603, 503, 503]);
    assert!(server.telephony.try_recv(&mut [0; 1]).is_err(), "what is over the limit does not reach telephony");
}

#[tokio::test]
async fn an_account_that_has_called_too_often_may_still_call_for_help() {
    let server = Server::with_limits(&[("CALLS_PER_ACCOUNT", 1)]).await;
    let panel = async |extra: &str| Phone { extra: extra.into(), ..Phone::new(&server, "1001").await };
    for extra in ["", "X-Sos: 1\r\n"] {
        let (first, second) = (panel(extra).await, panel(extra).await);
        let calling = tokio::spawn(async move { first.call("1002").await });
        let (invite, edge) = server.heard().await;
        decline(&server, &invite, edge).await;
        acknowledged(&server).await;
        assert_eq!(calling.await.unwrap(), Some(603));
        assert_eq!(second.call("1002").await, Some(503), "{extra}: one is the limit of each");
    }
}

async fn decline(server: &Server, invite: &str, edge: std::net::SocketAddr) {
    let kept = ["Via:", "From:", "To:", "Call-ID:", "CSeq:"];
    let lines: Vec<&str> = invite.lines().filter(|line| kept.iter().any(|name| line.starts_with(name))).collect();
    let answer = format!("SIP/2.0 603 Decline\r\n{}\r\nContent-Length: 0\r\n\r\n", lines.join("\r\n"));
    server.telephony.send_to(answer.as_bytes(), edge).await.unwrap();
}

async fn acknowledged(server: &Server) {
    while !server.heard().await.0.starts_with("ACK ") {}
}

#[tokio::test]
async fn a_source_that_floods_is_banned_and_others_are_served() {
    let server = Server::with_limits(&[("REQUESTS_PER_SOURCE", 40)]).await;
    let flood = Phone::from("127.0.0.8", &server, PROJECT, "1001").await;
    for _ in 0..200 {
        let id = Uuid::now_v7().simple().to_string();
        flood.send(flood.request("INVITE", "1002", &id, 1, "").as_bytes()).await;
    }
    let id = Uuid::now_v7().simple().to_string();
    assert_eq!(flood.ask(&flood.request("OPTIONS", "1002", &id, 1, "")).await, None);
    assert_eq!(Phone::new(&server, "1001").await.register().await, Some(200));
    assert!(server.telephony.try_recv(&mut [0; 1]).is_err(), "nothing of it reaches telephony");
}

/// A source of UDP may be forged; that of TCP has shaken hands.
#[tokio::test]
async fn a_scanner_is_not_answered_and_bans_its_source_over_tcp_only() {
    let server = Server::start().await;
    let scanner = Phone { extra: "User-Agent: friendly-scanner\r\n".into(), ..Phone::from("127.0.0.7", &server, PROJECT, "1001").await };
    assert_eq!(scanner.register().await, None);
    let phone = Phone { extra: String::new(), ..scanner };
    assert_eq!(phone.register().await, Some(200), "a packet over UDP bans nobody");

    let socket = TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.7:0".parse().unwrap()).unwrap();
    let mut connection = socket.connect(server.sip).await.unwrap();
    let scanner = Phone { extra: "User-Agent: friendly-scanner\r\n".into(), ..Phone::from("127.0.0.7", &server, PROJECT, "1001").await };
    let request = scanner.request("REGISTER", "1001", &Uuid::now_v7().simple().to_string(), 1, "").replace("SIP/2.0/UDP", "SIP/2.0/TCP");
    connection.write_all(request.as_bytes()).await.unwrap();
    let is_banned = || async { phone.register().await.is_none() };
    server.eventually("the source of a connection is banned", is_banned).await;
}

#[tokio::test]
async fn a_digest_is_accepted_once() {
    let server = Server::start().await;
    let phone = Phone::new(&server, "1001").await;
    let id = Uuid::now_v7().simple().to_string();
    let challenge = phone.ask(&phone.request("REGISTER", "1001", &id, 1, "")).await.unwrap();
    let signature = phone.signature(&challenge, "REGISTER", &format!("sip:{}", phone.realm));
    let register = async |sequence| phone.ask(&phone.request("REGISTER", "1001", &id, sequence, &signature)).await.as_deref().map(status);
    assert_eq!(register(2).await, Some(200));
    assert_eq!(register(3).await, Some(401));
}

#[tokio::test]
async fn a_digest_is_accepted_only_for_the_address_the_call_and_the_callee_that_were_challenged() {
    let server = Server::start().await;
    let phone = Phone::new(&server, "1001").await;
    let new_id = || Uuid::now_v7().simple().to_string();
    let id = new_id();
    let challenge = phone.ask(&phone.request("REGISTER", "1001", &id, 1, "")).await.unwrap();
    let signature = phone.signature(&challenge, "REGISTER", &format!("sip:{}", phone.realm));
    let elsewhere = Phone::from("127.0.0.9", &server, PROJECT, "1001").await;
    let replay = elsewhere.ask(&elsewhere.request("REGISTER", "1001", &id, 2, &signature)).await;
    assert_eq!(replay.as_deref().map(status), Some(401), "from another address");

    for (callee, another_id) in [("1003", None), ("1002", Some(new_id()))] {
        let id = new_id();
        let challenge = phone.ask(&phone.request("INVITE", "1002", &id, 1, "")).await.unwrap();
        let signature = phone.signature(&challenge, "INVITE", &format!("sip:1002@{}", phone.realm));
        let replay = phone.request("INVITE", callee, another_id.as_ref().unwrap_or(&id), 2, &signature);
        assert_eq!(phone.ask(&replay).await.as_deref().map(status), Some(407), "{callee}");
    }
    assert!(server.telephony.try_recv(&mut [0; 1]).is_err(), "nothing of it reaches telephony");
}

#[tokio::test]
async fn an_unknown_number_answers_as_one_with_another_password() {
    let server = Server::with_limits(&[("FAILURES_PER_SOURCE", 5)]).await;
    let phone = Phone::from("127.0.0.6", &server, PROJECT, "1001").await;
    assert_eq!(phone.register().await, Some(200));
    // What the edge had in the place of a digest, before and after it had checked another one.
    let own = telephony::domain::account::ha1("1001", &phone.realm, &phone.password);
    for ha1 in ["none".to_string(), format!("none{}", &own[4..]), own] {
        let unknown = Phone { number: "1888".into(), user: "1888".into(), ..Phone::from("127.0.0.6", &server, PROJECT, "1001").await };
        let id = Uuid::now_v7().simple().to_string();
        let challenge = unknown.ask(&unknown.request("REGISTER", "1888", &id, 1, "")).await.unwrap();
        let signature = unknown.signature_with(&ha1, &challenge, "REGISTER", &format!("sip:{}", unknown.realm));
        assert_eq!(unknown.ask(&unknown.request("REGISTER", "1888", &id, 2, &signature)).await.as_deref().map(status), Some(401));
    }
    for _ in 0..2 {
        assert_eq!(guess(&server, "127.0.0.6", "1888", "guess").await, Some(401));
    }
    assert_eq!(guess(&server, "127.0.0.6", "1888", "guess").await, None, "each of them counts as a wrong password");
}

#[tokio::test]
async fn the_inner_socket_relays_for_telephony_alone() {
    let server = Server::start().await;
    let victim = UdpSocket::bind("127.0.0.1:0").await.unwrap();
    let stranger = UdpSocket::bind("127.0.0.9:0").await.unwrap();
    let invite = super::calls::invite(&server, &format!("sip:x@{}", victim.local_addr().unwrap()), &format!("<sip:udp@{};lr>", server.inside));
    stranger.send_to(invite.as_bytes(), server.inside).await.unwrap();
    assert!(timeout(Duration::from_secs(2), victim.recv(&mut [0; 1])).await.is_err(), "a stranger's request is dropped");
    let invite = super::calls::invite(&server, &format!("sip:x@{}", victim.local_addr().unwrap()), &format!("<sip:udp@{};lr>", server.inside));
    server.telephony.send_to(invite.as_bytes(), server.inside).await.unwrap();
    assert!(timeout(ANSWER_TIMEOUT, victim.recv(&mut [0; 1])).await.is_ok(), "telephony's is relayed");
}

#[tokio::test]
async fn json_rpc_answers_telephony_alone_and_only_what_it_asks() {
    let server = Server::start().await;
    let url = server.config.calls.as_ref().unwrap().edge_rpc.clone();
    let ask = async |source: [u8; 4], body: &'static str| {
        let client = reqwest::Client::builder().local_address(std::net::IpAddr::from(source)).no_proxy().build().unwrap();
        client.post(&url).body(body).send().await.unwrap().status().as_u16()
    };
    let version = r#"{"id":1,"jsonrpc":"2.0","method":"core.version","params":[]}"#;
    assert_eq!(ask([127, 0, 0, 1], version).await, 200);
    assert_eq!(ask([127, 0, 0, 9], version).await, 403, "from another address");
    for body in [
        r#"{"id":1,"jsonrpc":"2.0","method":"autheph.dump_secrets","params":[]}"#,
        r#"{"id":1,"jsonrpc":"2.0","method":"ul.dump","params":[]}"#,
        r#"{"id":1,"jsonrpc":"2.0","method":"core.kill","params":[]}"#,
        r#"{"id":1,"jsonrpc":"2.0","method":"core.version","params":[],"method":"core.kill"}"#,
        r#"{"id":1,"jsonrpc":"2.0","method":"core.kill","method":"core.version","params":[]}"#,
        r#"[{"id":1,"jsonrpc":"2.0","method":"core.kill","params":[]}]"#,
    ] {
        assert_eq!(ask([127, 0, 0, 1], body).await, 403, "{body}");
    }
    server.edge.status().await.unwrap();
}

#[tokio::test]
async fn methods_that_nobody_needs_are_refused() {
    let server = Server::start().await;
    let phone = Phone::new(&server, "1001").await;
    for method in ["MESSAGE", "SUBSCRIBE", "PUBLISH", "REFER", "NOTIFY"] {
        let id = Uuid::now_v7().simple().to_string();
        assert_eq!(phone.ask(&phone.request(method, "1002", &id, 1, "")).await.as_deref().map(status), Some(405), "{method}");
    }
}

#[tokio::test]
async fn oversized_and_malformed_sip_is_refused_and_nothing_crashes() {
    let server = Server::start().await;
    let phone = Phone::new(&server, "1001").await;
    let ask = async |change: fn(String) -> String| {
        let id = Uuid::now_v7().simple().to_string();
        phone.ask(&change(phone.request("REGISTER", "1001", &id, 1, ""))).await.map(|answer| status(&answer))
    };
    assert_eq!(
        ask(|request| request.replace("Max-Forwards: 70\r\n", &format!("Max-Forwards: 70\r\nX-Filler: {}\r\n", "x".repeat(20_000)))).await,
        Some(513)
    );
    assert_eq!(ask(|request| request.replace("Max-Forwards: 70", "Max-Forwards: 0")).await, Some(483));
    assert_eq!(ask(|request| request.replace("SIP/2.0\r\nVia", "SIP/9.9\r\nVia")).await.filter(|status| *status < 400), None);
    for junk in junk() {
        phone.send(&junk).await;
    }
    stream_of_junk(&server).await;
    // One edge from beginning to end, and it serves.
    assert_eq!(phone.register().await, Some(200));
    server.edge.status().await.unwrap();
    assert!(!server.crashed(), "a process of the edge ended");
}

/// Datagrams that are no SIP, or nearly.
fn junk() -> Vec<Vec<u8>> {
    let mut junk: Vec<Vec<u8>> = vec![
        vec![0; 2000],
        b"\r\n\r\n".to_vec(),
        b"INVITE".to_vec(),
        b"INVITE sip:1@2 SIP/2.0\r\n\r\n".to_vec(),
        b"REGISTER sip:a SIP/2.0\r\nVia: SIP/2.0/UDP\r\nFrom: <<>>\r\nTo: ;;;\r\nCall-ID: \r\nCSeq: x y\r\nContent-Length: -5\r\n\r\n".to_vec(),
        b"SIP/2.0 200 OK\r\nVia: SIP/2.0/UDP 127.0.0.1;branch=z9hG4bK0\r\n\r\n".to_vec(),
        b"INVITE sip:%00%ff@p1.sip.test SIP/2.0\r\nVia: SIP/2.0/UDP h;branch=z9hG4bK1\r\nFrom: <sip:'; DROP TABLE--@p1.sip.test>;tag=1\r\nTo: <sip:1>\r\nCall-ID: 1\r\nCSeq: 1 INVITE\r\nContent-Length: 99999\r\n\r\n".to_vec(),
    ];
    junk.extend((0..=255u8).map(|byte| vec![byte; 64]));
    junk
}

/// Over TCP: a length that never comes, and a megabyte without an end.
async fn stream_of_junk(server: &Server) {
    let mut endless = TcpStream::connect(server.sip).await.unwrap();
    let head = b"REGISTER sip:p1.sip.test SIP/2.0\r\nVia: SIP/2.0/TCP h;branch=z9hG4bK1\r\nContent-Length: 2000000000\r\n\r\n";
    endless.write_all(head).await.unwrap();
    let filler = vec![b'x'; 1 << 20];
    // The edge hangs up on the way.
    let _ = timeout(ANSWER_TIMEOUT, endless.write_all(&filler)).await.expect("the edge reads or hangs up");
    let mut rest = Vec::new();
    let _ = timeout(ANSWER_TIMEOUT, endless.read_to_end(&mut rest)).await.expect("the edge hangs up on what is too large");
}
