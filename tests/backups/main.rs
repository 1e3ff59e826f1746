//! Backups over HTTP: made of one installation, applied to another, undone, refused.
use anyhow::ensure;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use site_backup::entity::EntityParts;
use site_backup::{ENTITIES, archive, yaml};
use time::OffsetDateTime;

mod side;

use side::{Side, rows};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_house_is_moved_to_another_installation_and_reads_the_same_there() {
    let old = Side::start().await;
    old.build_house().await;
    let (_, zip) = old.back_up("House", &[]).await;
    old.platform.stop().await;

    // Serial numbers are unique in an installation: the broker knows them. This one has its own database.
    let new = Side::start().await;
    let planned = new.upload(&new.admin, &zip, &[("mode", "merge")]).await;
    assert_eq!((planned.status, &planned.body["backup"]["is_own"]), (StatusCode::OK, &json!(false)), "{planned:?}");
    assert_eq!(new.total_of("/users").await, 1, "a plan writes nothing");
    let applied = new.apply(&planned).await;
    assert_eq!((&applied["apply"]["status"], &applied["apply"]["refusals"]), (&json!("applied"), &json!([])), "{applied}");
    let (_, again) = new.back_up("Again", &[]).await;
    assert_eq!(rows(&again), rows(&zip));

    // Twice is once.
    let second = new.upload(&new.admin, &zip, &[("mode", "replace")]).await;
    assert_eq!((&second.body["plan"]["items"], &second.body["plan"]["items_count"]), (&json!([]), &json!(0)), "{second:?}");

    // And undone, nothing of it is left.
    let id = applied["id"].as_i64().expect("an id");
    let undo = new.post(&format!("/backups/{id}/undo"), json!({})).await;
    assert_eq!(undo.status, StatusCode::OK, "{undo:?}");
    let undone = new.post(&format!("/backups/{id}/undo"), json!({ "plan_hash": undo.body["plan"]["plan_hash"] })).await;
    assert_eq!(undone.status, StatusCode::OK, "{undone:?}");
    let before = undone.body["backup"]["id"].as_i64().expect("an id");
    let undone = new.applied(before).await;
    assert_eq!((&undone["apply"]["status"], &undone["apply"]["refusals"]), (&json!("applied"), &json!([])), "{undone}");
    new.wait("undone", id, |backup| backup["apply"]["status"] == "undone").await;
    assert_eq!((new.total_of("/users").await, new.total_of("/devices").await, new.total_of("/identifiers").await), (1, 0, 0));
    new.platform.stop().await;
}

const BACKUP_RIGHTS: [&str; 6] =
    ["can_view_backups", "can_create_backup", "can_delete_backup", "can_apply_backup", "can_download_backup_file", "can_apply_backup_file"];
/// Of an administrator of groups.
const GROUP_RIGHTS: [&str; 7] = [
    "can_view_all_roles",
    "can_edit_self_domain_general_parameters",
    "can_manage_self_domain_users",
    "can_view_access_rules",
    "can_create_access_rule",
    "can_edit_access_rule",
    "can_delete_access_rule",
];

/// The lines of a plan.
fn lines(plan: &Value) -> Vec<String> {
    let line = |item: &Value| format!("{} {} {}", item["action"], item["entity"], item["name"]).replace('"', "");
    plan["items"].as_array().into_iter().flatten().map(line).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_of_somebody_who_sees_little_takes_nothing_away_that_they_did_not_see() {
    let side = Side::start().await;
    side.build_house().await;
    let (flat, gate) = (side.id_of("/domains", "Flat 1/A").await, side.id_of("/devices", "Gate").await);
    let castle = side.make("/domains", json!({ "name": "Castle" })).await;
    let forbids =
        json!({ "name": "Nobody at the gate", "devices": [{ "id": gate, "lock_number": 2 }], "domains": [{ "id": castle }], "prohibition": true });
    side.make("/access-rules", forbids).await;
    let rights: Vec<&str> = BACKUP_RIGHTS.iter().chain(&GROUP_RIGHTS).copied().collect();
    let boss = side.person("Boss", &rights, flat).await;
    // Anna may do no more than whoever will change her.
    let resident = side.make("/roles", json!({ "name": "Resident of a flat", "permissions": [GROUP_RIGHTS[0]] })).await;
    let anna = side.id_of("/users", "Anna").await;
    side.as_user(&side.admin, Method::PATCH, &format!("/users/{anna}"), Some(json!({ "role": { "id": resident } }))).await;

    // It says what its maker could not see.
    let made = side.as_user(&boss, Method::POST, "/backups", Some(json!({ "name": "Little" }))).await;
    assert_eq!(made.status, StatusCode::OK, "{made:?}");
    let id = made.body["id"].as_i64().expect("an id");
    let ready = side.wait("a backup", id, |backup| backup["status"] != "making").await;
    assert_eq!((&ready["status"], &ready["is_complete"]), (&json!("ready"), &json!(false)), "{ready}");
    let view = |name: &str| {
        let found = ready["entities"].as_array().into_iter().flatten().find(|entity| entity["name"] == name);
        found.unwrap_or_else(|| panic!("{name} in {ready}"))["view"].clone()
    };
    assert_eq!(["domain-types", "domains", "users", "access-rules"].map(view), ["all", "part", "part", "part"].map(|word| json!(word)));

    // Whoever sees all applies it: nothing goes, nothing moves, and the plan says what stays.
    for mode in ["merge", "replace"] {
        let plan = side.post(&format!("/backups/{id}/apply"), json!({ "mode": mode })).await;
        assert_eq!((plan.status, lines(&plan.body["plan"])), (StatusCode::OK, vec![]), "{mode}: {plan:?}");
    }
    let plan = side.post(&format!("/backups/{id}/apply"), json!({ "mode": "replace" })).await.body;
    let kept = |name: &str| {
        let found = plan["plan"]["counts"].as_array().into_iter().flatten().find(|count| count["entity"] == name);
        found.and_then(|count| count["kept"].as_i64()).unwrap_or_default()
    };
    assert!(["domains", "users", "access-rules"].iter().all(|name| kept(name) > 0), "{plan}");

    // An undo by whoever sees all brings back what the apply has changed, and nothing else.
    let describe = json!({ "description": "by hand" });
    side.as_user(&side.admin, Method::PATCH, &format!("/users/{anna}"), Some(describe)).await;
    let plan = side.as_user(&boss, Method::POST, &format!("/backups/{id}/apply"), Some(json!({ "mode": "replace" }))).await;
    assert_eq!(lines(&plan.body["plan"]), ["change users Anna"], "{plan:?}");
    let body = json!({ "mode": "replace", "plan_hash": plan.body["plan"]["plan_hash"] });
    let begun = side.as_user(&boss, Method::POST, &format!("/backups/{id}/apply"), Some(body)).await;
    assert_eq!(begun.status, StatusCode::OK, "{begun:?}");
    let applied = side.applied(id).await;
    assert_eq!(applied["apply"]["status"], "applied", "{applied}");
    let undo = side.post(&format!("/backups/{id}/undo"), json!({})).await;
    assert_eq!((undo.status, lines(&undo.body["plan"])), (StatusCode::OK, vec!["change users Anna".to_owned()]), "{undo:?}");
    let undone = side.post(&format!("/backups/{id}/undo"), json!({ "plan_hash": undo.body["plan"]["plan_hash"] })).await;
    assert_eq!(undone.status, StatusCode::OK, "{undone:?}");
    side.wait("undone", id, |backup| backup["apply"]["status"] == "undone").await;
    let again = side.get(&format!("/users/{anna}")).await.expect("a user").body;
    assert_eq!(again["description"], "by hand", "{again}");
    assert_eq!(side.total_of("/access-rules").await, 2);
    side.platform.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_is_there_only_for_those_who_view_all_that_it_holds() {
    let side = Side::start().await;
    side.build_house().await;
    let (flat, root) = (side.id_of("/domains", "Flat 1/A").await, side.id_of("/domains", "Harbour").await);
    let castle = side.make("/domains", json!({ "name": "Castle" })).await;
    let (whole, _) = side.back_up("Whole", &[]).await;
    let rights: Vec<&str> = BACKUP_RIGHTS.iter().chain(&GROUP_RIGHTS).copied().collect();
    let (boss, above) = (side.person("Boss", &rights, flat).await, side.person("Above", &rights, root).await);
    let elsewhere = side.person("Elsewhere", &rights, castle).await;
    let made = side.as_user(&boss, Method::POST, "/backups", Some(json!({ "name": "People", "entities": ["domains", "users"] }))).await;
    assert_eq!(made.status, StatusCode::OK, "{made:?}");
    let own = made.body["id"].as_i64().expect("an id");
    side.wait("a backup", own, |backup| backup["status"] == "ready").await;

    // The rows of a matrix: whose backup is there for whom.
    let rows = [
        ("Boss", &boss, whole, StatusCode::NOT_FOUND),
        ("Above", &above, whole, StatusCode::NOT_FOUND),
        ("Elsewhere", &elsewhere, whole, StatusCode::NOT_FOUND),
        ("Boss", &boss, own, StatusCode::OK),
        ("Above", &above, own, StatusCode::OK),
        ("Elsewhere", &elsewhere, own, StatusCode::NOT_FOUND),
        ("administrator", &side.admin, own, StatusCode::OK),
    ];
    for (name, token, id, status) in rows {
        let calls = [
            (Method::GET, format!("/backups/{id}"), None),
            (Method::POST, format!("/backups/{id}/apply"), Some(json!({ "mode": "merge" }))),
            (Method::GET, format!("/backups/{id}/download"), None),
        ];
        for (method, path, body) in calls {
            assert_eq!(side.as_user(token, method.clone(), &path, body).await.status, status, "{name}: {method} {path}");
        }
        let list = side.as_user(token, Method::GET, "/backups?size=100", None).await.body;
        let is_listed = list["items"].as_array().into_iter().flatten().any(|backup| backup["id"] == id);
        assert_eq!(is_listed, status == StatusCode::OK, "{name}: {list}");
    }
    for token in [&boss, &above, &elsewhere] {
        let refused = side.as_user(token, Method::DELETE, &format!("/backups/{whole}"), None).await;
        assert_eq!(refused.status, StatusCode::NOT_FOUND, "{refused:?}");
        let refused = side.as_user(token, Method::POST, "/backups/deleteAll", Some(json!({ "items": [whole] }))).await;
        assert_eq!(refused.body["items"][0]["done"], false, "{refused:?}");
    }

    // A plan shows what is in a backup.
    let blind = side.person("Blind", &["can_apply_backup", "can_apply_backup_file"], root).await;
    for path in [format!("/backups/{own}/apply"), format!("/backups/{own}/undo")] {
        let refused = side.as_user(&blind, Method::POST, &path, Some(json!({}))).await;
        assert_eq!(refused.status, StatusCode::FORBIDDEN, "{path}: {refused:?}");
    }
    let deleted = side.as_user(&above, Method::DELETE, &format!("/backups/{own}"), None).await;
    assert_eq!(deleted.status, StatusCode::OK, "{deleted:?}");
    side.platform.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rule_of_more_than_500_cards_is_in_a_backup_with_every_card() {
    const CARDS: i64 = 520;
    let side = Side::start().await;
    side.build_house().await;
    let rule = side.id_of("/access-rules", "Gate by day").await;
    for first in (0..CARDS).step_by(20) {
        let make = |number: i64| {
            let card =
                json!({ "name": format!("Card {number}"), "type": "card", "value": format!("0B{number:04}"), "access_rules": [{ "id": rule }] });
            side.make("/identifiers", card)
        };
        futures::future::join_all((first..first + 20).map(make)).await;
    }
    let cut = side.get(&format!("/access-rules/{rule}")).await.expect("a rule").body;
    assert_eq!(cut["identifiers"].as_array().map(Vec::len), Some(500), "an answer is cut");
    let (id, zip) = side.back_up("Cards", &["identifiers", "access-rules"]).await;
    let members = |zip: &[u8]| {
        let (_, snapshot) = archive::read_part(zip).expect("a good zip");
        let rules = snapshot.get("access-rules").expect("rules");
        rules.items[0].fields()["identifiers"].as_array().map(Vec::len)
    };
    assert_eq!(members(&zip), Some(CARDS as usize + 1));

    // A card that was taken out of the rule comes back, and one that was put into it goes, beyond the first 500 as well.
    let last = side.id_of("/identifiers", "Card 519").await;
    let body = json!({ "access_rules": [] });
    side.as_user(&side.admin, Method::PATCH, &format!("/identifiers/{last}"), Some(body)).await;
    let card = json!({ "name": "Other", "type": "card", "value": "0C0001", "access_rules": [{ "id": rule }] });
    let other = side.make("/identifiers", card).await;
    let planned = side.post(&format!("/backups/{id}/apply"), json!({ "mode": "merge" })).await;
    assert_eq!(lines(&planned.body["plan"]), ["change access-rules Gate by day"], "{planned:?}");
    let applied = side.apply(&planned).await;
    assert_eq!((&applied["apply"]["status"], &applied["apply"]["refusals"]), (&json!("applied"), &json!([])), "{applied}");
    let rules_of = async |id: i64| side.get(&format!("/identifiers/{id}")).await.expect("a card").body["access_rules"].as_array().map(Vec::len);
    assert_eq!((rules_of(last).await, rules_of(other).await), (Some(1), Some(0)));
    side.platform.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_entity_is_read_by_pages_in_the_order_of_ids_and_more_people_than_a_page_has_are_all_there() {
    const PEOPLE: usize = 505;
    let side = Side::start().await;
    let (role, group) = (side.id_of("/roles", "user").await, side.make("/domains", json!({ "name": "Harbour" })).await);
    for first in (0..PEOPLE).step_by(20) {
        let make = |number: usize| {
            // The names are in another order than the ids.
            let name = format!("Person {}", (number * 7) % PEOPLE);
            let person = json!({ "name": name, "email": format!("p{number}@backups.test"), "role": { "id": role }, "domains": [{ "id": group }],
                "send_registration_link": false });
            side.make("/users", person)
        };
        futures::future::join_all((first..(first + 20).min(PEOPLE)).map(make)).await;
    }
    for entity in ENTITIES.iter().filter(|entity| !entity.is_singletons()) {
        // The filter that the gateway reads by: ids above 0.
        let filters = "%5B%7B%22field%22%3A%22id%22%2C%22rule%22%3A%22above%22%2C%22value%22%3A0%7D%5D";
        let page = side.get(&format!("/{}?size=500&sort=id&filters={filters}", entity.name)).await.expect("a list");
        assert_eq!(page.status, StatusCode::OK, "{}: {page:?}", entity.name);
        let ids: Vec<i64> = page.body["items"].as_array().into_iter().flatten().filter_map(|row| row["id"].as_i64()).collect();
        assert!(ids.is_sorted(), "{}: {ids:?}", entity.name);
    }
    let (_, zip) = side.back_up("People", &["users"]).await;
    let (_, snapshot) = archive::read_part(&zip).expect("a good zip");
    assert_eq!(snapshot.get("users").expect("users").items.len(), PEOPLE + 1);
    side.platform.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_row_is_carried_as_it_is_answered_by_itself() {
    let side = Side::start().await;
    side.build_house().await;
    for entity in ENTITIES.iter().filter(|entity| !entity.is_read_each) {
        let EntityParts::Rows(fields) = entity.parts else { continue };
        let list = side.get(&format!("/{}?size=100", entity.name)).await.expect("a list").body;
        for row in list["items"].as_array().into_iter().flatten() {
            let alone = side.get(&format!("/{}/{}", entity.name, row["id"])).await.expect("a row").body;
            for field in fields.carried {
                assert_eq!(row[*field], alone[*field], "{} {field}", entity.name);
            }
        }
    }
    // What a group is set up with is not in lists, and travels all the same.
    let root = side.id_of("/domains", "Harbour").await;
    let set = json!({ "guest_identifier_limits": { "max_passes_count": 3 }, "whitelabel_settings": { "is_enabled": false, "name": "The Harbour" } });
    let set = side.as_user(&side.admin, Method::PATCH, &format!("/domains/{root}"), Some(set)).await;
    assert_eq!(set.status, StatusCode::OK, "{set:?}");
    let (_, zip) = side.back_up("Settings", &["domains"]).await;
    let rows = rows(&zip);
    assert!(rows.iter().any(|row| row.contains("The Harbour") && row.contains("\"max_passes_count\":3")), "{rows:?}");
    side.platform.stop().await;
}

/// Markers, made by a file of another installation.
fn markers(count: usize) -> Vec<u8> {
    let rows: String = (0..count).map(|number| format!("- name: Marker {number:03}\n  color: '#0000ff'\n")).collect();
    let file = yaml::read(format!("vestibule: 1\nmarkers:\n{rows}").as_bytes()).expect("a good text");
    let about = archive::About { made_at: OffsetDateTime::UNIX_EPOCH, platform: "test".into(), read_seconds: 0, dropped: Vec::new() };
    archive::write(&file.snapshot, about, 1, &archive::ArchiveKey::new(&[b"elsewhere"])).expect("a zip").1
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_at_any_row_an_apply_is_done_and_an_undo_is_undone() {
    const MARKERS: i64 = 150;
    let side = Side::start().await;
    let before = side.back_up("Before", &["markers"]).await.1;
    let mut gateway = side.platform.killable_gateway().await.expect("a gateway");
    let mut kills = 0;

    let planned = side.upload(&side.admin, &markers(MARKERS as usize), &[("mode", "merge")]).await;
    let (id, hash) = (planned.body["backup"]["id"].as_i64().expect("an id"), &planned.body["plan"]["plan_hash"]);
    let begun = side.post(&format!("/backups/{id}/apply"), json!({ "mode": "merge", "plan_hash": hash })).await;
    assert_eq!(begun.status, StatusCode::OK, "{begun:?}");
    // First before anything is written.
    for target in [0, 1, 30, 60, 100] {
        side.wait_for_markers(|total| total >= target).await;
        gateway = side.kill(gateway).await;
        kills += 1;
    }
    let applied = side.applied(id).await;
    assert_eq!((&applied["apply"]["status"], &applied["apply"]["refusals"]), (&json!("applied"), &json!([])), "{applied}");
    assert_eq!(side.total_of("/markers").await, MARKERS);

    // Somebody goes on working: that is not undone.
    side.make("/markers", json!({ "name": "By hand", "color": "#ff0000" })).await;
    let undo = side.post(&format!("/backups/{id}/undo"), json!({})).await;
    assert_eq!(undo.body["plan"]["items_count"], MARKERS, "{undo:?}");
    let undone = side.post(&format!("/backups/{id}/undo"), json!({ "plan_hash": undo.body["plan"]["plan_hash"] })).await;
    assert_eq!(undone.status, StatusCode::OK, "{undone:?}");
    for target in [MARKERS + 1, 120, 80, 40] {
        side.wait_for_markers(|total| total <= target).await;
        gateway = side.kill(gateway).await;
        kills += 1;
    }
    side.wait("undone", id, |backup| backup["apply"]["status"] == "undone").await;
    let by_hand = side.id_of("/markers", "By hand").await;
    side.as_user(&side.admin, Method::DELETE, &format!("/markers/{by_hand}"), None).await;
    assert_eq!(rows(&side.back_up("After", &["markers"]).await.1), rows(&before));
    println!("kills survived: {kills}");
    gateway.kill();
    side.platform.stop().await;
}

impl Side {
    async fn wait_for_markers(&self, is_enough: impl Fn(i64) -> bool) {
        let look = || async {
            let answer = self.get("/markers").await?;
            ensure!(answer.body["total"].as_i64().is_some_and(&is_enough), "{answer:?}");
            Ok(answer)
        };
        self.platform.eventually("markers", look).await.expect("markers");
    }

    /// kill -9, and the end of the leases that nobody renews; then another gateway.
    async fn kill(&self, gateway: acceptance::KillableGateway) -> acceptance::KillableGateway {
        gateway.kill();
        let settings = self.platform.settings();
        let mut redis =
            redis::Client::open(settings.redis_url.as_str()).expect("an address").get_multiplexed_async_connection().await.expect("Redis");
        let held: Vec<String> = redis::cmd("KEYS").arg(settings.redis_name("backup-*:*")).query_async(&mut redis).await.expect("leases");
        for name in held {
            let _: () = redis::cmd("DEL").arg(name).query_async(&mut redis).await.expect("deleted");
        }
        self.platform.killable_gateway().await.expect("a gateway")
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_does_no_more_than_whoever_applies_it_may() {
    let side = Side::start().await;
    let group = side.make("/domains", json!({ "name": "Harbour" })).await;
    side.make("/markers", json!({ "name": "VIP", "color": "#ff0000" })).await;
    let strong = side.make("/roles", json!({ "name": "Strong", "permissions": ["can_create_role", "can_view_all_roles"] })).await;
    let (id, zip) = side.back_up("Before", &["markers", "roles"]).await;

    // A hash of yesterday is refused: somebody has changed something since.
    let marker = side.id_of("/markers", "VIP").await;
    let change = async |color: &str| {
        let path = format!("/markers/{marker}");
        side.platform.call(Some(&side.admin), Method::PATCH, &path, Some(json!({ "color": color }))).await.expect("changed")
    };
    change("#00ff00").await;
    let plan = side.post(&format!("/backups/{id}/apply"), json!({ "mode": "merge" })).await;
    assert_eq!(plan.body["plan"]["items"][0]["fields"][0]["name"], "color", "{plan:?}");
    change("#0000ff").await;
    let stale = side.post(&format!("/backups/{id}/apply"), json!({ "mode": "merge", "plan_hash": plan.body["plan"]["plan_hash"] })).await;
    assert_eq!((stale.status, &stale.body["message"]), (StatusCode::CONFLICT, &json!("changed by somebody else: try again")));

    // Somebody who may apply backups and see everything in it, but write none of it.
    let permissions = ["can_view_backups", "can_apply_backup", "can_apply_backup_file", "can_view_all_roles", "can_view_all_users"];
    let weak = side.make("/roles", json!({ "name": "Weak", "permissions": permissions })).await;
    let person = json!({ "name": "Weak", "email": "weak@backups.test", "password": acceptance::PASSWORD, "role": { "id": weak }, "domains": [{ "id": group }] });
    side.make("/users", person).await;
    let deleted = side.platform.call(Some(&side.admin), Method::DELETE, &format!("/roles/{strong}"), None).await.expect("deleted");
    assert_eq!(deleted.status, StatusCode::OK, "{deleted:?}");
    let token = side.platform.sign_in("weak@backups.test").await.expect("signed in");
    let planned = side.upload(&token, &zip, &[("mode", "merge")]).await;
    assert_eq!(planned.status, StatusCode::OK, "{planned:?}");
    let (file, hash) = (planned.body["backup"]["id"].as_i64().expect("an id"), &planned.body["plan"]["plan_hash"]);
    let body = json!({ "mode": "merge", "plan_hash": hash });
    let begun = side.platform.call(Some(&token), Method::POST, &format!("/backups/{file}/apply"), Some(body)).await.expect("an answer");
    assert_eq!(begun.status, StatusCode::OK, "{begun:?}");
    let ended = side.applied(file).await;
    assert_eq!(ended["apply"]["status"], "failed", "{ended}");
    let refusals = ended["apply"]["refusals"].as_array().expect("refusals");
    assert!(refusals.iter().any(|refusal| refusal["name"] == "Strong" && refusal["message"] == "action prohibited"), "{ended}");
    let roles = side.get("/roles?size=500").await.expect("roles").body;
    assert!(!roles.to_string().contains("Strong"));

    // A file is applied by who may apply files, whoever uploaded it.
    let stored_only = side.make("/roles", json!({ "name": "Stored", "permissions": ["can_view_backups", "can_apply_backup"] })).await;
    let person = json!({ "name": "Stored", "email": "stored@backups.test", "password": acceptance::PASSWORD, "role": { "id": stored_only }, "domains": [{ "id": group }] });
    side.make("/users", person).await;
    let token = side.platform.sign_in("stored@backups.test").await.expect("signed in");
    let refused = side.platform.call(Some(&token), Method::POST, &format!("/backups/{file}/apply"), Some(json!({}))).await.expect("an answer");
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    let refused = side.upload(&token, &zip, &[]).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);

    // Another project sees none of it.
    let other = side.platform.project("other", "other@backups.test").await.expect("a project");
    for (method, path) in [
        (Method::GET, format!("/backups/{id}")),
        (Method::GET, format!("/backups/{id}/download")),
        (Method::DELETE, format!("/backups/{id}")),
        (Method::POST, format!("/backups/{id}/undo")),
        (Method::POST, format!("/backups/{id}/apply")),
    ] {
        let body = (method == Method::POST).then(|| json!({}));
        let answer = side.platform.call(Some(&other), method.clone(), &path, body).await.expect("an answer");
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{method} {path}");
    }

    // Hostile files are refused before anything is stored.
    let before = side.total_of("/backups").await;
    for wrong in [b"no zip".to_vec(), zip[..zip.len() - 1].to_vec(), [b"PK", &zip[..]].concat()] {
        let refused = side.upload(&side.admin, &wrong, &[]).await;
        assert!(refused.status == StatusCode::CONFLICT || refused.status == StatusCode::UNPROCESSABLE_ENTITY, "{refused:?}");
        assert!(["wrong file body", "invalid file"].contains(&refused.body["message"].as_str().unwrap_or_default()), "{refused:?}");
    }
    // A good file that is not applied as it was reviewed is not kept.
    let refused = side.upload(&side.admin, &zip, &[("mode", "merge"), ("plan_hash", "another")]).await;
    assert_eq!((refused.status, &refused.body["message"]), (StatusCode::CONFLICT, &json!("changed by somebody else: try again")), "{refused:?}");
    assert_eq!(side.total_of("/backups").await, before);

    // While others make and apply, one more is refused.
    leases(&side, id).await;
    let deleted = side.platform.call(Some(&side.admin), Method::DELETE, &format!("/backups/{id}"), None).await.expect("deleted");
    assert_eq!((deleted.status, side.get(&format!("/backups/{id}")).await.expect("an answer").status), (StatusCode::OK, StatusCode::NOT_FOUND));
    side.platform.stop().await;
}

async fn leases(side: &Side, id: i64) {
    let settings = side.platform.settings();
    let mut redis = redis::Client::open(settings.redis_url.as_str()).expect("an address").get_multiplexed_async_connection().await.expect("Redis");
    let profile = side.get("/profile").await.expect("a profile").body;
    let project = profile["project"]["id"].as_i64().unwrap_or(1);
    let held = [format!("backup-apply:{project}"), format!("backup-make:{project}:0"), format!("backup-make:{project}:1")];
    for name in &held {
        let _: () = redis::cmd("SET").arg(settings.redis_name(name)).arg("another").query_async(&mut redis).await.expect("set");
    }
    let making = side.post("/backups", json!({ "name": "Third" })).await;
    assert_eq!((making.status, &making.body["message"]), (StatusCode::CONFLICT, &json!("can't perform action")), "{making:?}");
    let plan = side.post(&format!("/backups/{id}/apply"), json!({ "mode": "merge" })).await;
    let second = side.post(&format!("/backups/{id}/apply"), json!({ "mode": "merge", "plan_hash": plan.body["plan"]["plan_hash"] })).await;
    assert_eq!((second.status, &second.body["message"]), (StatusCode::CONFLICT, &json!("can't perform action")), "{second:?}");
    for name in &held {
        let _: () = redis::cmd("DEL").arg(settings.redis_name(name)).query_async(&mut redis).await.expect("deleted");
    }
}
