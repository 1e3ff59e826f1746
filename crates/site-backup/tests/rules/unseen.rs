//! What whoever made a backup could not see: applying it neither deletes nor changes that, and its plan says so.
use serde_json::{Value, json};
use site_backup::compare;
use site_backup::plan::{Actor, Plan};
use site_backup::read;
use site_backup::{Action, ENTITIES, Entity, Mode, Site, Snapshot, View, archive, yaml};
use time::OffsetDateTime;

use crate::fake_site::{EndsAfter, FakeSite, Narrow, house};

fn all() -> Vec<&'static Entity> {
    ENTITIES.iter().collect()
}

fn id(site: &FakeSite, entity: &str, name: &str) -> i64 {
    site.find(entity, name)["id"].as_i64().unwrap()
}

/// Who sees one flat with Anna, and neither the schedule nor the house nor Boris.
fn narrow(site: &FakeSite) -> Narrow<'_> {
    site.add(
        "access-rules",
        json!({"name": "Nobody at night", "prohibition": true, "devices": [], "time_rules": [], "users": [], "identifiers": [], "domains": []}),
    );
    let hidden = vec![
        ("domains", id(site, "domains", "House")),
        ("time-rules", id(site, "time-rules", "Day")),
        ("users", id(site, "users", "Boris")),
        ("access-rules", id(site, "access-rules", "Nobody at night")),
    ];
    Narrow { site, hidden, user_id: 7 }
}

async fn backup(site: &dyn Site) -> Snapshot {
    let mut file = read::site(site, &all(), &EndsAfter::never()).await.unwrap().snapshot;
    file.made_at = Some(OffsetDateTime::from_unix_timestamp(1795516200).unwrap());
    file
}

async fn plan(file: &Snapshot, site: &dyn Site, mode: Mode) -> Plan {
    let here = read::site(site, &all(), &EndsAfter::never()).await.unwrap();
    compare::compare(file, &here, &all(), mode, true, Actor::default()).unwrap().plan
}

fn lines(plan: &Plan) -> Vec<String> {
    plan.items.iter().map(|item| format!("{:?} {} {}", item.action, item.entity.name, item.name)).collect()
}

fn kept(plan: &Plan, entity: &str) -> usize {
    plan.counts.iter().find(|(counted, _)| counted.name == entity).and_then(|(_, counts)| counts.get(&Action::Kept)).copied().unwrap_or_default()
}

#[tokio::test]
async fn a_backup_of_somebody_who_sees_little_deletes_and_changes_nothing_that_they_did_not_see() {
    let site = house();
    let file = backup(&narrow(&site)).await;
    assert_ne!(file.view("access-rules"), View::All);
    for mode in [Mode::Merge, Mode::Replace] {
        let plan = plan(&file, &site, mode).await;
        assert_eq!(lines(&plan), Vec::<String>::new(), "{mode:?}");
    }
    let replaced = plan(&file, &site, Mode::Replace).await;
    let counts = ["domains", "time-rules", "users", "access-rules"].map(|entity| kept(&replaced, entity));
    assert_eq!(counts, [1, 1, 1, 1]);
}

#[tokio::test]
async fn what_they_saw_is_changed_and_a_list_keeps_those_whom_they_did_not_see() {
    let site = house();
    let file = backup(&narrow(&site)).await;
    let anna = id(&site, "users", "Anna");
    {
        let mut rows = site.rows.lock().unwrap();
        let rule = &mut rows.get_mut("access-rules").unwrap()[0];
        rule["users"].as_array_mut().unwrap().retain(|user| user["id"] != anna);
        rule["description"] = json!("by hand");
    }
    let here = read::site(&site, &all(), &EndsAfter::never()).await.unwrap();
    let compared = compare::compare(&file, &here, &all(), Mode::Replace, true, Actor::default()).unwrap();
    assert_eq!(lines(&compared.plan), ["Change access-rules Gate by day"]);
    let item = &compared.plan.items[0];
    assert_eq!(item.fields.iter().map(|field| field.name.as_str()).collect::<Vec<_>>(), ["description", "users"]);
    assert_eq!(item.kept, ["time_rules", "users"]);
    let done = &mut site_backup::journal::Done::default();
    site_backup::apply::run(&site, &Default::default(), compared, &EndsAfter::never(), done).await.unwrap();
    let rule = site.find("access-rules", "Gate by day");
    let ids = |list: &str| rule[list].as_array().unwrap().iter().map(|item| item["id"].as_i64().unwrap()).collect::<Vec<_>>();
    let mut users = ids("users");
    users.sort_unstable();
    assert_eq!((users, ids("time_rules")), (vec![anna, id(&site, "users", "Boris")], vec![id(&site, "time-rules", "Day")]));
    assert_eq!(rule["description"], Value::Null);
    assert_eq!(site.find("domains", "Flat 1/A")["parent_id"], id(&site, "domains", "House"));
}

#[tokio::test]
async fn who_sees_no_more_than_its_maker_deletes_what_was_made_since_and_nothing_that_came_into_view() {
    let site = house();
    let mut hidden = narrow(&site);
    let file = backup(&hidden).await;
    let made = json!({"name": "Made since", "created_at": "2026-11-24T11:00:00Z"});
    site.add("markers", made.clone());
    // Boris came into their group, where he was not before.
    hidden.hidden.retain(|(entity, _)| *entity != "users");
    let own = plan(&file, &hidden, Mode::Replace).await;
    assert_eq!((lines(&own), kept(&own, "users")), (vec!["Delete markers Made since".to_owned()], 1));
    // For who sees more it is not known what they saw.
    assert_eq!(lines(&plan(&file, &site, Mode::Replace).await), Vec::<String>::new());
}

#[tokio::test]
async fn a_zip_says_what_its_maker_saw_and_one_that_does_not_say_it_deletes_nothing() {
    let site = house();
    let (read, key) = (read::site(&narrow(&site), &all(), &EndsAfter::never()).await.unwrap(), archive::ArchiveKey::new(&[b"key"]));
    let about = archive::About { made_at: OffsetDateTime::UNIX_EPOCH, platform: "test".into(), read_seconds: 1, dropped: Vec::new() };
    let (manifest, zip) = archive::write(&read.snapshot, about.clone(), 7, &key).unwrap();
    assert!(!manifest.complete && key.is_own(&manifest, 7));
    let (_, file) = archive::read_part(&zip).unwrap();
    assert_eq!(file.views, read.snapshot.views);
    let whole = read::site(&site, &all(), &EndsAfter::never()).await.unwrap();
    let (manifest, zip) = archive::write(&whole.snapshot, about, 7, &key).unwrap();
    assert!(manifest.complete);
    let (_, mut file) = archive::read(&zip).unwrap();
    site.add("markers", json!({"name": "New"}));
    assert_eq!(lines(&plan(&file, &site, Mode::Replace).await), ["Delete markers New"]);
    file.views.values_mut().for_each(|view| *view = View::Some);
    assert_eq!(lines(&plan(&file, &site, Mode::Replace).await), Vec::<String>::new());
}

#[tokio::test]
async fn a_text_of_somebody_who_sees_little_says_so_and_deletes_nothing() {
    let site = house();
    let read = read::site(&narrow(&site), &all(), &EndsAfter::never()).await.unwrap();
    let text = yaml::write(&read.snapshot, &yaml::Managed::default(), &[], yaml::Style::default()).unwrap();
    assert!(text.contains("\npartial: [") && text.contains("access-rules"), "{text}");
    let file = yaml::read(text.as_bytes()).unwrap();
    let here = read::site(&site, &all(), &EndsAfter::never()).await.unwrap();
    let plan = compare::compare(&file.snapshot, &here, &all(), Mode::Replace, false, Actor::default()).unwrap().plan;
    assert!(plan.items.iter().all(|item| item.action != Action::Delete), "{:?}", lines(&plan));
    let wrong = yaml::read(b"vestibule: 1\npartial: [licenses]\n");
    assert!(wrong.is_err());
}

#[tokio::test]
async fn codes_are_left_out_for_who_may_not_export_them_and_stay_where_rules_name_them() {
    let site = house();
    let code = site.add("identifiers", json!({"name": "Code", "type": "access_code", "value": "4711", "owner": null}));
    let guest = id(&site, "identifiers", "Guest");
    let card = id(&site, "identifiers", "Card");
    let reference = |id: i64| json!({"id": id, "name": "x"});
    site.rows.lock().unwrap().get_mut("access-rules").unwrap()[0]["identifiers"] = json!([reference(card), reference(code), reference(guest)]);
    *site.no_codes.lock().unwrap() = true;
    let here = read::site(&site, &all(), &EndsAfter::never()).await.unwrap();
    let text = yaml::write(&here.snapshot, &yaml::Managed::default(), &here.dropped, yaml::Style::default()).unwrap();
    assert!(!text.contains("4711") && text.contains("00A1"), "{text}");
    assert_eq!(here.dropped, Vec::<String>::new());
    assert!(text.contains("\npartial: [identifiers]\n"), "{text}");

    // The card goes; the code and the guest's stay in the rule.
    let file = yaml::read(b"vestibule: 1\naccess-rules:\n- name: Gate by day\n  identifiers: []\n").unwrap();
    let rules = [Entity::find("access-rules").unwrap()];
    let here = read::site(&site, &rules, &EndsAfter::never()).await.unwrap();
    let compared = compare::compare(&file.snapshot, &here, &rules, Mode::Merge, false, Actor::default()).unwrap();
    let done = &mut site_backup::journal::Done::default();
    site_backup::apply::run(&site, &Default::default(), compared, &EndsAfter::never(), done).await.unwrap();
    assert_eq!(site.find("access-rules", "Gate by day")["identifiers"], json!([{"id": code}, {"id": guest}]));
}

#[tokio::test]
async fn who_may_not_list_roles_applies_their_own_backup_and_roles_stay_as_they_are() {
    let site = house();
    *site.unlisted.lock().unwrap() = vec!["roles"];
    let file = backup(&site).await;
    assert_eq!(file.view("roles"), View::None);
    for mode in [Mode::Merge, Mode::Replace] {
        assert_eq!(lines(&plan(&file, &site, mode).await), Vec::<String>::new(), "{mode:?}");
    }

    // Somebody has given Anna another role: the backup, whose maker saw its name only, does not take it from her.
    let staff = site.find("roles", "Concierge")["id"].clone();
    {
        let mut rows = site.rows.lock().unwrap();
        let anna = rows.get_mut("users").unwrap().iter_mut().find(|user| user["name"] == "Anna").unwrap();
        anna["role"] = json!({"id": staff, "name": "Concierge"});
        anna["description"] = json!("by hand");
    }
    let changed = plan(&file, &site, Mode::Replace).await;
    assert_eq!(lines(&changed), ["Change users Anna"]);
    let item = &changed.items[0];
    assert_eq!(item.fields.iter().map(|field| field.name.as_str()).collect::<Vec<_>>(), ["description"]);
    assert_eq!(item.kept, ["role"]);

    // Who is gone comes back with the role by its id: the operation says whether that may be.
    let boris = id(&site, "users", "Boris");
    let concierge = site.find("users", "Boris")["role"]["id"].clone();
    site.rows.lock().unwrap().get_mut("users").unwrap().retain(|user| user["id"] != boris);
    let here = read::site(&site, &all(), &EndsAfter::never()).await.unwrap();
    let compared = compare::compare(&file, &here, &all(), Mode::Merge, true, Actor::default()).unwrap();
    assert!(compared.plan.items.iter().all(|item| item.action != Action::Conflict), "{:?}", lines(&compared.plan));
    let done = &mut site_backup::journal::Done::default();
    site_backup::apply::run(&site, &Default::default(), compared, &EndsAfter::never(), done).await.unwrap();
    assert_eq!((site.find("users", "Boris")["role"]["id"].clone(), site.find("users", "Anna")["role"]["id"].clone()), (concierge, staff));
}

#[tokio::test]
async fn who_may_not_list_roles_applies_their_own_text_and_roles_stay_as_they_are() {
    let site = house();
    *site.unlisted.lock().unwrap() = vec!["roles"];
    let here = read::site(&site, &all(), &EndsAfter::never()).await.unwrap();
    let text = yaml::write(&here.snapshot, &yaml::Managed::default(), &here.dropped, yaml::Style::default()).unwrap();
    let file = yaml::read(text.as_bytes()).unwrap();
    let plan = compare::compare(&file.snapshot, &here, &all(), Mode::Replace, false, Actor::default()).unwrap().plan;
    assert_eq!(lines(&plan), Vec::<String>::new());
}
