//! An undo brings back what an apply has changed, and nothing else.
use std::collections::HashMap;
use std::sync::Mutex;

use serde_json::{Value, json};
use site_backup::apply::{self, Applied};
use site_backup::compare;
use site_backup::journal::{Done, Journal};
use site_backup::plan::Actor;
use site_backup::read::{self, SiteRead};
use site_backup::undo;
use site_backup::{ENTITIES, Entity, Mode, Site, Snapshot, yaml};

use crate::fake_site::{EndsAfter, FakeSite, Narrow, house};

fn all() -> Vec<&'static Entity> {
    ENTITIES.iter().collect()
}

async fn read(site: &dyn Site) -> SiteRead {
    read::site(site, &all(), &EndsAfter::never()).await.unwrap()
}

fn text(text: &str) -> Snapshot {
    yaml::read(text.as_bytes()).unwrap().snapshot
}

/// What was before, and what was done.
async fn applied(file: &Snapshot, site: &dyn Site, mode: Mode, progress: &EndsAfter) -> (Snapshot, Journal) {
    let (before, here) = (read(site).await.snapshot, read(site).await);
    let chosen: Vec<&'static Entity> = file.iter().map(|(entity, _)| entity).collect();
    let compared = compare::compare(file, &here, &chosen, mode, false, Actor::default()).unwrap();
    let (mut journal, mut done) = (compared.journal.clone(), Done::default());
    let _ended = apply::run(site, &HashMap::new(), compared, progress, &mut done).await;
    journal.keep_done(&done);
    (before, journal)
}

async fn undone(before: &Snapshot, journal: &Journal, site: &dyn Site, progress: &EndsAfter) -> Option<Applied> {
    let here = read(site).await;
    let compared = undo::compare(before, journal, &here, Actor::default()).unwrap();
    apply::run(site, &HashMap::new(), compared, progress, &mut Done::default()).await.ok()
}

/// Every row of the site, without what the platform sets; what lists name by its name, for a row that came back has another id.
fn rows(site: &FakeSite) -> Vec<String> {
    let rows = site.rows.lock().unwrap();
    let names: HashMap<i64, String> =
        rows.values().flatten().filter_map(|row| Some((row["id"].as_i64()?, row["name"].as_str()?.to_owned()))).collect();
    let lines = rows.iter().flat_map(|(entity, rows)| rows.iter().map(move |row| (entity, row)));
    let mut lines: Vec<String> = lines
        .map(|(entity, row)| {
            let mut row = row.clone();
            let object = row.as_object_mut().unwrap();
            object.retain(|name, value| !["id", "created_at"].contains(&name.as_str()) && !value.is_null() && *value != json!([]));
            for list in object.values_mut().filter_map(Value::as_array_mut) {
                for item in list.iter_mut().filter_map(Value::as_object_mut) {
                    item.retain(|name, _| !["name", "color"].contains(&name.as_str()));
                    let named = item.get("id").and_then(Value::as_i64).and_then(|id| names.get(&id));
                    item.insert("id".into(), json!(named));
                }
                list.sort_by_key(Value::to_string);
            }
            format!("{entity} {row}")
        })
        .collect();
    lines.sort();
    lines
}

const FILE: &str = "vestibule: 1
markers:
- name: VIP
  color: '#00ff00'
- name: New
  color: '#0000ff'
access-rules:
- name: Gate by day
  users: [anna@example.org]
";

#[tokio::test]
async fn an_undo_touches_no_row_and_no_field_that_the_apply_did_not_change() {
    let site = house();
    let (before, journal) = applied(&text(FILE), &site, Mode::Merge, &EndsAfter::never()).await;
    // Somebody goes on working.
    site.add("markers", json!({"name": "Since", "color": "#111111"}));
    site.rows.lock().unwrap().get_mut("markers").unwrap()[0]["name"] = json!("Very important");
    let guest = site.add("users", json!({"name": "Guest", "email": "guest@example.org", "role": null, "domains": []}));
    site.rows.lock().unwrap().get_mut("access-rules").unwrap()[0]["users"].as_array_mut().unwrap().push(json!({"id": guest, "name": "Guest"}));
    let undone = undone(&before, &journal, &site, &EndsAfter::never()).await.unwrap();
    assert_eq!(undone.refusals_count, 0, "{:?}", undone.refusals);
    let markers: Vec<String> = site.all("markers").iter().map(|row| format!("{} {}", row["name"], row["color"])).collect();
    assert_eq!(markers, ["\"Very important\" \"#ff0000\"", "\"Since\" \"#111111\""]);
    let users = site.find("access-rules", "Gate by day")["users"].as_array().unwrap().len();
    assert_eq!(users, 3, "Boris is back, and who was added since stays");
}

#[tokio::test]
async fn an_undo_by_who_sees_more_leaves_what_the_applier_could_not_see() {
    let site = house();
    let boris = site.find("users", "Boris")["id"].as_i64().unwrap();
    let secret = site.add(
        "access-rules",
        json!({"name": "Secret", "prohibition": true, "devices": [], "time_rules": [], "users": [], "identifiers": [], "domains": []}),
    );
    let narrow = Narrow { site: &site, hidden: vec![("users", boris), ("access-rules", secret)], user_id: 7 };
    let before_all = rows(&site);
    let file = text("vestibule: 1\naccess-rules:\n- name: Added\n  users: [anna@example.org]\n- name: Gate by day\n  users: []\n");
    let (before, journal) = applied(&file, &narrow, Mode::Replace, &EndsAfter::never()).await;
    assert!(!site.find("access-rules", "Added").is_null());
    let undone = undone(&before, &journal, &site, &EndsAfter::never()).await.unwrap();
    assert_eq!(undone.refusals_count, 0, "{:?}", undone.refusals);
    assert!(!site.find("access-rules", "Secret").is_null(), "the applier has not seen it");
    assert_eq!(rows(&site), before_all);
}

#[tokio::test]
async fn an_apply_that_broke_off_after_any_step_is_undone_and_so_is_an_undo_that_broke_off() {
    let mut breaks = 0;
    for steps in 0..16 {
        for undo_steps in [1, 2, 3, 4, 5, 6, 7, 8, usize::MAX] {
            let site = house();
            site.add("time-rules", json!({"name": "Night", "repeat_mode": "day"}));
            let before_all = rows(&site);
            let file = text(
                "vestibule: 1\nmarkers:\n- name: New\n  color: '#0000ff'\ntime-rules:\n- name: Day\n  description: changed\naccess-rules:\n- name: Gate by day\n  users: [anna@example.org]\n- name: Gate at night\n  time_rules: [Day]\n",
            );
            let (before, journal) = applied(&file, &site, Mode::Replace, &EndsAfter(Mutex::new(steps))).await;
            let broken = undone(&before, &journal, &site, &EndsAfter(Mutex::new(undo_steps))).await;
            breaks += usize::from(broken.is_none());
            let undone = undone(&before, &journal, &site, &EndsAfter::never()).await.unwrap();
            assert_eq!(undone.refusals_count, 0, "{:?}", undone.refusals);
            assert_eq!(rows(&site), before_all, "after {steps} steps, and {undo_steps} of the undo");
        }
    }
    println!("undos that broke off and were continued: {breaks}");
    assert!(breaks > 10, "{breaks}");
}

#[tokio::test]
async fn what_was_refused_is_not_undone() {
    let site = house();
    *site.refused.lock().unwrap() = vec!["markers"];
    let (before, journal) = applied(&text(FILE), &site, Mode::Merge, &EndsAfter::never()).await;
    site.refused.lock().unwrap().clear();
    // The marker is now by somebody else what the apply was to make of it.
    site.rows.lock().unwrap().get_mut("markers").unwrap()[0]["color"] = json!("#00ff00");
    undone(&before, &journal, &site, &EndsAfter::never()).await.unwrap();
    assert_eq!(site.find("markers", "VIP")["color"], "#00ff00");
}

#[tokio::test]
async fn what_was_done_without_an_answer_is_undone() {
    let site = house();
    site.add("markers", json!({"name": "Old", "color": "#123456"}));
    let before_all = rows(&site);
    *site.unsure.lock().unwrap() = vec!["markers", "access-rules"];
    let file = text(&FILE.replace("markers:", "markers:\n- name: First\n  color: '#0000aa'"));
    let (before, journal) = applied(&file, &site, Mode::Replace, &EndsAfter::never()).await;
    let names: Vec<Value> = site.all("markers").iter().map(|row| row["name"].clone()).collect();
    assert_eq!(names, ["VIP", "First", "New"], "it was done all the same");
    site.unsure.lock().unwrap().clear();
    let undone = undone(&before, &journal, &site, &EndsAfter::never()).await.unwrap();
    assert_eq!(undone.refusals_count, 0, "{:?}", undone.refusals);
    assert_eq!(rows(&site), before_all);
}

#[tokio::test]
async fn a_row_that_was_created_and_lacks_something_is_not_created_again_and_is_undone() {
    // Alone it is refused; after another row, what it lacks is written again.
    for more in ["", "markers:\n- name: New\n  color: '#0000ff'\n"] {
        let site = house();
        let before_all = rows(&site);
        *site.incomplete.lock().unwrap() = vec!["access-rules"];
        let file = text(&format!("vestibule: 1\n{more}access-rules:\n- name: Added\n  users: [anna@example.org]\n"));
        let (before, journal) = applied(&file, &site, Mode::Merge, &EndsAfter::never()).await;
        assert_eq!(site.all("access-rules").len(), 2);
        undone(&before, &journal, &site, &EndsAfter::never()).await.unwrap();
        assert_eq!(rows(&site), before_all);
    }
}

#[tokio::test]
async fn a_row_that_somebody_has_deleted_since_is_named_and_not_made_anew() {
    let site = house();
    let (before, journal) = applied(&text(FILE), &site, Mode::Merge, &EndsAfter::never()).await;
    site.rows.lock().unwrap().get_mut("markers").unwrap().remove(0);
    let here = read(&site).await;
    let plan = undo::compare(&before, &journal, &here, Actor::default()).unwrap().plan;
    let gone = plan.items.iter().find(|item| item.name == "VIP").unwrap();
    assert_eq!((gone.message, gone.is_refused), (Some("item not found"), false));
}

#[tokio::test]
async fn a_work_that_is_continued_knows_what_was_done_before() {
    let file = text(FILE);
    for steps in 0..6 {
        let site = house();
        let before_all = rows(&site);
        let (before, here) = (read(&site).await.snapshot, read(&site).await);
        let chosen: Vec<&'static Entity> = file.iter().map(|(entity, _)| entity).collect();
        let first = compare::compare(&file, &here, &chosen, Mode::Merge, false, Actor::default()).unwrap();
        let mut journal = first.journal.clone();
        let _killed = apply::run(&site, &HashMap::new(), first, &EndsAfter(Mutex::new(steps)), &mut Done::default()).await;
        let here = read(&site).await;
        let again = compare::compare(&file, &here, &chosen, Mode::Merge, false, Actor::default()).unwrap();
        assert!(journal.covers(&again.plan));
        let mut done = journal.done_before(&again.plan, &again.targets);
        apply::run(&site, &HashMap::new(), again, &EndsAfter::never(), &mut done).await.unwrap();
        journal.keep_done(&done);
        undone(&before, &journal, &site, &EndsAfter::never()).await.unwrap();
        assert_eq!(rows(&site), before_all, "after {steps} steps");
    }
}

#[tokio::test]
async fn what_went_along_with_a_deleted_row_comes_back_with_it() {
    for undo_steps in [1, 2, 3, 4, usize::MAX] {
        let site = house();
        let before_names = |site: &FakeSite| -> Vec<String> {
            let rule = site.find("access-rules", "Gate by day");
            let users = rule["users"].as_array().unwrap().iter().map(|user| user["id"].as_i64().unwrap());
            let named = |id: i64| site.all("users").iter().find(|user| user["id"] == id).map(|user| user["name"].to_string());
            let mut names: Vec<String> =
                users.filter_map(named).chain(site.all("identifiers").iter().map(|card| card["value"].to_string())).collect();
            names.sort();
            names
        };
        let names = before_names(&site);
        // Anna goes, and with her the card and her place in the rule, as the services do it.
        let (before, journal) = applied(&text("vestibule: 1\nusers:\n- email: boris@example.org\n"), &site, Mode::Replace, &EndsAfter::never()).await;
        let anna = before.get("users").unwrap().by_key("anna@example.org").unwrap().id;
        {
            let mut rows = site.rows.lock().unwrap();
            rows.get_mut("identifiers").unwrap().retain(|card| card["owner"]["id"] != anna);
            let rule = &mut rows.get_mut("access-rules").unwrap()[0];
            rule["users"].as_array_mut().unwrap().retain(|user| user["id"] != anna);
            rule["identifiers"] = json!([]);
        }
        undone(&before, &journal, &site, &EndsAfter(Mutex::new(undo_steps))).await;
        let done = undone(&before, &journal, &site, &EndsAfter::never()).await.unwrap();
        assert_eq!(done.refusals_count, 0, "{:?}", done.refusals);
        assert_eq!(before_names(&site), names, "after {undo_steps} steps");
        assert_eq!(site.find("access-rules", "Gate by day")["identifiers"].as_array().unwrap().len(), 1);
        assert_eq!(site.all("users").len(), 2);
    }
}
