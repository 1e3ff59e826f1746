//! The telephone of a panel: a real baresip, with the test in the edge's place.

use device_protocol::sip::{SipEnable, SipSettings};
use device_protocol::{DeviceCall, EventCode, Presence, Serial};
use serde_json::{Value, json};

use crate::support::{Broker, Edge, Platform, Process, Scratch, TEST_TIMEOUT};

struct World {
    process: Process,
    platform: Platform,
    edge: Edge,
    _broker: Broker,
    _state: Scratch,
}

impl World {
    /// A panel with a telephone and no account yet.
    async fn new() -> Self {
        let (broker, state, edge) = (Broker::start(), Scratch::new(), Edge::bind().await);
        let mut platform = Platform::connect(&broker).await;
        let process = Process::start_with_phone(&broker, &state);
        assert_eq!(platform.next_status().await, Presence::Online);
        Self { process, platform, edge, _broker: broker, _state: state }
    }

    /// Gives the panel an account, as the platform does, and lets it register.
    async fn registered() -> Self {
        let mut world = Self::new().await;
        world.give_account("1002").await;
        let request = world.edge.register().await;
        assert!(request.text.starts_with("REGISTER sip:p7.sip.test"), "{}", request.text);
        world.until(|view| view["registration"] == "registered").await;
        world
    }

    async fn give_account(&mut self, user: &str) {
        let settings: SipSettings = serde_json::from_value(json!({
            "proxy": self.edge.address().to_string(), "realm": "p7.sip.test", "user": user, "password": "Secret1",
            "transport": "udp", "registration_interval": 600
        }))
        .unwrap();
        self.command(DeviceCall::WriteSip(settings)).await;
        self.command(DeviceCall::EnableSip(SipEnable { sip_enable: true })).await;
    }

    async fn command(&mut self, call: DeviceCall) -> Value {
        let answer = self.platform.call(&Serial::new("b4d0c1").unwrap(), call).await;
        assert_eq!(answer.status, 200);
        answer.body
    }

    /// Asks until the telephone is as wanted.
    async fn until(&self, is_so: impl Fn(&Value) -> bool) -> Value {
        let ask = async {
            loop {
                let view = self.process.get("/control/devices/b4d0c1/call").await;
                if is_so(&view) {
                    return view;
                }
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(TEST_TIMEOUT, ask).await.expect("the telephone became as wanted")
    }

    /// The words of all events so far, the oldest first.
    async fn events(&self) -> Vec<String> {
        let events = self.process.get("/control/devices/b4d0c1/door-events").await;
        let words = events.as_array().unwrap().iter().rev();
        words.map(|event| event["code"].as_str().unwrap().to_owned()).collect()
    }
}

fn word(code: EventCode) -> String {
    code.as_str().to_owned()
}

#[tokio::test]
async fn a_panel_registers_with_the_account_that_the_platform_gave_it() {
    let mut world = World::new().await;
    assert_eq!(world.command(DeviceCall::SipStatus).await["sip_status"], "unregistered");
    world.give_account("1002").await;
    let request = world.edge.register().await;
    assert!(request.header("To").unwrap().contains("sip:1002@p7.sip.test"));
    world.until(|view| view["registration"] == "registered").await;
    assert_eq!(world.command(DeviceCall::SipStatus).await["sip_status"], "registered");
    world.give_account("1003").await;
    let request = async {
        loop {
            let request = world.edge.register().await;
            if request.header("To").unwrap().contains("sip:1003@") {
                return request;
            }
        }
    };
    tokio::time::timeout(TEST_TIMEOUT, request).await.expect("another account registers anew");
}

#[tokio::test]
async fn a_call_has_sound_both_ways_and_the_hash_opens_the_door() {
    let world = World::registered().await;
    let (status, view) = world.process.post("call", json!({"number": "100"})).await;
    assert_eq!((status, &view["call"]["state"]), (200, &json!("dialing")));
    let invite = world.edge.next("INVITE").await;
    assert!(invite.text.starts_with("INVITE sip:100@p7.sip.test"), "{}", invite.text);
    assert_eq!(invite.header("X-Sos"), None);
    assert!(invite.text.contains("H264/90000"), "a picture is offered");
    world.edge.accept(&invite).await;
    world.until(|view| view["call"]["state"] == "established").await;

    assert!(world.edge.hears().await > 100);
    world.edge.speak(&invite, 440.0, 75).await;
    let view = world.until(|view| view["hears"]["frequency"] == 440).await;
    assert!(view["hears"]["packets"].as_u64().unwrap() > 20, "{view}");

    world.edge.press(&invite, '5').await;
    world.edge.press(&invite, '#').await;
    let opened = async {
        while !world.events().await.contains(&word(EventCode::AccessGrantedByCallHost)) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(TEST_TIMEOUT, opened).await.expect("the door opened");

    assert_eq!(world.process.post("hangup", json!({})).await.0, 200);
    world.edge.next("BYE").await;
    let view = world.until(|view| view["call"].is_null()).await;
    assert_eq!(view["last"]["answered"], true);
    assert_eq!(world.events().await, [word(EventCode::OutgoingCall), word(EventCode::AccessGrantedByCallHost)]);
}

#[tokio::test]
async fn an_sos_call_has_its_header_and_a_refused_one_is_missed() {
    let world = World::registered().await;
    assert_eq!(world.process.post("call", json!({"number": "100", "sos": true})).await.0, 200);
    let invite = world.edge.next("INVITE").await;
    assert_eq!(invite.header("X-Sos"), Some("1"));
    assert_eq!(world.process.post("call", json!({"number": "101"})).await.0, 409, "one call at a time");
    world.edge.answer(&invite, "486 Busy Here", "").await;
    let view = world.until(|view| view["call"].is_null()).await;
    assert_eq!((&view["last"]["answered"], &view["last"]["sos"]), (&json!(false), &json!(true)));
    assert_eq!(world.events().await, [word(EventCode::OutgoingCall), word(EventCode::OutgoingCallMissed)]);
}

#[tokio::test]
async fn a_telephone_that_is_killed_comes_back() {
    let world = World::registered().await;
    world.process.kill_phone();
    let request = world.edge.register().await;
    assert!(request.header("To").unwrap().contains("sip:1002@p7.sip.test"));
    world.until(|view| view["registration"] == "registered").await;
}

#[tokio::test]
async fn invalid_commands_are_refused() {
    let world = World::new().await;
    let (status, refused) = world.process.post("call", json!({"number": "100"})).await;
    assert_eq!(status, 409);
    assert_eq!(refused["message"], "the device has no telephone: no SIP account is set and enabled");
    for number in ["", "sip:100@evil.example", "1\r\nX: 1", &"1".repeat(33)] {
        assert_eq!(world.process.post("call", json!({ "number": number })).await.0, 422, "{number:?}");
    }
}
