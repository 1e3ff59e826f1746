//! The rules of who rings, one by one; then what holds of every route.
use std::collections::HashMap;

use forwarding::Queue;
use policy::Permission;
use proptest::prelude::*;
use schedule::Weekday;
use serde_json::{Value, json};

use super::*;

/// Numbers that the project has: a panel, a resident, and phones.
const PANEL: &str = "200";
const RESIDENT: &str = "101";
const PHONES: [&str; 6] = ["101", "102", "103", "104", "105", "106"];

fn party(number: &str) -> Party {
    Party { number: number.into(), domain_id: 3, ..Party::default() }
}

fn panel() -> Endpoint {
    Endpoint { party: Party { device_id: 7, ..party(PANEL) }, is_active: true, paths: vec![vec![1, 2]], ..Endpoint::default() }
}

fn user(number: &str, id: i64, rights: &[Permission]) -> Endpoint {
    Endpoint {
        party: Party { user_id: id, ..party(number) },
        is_active: true,
        paths: vec![vec![1, 2, 3]],
        domain_ids: vec![3],
        rights: rights.iter().copied().collect(),
        ..Endpoint::default()
    }
}

fn line(id: i64) -> Outside {
    Outside {
        number: String::new(),
        trunk_id: id,
        trunk_name: format!("trunk {id}"),
        outgoing_number: "+31201234567".into(),
        termination_uri: "sip:provider.test".into(),
        login: None,
        sealed_password: None,
    }
}

/// A panel calls a resident.
fn scene() -> Scene {
    let now = Moment { weekday: Weekday::Mon, second: 9 * 3600 };
    Scene {
        project: Project { id: 1, is_open: true, has_trunks: true, talk_timeout: Duration::from_secs(120), now },
        caller: Some(panel()),
        callee: Some(user(RESIDENT, 1, &[])),
        address: "Green Park, Building 1".into(),
        forwarding: Forwarding::Itself,
        phones: PHONES.iter().chain([&PANEL]).map(|number| ((*number).to_string(), party(number))).collect(),
        interceptors: Vec::new(),
        concierges: Vec::new(),
        lines: Lines::default(),
    }
}

fn incoming(callee: &str) -> Incoming {
    Incoming { project_id: 1, caller: PANEL.into(), callee: callee.into(), is_sos: false }
}

fn ring(scene: &Scene, incoming: &Incoming) -> Route {
    match decide(scene, incoming) {
        Decision::Ring(route) => *route,
        Decision::Refuse(refusal) => panic!("refused: {refusal:?}"),
    }
}

fn refusal(scene: &Scene, callee: &str) -> Refusal {
    match decide(scene, &incoming(callee)) {
        Decision::Refuse(refusal) => refusal,
        Decision::Ring(route) => panic!("rings: {route:?}"),
    }
}

fn numbers(numbers: &[&str]) -> Vec<String> {
    numbers.iter().map(|number| (*number).to_string()).collect()
}

/// Who rings, and from which second on.
fn rung(route: &Route) -> Vec<(Vec<&str>, u64)> {
    let number = |target: &Target| match target {
        Target::Number(party) => PHONES.iter().chain([&PANEL]).copied().find(|number| *number == party.number).unwrap_or("?"),
        Target::Outside(_) => "outside",
    };
    route.stages.iter().map(|stage| (stage.targets.iter().map(number).collect(), stage.starts_after.as_secs())).collect()
}

fn queue(numbers: &[&str], more: Value) -> Queue {
    let mut queue = json!({
        "numbers": numbers,
        "params": { "timeout": 60, "days": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], "period": null, "trunk_numbers": [] },
        "redirect_if_no_answer": { "is_immediately": false, "timeout": 10 },
        "redirect_if_error": { "enabled": false, "timeout": 0 },
    });
    for (path, value) in more.as_object().unwrap() {
        *queue.pointer_mut(path).unwrap() = value.clone();
    }
    serde_json::from_value(queue).unwrap()
}

fn forwarded_by(queues: Vec<Queue>) -> Scene {
    Scene { forwarding: Forwarding::Queues(queues), ..scene() }
}

#[test]
fn a_panel_that_calls_a_resident_rings_the_resident() {
    let route = ring(&scene(), &incoming(RESIDENT));
    assert_eq!((route.kind, route.is_sos, rung(&route)), (Kind::Normal, false, vec![(vec!["101"], 0)]));
    assert_eq!((route.from.device_id, route.to.user_id, route.address.as_str()), (7, 1, "Green Park, Building 1"));
    assert_eq!((route.stages[0].rings_for, route.stages[0].on_error, route.talk_timeout), (RING_TIMEOUT, None, Duration::from_secs(120)));
}

#[test]
fn a_number_that_nobody_has_is_not_found() {
    assert_eq!(refusal(&Scene { callee: None, ..scene() }, "999"), Refusal::NotFound);
    assert_eq!(refusal(&Scene { caller: None, ..scene() }, RESIDENT), Refusal::NotFound);
}

#[test]
fn nobody_calls_a_number_of_their_own() {
    let caller = Some(user("104", 1, &[Permission::CanCallAll]));
    assert_eq!(refusal(&Scene { caller, ..scene() }, RESIDENT), Refusal::OwnNumber, "another number of the same user");
    assert_eq!(refusal(&Scene { callee: Some(panel()), ..scene() }, PANEL), Refusal::OwnNumber);
}

#[test]
fn a_number_that_is_switched_off_neither_calls_nor_is_called() {
    let off = |endpoint: Endpoint| Some(Endpoint { is_active: false, ..endpoint });
    assert_eq!(refusal(&Scene { caller: off(panel()), ..scene() }, RESIDENT), Refusal::Disabled);
    assert_eq!(refusal(&Scene { callee: off(user(RESIDENT, 1, &[])), ..scene() }, RESIDENT), Refusal::Disabled);
}

#[test]
fn a_project_that_is_closed_has_no_calls_not_even_for_help() {
    let mut closed = scene();
    closed.project.is_open = false;
    assert_eq!(refusal(&closed, RESIDENT), Refusal::Disabled);
    assert_eq!(decide(&closed, &Incoming { is_sos: true, ..incoming(RESIDENT) }), Decision::Refuse(Refusal::Disabled));
}

#[test]
fn who_may_not_know_of_a_number_is_not_told_that_it_is_switched_off() {
    let callee = Endpoint { is_active: false, paths: vec![vec![9]], ..user(RESIDENT, 1, &[]) };
    assert_eq!(refusal(&Scene { callee: Some(callee), ..scene() }, RESIDENT), Refusal::NotFound);
}

#[test]
fn queues_ring_one_after_the_other() {
    let later = json!({ "/redirect_if_no_answer/timeout": 25 });
    let together = json!({ "/redirect_if_no_answer/is_immediately": true });
    let when_it_stops = json!({ "/redirect_if_no_answer/timeout": 0, "/params/timeout": 40 });
    let queues = vec![queue(&["101"], later), queue(&["102"], together), queue(&["103"], when_it_stops), queue(&["104"], json!({}))];
    let route = ring(&forwarded_by(queues), &incoming(RESIDENT));
    assert_eq!(rung(&route), [(vec!["101"], 0), (vec!["102"], 25), (vec!["103"], 25), (vec!["104"], 65)]);
}

#[test]
fn a_queue_says_whether_an_error_goes_on_to_the_next() {
    let goes_on = json!({ "/redirect_if_error/enabled": true, "/redirect_if_error/timeout": 7 });
    let route = ring(&forwarded_by(vec![queue(&["102"], goes_on), queue(&["103"], json!({})), queue(&["104"], json!({}))]), &incoming(RESIDENT));
    let on_error: Vec<Option<u64>> = route.stages.iter().map(|stage| stage.on_error.map(|wait| wait.as_secs())).collect();
    assert_eq!(on_error, [None, Some(7), None]);
}

#[test]
fn a_queue_that_is_not_due_is_left_out() {
    let night = json!({ "/params/period": { "from": 79_200, "to": 21_600 } });
    let sunday = json!({ "/params/days": ["sun"] });
    let queues = vec![queue(&["102"], night.clone()), queue(&["103"], json!({})), queue(&["104"], sunday.clone())];
    assert_eq!(rung(&ring(&forwarded_by(queues), &incoming(RESIDENT))), [(vec!["103"], 0)]);
    let none_due = forwarded_by(vec![queue(&["102"], night), queue(&["104"], sunday)]);
    assert_eq!(rung(&ring(&none_due, &incoming(RESIDENT))), [(vec!["101"], 0)], "where no queue is due, the number rings itself");
}

#[test]
fn a_number_that_is_switched_off_or_gone_is_left_out_of_a_queue() {
    let route = ring(&forwarded_by(vec![queue(&["999"], json!({})), queue(&["102", "998"], json!({}))]), &incoming(RESIDENT));
    assert_eq!(rung(&route), [(vec!["102"], 0)]);
}

#[test]
fn the_caller_does_not_ring_itself_by_a_queue() {
    assert_eq!(refusal(&forwarded_by(vec![queue(&[PANEL], json!({}))]), RESIDENT), Refusal::Nobody);
}

#[test]
fn a_queue_calls_outside_by_the_trunk_it_names_or_by_that_of_the_group() {
    let outside = |trunk: Value| json!({ "/params/trunk_numbers": [{ "number": "+31612345678", "trunk_id": trunk }] });
    let mut scene = forwarded_by(vec![queue(&["102"], outside(json!(5)))]);
    scene.lines = Lines { caller: None, callee: Some(line(4)), named: HashMap::from([(5, line(5))]) };
    let trunk = |scene: &Scene| match ring(scene, &incoming(RESIDENT)).stages[0].targets.get(1) {
        Some(Target::Outside(outside)) => Some((outside.trunk_id, outside.number.clone())),
        _ => None,
    };
    assert_eq!(trunk(&scene), Some((5, "+31612345678".into())));
    scene.forwarding = Forwarding::Queues(vec![queue(&["102"], outside(Value::Null))]);
    assert_eq!(trunk(&scene), Some((4, "+31612345678".into())));
    scene.lines.callee = None;
    assert_eq!(trunk(&scene), None, "no trunk for the group");
    scene.lines.callee = Some(line(4));
    scene.project.has_trunks = false;
    assert_eq!(trunk(&scene), None, "no licence for trunks");
}

#[test]
fn a_groups_general_number_rings_as_its_settings_say_or_its_people_and_waits_for_them() {
    let callee = Some(Endpoint { party: party("300"), is_active: true, is_general: true, paths: vec![vec![1, 2, 3]], ..Endpoint::default() });
    let queues = vec![queue(&["101", "102"], json!({ "/redirect_if_no_answer/timeout": 15 })), queue(&["103"], json!({}))];
    let by_settings = Scene { callee: callee.clone(), ..forwarded_by(queues) };
    let route = ring(&by_settings, &incoming("300"));
    assert_eq!((route.kind, rung(&route)), (Kind::Awaiting, vec![(vec!["101", "102"], 0), (vec!["103"], 15)]));
    let people = Scene { callee: callee.clone(), forwarding: Forwarding::People(numbers(&["101", "104"])), ..scene() };
    assert_eq!(rung(&ring(&people, &incoming("300"))), [(vec!["101", "104"], 0)]);
    assert_eq!(refusal(&Scene { callee, forwarding: Forwarding::People(Vec::new()), ..scene() }, "300"), Refusal::Nobody);
}

#[test]
fn a_panels_call_to_a_concierge_waits_and_a_residents_does_not() {
    let callee = Some(user(RESIDENT, 1, &[Permission::CanInterceptCallLikeConcierge]));
    assert_eq!(ring(&Scene { callee: callee.clone(), ..scene() }, &incoming(RESIDENT)).kind, Kind::Awaiting);
    let caller = Some(user("104", 2, &[Permission::CanCallAll]));
    assert_eq!(ring(&Scene { caller, callee, ..scene() }, &incoming(RESIDENT)).kind, Kind::Normal);
}

#[test]
fn an_intercepted_call_rings_the_concierges_first_and_waits_for_them() {
    let intercepted = Scene { interceptors: numbers(&["105", "106"]), ..scene() };
    let route = ring(&intercepted, &incoming(RESIDENT));
    assert_eq!((route.kind, rung(&route)), (Kind::Awaiting, vec![(vec!["105", "106"], 0), (vec!["101"], 30)]));
    assert_eq!(route.stages[1].on_error, Some(Duration::ZERO), "nobody there: straight to whom it was meant for");
    let caller = Some(user("104", 2, &[Permission::CanCallAll]));
    let between_people = Scene { caller, ..intercepted };
    assert_eq!(rung(&ring(&between_people, &incoming(RESIDENT))), [(vec!["101"], 0)], "only panels are intercepted");
}

#[test]
fn a_call_for_help_rings_the_nearest_concierges_first_whomever_it_dials() {
    let concierges = vec![numbers(&["105"]), numbers(&["106", "105"])];
    let unreachable = Some(Endpoint { paths: vec![vec![9]], ..user(RESIDENT, 1, &[]) });
    let forwarding = Forwarding::Queues(vec![queue(&["102"], json!({}))]);
    let scene = Scene { callee: unreachable, forwarding, concierges, ..scene() };
    let sos = |callee: &str| Incoming { is_sos: true, ..incoming(callee) };
    let route = ring(&scene, &sos(RESIDENT));
    assert_eq!((route.kind, route.is_sos), (Kind::Awaiting, true));
    assert_eq!(rung(&route), [(vec!["105"], 0), (vec!["106"], 20), (vec!["101"], 40)], "not forwarded, and no reach asked");
    assert_eq!(rung(&ring(&scene, &sos("999"))), [(vec!["105"], 0), (vec!["106"], 20)], "an unknown number is no obstacle");
    assert_eq!(ring(&Scene { callee: None, ..scene.clone() }, &sos("+112")).to.number, "+112");
}

#[test]
fn only_a_device_calls_for_help() {
    let caller = Some(user("104", 2, &[]));
    let sos = Incoming { is_sos: true, ..incoming(RESIDENT) };
    assert_eq!(decide(&Scene { caller, concierges: vec![numbers(&["105"])], ..scene() }, &sos), Decision::Refuse(Refusal::NotFound));
}

#[test]
fn a_call_outside_takes_the_groups_trunk() {
    let caller = Some(user("104", 2, &[Permission::CanCallSelfDomain]));
    let without_line = Scene { caller, callee: None, ..scene() };
    let with_line = Scene { lines: Lines { caller: Some(line(4)), ..Lines::default() }, ..without_line.clone() };
    let route = ring(&with_line, &incoming("+31612345678"));
    assert_eq!(route.stages[0].targets, [Target::Outside(Outside { number: "+31612345678".into(), ..line(4) })]);
    assert_eq!((route.kind, route.to.number.as_str()), (Kind::Normal, "+31612345678"));
    assert_eq!(refusal(&without_line, "+31612345678"), Refusal::NoTrunk);
    let mut without_licence = with_line.clone();
    without_licence.project.has_trunks = false;
    assert_eq!(refusal(&without_licence, "+31612345678"), Refusal::NoTrunk);
    for wrong in ["+", "+12", "+1234567890123456", "+31x12345678"] {
        assert_eq!(refusal(&with_line, wrong), Refusal::NotFound, "{wrong}");
    }
}

fn any_queue() -> impl Strategy<Value = Queue> {
    let named = prop::collection::vec(prop::sample::select(vec!["101", "102", "103", "104", "998", PANEL]), 0..5);
    let outside = prop::collection::vec((prop::sample::select(vec!["+311111", "+312222"]), prop::option::of(1..4_i64)), 0..3);
    let days = prop::sample::subsequence(vec!["mon", "tue", "wed", "thu", "fri", "sat", "sun"], 0..=7);
    let period = prop::option::of((0..=86_400, 0..=86_400));
    (named, outside, days, period, 5..=600_u64, (any::<bool>(), 0..=600_u64), (any::<bool>(), 0..=600_u64)).prop_map(
        |(named, outside, days, period, timeout, (max_concurrent_requests, after), (enabled, wait))| {
            let outside: Vec<Value> = outside.iter().map(|(number, trunk)| json!({ "number": number, "trunk_id": trunk })).collect();
            queue(
                &named,
                json!({
                    "/params/timeout": timeout,
                    "/params/days": days,
                    "/params/period": period.map(|(from, to)| json!({ "from": from, "to": to })),
                    "/params/trunk_numbers": outside,
                    "/redirect_if_no_answer/is_immediately": max_concurrent_requests,
                    "/redirect_if_no_answer/timeout": after,
                    "/redirect_if_error/enabled": enabled,
                    "/redirect_if_error/timeout": wait,
                }),
            )
        },
    )
}

fn any_forwarding() -> impl Strategy<Value = Forwarding> {
    let some = || prop::collection::vec(prop::sample::select(vec!["101", "102", "105", "997", PANEL]).prop_map(str::to_string), 0..5);
    prop_oneof![Just(Forwarding::Itself), prop::collection::vec(any_queue(), 0..6).prop_map(Forwarding::Queues), some().prop_map(Forwarding::People),]
}

fn any_scene() -> impl Strategy<Value = Scene> {
    let some = || prop::collection::vec(prop::sample::select(vec!["102", "105", "106", "996", PANEL]).prop_map(str::to_string), 0..4);
    let caller = prop_oneof![Just(None), Just(Some(panel())), Just(Some(user("104", 2, &[Permission::CanCallAll])))];
    let lines = (prop::option::of(1..4_i64), prop::option::of(1..4_i64), prop::collection::vec(1..4_i64, 0..3));
    (caller, any_forwarding(), some(), prop::collection::vec(some(), 0..4), lines, (prop::sample::select(Weekday::ALL.to_vec()), 0..86_400)).prop_map(
        |(caller, forwarding, interceptors, concierges, (own, theirs, named), (weekday, second))| {
            let mut scene = Scene { caller, forwarding, interceptors, concierges, ..scene() };
            scene.project.now = Moment { weekday, second };
            scene.lines = Lines { caller: own.map(line), callee: theirs.map(line), named: named.into_iter().map(|id| (id, line(id))).collect() };
            scene
        },
    )
}

proptest! {
    #[test]
    fn of_every_route(scene in any_scene(), callee in prop::sample::select(vec!["101", "999", "+31612345678"]), is_sos in any::<bool>()) {
        let asked = Incoming { is_sos, ..incoming(callee) };
        let Decision::Ring(route) = decide(&scene, &asked) else { return Ok(()) };
        prop_assert!(!route.stages.is_empty(), "a route has a stage");
        prop_assert!(route.stages.iter().all(|stage| !stage.targets.is_empty()), "no stage is empty");
        prop_assert!(route.stages.is_sorted_by_key(|stage| stage.starts_after), "time never runs backwards");
        prop_assert_eq!(route.stages[0].starts_after, Duration::ZERO, "somebody rings at once");
        prop_assert!(route.stages.iter().all(|stage| !stage.rings_for.is_zero()), "everybody rings for a while");

        let targets: Vec<&Target> = route.stages.iter().flat_map(|stage| &stage.targets).collect();
        let mut rung: Vec<&str> = targets.iter().map(|target| match target {
            Target::Number(party) => party.number.as_str(),
            Target::Outside(outside) => outside.number.as_str(),
        }).collect();
        let caller = &scene.caller.as_ref().unwrap().party.number;
        prop_assert!(!rung.contains(&caller.as_str()), "the caller does not ring");
        let all = rung.len();
        rung.sort_unstable();
        rung.dedup();
        prop_assert_eq!(rung.len(), all, "no number rings twice");

        let lines: Vec<i64> = scene.lines.named.keys().copied().chain([&scene.lines.caller, &scene.lines.callee].into_iter().flatten().map(|line| line.trunk_id)).collect();
        prop_assert_eq!(route.project_id, scene.project.id);
        prop_assert!(targets.iter().all(|target| match target {
            Target::Number(party) => scene.phones.get(&party.number) == Some(party),
            Target::Outside(outside) => lines.contains(&outside.trunk_id),
        }), "a route never leaves the project's numbers and trunks");
    }
}
