use proto::vestibule::access::v1::time_rules_server::TimeRules;
use proto::vestibule::access::v1::*;
use testing::{OTHER_PROJECT, PROJECT};
use tonic::Code;

use crate::site::*;

fn at(day: i64) -> Option<prost_types::Timestamp> {
    // 2026-11-23, a Monday, 00:00 UTC.
    Some(prost_types::Timestamp { seconds: 1_795_392_000 + day * 86_400, nanos: 0 })
}

#[tokio::test]
async fn a_schedule_takes_the_projects_zone_when_it_names_none() {
    let site = Site::start().await;
    assert_eq!(site.schedule(office_hours()).await.time_zone, "UTC");
}

#[tokio::test]
async fn a_schedule_that_ends_before_it_starts_is_refused() {
    let site = Site::start().await;
    let bad = TimeRule { valid_to: "2026-11-23T07:00:00".into(), ..office_hours() };
    let refused = site.time_rules.create_time_rule(site.by(&site.admin(), CreateTimeRuleRequest { time_rule: Some(bad) })).await.unwrap_err();
    assert_eq!(refused_fields(&refused), ["valid_to"]);
}

#[tokio::test]
async fn a_week_of_office_hours_has_five_periods() {
    let site = Site::start().await;
    let request = PreviewTimeRuleRequest { time_rule: Some(office_hours()), from: at(0), to: at(7), ..Default::default() };
    let preview = site.time_rules.preview_time_rule(site.by(&site.admin(), request)).await.unwrap().into_inner();
    assert_eq!((preview.periods.len(), preview.truncated, preview.is_open_now), (5, false, true));
    assert_eq!(preview.next_change, Some(prost_types::Timestamp { seconds: at(0).unwrap().seconds + 18 * 3600, nanos: 0 }));
}

#[tokio::test]
async fn a_preview_is_bounded() {
    let site = Site::start().await;
    let request = PreviewTimeRuleRequest { time_rule: Some(office_hours()), from: at(0), to: at(400), ..Default::default() };
    let refused = site.time_rules.preview_time_rule(site.by(&site.admin(), request)).await.unwrap_err();
    assert_eq!(refused_fields(&refused), ["to"]);
}

#[tokio::test]
async fn a_schedule_in_use_cannot_be_deleted() {
    let site = Site::start().await;
    let hours = site.schedule(office_hours()).await;
    let rule = site.rule(AccessRule { time_rules: vec![reference(hours.id)], ..lets(ANNA, DOOR_1) }).await;
    let delete = || site.by(&site.admin(), DeleteTimeRuleRequest { id: hours.id });
    assert_eq!(site.time_rules.delete_time_rule(delete()).await.unwrap_err().code(), Code::FailedPrecondition);
    use proto::vestibule::access::v1::access_rules_server::AccessRules;
    site.access_rules.delete_access_rule(site.by(&site.admin(), DeleteAccessRuleRequest { id: rule.id })).await.unwrap();
    site.time_rules.delete_time_rule(delete()).await.unwrap();
}

#[tokio::test]
async fn a_changed_schedule_reaches_the_doors_that_use_it() {
    let site = Site::start().await;
    let hours = site.schedule(office_hours()).await;
    site.rule(AccessRule { time_rules: vec![reference(hours.id)], ..lets(ANNA, DOOR_2) }).await;
    site.clear_outbox().await;
    let longer = TimeRule { valid_to: "2026-11-23T20:00:00".into(), ..Default::default() };
    let change = |time_rule, paths: &[&str]| {
        site.by(&site.admin(), UpdateTimeRuleRequest { id: hours.id, time_rule: Some(time_rule), update_mask: mask(paths) })
    };
    let after = site.time_rules.update_time_rule(change(longer, &["valid_to"])).await.unwrap().into_inner();
    assert_eq!((after.valid_from.as_str(), after.valid_to.as_str()), ("2026-11-23T08:00:00", "2026-11-23T20:00:00"));
    assert_eq!(site.changed_lists().await, [DOOR_2]);
}

#[tokio::test]
async fn a_schedule_of_the_project_is_used_by_all_and_changed_by_its_administrators() {
    let site = Site::start().await;
    let hours = site.schedule(office_hours()).await;
    let manager = testing::group_administrator(PROJECT, 7, &[BUILDING_1]);
    let seen = site.time_rules.get_time_rule(site.by(&manager, GetTimeRuleRequest { id: hours.id })).await.unwrap().into_inner();
    assert_eq!(seen.name, hours.name);
    let renamed =
        UpdateTimeRuleRequest { id: hours.id, time_rule: Some(TimeRule { name: "mine".into(), ..Default::default() }), update_mask: mask(&["name"]) };
    assert_eq!(site.time_rules.update_time_rule(site.by(&manager, renamed)).await.unwrap_err().code(), Code::PermissionDenied);
    let foreign = testing::administrator(OTHER_PROJECT);
    assert_eq!(site.time_rules.get_time_rule(site.by(&foreign, GetTimeRuleRequest { id: hours.id })).await.unwrap_err().code(), Code::NotFound);
}

async fn change(site: &Site, id: i64, time_rule: TimeRule, paths: &[&str]) -> TimeRule {
    let request = UpdateTimeRuleRequest { id, time_rule: Some(time_rule), update_mask: mask(paths) };
    site.time_rules.update_time_rule(site.by(&site.admin(), request)).await.expect("a change").into_inner()
}

#[tokio::test]
async fn a_change_of_the_projects_zone_leaves_the_cards_on_the_panels_with_its_times() {
    let site = Site::start().await;
    let hours = site.schedule(office_hours()).await;
    site.card(ANNA, "77").await;
    site.rule(AccessRule { time_rules: vec![reference(hours.id)], ..lets(ANNA, DOOR_1) }).await;
    let before = site.list(DOOR_1).await;
    site.clear_outbox().await;
    site.set_project_zone(2, "Europe/Berlin").await;
    assert_eq!(site.changed_lists().await, [DOOR_1, DOOR_2]);
    let after = site.list(DOOR_1).await;
    assert_eq!((after.identifiers.len(), after.refused.len()), (1, 0));
    assert_eq!(after.schedules, before.schedules, "the same days and hours, on the devices' clocks");
    let preview = PreviewTimeRuleRequest { id: Some(hours.id), from: at(0), to: at(1), ..Default::default() };
    let preview = site.time_rules.preview_time_rule(site.by(&site.admin(), preview)).await.unwrap().into_inner();
    assert_eq!(preview.periods[0].from.as_ref().map(|from| from.seconds), at(0).map(|day| day.seconds + 7 * 3600), "8:00 in Berlin");
}

#[tokio::test]
async fn a_schedule_with_a_zone_of_its_own_keeps_it() {
    let site = Site::start().await;
    let own = site.schedule(TimeRule { time_zone: "UTC".into(), ..office_hours() }).await;
    let following = site.schedule(office_hours()).await;
    assert_eq!((own.has_own_zone, following.has_own_zone), (true, false));
    site.set_project_zone(2, "Europe/Berlin").await;
    let zone = async |id| site.time_rules.get_time_rule(site.by(&site.admin(), GetTimeRuleRequest { id })).await.unwrap().into_inner().time_zone;
    assert_eq!((zone(own.id).await.as_str(), zone(following.id).await.as_str()), ("UTC", "Europe/Berlin"));
}

#[tokio::test]
async fn a_schedule_gets_a_zone_of_its_own_and_goes_by_the_projects_again() {
    let site = Site::start().await;
    let created = site.schedule(office_hours()).await;
    let renamed = change(&site, created.id, TimeRule { name: "mine".into(), ..Default::default() }, &["name"]).await;
    assert!(!renamed.has_own_zone);
    let own = change(&site, created.id, TimeRule { time_zone: "Asia/Tokyo".into(), ..Default::default() }, &["time_zone"]).await;
    assert_eq!((own.time_zone.as_str(), own.has_own_zone), ("Asia/Tokyo", true));
    let back = change(&site, created.id, TimeRule::default(), &["time_zone"]).await;
    assert_eq!((back.time_zone.as_str(), back.has_own_zone), ("UTC", false));
}

#[tokio::test]
async fn a_schedule_names_to_everybody_only_rules_that_they_see() {
    let site = Site::start().await;
    let hours = site.schedule(office_hours()).await;
    let near = site.rule(AccessRule { time_rules: vec![reference(hours.id)], ..lets(ANNA, DOOR_1) }).await;
    let far = site.rule(AccessRule { time_rules: vec![reference(hours.id)], ..lets(BORIS, DOOR_2) }).await;
    let manager = testing::group_administrator(PROJECT, 7, &[BUILDING_1]);
    let rules = |schedule: &TimeRule| schedule.access_rules.iter().map(|rule| rule.id).collect::<Vec<_>>();
    let got = site.time_rules.get_time_rule(site.by(&manager, GetTimeRuleRequest { id: hours.id })).await.unwrap().into_inner();
    let listed = site.time_rules.list_time_rules(site.by(&manager, ListTimeRulesRequest::default())).await.unwrap().into_inner();
    assert_eq!((rules(&got), rules(&listed.items[0])), (vec![near.id], vec![near.id]));
    let all = site.time_rules.get_time_rule(site.by(&site.admin(), GetTimeRuleRequest { id: hours.id })).await.unwrap().into_inner();
    assert_eq!(rules(&all), [near.id, far.id]);
}

#[tokio::test]
async fn the_name_of_a_schedule_is_trimmed() {
    let site = Site::start().await;
    let created = site.schedule(TimeRule { name: "  hours ".into(), ..office_hours() }).await;
    assert_eq!(created.name, "hours");
    assert_eq!(change(&site, created.id, TimeRule { name: " more hours".into(), ..Default::default() }, &["name"]).await.name, "more hours");
}
