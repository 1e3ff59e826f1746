use std::collections::HashMap;
use std::sync::Mutex;

use kit_core::Result;
use proptest::prelude::*;
use serde_json::{Value, json};
use site_backup::apply::{self, Applied};
use site_backup::compare;
use site_backup::journal::{Done, Journal};
use site_backup::plan::{Actor, Plan};
use site_backup::read::{self, SiteRead};
use site_backup::{Action, ENTITIES, Entity, Mode, Snapshot};

use crate::fake_site::{EndsAfter, FakeSite, house};

fn all() -> Vec<&'static Entity> {
    ENTITIES.iter().collect()
}

async fn read(site: &FakeSite) -> SiteRead {
    read::site(site, &all(), &EndsAfter::never()).await.unwrap()
}

async fn plan(file: &Snapshot, site: &FakeSite, mode: Mode, is_own: bool, actor: Actor) -> Plan {
    let site = read(site).await;
    compare::compare(file, &site, &all(), mode, is_own, actor).unwrap().plan
}

async fn apply(file: &Snapshot, site: &FakeSite, mode: Mode, is_own: bool, progress: &EndsAfter) -> Result<Applied> {
    let here = read(site).await;
    let compared = compare::compare(file, &here, &all(), mode, is_own, Actor::default()).unwrap();
    apply::run(site, &HashMap::new(), compared, progress, &mut Done::default()).await
}

/// Everything but ids, as text.
fn without_ids(snapshot: &Snapshot) -> Vec<String> {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(object) => {
                object.retain(|name, value| name != "id" && !value.is_null() && *value != json!([]) && value != "");
                object.values_mut().for_each(strip);
            }
            Value::Array(items) => {
                items.iter_mut().for_each(strip);
                items.sort_by_key(Value::to_string);
            }
            _ => {}
        }
    }
    let rows = snapshot.iter().flat_map(|(entity, rows)| rows.items.iter().map(move |row| (entity, row)));
    let mut lines: Vec<String> = rows
        .map(|(entity, row)| {
            let mut fields = Value::Object(row.fields());
            strip(&mut fields);
            format!("{} {} {fields}", entity.name, row.key)
        })
        .collect();
    lines.sort();
    lines
}

fn named(plan: &Plan, action: Action) -> Vec<String> {
    plan.items.iter().filter(|item| item.action == action).map(|item| format!("{} {}", item.entity.name, item.name)).collect()
}

#[tokio::test]
async fn a_site_applied_to_an_empty_one_reads_the_same_up_to_ids() {
    let file = read(&house()).await.snapshot;
    let empty = FakeSite::new(1_000);
    let applied = apply(&file, &empty, Mode::Merge, false, &EndsAfter::never()).await.unwrap();
    assert_eq!(applied.refusals_count, 0, "{:?}", applied.refusals);
    assert_eq!(without_ids(&read(&empty).await.snapshot), without_ids(&file));
    // Both ways of a circle: a group that names a user who is in it.
    let boris = empty.find("users", "Boris")["id"].clone();
    assert_eq!(empty.find("domains", "House")["device_status_notify"]["user"]["id"], boris);
}

#[tokio::test]
async fn applied_twice_is_applied_once() {
    let file = read(&house()).await.snapshot;
    let empty = FakeSite::new(1_000);
    apply(&file, &empty, Mode::Replace, false, &EndsAfter::never()).await.unwrap();
    let (count, writes) = (empty.count(), *empty.writes.lock().unwrap());
    let second = apply(&file, &empty, Mode::Replace, false, &EndsAfter::never()).await.unwrap();
    assert_eq!((empty.count(), *empty.writes.lock().unwrap(), second.done), (count, writes, 0));
}

#[tokio::test]
async fn broken_off_after_any_step_it_is_continued_to_the_same_end() {
    let file = read(&house()).await.snapshot;
    for steps in 0..20 {
        let empty = FakeSite::new(1_000);
        let _broken = apply(&file, &empty, Mode::Replace, false, &EndsAfter(Mutex::new(steps))).await;
        apply(&file, &empty, Mode::Replace, false, &EndsAfter::never()).await.unwrap();
        assert_eq!(without_ids(&read(&empty).await.snapshot), without_ids(&file), "after {steps} steps");
    }
}

#[tokio::test]
async fn a_row_that_was_changed_is_changed_back_by_its_id_in_its_own_project() {
    let site = house();
    let file = read(&site).await.snapshot;
    site.rows.lock().unwrap().get_mut("users").unwrap()[0]["email"] = json!("other@example.org");
    let own = plan(&file, &site, Mode::Replace, true, Actor::default()).await;
    assert_eq!((named(&own, Action::Change), named(&own, Action::Create), named(&own, Action::Delete)), (vec!["users Anna".into()], vec![], vec![]));
    assert_eq!((own.items[0].fields[0].name.as_str(), own.items[0].fields[0].after.as_deref()), ("email", Some("\"anna@example.org\"")));
    // Elsewhere it is another person.
    let foreign = plan(&file, &site, Mode::Merge, false, Actor::default()).await;
    assert!(named(&foreign, Action::Create).contains(&"users Anna".to_owned()));
}

#[tokio::test]
async fn merge_deletes_nothing_and_replace_deletes_what_the_file_does_not_have() {
    let site = house();
    let file = read(&site).await.snapshot;
    site.add("markers", json!({"name": "New"}));
    assert_eq!(named(&plan(&file, &site, Mode::Merge, true, Actor::default()).await, Action::Delete), Vec::<String>::new());
    assert_eq!(named(&plan(&file, &site, Mode::Replace, true, Actor::default()).await, Action::Delete), ["markers New"]);
}

#[tokio::test]
async fn who_applies_keeps_account_role_and_rights() {
    let site = house();
    let empty = Snapshot::default();
    let mut file = empty;
    for entity in ENTITIES.iter().filter(|entity| !entity.is_singletons()) {
        file.reset(entity);
    }
    let actor =
        Actor { user_id: site.find("users", "Boris")["id"].as_i64().unwrap(), role_id: site.find("roles", "Concierge")["id"].as_i64().unwrap() };
    let replaced = plan(&file, &site, Mode::Replace, true, actor).await;
    let conflicts = named(&replaced, Action::Conflict);
    assert!(conflicts.contains(&"users Boris".into()) && conflicts.contains(&"roles Concierge".into()), "{conflicts:?}");
    assert!(conflicts.contains(&"roles Resident".into()), "a role of the platform");
    let file = read(&site).await.snapshot;
    site.rows.lock().unwrap().get_mut("roles").unwrap()[1]["permissions"] = json!(["can_view_users"]);
    let changed = plan(&file, &site, Mode::Merge, true, actor).await;
    assert_eq!(named(&changed, Action::Conflict), ["roles Concierge"]);
}

#[tokio::test]
async fn the_hash_is_of_every_value_before_and_after() {
    let site = house();
    let file = read(&site).await.snapshot;
    site.rows.lock().unwrap().get_mut("users").unwrap()[0]["description"] = json!("one");
    let first = plan(&file, &site, Mode::Merge, true, Actor::default()).await.hash;
    assert_eq!(plan(&file, &site, Mode::Merge, true, Actor::default()).await.hash, first);
    assert_ne!(plan(&file, &site, Mode::Replace, true, Actor::default()).await.hash, first);
    site.rows.lock().unwrap().get_mut("users").unwrap()[0]["description"] = json!("two");
    assert_ne!(plan(&file, &site, Mode::Merge, true, Actor::default()).await.hash, first);
}

#[tokio::test]
async fn what_is_continued_changes_no_row_that_was_not_planned() {
    let text = "vestibule: 1\ndomains:\n- name: House\n- name: Yard\nmarkers:\n- name: VIP\n  color: '#00ff00'\n";
    let file = site_backup::yaml::read(text.as_bytes()).unwrap();
    let compared = |site: SiteRead| {
        let compared = compare::compare(&file.snapshot, &site, &all(), Mode::Replace, false, Actor::default()).unwrap();
        (compared.plan, compared.journal)
    };
    let plan = |site: SiteRead| compared(site).0;
    let site = house();
    let planned: Journal = compared(read(&site).await).1;
    // A row that was to be created is there, half of it: it is changed.
    site.add("domains", json!({"name": "Yard", "parent_id": null, "description": "half"}));
    assert!(planned.covers(&plan(read(&site).await)));
    // One that somebody has added since is not deleted.
    site.add("markers", json!({"name": "Added by hand", "color": "#0000ff"}));
    assert!(!planned.covers(&plan(read(&site).await)));
}

#[tokio::test]
async fn a_refused_row_is_named_with_what_needs_it_and_the_others_are_done() {
    let file = read(&house()).await.snapshot;
    let empty = FakeSite::new(1_000);
    *empty.refused.lock().unwrap() = vec!["roles"];
    let applied = apply(&file, &empty, Mode::Merge, false, &EndsAfter::never()).await.unwrap();
    let refused: Vec<String> = applied.refusals.iter().map(|refusal| format!("{} {}: {}", refusal.entity, refusal.name, refusal.message)).collect();
    assert!(refused.contains(&"roles Resident: action prohibited".into()), "{refused:?}");
    assert!(refused.contains(&"users Anna: invalid related entity sent".into()), "{refused:?}");
    // A rule without its people would be another rule.
    assert!(refused.contains(&"access-rules Gate by day: invalid related entity sent".into()), "{refused:?}");
    assert_eq!((empty.all("devices").len(), empty.all("roles").len(), empty.all("access-rules").len()), (1, 0, 0));
}

#[tokio::test]
async fn what_the_applier_may_not_do_is_a_conflict_of_the_plan_and_is_not_tried() {
    let file = read(&house()).await.snapshot;
    let empty = FakeSite::new(1_000);
    let here = read(&empty).await;
    let compared = || compare::compare(&file, &here, &all(), Mode::Merge, false, Actor::default()).unwrap();
    let (whole, mut compared) = (compared(), compared());
    compared.refuse(|item| item.entity.name == "markers");
    assert_ne!(compared.plan.hash, whole.plan.hash, "who has other rights has reviewed another plan");
    assert_eq!(named(&compared.plan, Action::Conflict), ["markers VIP"]);
    let item = compared.plan.items.iter().find(|item| item.action == Action::Conflict).unwrap();
    assert_eq!((item.message, item.is_refused, item.fields.len()), (Some("action prohibited"), true, 0));
    let applied = apply::run(&empty, &HashMap::new(), compared, &EndsAfter::never(), &mut Done::default()).await.unwrap();
    assert!(applied.refusals.iter().any(|refusal| refusal.entity == "markers" && refusal.message == "action prohibited"), "{applied:?}");
    assert_eq!((empty.all("markers").len(), empty.all("domains").len()), (0, 2));

    let mut none = compare::compare(&file, &here, &all(), Mode::Merge, false, Actor::default()).unwrap();
    none.refuse(|_| true);
    assert!(none.journal.is_empty() && none.plan.doors.rules == 0, "there is nothing to undo");
}

#[tokio::test]
async fn a_reference_to_what_was_deleted_meanwhile_is_read_again_and_closed() {
    let site = house();
    let anna = site.find("users", "Anna")["id"].as_i64().unwrap();
    // Rules still name her when they are read; she is gone when people are.
    *site.vanishing.lock().unwrap() = vec![("users", anna)];
    let first = read::site(&site, &all(), &EndsAfter::never()).await.unwrap();
    assert_eq!(first.dropped, Vec::<String>::new());
    let again = read::site(&site, &all(), &EndsAfter::never()).await.unwrap();
    assert!(again.snapshot.get("users").unwrap().by_id(anna).is_none());
    assert!(again.dropped.iter().any(|dropped| dropped.starts_with("access-rules Gate by day: users[]")), "{:?}", again.dropped);
    assert!(!again.snapshot.get("access-rules").unwrap().items[0].text().contains("Anna"));
}

#[tokio::test]
async fn what_the_caller_may_not_list_is_neither_carried_nor_deleted() {
    let site = house();
    let file = read(&site).await.snapshot;
    *site.unlisted.lock().unwrap() = vec!["devices"];
    let here = read(&site).await;
    assert_eq!((here.forbidden.as_slice(), here.snapshot.get("devices").is_none()), (&["devices"][..], true));
    let compared = compare::compare(&file, &here, &all(), Mode::Replace, true, Actor::default()).unwrap();
    assert!(named(&compared.plan, Action::Conflict).contains(&"devices Gate".into()));
    assert!(named(&compared.plan, Action::Delete).is_empty());
}

#[tokio::test]
async fn secrets_do_not_travel_and_are_named() {
    let file = read(&house()).await.snapshot;
    let (anna, gate) = (&file.get("users").unwrap().items[0], &file.get("devices").unwrap().items[0]);
    assert_eq!((anna.secrets.as_slice(), gate.secrets.as_slice()), (&["password".to_owned()][..], &["device_settings.mqtt.password".to_owned()][..]));
    assert!(!anna.text().contains("********") && !gate.text().contains("password"));
    let plan = plan(&file, &FakeSite::new(1_000), Mode::Merge, false, Actor::default()).await;
    let created = plan.items.iter().find(|item| item.name == "Gate").unwrap();
    assert_eq!(created.secrets, ["device_settings.mqtt.password"]);
}

#[tokio::test]
async fn what_a_guest_key_made_goes_with_the_guest_key() {
    let site = house();
    let file = read(&site).await.snapshot;
    assert_eq!(file.get("identifiers").unwrap().items.len(), 1);
    assert!(plan(&file, &site, Mode::Replace, true, Actor::default()).await.items.is_empty());
}

#[tokio::test]
async fn a_key_that_several_rows_have_is_told_apart_by_number() {
    let site = FakeSite::new(0);
    for zone in ["A", "B"] {
        site.add("time-rules", json!({"name": "Day", "time_zone": zone}));
    }
    let file = read(&site).await.snapshot;
    let empty = FakeSite::new(1_000);
    apply(&file, &empty, Mode::Merge, false, &EndsAfter::never()).await.unwrap();
    assert_eq!(without_ids(&read(&empty).await.snapshot), without_ids(&file));
    assert!(plan(&file, &empty, Mode::Replace, false, Actor::default()).await.items.is_empty());
}

/// Schedules of these names.
fn schedules(first_id: i64, names: impl IntoIterator<Item = String>) -> FakeSite {
    let site = FakeSite::new(first_id);
    for name in names {
        site.add("time-rules", json!({"name": name, "description": first_id.to_string()}));
    }
    site
}

#[tokio::test]
async fn names_with_numbers_are_names_however_many_there_are() {
    let flats = |count: usize| (1..=count).map(|number| format!("Flat #{number}"));
    let file = read(&schedules(0, flats(201))).await.snapshot;
    let site = schedules(0, flats(200));
    let plan = plan(&file, &site, Mode::Replace, false, Actor::default()).await;
    assert_eq!(named(&plan, Action::Create), ["time-rules Flat #201"]);
    assert_eq!((plan.items.len(), named(&plan, Action::Conflict)), (1, vec![]));
}

#[tokio::test]
async fn a_name_like_a_number_makes_no_other_name_ambiguous() {
    let text = "vestibule: 1\ntime-rules:\n- name: Day\n  description: changed\naccess-rules:\n- name: Gate\n  time_rules: [Day]\n";
    let file = site_backup::yaml::read(text.as_bytes()).unwrap().snapshot;
    let site = schedules(0, ["Day".into(), "Day#9".into()]);
    let changed = plan(&file, &site, Mode::Merge, false, Actor::default()).await;
    assert_eq!((named(&changed, Action::Change), named(&changed, Action::Conflict)), (vec!["time-rules Day".into()], vec![]));
    assert!(named(&plan(&file, &site, Mode::Replace, false, Actor::default()).await, Action::Delete).contains(&"time-rules Day#9".into()));
    // The second Day is another one.
    site.add("time-rules", json!({"name": "Day"}));
    assert_eq!(named(&plan(&file, &site, Mode::Merge, false, Actor::default()).await, Action::Conflict), ["time-rules Day", "access-rules Gate"]);
}

#[tokio::test]
async fn no_row_disappears_where_a_name_is_like_the_number_of_another() {
    let names = ["Day", "Day#2", "Day", "Day#2", "Day"];
    let site = schedules(0, names.map(String::from));
    let first = read(&site).await;
    assert_eq!((first.snapshot.get("time-rules").unwrap().items.len(), first.ids["time-rules"].len()), (5, 5));
    // What has the name is not the second of another name.
    let twice = read(&schedules(0, ["Day".into(), "Day".into()])).await.snapshot;
    let site = schedules(1_000, ["Day".into(), "Day#2".into()]);
    let plan = plan(&twice, &site, Mode::Merge, false, Actor::default()).await;
    assert_eq!((named(&plan, Action::Create), named(&plan, Action::Change)), (vec!["time-rules Day".into()], vec!["time-rules Day".into()]));
}

#[tokio::test]
async fn groups_below_groups_of_one_name_are_told_apart_by_those() {
    let site = FakeSite::new(0);
    for _ in 0..2 {
        let house = site.add("domains", json!({"name": "House", "parent_id": null}));
        site.add("domains", json!({"name": "Flat", "parent_id": house}));
    }
    let file = read(&site).await.snapshot;
    let keys: Vec<&str> = file.get("domains").unwrap().items.iter().map(|row| row.key.as_str()).collect();
    assert_eq!(keys, ["House", "House / Flat", "House#2", "House#2 / Flat"]);
    let text = site_backup::yaml::write(&file, &Default::default(), &[], Default::default()).unwrap();
    let from_text = site_backup::yaml::read(text.as_bytes()).unwrap().snapshot;
    assert!(plan(&from_text, &site, Mode::Replace, false, Actor::default()).await.items.is_empty());
}

#[tokio::test]
async fn what_got_the_name_of_another_thing_is_not_taken_for_it() {
    let site = house();
    let file = read(&site).await.snapshot;
    site.add("domains", json!({"name": "House", "parent_id": null}));
    let plan = plan(&file, &site, Mode::Replace, false, Actor::default()).await;
    assert!(plan.items.iter().all(|item| item.action == Action::Conflict), "{:?}", plan.items);
    let of_house = plan.items.iter().find(|item| item.entity.name == "domains").unwrap();
    assert_eq!((of_house.key.as_str(), of_house.message), ("House", Some("value not unique")));
    assert!(plan.items.iter().any(|item| item.entity.name == "devices"), "the group of a device is not known");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]
    /// Of any two trees with people: after `replace` the plan is empty, and what was there before comes back.
    #[test]
    fn after_replace_nothing_is_left_to_do(first in prop::collection::vec((0_usize..4, "[a-b#2]{1,3}"), 1..8), second in prop::collection::vec((0_usize..4, "[a-b#2]{1,3}"), 1..8)) {
        let site = |tree: &[(usize, String)], first_id| {
            let site = FakeSite::new(first_id);
            let role = site.add("roles", json!({"name": "R", "permissions": []}));
            let mut ids: Vec<i64> = Vec::new();
            for (at, (parent, name)) in tree.iter().enumerate() {
                let parent = ids.get(*parent);
                let is_taken = site.all("domains").iter().any(|group| group["name"] == *name && group["parent_id"].as_i64() == parent.copied());
                if !is_taken {
                    let group = site.add("domains", json!({"name": name, "parent_id": parent}));
                    site.add("users", json!({"name": format!("P{at}"), "email": format!("{name}{at}@example.org"), "role": {"id": role, "name": "R"}, "domains": [{"id": group, "name": name}]}));
                    ids.push(group);
                }
            }
            site
        };
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let (from, into) = (site(&first, 0), site(&second, 1_000));
            let file = read(&from).await.snapshot;
            apply(&file, &into, Mode::Replace, false, &EndsAfter::never()).await.unwrap();
            prop_assert_eq!(without_ids(&read(&into).await.snapshot), without_ids(&file));
            prop_assert!(plan(&file, &into, Mode::Replace, false, Actor::default()).await.items.is_empty());
            Ok(())
        })?;
    }
}
