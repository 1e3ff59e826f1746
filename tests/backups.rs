//! Backups over HTTP: made of one installation, applied to another, undone, refused.
use acceptance::{Answer, Platform};
use anyhow::{Result, ensure};
use reqwest::multipart::{Form, Part};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use site_backup::archive;

const EMAIL: &str = "admin@backups.test";

struct Side {
    platform: Platform,
    admin: String,
}

impl Side {
    async fn start() -> Side {
        let platform = Platform::start().await.expect("the platform starts");
        let admin = platform.project("backups", EMAIL).await.expect("a project");
        let side = Side { platform, admin };
        side.wait_for_types().await;
        side
    }

    async fn wait_for_types(&self) {
        let types = || async {
            let answer = self.get("/domain-types").await?;
            ensure!(answer.body["total"] == 6, "{answer:?}");
            Ok(answer)
        };
        self.platform.eventually("the default types", types).await.expect("types");
    }

    async fn get(&self, path: &str) -> Result<Answer> {
        self.platform.call(Some(&self.admin), Method::GET, path, None).await
    }

    async fn post(&self, path: &str, body: Value) -> Answer {
        self.platform.call(Some(&self.admin), Method::POST, path, Some(body)).await.expect("an answer")
    }

    async fn make(&self, path: &str, body: Value) -> i64 {
        self.platform.make(&self.admin, path, body).await.expect("made")
    }

    async fn id_of(&self, path: &str, name: &str) -> i64 {
        let rows = self.get(&format!("{path}?size=500")).await.expect("rows").body;
        let found = rows["items"].as_array().into_iter().flatten().find(|row| row["name"] == name);
        found.unwrap_or_else(|| panic!("{name} in {rows}"))["id"].as_i64().expect("an id")
    }

    /// A house with people, a panel, a schedule, cards, rules and numbers.
    async fn build_house(&self) {
        let root = self.make("/domains", json!({ "name": "Harbour" })).await;
        let flat = self.make("/domains", json!({ "name": "Flat 1/A", "parent_id": root })).await;
        let role = self.make("/roles", json!({ "name": "Night watch", "permissions": ["can_view_devices"] })).await;
        let marker = self.make("/markers", json!({ "name": "VIP", "color": "#ff0000" })).await;
        let anna = json!({ "name": "Anna", "email": "anna@backups.test", "role": { "id": role }, "domains": [{ "id": flat }],
            "markers": [{ "id": marker }], "send_registration_link": false });
        let anna = self.make("/users", anna).await;
        let device = json!({ "name": "Gate", "serial_number": "BACKUP-1", "domain": { "id": root }, "type": "panel", "model": "AA-12" });
        let gate = self.make("/devices", device).await;
        let hours = self.make(
            "/time-rules",
            json!({ "name": "Day", "valid_from": "2026-11-23T08:00:00", "valid_to": "2026-11-23T20:00:00",
            "is_all_day": false, "repeat_mode": "day" }),
        );
        let hours = hours.await;
        let card = json!({ "name": "Card", "type": "card", "value": "00A1B2", "owner": { "id": anna }, "owner_type": "owner" });
        let card = self.make("/identifiers", card).await;
        let rule = json!({ "name": "Gate by day", "devices": [{ "id": gate, "lock_number": 1 }], "time_rules": [{ "id": hours }],
            "users": [{ "id": anna }], "identifiers": [{ "id": card }] });
        self.make("/access-rules", rule).await;
        self.make("/sip-numbers", json!({ "number": "201", "name": "Anna", "user": { "id": anna }, "domain": { "id": flat } })).await;
    }

    async fn wait(&self, what: &str, id: i64, is_over: impl Fn(&Value) -> bool) -> Value {
        let look = || async {
            let answer = self.get(&format!("/backups/{id}")).await?;
            ensure!(is_over(&answer.body), "{answer:?}");
            Ok(answer)
        };
        self.platform.eventually(what, look).await.expect(what).body
    }

    /// Its id and its zip.
    async fn back_up(&self, name: &str, entities: &[&str]) -> (i64, Vec<u8>) {
        let made = self.post("/backups", json!({ "name": name, "entities": entities })).await;
        assert_eq!(made.status, StatusCode::OK, "{made:?}");
        let id = made.body["id"].as_i64().expect("an id");
        let ready = self.wait("a backup", id, |backup| backup["status"] != "making").await;
        assert_eq!((&ready["status"], &ready["is_complete"], &ready["dropped"]), (&json!("ready"), &json!(true), &json!([])), "{ready}");
        let url = format!("{}/api/v0/backups/{id}/download", self.platform.url);
        let file = reqwest::Client::new().get(url).bearer_auth(&self.admin).send().await.expect("a file");
        (id, file.bytes().await.expect("a file").to_vec())
    }

    async fn upload(&self, token: &str, zip: &[u8], fields: &[(&'static str, &str)]) -> Answer {
        let form = fields.iter().fold(Form::new(), |form, (name, value)| form.text(*name, (*value).to_owned()));
        let form = form.part("file", Part::bytes(zip.to_vec()).file_name("house.zip"));
        self.platform.upload(Some(token), "/backups/apply", form).await.expect("an answer")
    }

    /// Applies what was planned, and waits for its end.
    async fn apply(&self, planned: &Answer) -> Value {
        assert_eq!(planned.status, StatusCode::OK, "{planned:?}");
        let (id, hash) = (planned.body["backup"]["id"].as_i64().expect("an id"), &planned.body["plan"]["plan_hash"]);
        let begun = self.post(&format!("/backups/{id}/apply"), json!({ "mode": planned.body["plan"]["mode"], "plan_hash": hash })).await;
        assert_eq!((begun.status, &begun.body["backup"]["apply"]["status"]), (StatusCode::OK, &json!("applying")), "{begun:?}");
        self.wait("an apply", id, |backup| backup["apply"]["status"] != "applying").await
    }

    async fn total_of(&self, path: &str) -> i64 {
        self.get(path).await.expect("a list").body["total"].as_i64().expect("a total")
    }
}

/// Every row without ids.
fn rows(zip: &[u8]) -> Vec<String> {
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
    let (_, snapshot) = archive::read(zip).expect("a good zip");
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
    let undone = new.wait("an undo", before, |backup| backup["apply"]["status"] != "applying").await;
    assert_eq!((&undone["apply"]["status"], &undone["apply"]["refusals"]), (&json!("applied"), &json!([])), "{undone}");
    new.wait("undone", id, |backup| backup["apply"]["status"] == "undone").await;
    assert_eq!((new.total_of("/users").await, new.total_of("/devices").await, new.total_of("/identifiers").await), (1, 0, 0));
    new.platform.stop().await;
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
    let ended = side.wait("an apply", file, |backup| backup["apply"]["status"] != "applying").await;
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
