//! Who rings, from the tables to the route.
use proto::vestibule::events::v1::{
    GroupForward, GroupLicenseLimits, GroupSettingsChanged, GroupTrunk, LicenseChanged, LicenseLimits, ProjectChanged, ProjectSettingsChanged,
    ProjectSip, UserLicenseChanged,
};
use proto::vestibule::telephony::v1::{ForwardParams, ForwardPeriod, ForwardQueue, RedirectIfError, RedirectIfNoAnswer, TrunkNumber, Weekday};
use serde_json::json;
use telephony::domain::route::{Decision, Incoming, Kind, Refusal, Target};
use testing::{OTHER_PROJECT, PROJECT};

use super::site::*;
use super::world::*;

const CONCIERGE: i64 = 110;
const GUARD: i64 = 111;

/// Anna and the panel of building 1, Boris and that of building 2, a concierge of building 1 and a guard of the residence.
async fn site() -> Site {
    let site = Site::start().await;
    site.somebody(ANNA, BUILDING_1, &["can_call_self_domain", "can_call_panel"]).await;
    site.somebody(BORIS, BUILDING_2, &["can_call_self_domain"]).await;
    site.somebody(CONCIERGE, BUILDING_1, &["can_intercept_call_like_concierge"]).await;
    site.somebody(GUARD, RESIDENCE, &["can_intercept_call_like_concierge", "can_call_descendants"]).await;
    for number in [
        held_by("101", ANNA, BUILDING_1),
        held_by("102", BORIS, BUILDING_2),
        held_by("110", CONCIERGE, BUILDING_1),
        held_by("111", GUARD, RESIDENCE),
        held_by_panel("201", PANEL_1, BUILDING_1),
        held_by_panel("202", PANEL_2, BUILDING_2),
    ] {
        site.keep(number).await;
    }
    site
}

fn one(number: &str) -> Vec<(Vec<String>, u64)> {
    vec![(vec![number.to_string()], 0)]
}

#[tokio::test]
async fn a_panel_rings_a_resident_and_the_route_says_who_and_where_both_are() {
    let site = site().await;
    let route = site.route("201", "101").await;
    assert_eq!((route.kind, rung(&route)), (Kind::Normal, one("101")));
    assert_eq!((route.from.device_id, route.from.device_name.as_str(), route.from.domain_id), (PANEL_1, "panel 1001", BUILDING_1));
    assert_eq!((route.to.user_id, route.to.user_name.as_str(), route.to.name.as_str()), (ANNA, "user 100", "number 101"));
    assert_eq!(route.address, format!("group {RESIDENCE}, group {BUILDING_1}"));
    assert_eq!(route.talk_timeout.as_secs(), 120);
}

#[tokio::test]
async fn who_may_call_whom_is_asked_of_the_role() {
    let site = site().await;
    assert_eq!(rung(&site.route("101", "110").await), one("110"), "of one group");
    assert_eq!(rung(&site.route("101", "201").await), one("201"), "a panel");
    assert_eq!(site.refusal("101", "102").await, Refusal::NotFound, "another building");
    assert_eq!(site.refusal("102", "202").await, Refusal::NotFound, "no right to panels");
    assert_eq!(rung(&site.route("111", "102").await), one("102"), "below");
    assert_eq!(site.refusal("101", "999").await, Refusal::NotFound);
    site.somebody(ANNA, BUILDING_1, &[]).await;
    site.execute("UPDATE roles SET permissions = '{can_view_all_sip_numbers}' WHERE id = 10100").await;
    assert_eq!(site.refusal("101", "102").await, Refusal::Forbidden, "seen, and not to be called");
}

#[tokio::test]
async fn own_numbers_switched_off_numbers_and_closed_projects_are_refused() {
    let site = site().await;
    site.keep(held_by("104", ANNA, BUILDING_1)).await;
    assert_eq!(site.refusal("101", "101").await, Refusal::OwnNumber);
    assert_eq!(site.refusal("101", "104").await, Refusal::OwnNumber);
    site.execute("UPDATE sip_numbers SET is_active = false WHERE number = '110'").await;
    assert_eq!(site.refusal("101", "110").await, Refusal::Disabled);
    assert_eq!(site.refusal("110", "101").await, Refusal::Disabled);
    site.execute("UPDATE people SET is_active = false WHERE id = 100").await;
    assert_eq!(site.refusal("101", "201").await, Refusal::Disabled, "a blocked user");
}

#[tokio::test]
async fn a_project_that_is_suspended_has_no_licence_or_has_sip_switched_off_has_no_calls() {
    let site = site().await;
    let project = |version, suspended| ProjectChanged { id: PROJECT, version, suspended, time_zone: "UTC".into(), ..Default::default() };
    let settings = |version, is_enabled| {
        let sip = ProjectSip { is_enabled, talk_timeout: 300, ..Default::default() };
        ProjectSettingsChanged { project_id: PROJECT, version, sip: Some(sip), ..Default::default() }
    };
    site.deliver("identity.project.changed", &project(2, true)).await;
    assert_eq!(site.refusal("201", "101").await, Refusal::Disabled);
    site.deliver("identity.project.changed", &project(3, false)).await;
    site.license(PROJECT, &["sip.trunks"], 2).await;
    assert_eq!(site.refusal("201", "101").await, Refusal::Disabled);
    site.license(PROJECT, &["sip"], 3).await;
    site.deliver("domains.settings.changed", &settings(2, false)).await;
    assert_eq!(site.refusal("201", "101").await, Refusal::Disabled);
    site.deliver("domains.settings.changed", &settings(3, true)).await;
    assert_eq!(site.route("201", "101").await.talk_timeout.as_secs(), 300);
}

#[tokio::test]
async fn a_number_is_forwarded_by_its_own_queues_or_those_of_the_rule_that_it_has_picked() {
    let site = site().await;
    let queues = json!([queue_of(&["101"], json!({})), queue_of(&["110", "999"], json!({ "redirect_if_error": { "enabled": true, "timeout": 3 } }))]);
    site.keep(Number { queues: Some(queues), ..held_by("105", ANNA, BUILDING_1) }).await;
    assert_eq!(rung(&site.route("201", "105").await), [(vec!["101".into()], 0), (vec!["110".into()], 10)]);

    site.execute(
        r#"INSERT INTO forward_rules (project_id, name, queues, created_at, updated_at)
           SELECT 1, 'rule', json_build_array(forward_queues -> 1), now(), now() FROM sip_numbers WHERE number = '105'"#,
    )
    .await;
    let rule: i64 =
        sqlx::query_scalar("SELECT id FROM forward_rules").fetch_one(&mut *site.app.context.database.system().await.unwrap()).await.unwrap();
    site.keep(Number { rule: Some(rule), ..held_by("106", ANNA, BUILDING_1) }).await;
    assert_eq!(rung(&site.route("201", "106").await), one("110"));
}

#[tokio::test]
async fn a_number_in_a_queue_is_not_forwarded_again() {
    let site = site().await;
    site.keep(Number { queues: Some(json!([queue_of(&["110"], json!({}))])), ..held_by("105", ANNA, BUILDING_1) }).await;
    site.keep(Number { queues: Some(json!([queue_of(&["105"], json!({}))])), ..held_by("106", ANNA, BUILDING_1) }).await;
    assert_eq!(rung(&site.route("201", "106").await), one("105"));
}

#[tokio::test]
async fn a_queue_is_due_by_the_clock_of_the_project() {
    let site = site().await;
    // The test's clock says Monday, 09:00 UTC: 18:00 in Tokyo.
    let evening = queue_of(&["110"], json!({ "period": { "from": 61_200, "to": 72_000 } }));
    site.keep(Number { queues: Some(json!([evening])), ..held_by("105", ANNA, BUILDING_1) }).await;
    assert_eq!(rung(&site.route("201", "105").await), one("105"));
    let tokyo = ProjectChanged { id: PROJECT, version: 2, time_zone: "Asia/Tokyo".into(), ..Default::default() };
    site.deliver("identity.project.changed", &tokyo).await;
    assert_eq!(rung(&site.route("201", "105").await), one("110"));
}

#[tokio::test]
async fn a_general_number_rings_by_its_groups_settings_or_its_people() {
    let site = site().await;
    site.keep(general("300", BUILDING_1)).await;
    let route = site.route("201", "300").await;
    assert_eq!((route.kind, rung(&route)), (Kind::Awaiting, vec![(vec!["101".into(), "110".into()], 0)]));
    site.forwards_general_number(BUILDING_1, vec![rings(&["110"]), rings(&["101", "999"])], 1).await;
    assert_eq!(rung(&site.route("201", "300").await), [(vec!["110".into()], 0), (vec!["101".into()], 10)]);
    site.keep(general("301", BUILDING_2)).await;
    site.execute("UPDATE sip_numbers SET is_active = false WHERE number = '102'").await;
    assert_eq!(site.refusal("201", "301").await, Refusal::Nobody);
}

/// A queue of a group, with the defaults.
fn rings(numbers: &[&str]) -> ForwardQueue {
    ForwardQueue { numbers: numbers.iter().map(ToString::to_string).collect(), ..Default::default() }
}

fn with(params: ForwardParams, queue: ForwardQueue) -> ForwardQueue {
    ForwardQueue { params: Some(params), ..queue }
}

#[tokio::test]
async fn queues_of_a_group_are_due_by_day_and_hour_and_where_none_is_the_general_number_rings() {
    let site = site().await;
    site.keep(general("300", BUILDING_1)).await;
    // The test's clock says Monday, 09:00 UTC.
    let on = |day: Weekday| ForwardParams { days: vec![day.into()], ..Default::default() };
    let during = |from, to| ForwardParams { period: Some(ForwardPeriod { from, to }), ..Default::default() };
    let (sunday, evening) = (with(on(Weekday::Sun), rings(&["110"])), with(during(61_200, 72_000), rings(&["110"])));
    site.forwards_general_number(BUILDING_1, vec![sunday.clone(), evening.clone(), with(on(Weekday::Mon), rings(&["101"]))], 1).await;
    assert_eq!(rung(&site.route("201", "300").await), one("101"));
    site.forwards_general_number(BUILDING_1, vec![with(during(28_800, 36_000), rings(&["110"]))], 2).await;
    assert_eq!(rung(&site.route("201", "300").await), one("110"));
    site.forwards_general_number(BUILDING_1, vec![sunday, evening], 3).await;
    assert_eq!(rung(&site.route("201", "300").await), one("300"));
}

#[tokio::test]
async fn queues_of_a_group_say_when_the_next_rings_and_whether_an_error_goes_on() {
    let site = site().await;
    site.keep(general("300", BUILDING_1)).await;
    let timed = |queue, timeout| with(ForwardParams { timeout, ..Default::default() }, queue);
    let no_answer = |is_immediately, timeout| Some(RedirectIfNoAnswer { is_immediately, timeout });
    let queues = vec![
        ForwardQueue { redirect_if_no_answer: no_answer(true, 0), ..rings(&["110"]) },
        ForwardQueue {
            redirect_if_no_answer: no_answer(false, 0),
            redirect_if_error: Some(RedirectIfError { enabled: true, timeout: 3 }),
            ..timed(rings(&["101"]), 15)
        },
        rings(&["111"]),
    ];
    site.forwards_general_number(BUILDING_1, queues, 1).await;
    let route = site.route("201", "300").await;
    assert_eq!(rung(&route), [(vec!["110".into()], 0), (vec!["101".into()], 0), (vec!["111".into()], 15)]);
    assert_eq!(route.stages.iter().map(|stage| stage.rings_for.as_secs()).collect::<Vec<_>>(), [60, 15, 60]);
    let on_error: Vec<Option<u64>> = route.stages.iter().map(|stage| stage.on_error.map(|wait| wait.as_secs())).collect();
    assert_eq!(on_error, [None, None, Some(3)]);
}

#[tokio::test]
async fn queues_of_a_group_call_outside_through_the_groups_own_trunk() {
    let site = site().await;
    site.keep(general("300", BUILDING_1)).await;
    site.execute(
        "INSERT INTO sip_trunks (id, project_id, name, outgoing_number, termination_uri, is_registration_enabled, status, created_at, updated_at)
         OVERRIDING SYSTEM VALUE VALUES (1, 1, 'building', '+31200000001', 'sip:one.test', false, 'ready', now(), now());
         INSERT INTO sip_trunk_groups VALUES (1, 11, 1)",
    )
    .await;
    let outside = TrunkNumber { number: "+31600000001".into(), trunk: None };
    let queue = with(ForwardParams { trunk_numbers: vec![outside], ..Default::default() }, rings(&["110"]));
    let settings = |version, is_enabled| GroupSettingsChanged {
        project_id: PROJECT,
        id: BUILDING_1,
        version,
        forward: Some(GroupForward { is_active: true, queues: vec![queue.clone()] }),
        trunk: Some(GroupTrunk { is_enabled, ..Default::default() }),
        ..Default::default()
    };
    site.deliver("domains.group_settings.changed", &settings(1, true)).await;
    assert_eq!(rung(&site.route("201", "300").await), [(vec!["110".into(), "+31600000001".into()], 0)]);
    site.deliver("domains.group_settings.changed", &settings(2, false)).await;
    assert_eq!(rung(&site.route("201", "300").await), one("110"), "the group does not let its people call out");
    site.deliver("domains.group_settings.changed", &settings(3, true)).await;
    site.license(PROJECT, &["sip"], 2).await;
    assert_eq!(rung(&site.route("201", "300").await), one("110"), "no licence for trunks");
}

#[tokio::test]
async fn queues_of_a_group_that_an_older_build_kept_are_made_whole() {
    let site = site().await;
    site.keep(general("300", BUILDING_1)).await;
    site.execute(
        r#"INSERT INTO group_settings (group_id, project_id, forward_is_active, forward_queues, trunk_is_enabled, outgoing_number, version)
           VALUES (11, 1, true, '[{"numbers": ["110"], "timeout": 15}, {"numbers": ["101"], "timeout": 20}]', false, '', 1),
               (12, 1, false, '[]', false, '', 1)"#,
    )
    .await;
    site.app.migrate_again(&telephony::MIGRATIONS, 1050).await;
    let kept = "SELECT forward_queues FROM group_settings ORDER BY group_id";
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    let queues: Vec<serde_json::Value> = sqlx::query_scalar(kept).fetch_all(&mut *tx).await.unwrap();
    // They went on when nobody had answered, or nobody could.
    let redirects = json!({ "timeout": 15, "redirect_if_no_answer": { "is_immediately": false, "timeout": 0 }, "redirect_if_error": { "enabled": true, "timeout": 0 } });
    let mut whole = queue_of(&["110"], redirects);
    whole["timeout"] = json!(15); // For pods of the version before.
    assert_eq!((&queues[0][0], &queues[1]), (&whole, &json!([])));
    let route = site.route("201", "300").await;
    assert_eq!(rung(&route), [(vec!["110".into()], 0), (vec!["101".into()], 15)]);
    assert_eq!(route.stages.iter().map(|stage| stage.rings_for.as_secs()).collect::<Vec<_>>(), [15, 20]);
    site.app.migrate_again(&telephony::MIGRATIONS, 1050).await;
    assert_eq!(sqlx::query_scalar::<_, serde_json::Value>(kept).fetch_all(&mut *tx).await.unwrap(), queues, "once is enough");
}

#[tokio::test]
async fn active_interception_takes_a_panels_calls_to_the_group_and_below() {
    let site = site().await;
    site.execute(
        "INSERT INTO interceptions VALUES (111, 1, true, now());
         INSERT INTO interception_groups VALUES (111, 10, 1, true), (111, 12, 1, false)",
    )
    .await;
    let route = site.route("201", "101").await;
    assert_eq!((route.kind, rung(&route)), (Kind::Awaiting, vec![(vec!["111".into()], 0), (vec!["101".into()], 30)]));
    assert_eq!(rung(&site.route("111", "101").await), one("101"), "not between people");
    site.execute("UPDATE interception_groups SET is_selected = false WHERE group_id = 10").await;
    assert_eq!(rung(&site.route("201", "101").await), one("101"), "no longer selected");
    site.execute("UPDATE interception_groups SET is_selected = true; UPDATE interceptions SET is_active = false").await;
    assert_eq!(rung(&site.route("201", "101").await), one("101"), "switched off");
    site.execute("UPDATE interceptions SET is_active = true; UPDATE roles SET permissions = '{}' WHERE id = 10111").await;
    assert_eq!(rung(&site.route("201", "101").await), one("101"), "the role no longer lets them");
}

#[tokio::test]
async fn interception_of_a_group_that_has_left_the_concierges_tree_has_no_effect() {
    let site = site().await;
    site.execute("INSERT INTO interceptions VALUES (110, 1, true, now()); INSERT INTO interception_groups VALUES (110, 12, 1, true)").await;
    assert_eq!(rung(&site.route("202", "102").await), one("102"));
}

#[tokio::test]
async fn a_call_for_help_rings_the_concierges_above_the_panel_nearest_first() {
    let site = site().await;
    site.execute("UPDATE sip_numbers SET forward_mode = 'manual', forward_queues = '[]' WHERE number = '101'").await;
    let sos = |caller: &str, callee: &str| Incoming { is_sos: true, ..call(caller, callee) };
    let Decision::Ring(route) = site.decide(&sos("201", "101")).await.unwrap() else { panic!("refused") };
    assert_eq!((route.kind, route.is_sos), (Kind::Awaiting, true));
    assert_eq!(rung(&route), [(vec!["110".into()], 0), (vec!["111".into()], 20), (vec!["101".into()], 40)]);
    let Decision::Ring(route) = site.decide(&sos("202", "sos")).await.unwrap() else { panic!("refused") };
    assert_eq!(rung(&route), one("111"), "building 2 has no concierge of its own");
}

#[tokio::test]
async fn a_call_outside_takes_the_nearest_trunk_where_the_group_lets_its_people_call_out() {
    let site = site().await;
    assert_eq!(site.refusal("101", "+31612345678").await, Refusal::NoTrunk);
    site.execute(
        "INSERT INTO sip_trunks (id, project_id, name, outgoing_number, termination_uri, is_registration_enabled, status, created_at, updated_at)
         OVERRIDING SYSTEM VALUE VALUES (1, 1, 'site', '+31200000001', 'sip:one.test', false, 'ready', now(), now()),
             (2, 1, 'building', '+31200000002', 'sip:two.test', false, 'ready', now(), now());
         INSERT INTO sip_trunk_groups VALUES (1, 10, 1), (2, 11, 1)",
    )
    .await;
    assert_eq!(site.refusal("101", "+31612345678").await, Refusal::NoTrunk, "the group does not let its people call out");
    let trunk = |outgoing: &str, version| GroupSettingsChanged {
        project_id: PROJECT,
        id: RESIDENCE,
        version,
        trunk: Some(GroupTrunk { is_enabled: true, outgoing_number: outgoing.into() }),
        ..Default::default()
    };
    let line = |route: &telephony::domain::route::Route| match &route.stages[0].targets[0] {
        Target::Outside(outside) => (outside.number.clone(), outside.trunk_id, outside.outgoing_number.clone()),
        Target::Number(_) => panic!("not outside"),
    };
    site.deliver("domains.group_settings.changed", &trunk("", 1)).await;
    assert_eq!(line(&site.route("101", "+31612345678").await), ("+31612345678".into(), 2, "+31200000002".into()));
    assert_eq!(line(&site.route("102", "+31612345678").await).1, 1, "by the trunk above");
    assert_eq!(site.refusal("202", "+31612345678").await, Refusal::Forbidden, "a panel");
    assert_eq!(site.refusal("110", "+31612345678").await, Refusal::Forbidden, "a user without the right to call");
    site.deliver("domains.group_settings.changed", &trunk("+31200000009", 2)).await;
    assert_eq!(line(&site.route("101", "+31612345678").await).2, "+31200000009");
    site.license(PROJECT, &["sip"], 2).await;
    assert_eq!(site.refusal("101", "+31612345678").await, Refusal::NoTrunk, "no licence for trunks");
}

#[tokio::test]
async fn calls_outside_are_of_groups_and_users_that_have_the_feature_and_calls_inside_are_not_asked() {
    let site = site().await;
    site.execute(
        "INSERT INTO sip_trunks (id, project_id, name, outgoing_number, termination_uri, is_registration_enabled, status, created_at, updated_at)
         OVERRIDING SYSTEM VALUE VALUES (1, 1, 'site', '+31200000001', 'sip:one.test', false, 'ready', now(), now());
         INSERT INTO sip_trunk_groups VALUES (1, 10, 1)",
    )
    .await;
    let trunk = Some(GroupTrunk { is_enabled: true, ..Default::default() });
    let settings = GroupSettingsChanged { project_id: PROJECT, id: RESIDENCE, version: 1, trunk, ..Default::default() };
    site.deliver("domains.group_settings.changed", &settings).await;
    let outside = json!({ "trunk_numbers": [{ "number": "+31600000001", "trunk_id": 1 }, { "number": "+31600000002", "trunk_id": null }] });
    site.keep(Number { queues: Some(json!([queue_of(&["110"], outside)])), ..held_by("105", ANNA, BUILDING_1) }).await;
    let whole = [(vec!["110".into(), "+31600000001".into(), "+31600000002".into()], 0)];
    assert_eq!(rung(&site.route("201", "105").await), whole);

    let names = |features: &[&str]| features.iter().map(|feature| feature.to_string()).collect::<Vec<_>>();
    let license = |version, of_building_1: &[&str]| {
        let groups = vec![GroupLicenseLimits { group_id: BUILDING_1, features: names(of_building_1), ..Default::default() }];
        let limits = Some(LicenseLimits { groups, ..Default::default() });
        LicenseChanged { project_id: PROJECT, version, features: names(&["sip", "sip.trunks"]), limits, ..Default::default() }
    };
    site.deliver("licensing.license.changed", &license(2, &["sip"])).await;
    assert_eq!(site.refusal("101", "+31612345678").await, Refusal::NoTrunk);
    assert_eq!(rung(&site.route("201", "105").await), one("110"));
    assert_eq!(rung(&site.route("201", "101").await), one("101"), "a panel rings all the same");
    assert_eq!(rung(&site.route("102", "+31612345678").await), one("+31612345678"), "another building has it");

    site.deliver("licensing.license.changed", &license(3, &["sip", "sip.trunks"])).await;
    assert_eq!(rung(&site.route("201", "105").await), whole);
    let off = UserLicenseChanged { project_id: PROJECT, user_id: ANNA, version: 1, features_off: names(&["sip.trunks"]), ..Default::default() };
    site.deliver("licensing.user_license.changed", &off).await;
    assert_eq!(site.refusal("101", "+31612345678").await, Refusal::NoTrunk);
    assert_eq!(rung(&site.route("201", "105").await), one("110"));
}

#[tokio::test]
async fn a_queue_calls_outside_by_the_trunk_it_names_or_by_that_of_the_group() {
    let site = site().await;
    site.execute(
        "INSERT INTO sip_trunks (id, project_id, name, outgoing_number, termination_uri, is_registration_enabled, status, created_at, updated_at)
         OVERRIDING SYSTEM VALUE VALUES (1, 1, 'named', '+31200000001', 'sip:one.test', false, 'ready', now(), now()),
             (3, 2, 'of others', '+31200000003', 'sip:three.test', false, 'ready', now(), now());",
    )
    .await;
    let outside = json!({ "trunk_numbers": [
        { "number": "+31600000001", "trunk_id": 1 }, { "number": "+31600000002", "trunk_id": null }, { "number": "+31600000003", "trunk_id": 3 },
    ] });
    site.keep(Number { queues: Some(json!([queue_of(&[], outside)])), ..held_by("105", ANNA, BUILDING_1) }).await;
    assert_eq!(rung(&site.route("201", "105").await), one("+31600000001"), "no trunk of the group, and none of another project");
}

#[tokio::test]
async fn a_route_never_leaves_the_project() {
    let site = site().await;
    site.keep_of(OTHER_PROJECT, held_by("777", FOREIGN_USER, FOREIGN_GROUP)).await;
    site.keep_of(OTHER_PROJECT, held_by("101", FOREIGN_USER, FOREIGN_GROUP)).await;
    assert_eq!(site.refusal("201", "777").await, Refusal::NotFound);
    assert_eq!(site.route("201", "101").await.to.user_id, ANNA, "numbers are unique within a project only");
    site.keep(Number { queues: Some(json!([queue_of(&["777", "110"], json!({}))])), ..held_by("105", ANNA, BUILDING_1) }).await;
    assert_eq!(rung(&site.route("201", "105").await), one("110"));
    // The platform's own transactions see every project: the statements name theirs.
    let mut tx = site.app.context.database.system().await.unwrap();
    let now = site.app.context.clock.now();
    let decision = telephony::operation::call::route(&mut tx, now, &call("201", "777")).await.unwrap();
    assert_eq!(decision, Decision::Refuse(Refusal::NotFound));
}

#[tokio::test]
async fn numbers_of_a_group_without_the_feature_do_not_call_and_are_not_called() {
    let site = site().await;
    let features = |features: &[&str]| features.iter().map(|feature| feature.to_string()).collect::<Vec<_>>();
    let license = |version, of_group: &[&str]| {
        let group = GroupLicenseLimits { group_id: BUILDING_1, features: features(of_group), ..Default::default() };
        let limits = LicenseLimits { groups: vec![group], ..Default::default() };
        LicenseChanged { project_id: PROJECT, version, features: features(&["sip"]), limits: Some(limits), ..Default::default() }
    };
    site.deliver("licensing.license.changed", &license(7, &["elevator"])).await;
    for caller in ["201", "111"] {
        assert_eq!(site.refusal(caller, "101").await, Refusal::Disabled, "{caller} is refused");
    }
    assert_eq!(rung(&site.route("111", "102").await), one("102"), "of the other building");
    site.deliver("licensing.license.changed", &license(8, &["sip"])).await;
    assert_eq!(rung(&site.route("201", "101").await), one("101"));
}
