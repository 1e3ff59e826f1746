//! An installation whose project is backed up or gets what another's backup holds.
use acceptance::{Answer, Platform};
use anyhow::{Result, ensure};
use reqwest::multipart::{Form, Part};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use site_backup::archive;

const EMAIL: &str = "admin@backups.test";

/// An installation with a project, and its administrator.
pub struct Side {
    pub platform: Platform,
    pub admin: String,
}

impl Side {
    pub async fn start() -> Side {
        let platform = Platform::start().await.expect("the platform starts");
        let admin = platform.project("backups", EMAIL).await.expect("a project");
        let side = Side { platform, admin };
        side.wait_for_types().await;
        side
    }

    pub async fn wait_for_types(&self) {
        let types = || async {
            let answer = self.get("/domain-types").await?;
            ensure!(answer.body["total"] == 6, "{answer:?}");
            Ok(answer)
        };
        self.platform.eventually("the default types", types).await.expect("types");
    }

    pub async fn get(&self, path: &str) -> Result<Answer> {
        self.platform.call(Some(&self.admin), Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.platform.call(Some(&self.admin), Method::POST, path, Some(body)).await.expect("an answer")
    }

    pub async fn make(&self, path: &str, body: Value) -> i64 {
        self.platform.make(&self.admin, path, body).await.expect("made")
    }

    pub async fn id_of(&self, path: &str, name: &str) -> i64 {
        let rows = self.get(&format!("{path}?size=500")).await.expect("rows").body;
        let found = rows["items"].as_array().into_iter().flatten().find(|row| row["name"] == name);
        found.unwrap_or_else(|| panic!("{name} in {rows}"))["id"].as_i64().expect("an id")
    }

    /// A house with people, a panel, a schedule, cards, rules and numbers.
    pub async fn build_house(&self) {
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

    pub async fn wait(&self, what: &str, id: i64, is_over: impl Fn(&Value) -> bool) -> Value {
        let look = || async {
            let answer = self.get(&format!("/backups/{id}")).await?;
            ensure!(is_over(&answer.body), "{answer:?}");
            Ok(answer)
        };
        self.platform.eventually(what, look).await.expect(what).body
    }

    pub async fn applied(&self, id: i64) -> Value {
        self.platform.applied(&self.admin, id).await.expect("an apply that ends")
    }

    /// Its id and its zip.
    pub async fn back_up(&self, name: &str, entities: &[&str]) -> (i64, Vec<u8>) {
        let made = self.post("/backups", json!({ "name": name, "entities": entities })).await;
        assert_eq!(made.status, StatusCode::OK, "{made:?}");
        let id = made.body["id"].as_i64().expect("an id");
        let ready = self.wait("a backup", id, |backup| backup["status"] != "making").await;
        assert_eq!((&ready["status"], &ready["is_complete"], &ready["dropped"]), (&json!("ready"), &json!(true), &json!([])), "{ready}");
        (id, self.download(id).await)
    }

    pub async fn download(&self, id: i64) -> Vec<u8> {
        let url = format!("{}/api/v0/backups/{id}/download", self.platform.url);
        let file = reqwest::Client::new().get(url).bearer_auth(&self.admin).send().await.expect("a file");
        file.bytes().await.expect("a file").to_vec()
    }

    /// Somebody with a role of these permissions, in this group.
    pub async fn person(&self, name: &str, permissions: &[&str], group: i64) -> String {
        let role = self.make("/roles", json!({ "name": name, "permissions": permissions })).await;
        let email = format!("{}@backups.test", name.to_lowercase());
        let person = json!({ "name": name, "email": email, "password": acceptance::PASSWORD, "role": { "id": role }, "domains": [{ "id": group }] });
        self.make("/users", person).await;
        self.platform.sign_in(&email).await.expect("signed in")
    }

    pub async fn as_user(&self, token: &str, method: Method, path: &str, body: Option<Value>) -> Answer {
        self.platform.call(Some(token), method, path, body).await.expect("an answer")
    }

    pub async fn upload(&self, token: &str, zip: &[u8], fields: &[(&'static str, &str)]) -> Answer {
        let form = fields.iter().fold(Form::new(), |form, (name, value)| form.text(*name, (*value).to_owned()));
        let form = form.part("file", Part::bytes(zip.to_vec()).file_name("house.zip"));
        self.platform.upload(Some(token), "/backups/apply", form).await.expect("an answer")
    }

    /// Applies what was planned, and waits for its end.
    pub async fn apply(&self, planned: &Answer) -> Value {
        assert_eq!(planned.status, StatusCode::OK, "{planned:?}");
        let (id, hash) = (planned.body["backup"]["id"].as_i64().expect("an id"), &planned.body["plan"]["plan_hash"]);
        let begun = self.post(&format!("/backups/{id}/apply"), json!({ "mode": planned.body["plan"]["mode"], "plan_hash": hash })).await;
        assert_eq!((begun.status, &begun.body["backup"]["apply"]["status"]), (StatusCode::OK, &json!("applying")), "{begun:?}");
        self.applied(id).await
    }

    pub async fn total_of(&self, path: &str) -> i64 {
        self.get(path).await.expect("a list").body["total"].as_i64().expect("a total")
    }
}

/// Every row without ids.
pub fn rows(zip: &[u8]) -> Vec<String> {
    pub fn strip(value: &mut Value) {
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
