//! A site as code over HTTP: exported, planned, applied; what was changed by hand; who may, and what is refused.
use std::process::Command;

use acceptance::{Answer, PASSWORD, Platform};
use anyhow::{Result, ensure};
use reqwest::multipart::{Form, Part};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

const EMAIL: &str = "admin@site.test";

struct Side {
    platform: Platform,
    admin: String,
}

impl Side {
    async fn start() -> Side {
        let platform = Platform::start().await.expect("the platform starts");
        let admin = platform.project("site", EMAIL).await.expect("a project");
        let side = Side { platform, admin };
        let types = || async {
            let answer = side.call(Method::GET, "/domain-types", None).await?;
            ensure!(answer.body["total"] == 6, "{answer:?}");
            Ok(answer)
        };
        side.platform.eventually("the default types", types).await.expect("types");
        side
    }

    async fn call(&self, method: Method, path: &str, body: Option<Value>) -> Result<Answer> {
        self.platform.call(Some(&self.admin), method, path, body).await
    }

    async fn make(&self, path: &str, body: Value) -> i64 {
        self.platform.make(&self.admin, path, body).await.expect("made")
    }

    async fn id_of(&self, path: &str, name: &str) -> i64 {
        let rows = self.call(Method::GET, &format!("{path}?size=500"), None).await.expect("rows").body;
        let found = rows["items"].as_array().into_iter().flatten().find(|row| row["name"] == name);
        found.unwrap_or_else(|| panic!("{name} in {rows}"))["id"].as_i64().expect("an id")
    }

    async fn total_of(&self, path: &str) -> i64 {
        self.call(Method::GET, path, None).await.expect("a list").body["total"].as_i64().expect("a total")
    }

    /// A house with people, a panel, a schedule, a card, a rule and a number.
    async fn build_house(&self) {
        let building = self.id_of("/domain-types", "building").await;
        let root = self.make("/domains", json!({ "name": "Harbour", "domain_type_id": building, "logic_address": "7" })).await;
        let flat = self.make("/domains", json!({ "name": "Flat 1/A", "parent_id": root, "description": "Two rooms:\n- one\n- two" })).await;
        let role = self.make("/roles", json!({ "name": "Night watch", "permissions": ["can_view_devices"] })).await;
        let marker = self.make("/markers", json!({ "name": "VIP", "color": "#ff0000" })).await;
        let anna = json!({ "name": "Anna: \"the\" #1", "email": "anna@site.test", "role": { "id": role }, "domains": [{ "id": flat }],
            "markers": [{ "id": marker }], "send_registration_link": false });
        let anna = self.make("/users", anna).await;
        let device = json!({ "name": "Gate", "serial_number": "SITE-1", "domain": { "id": root }, "type": "panel", "model": "AA-12" });
        let gate = self.make("/devices", device).await;
        let hours = json!({ "name": "Day", "valid_from": "2026-11-23T08:00:00", "valid_to": "2026-11-23T20:00:00", "is_all_day": false, "repeat_mode": "day" });
        let hours = self.make("/time-rules", hours).await;
        let card = json!({ "name": "Card", "type": "card", "value": "00A1B2", "owner": { "id": anna }, "owner_type": "owner" });
        let card = self.make("/identifiers", card).await;
        let rule = json!({ "name": "Gate by day", "devices": [{ "id": gate, "lock_number": 1 }], "time_rules": [{ "id": hours }],
            "users": [{ "id": anna }], "identifiers": [{ "id": card }] });
        self.make("/access-rules", rule).await;
        self.make("/sip-numbers", json!({ "number": "201", "name": "Anna", "user": { "id": anna }, "domain": { "id": flat } })).await;
    }

    async fn export(&self, token: &str, query: &str) -> String {
        let url = format!("{}/api/v0/site{query}", self.platform.url);
        let answer = reqwest::Client::new().get(url).bearer_auth(token).send().await.expect("an answer");
        assert_eq!((answer.status(), answer.headers()["content-type"].to_str().expect("ASCII")), (StatusCode::OK, "application/yaml"));
        answer.text().await.expect("a text")
    }

    /// As a body of YAML.
    async fn plan(&self, token: &str, text: &str, mode: &str) -> Answer {
        let url = format!("{}/api/v0/site/plan?mode={mode}", self.platform.url);
        let request = reqwest::Client::new().post(url).bearer_auth(token).header("content-type", "application/yaml").body(text.to_owned());
        let answer = request.send().await.expect("an answer");
        let status = answer.status();
        Answer { status, body: answer.json().await.expect("JSON") }
    }

    async fn post(&self, token: &str, text: &str, fields: &[(&'static str, &str)]) -> Answer {
        let form = fields.iter().fold(Form::new(), |form, (name, value)| form.text(*name, (*value).to_owned()));
        let form = form.part("file", Part::text(text.to_owned()).file_name("site.yaml"));
        self.platform.upload(Some(token), "/site/apply", form).await.expect("an answer")
    }

    /// Plans, applies what was planned and waits for its end: the apply, null where there was nothing to do.
    async fn apply(&self, token: &str, text: &str, mode: &str, secrets: &Value) -> Value {
        let plan = self.plan(token, text, mode).await;
        assert_eq!(plan.status, StatusCode::OK, "{plan:?}");
        let (hash, secrets) = (plan.body["plan_hash"].as_str().expect("a hash"), secrets.to_string());
        let fields = [("mode", mode), ("plan_hash", hash), ("secrets", &secrets), ("leave_out_secrets", "true")];
        let begun = self.post(token, text, &fields).await;
        assert_eq!(begun.status, StatusCode::OK, "{begun:?}");
        let Some(id) = begun.body["backup"]["id"].as_i64() else { return Value::Null };
        self.platform.applied(&self.admin, id).await.expect("an apply that ends")["apply"].take()
    }

    async fn apply_whole(&self, text: &str, mode: &str) {
        let apply = self.apply(&self.admin, text, mode, &json!({})).await;
        assert!(apply.is_null() || (apply["status"] == "applied" && apply["refusals"] == json!([])), "{apply}");
    }

    /// The lines of a plan: action, entity, name and fields.
    async fn lines(&self, text: &str, mode: &str) -> Vec<String> {
        let plan = self.plan(&self.admin, text, mode).await;
        assert_eq!(plan.status, StatusCode::OK, "{plan:?}");
        lines(&plan.body)
    }

    async fn drift(&self, token: &str) -> Answer {
        self.platform.call(Some(token), Method::GET, "/site/drift", None).await.expect("an answer")
    }
}

fn lines(plan: &Value) -> Vec<String> {
    let line = |item: &Value| {
        let word = |name: &str| item[name].as_str().unwrap_or_default().to_owned();
        let fields: Vec<&str> = item["fields"].as_array().into_iter().flatten().filter_map(|field| field["name"].as_str()).collect();
        let fields = if item["action"] == "change" { format!(" {}", fields.join(",")) } else { String::new() };
        format!("{} {} {}{fields}", word("action"), word("entity"), word("name"))
    };
    plan["items"].as_array().into_iter().flatten().map(line).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_site_is_exported_applied_to_an_empty_project_and_exported_the_same() {
    let old = Side::start().await;
    old.build_house().await;
    let text = old.export(&old.admin, "").await;
    assert!(text.contains("- name: Harbour\n") && text.contains("  parent: Harbour\n"), "{text}");
    assert!(text.contains("    - Harbour / Flat 1//A\n") || text.contains("  - Harbour / Flat 1//A\n"), "{text}");
    assert!(text.contains("${secret:devices.site-1.device_settings.mqtt.password}") && !text.contains("********"), "{text}");
    assert_eq!(old.export(&old.admin, "").await, text, "the same site makes the same text");
    let part = old.export(&old.admin, "?entities=markers").await;
    assert!(part.contains("markers:") && !part.contains("users:"), "{part}");
    old.platform.stop().await;

    // Serial numbers are unique in an installation: this one has its own database.
    let new = Side::start().await;
    let planned = new.plan(&new.admin, &text, "merge").await;
    assert_eq!(planned.status, StatusCode::OK, "{planned:?}");
    assert_eq!((new.total_of("/users").await, new.total_of("/backups").await), (1, 0), "a plan writes nothing");
    assert_eq!(planned.body["doors"], json!({ "devices": 1, "users": 1, "rules": 1 }), "{planned:?}");

    // A secret that is not given is asked for, before anything is written.
    let hash = planned.body["plan_hash"].as_str().expect("a hash");
    let missing = new.post(&new.admin, &text, &[("plan_hash", hash)]).await;
    assert_eq!(missing.status, StatusCode::UNPROCESSABLE_ENTITY, "{missing:?}");
    assert!(missing.body["data"]["fields"]["secrets"].as_str().is_some_and(|why| why.starts_with("required: devices.site-1")), "{missing:?}");
    let unknown = new.post(&new.admin, &text, &[("plan_hash", hash), ("secrets", "{\"nobody\":\"1\"}")]).await;
    assert_eq!(unknown.status, StatusCode::UNPROCESSABLE_ENTITY, "{unknown:?}");
    assert_eq!((new.total_of("/users").await, new.total_of("/backups").await), (1, 0));

    let apply = new.apply(&new.admin, &text, "merge", &json!({ "devices.site-1.device_settings.mqtt.password": "Gate-12345678" })).await;
    assert_eq!((&apply["status"], &apply["refusals"]), (&json!("applied"), &json!([])), "{apply}");
    assert_eq!(new.export(&new.admin, "").await, text);

    // Twice is once, and a manual change is the only line of the next plan.
    for mode in ["merge", "replace"] {
        assert_eq!(new.lines(&text, mode).await, Vec::<String>::new());
    }
    let backups = new.total_of("/backups").await;
    assert!(new.apply(&new.admin, &text, "replace", &json!({})).await.is_null());
    assert_eq!(new.total_of("/backups").await, backups, "nothing to do is no backup");
    let flat = new.id_of("/domains", "Flat 1/A").await;
    let stale = new.plan(&new.admin, &text.replace("#ff0000", "#00ff00"), "merge").await.body["plan_hash"].as_str().expect("a hash").to_owned();
    let changed = new.call(Method::PATCH, &format!("/domains/{flat}"), Some(json!({ "description": "by hand" }))).await.expect("changed");
    assert_eq!(changed.status, StatusCode::OK, "{changed:?}");
    assert_eq!(new.lines(&text, "replace").await, ["change domains Flat 1/A description"]);
    let marker = new.id_of("/markers", "VIP").await;
    new.call(Method::PATCH, &format!("/markers/{marker}"), Some(json!({ "color": "#0000ff" }))).await.expect("changed");
    let refused = new.post(&new.admin, &text.replace("#ff0000", "#00ff00"), &[("plan_hash", &stale)]).await;
    assert_eq!((refused.status, &refused.body["message"]), (StatusCode::CONFLICT, &json!("changed by somebody else: try again")), "{refused:?}");

    // The text itself is what is downloaded of its backup, and what was done is in the audit log.
    let list = new.call(Method::GET, "/backups?size=100", None).await.expect("a list").body;
    let file = list["items"].as_array().into_iter().flatten().find(|backup| backup["origin"] == "site").expect("the file").clone();
    let url = format!("{}/api/v0/backups/{}/download", new.platform.url, file["id"]);
    let again = reqwest::Client::new().get(url).bearer_auth(&new.admin).send().await.expect("a file").text().await.expect("a text");
    assert_eq!(again, text);
    let recorded = || async {
        let answer = new.call(Method::GET, "/audit-events?size=500", None).await?;
        let of_backups = answer.body["items"].as_array().into_iter().flatten().filter(|event| event["resource"] == "backups");
        let actions: Vec<&str> = of_backups.filter_map(|event| event["action"].as_str()).collect();
        ensure!(["apply", "download"].iter().all(|action| actions.contains(action)), "{actions:?}");
        Ok(answer)
    };
    new.platform.eventually("records of the audit log", recorded).await.expect("records");
    new.platform.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_house_of_the_how_to_is_made_from_one_file_and_kept_by_it() {
    let side = Side::start().await;
    let house = house_of_the_how_to();
    let plan = side.plan(&side.admin, &house, "merge").await;
    assert_eq!((plan.status, &plan.body["items_count"]), (StatusCode::OK, &json!(221 + 200 + 3)), "{plan:?}");
    side.apply_whole(&house, "merge").await;
    assert_eq!((side.total_of("/domains").await, side.total_of("/users").await), (221, 201));
    assert_eq!(side.lines(&house, "merge").await, Vec::<String>::new());

    // The group is marked, and nothing was changed by hand.
    let harbour = side.id_of("/domains", "Harbour").await;
    let managed = side.call(Method::GET, "/site/managed", None).await.expect("an answer").body;
    assert_eq!((&managed["project"], &managed["group_ids"]), (&json!(false), &json!([harbour])), "{managed}");
    let drift = side.drift(&side.admin).await;
    assert_eq!((drift.status, lines(&drift.body["plan"])), (StatusCode::OK, vec![]), "{drift:?}");

    // Changed, deleted and added by hand; what lies elsewhere is nobody's file.
    let user = side.id_of("/users", "Flat 101").await;
    side.call(Method::PATCH, &format!("/users/{user}"), Some(json!({ "description": "by hand" }))).await.expect("changed");
    let gone = side.id_of("/users", "Flat 102").await;
    side.call(Method::DELETE, &format!("/users/{gone}"), None).await.expect("deleted");
    let flat = side.id_of("/domains", "Flat 101").await;
    let elsewhere = side.make("/domains", json!({ "name": "Elsewhere" })).await;
    let role = side.id_of("/roles", "user").await;
    for (name, group) in [("Added", flat), ("Stranger", elsewhere)] {
        let person = json!({ "name": name, "email": format!("{name}@site.test"), "role": { "id": role }, "domains": [{ "id": group }] });
        side.make("/users", person).await;
    }
    let drift = side.drift(&side.admin).await;
    let found = lines(&drift.body["plan"]);
    assert_eq!(found, ["change users Flat 101 description", "create users Flat 102", "delete users Added"], "{drift:?}");

    // The export says what is managed. Applying the file again takes back what it says.
    let export = side.export(&side.admin, &format!("?group_id={harbour}")).await;
    assert!(export.contains("  managed: true\n") && !export.contains("Stranger"), "{export}");
    assert_eq!(side.lines(&house, "merge").await, ["create users Flat 102"]);
    side.apply_whole(&house, "merge").await;
    assert_eq!(side.total_of("/users").await, 203);

    let released = side.call(Method::DELETE, "/site/managed", None).await.expect("an answer");
    assert_eq!(released.status, StatusCode::OK, "{released:?}");
    assert_eq!(side.drift(&side.admin).await.body["plan"], Value::Null);
    side.platform.stop().await;
}

/// The file that the script of docs/how-to/site-as-code.md prints.
fn house_of_the_how_to() -> String {
    let page = std::fs::read_to_string("../docs/how-to/site-as-code.md").expect("the how-to");
    let script = page.split_once("```python\n").and_then(|(_, rest)| rest.split_once("```")).expect("a script").0;
    let output = Command::new("python3").args(["-c", script]).output().expect("python3 runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("a text")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_does_no_more_than_whoever_applies_it_may() {
    let side = Side::start().await;
    let own = side.make("/domains", json!({ "name": "Harbour" })).await;
    let other = side.make("/domains", json!({ "name": "Castle" })).await;
    let user = side.id_of("/roles", "user").await;
    for (name, group) in [("Anna", own), ("Carl", other)] {
        let person = json!({ "name": name, "email": format!("{name}@site.test"), "role": { "id": user }, "domains": [{ "id": group }] });
        side.make("/users", person).await;
    }
    // An administrator of groups, who besides may handle files.
    let group_administrator = side.id_of("/roles", "group_administrator").await;
    let group_administrator = side.call(Method::GET, &format!("/roles/{group_administrator}"), None).await.expect("a role").body;
    let own_rights = group_administrator["permissions"].as_array().cloned().expect("permissions").into_iter();
    let permissions: Vec<Value> =
        own_rights.chain(["can_view_backups", "can_download_backup_file", "can_apply_backup_file"].map(Value::from)).collect();
    let role = json!({ "name": "House admin", "permissions": permissions, "available_roles": [{ "id": user }] });
    let role = side.make("/roles", role).await;
    let person = json!({ "name": "Boss", "email": "boss@site.test", "password": PASSWORD, "role": { "id": role }, "domains": [{ "id": own }] });
    side.make("/users", person).await;
    let boss = side.platform.sign_in("boss@site.test").await.expect("signed in");

    let seen = side.export(&boss, "").await;
    assert!(seen.contains("Anna@site.test") || seen.contains("anna@site.test"), "{seen}");
    assert!(!seen.to_lowercase().contains("carl") && !seen.contains("Castle"), "{seen}");

    // Their own people are changed.
    let email = side.call(Method::GET, "/users?size=100", None).await.expect("users").body;
    let email_of = |name: &str| {
        let found = email["items"].as_array().into_iter().flatten().find(|row| row["name"] == name);
        found.and_then(|row| row["email"].as_str()).unwrap_or_else(|| panic!("{name} in {email}")).to_owned()
    };
    let text = format!("vestibule: 1\nusers:\n- email: {}\n  description: by the boss\n", email_of("Anna"));
    let apply = side.apply(&boss, &text, "merge", &json!({})).await;
    assert_eq!((&apply["status"], &apply["refusals"]), (&json!("applied"), &json!([])), "{apply}");

    // Somebody in another group: they are not there for the boss, so they would be somebody new, in a group that is not there.
    let before = side.export(&side.admin, "").await;
    let outside = [
        format!("vestibule: 1\nusers:\n- email: {}\n  name: Carl\n  role: user\n  domains: [Castle]\n", email_of("Carl")),
        format!("vestibule: 1\nusers:\n- email: {}\n  name: Carl\n  role: administrator\n  domains: [Harbour]\n", email_of("Carl")),
        "vestibule: 1\ndomains:\n- name: Castle\n  description: taken\n".to_owned(),
        "vestibule: 1\nroles:\n- name: House admin\n  permissions: [can_view_all_users]\n".to_owned(),
        "vestibule: 1\nroles:\n- name: Stronger\n  permissions: [can_view_all_users]\n".to_owned(),
        "vestibule: 1\nsettings:\n  general:\n    time_zone: UTC\n".to_owned(),
        "vestibule: 1\nmarkers:\n- name: VIP\n  color: '#ff0000'\n".to_owned(),
        "vestibule: 1\nusers:\n- email: boss@site.test\n  role: user\n".to_owned(),
    ];
    for text in outside {
        let apply = side.apply(&boss, &text, "merge", &json!({})).await;
        let is_planned_so = lines(&side.plan(&boss, &text, "merge").await.body).iter().any(|line| line.starts_with("conflict"));
        assert!(apply["status"] == "failed" || is_planned_so, "{text}: {apply}");
    }
    let replaced = side.apply(&boss, "vestibule: 1\nusers: []\ndomains: []\n", "replace", &json!({})).await;
    assert!(!replaced.is_null());
    let after = side.export(&side.admin, "").await;
    let without_own = |text: &str| text.lines().filter(|line| !line.contains("the boss")).map(str::to_owned).collect::<Vec<_>>();
    let (before, after) = (without_own(&before), without_own(&after));
    let lost: Vec<&String> = before.iter().filter(|line| !after.contains(line)).collect();
    assert!(lost.iter().all(|line| line.to_lowercase().contains("anna")), "{lost:?}");
    assert!(after.iter().any(|line| line.to_lowercase().contains("carl@")) && after.iter().any(|line| line.contains("Castle")), "{after:?}");

    // What the whole project's file names is for those who see the whole project.
    side.apply_whole("vestibule: 1\nmanaged: true\ndomains:\n- name: Castle\n  description: the secret castle\n", "merge").await;
    assert_eq!(side.drift(&boss).await.status, StatusCode::FORBIDDEN);
    side.apply_whole("vestibule: 1\nmanaged: false\ndomains:\n- name: Castle\n  managed: true\n", "merge").await;
    let managed = side.platform.call(Some(&boss), Method::GET, "/site/managed", None).await.expect("an answer").body;
    assert_eq!((&managed["group_ids"], &managed["applied_at"]), (&json!([]), &Value::Null), "{managed}");

    // Who may not apply files, and another project.
    let weak = side.make("/roles", json!({ "name": "Weak", "permissions": ["can_view_backups", "can_apply_backup"] })).await;
    let person = json!({ "name": "Weak", "email": "weak@site.test", "password": PASSWORD, "role": { "id": weak }, "domains": [{ "id": own }] });
    side.make("/users", person).await;
    let weak = side.platform.sign_in("weak@site.test").await.expect("signed in");
    assert_eq!(side.plan(&weak, "vestibule: 1\n", "merge").await.status, StatusCode::FORBIDDEN);
    let stranger = side.platform.project("other", "other@site.test").await.expect("a project");
    let seen = side.export(&stranger, "").await;
    assert!(!seen.contains("Castle") && !seen.contains("Harbour"), "{seen}");
    assert_eq!(side.drift(&stranger).await.body["plan"], Value::Null);
    side.platform.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hostile_text_is_refused_in_the_words_of_the_catalogue_and_nothing_is_stored() {
    let side = Side::start().await;
    let bomb: String =
        (1..30).fold("vestibule: 1\na0: &a0 [x, x]\n".to_owned(), |text, level| format!("{text}a{level}: &a{level} [*a{0}, *a{0}]\n", level - 1));
    let cases = [
        (bomb, "invalid file"),
        ("vestibule: 1\nusers: []\nusers: []\n".to_owned(), "invalid file"),
        ("vestibule: 1\nlicenses: []\n".to_owned(), "invalid file"),
        (format!("vestibule: 1\nusers: {}{}\n", "[".repeat(100_000), "]".repeat(100_000)), "invalid file"),
        ("not a site".to_owned(), "wrong file body"),
        ("users: []\n".to_owned(), "wrong file body"),
    ];
    for (text, message) in cases {
        let refused = side.plan(&side.admin, &text, "merge").await;
        assert_eq!((refused.status, &refused.body["message"]), (StatusCode::CONFLICT, &json!(message)), "{refused:?}");
        let refused = side.post(&side.admin, &text, &[("plan_hash", "x")]).await;
        assert_eq!((refused.status, &refused.body["message"]), (StatusCode::CONFLICT, &json!(message)), "{refused:?}");
    }
    let place = side.plan(&side.admin, "vestibule: 1\nusers:\n- email: a@b.nl\n  colour: red\n", "merge").await;
    assert_eq!(place.body["data"]["fields"]["file"], "line 4: users: unknown field colour", "{place:?}");
    let large = side.plan(&side.admin, &"#".repeat((16 << 20) + 1), "merge").await;
    assert_eq!(large.status, StatusCode::PAYLOAD_TOO_LARGE, "{large:?}");
    assert_eq!(side.total_of("/backups").await, 0);
    side.platform.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn secrets_are_taken_in_the_form_and_never_in_the_address() {
    let side = Side::start().await;
    let url = format!("{}/api/v0/site/apply?plan_hash=x&secrets=%7B%22gate%22:%221234%22%7D", side.platform.url);
    let request = reqwest::Client::new().post(url).bearer_auth(&side.admin).header("content-type", "application/yaml").body("vestibule: 1\n");
    let answer = request.send().await.expect("an answer");
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let body: Value = answer.json().await.expect("JSON");
    assert_eq!(body["data"]["fields"], json!({ "secrets": "must be a part of the form, not of the address" }));
    assert!(!body.to_string().contains("1234"), "{body}");
    side.platform.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_managed_is_shown_to_who_manages_and_not_to_residents() {
    let side = Side::start().await;
    let own = side.make("/domains", json!({ "name": "Harbour" })).await;
    let user = side.id_of("/roles", "user").await;
    let person = json!({ "name": "Anna", "email": "anna@site.test", "password": PASSWORD, "role": { "id": user }, "domains": [{ "id": own }] });
    side.make("/users", person).await;
    side.apply_whole("vestibule: 1\ndomains:\n- name: Harbour\n  description: kept\n  managed: true\n", "merge").await;
    let managed = side.call(Method::GET, "/site/managed", None).await.expect("an answer").body;
    assert_eq!(managed["group_ids"], json!([own]), "{managed}");
    let anna = side.platform.sign_in("anna@site.test").await.expect("signed in");
    let seen = side.platform.call(Some(&anna), Method::GET, "/site/managed", None).await.expect("an answer");
    assert_eq!((seen.status, &seen.body["group_ids"], &seen.body["applied_at"]), (StatusCode::OK, &json!([]), &Value::Null), "{seen:?}");
    assert!(!seen.body.to_string().contains("Administrator"), "{seen:?}");

    // A file with nothing to do but to manage is remembered too, and a plan of it says so by its hash.
    let text = |managed: bool| format!("vestibule: 1\ndomains:\n- name: Harbour\n  description: kept\n  managed: {managed}\n");
    let plan = side.plan(&side.admin, &text(true), "merge").await;
    let other = side.post(&side.admin, &text(false), &[("mode", "merge"), ("plan_hash", plan.body["plan_hash"].as_str().expect("a hash"))]).await;
    assert_eq!((other.status, &other.body["message"]), (StatusCode::CONFLICT, &json!("changed by somebody else: try again")), "{other:?}");
    assert!(side.apply(&side.admin, &text(false), "merge", &json!({})).await.is_null());
    assert_eq!(side.call(Method::GET, "/site/managed", None).await.expect("an answer").body["group_ids"], json!([]));
    side.platform.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_oldest_files_are_deleted_on_record_and_only_by_who_may_delete_backups() {
    let side = Side::start().await;
    let text = |number: usize| format!("vestibule: 1\nmarkers:\n- name: VIP\n  color: '#0000{number:02}'\n");
    let permissions = json!(["can_view_backups", "can_apply_backup_file", "can_edit_marker", "can_create_marker", "can_view_all_markers"]);
    let role = side.make("/roles", json!({ "name": "Pipeline", "permissions": permissions })).await;
    let own = side.make("/domains", json!({ "name": "Harbour" })).await;
    let person = json!({ "name": "Bot", "email": "bot@site.test", "password": PASSWORD, "role": { "id": role }, "domains": [{ "id": own }] });
    side.make("/users", person).await;
    let bot = side.platform.sign_in("bot@site.test").await.expect("signed in");
    for number in 0..11 {
        let apply = side.apply(&bot, &text(number), "merge", &json!({})).await;
        assert_eq!(apply["status"], "applied", "{apply}");
    }
    assert_eq!(side.total_of("/backups").await, 22, "who may not delete backups deletes none");
    side.apply_whole(&text(11), "merge").await;
    let deleted = || async {
        let events = side.call(Method::GET, "/audit-events?size=500", None).await?;
        let items = events.body["items"].as_array().cloned().unwrap_or_default();
        let deleted = items.iter().filter(|event| event["resource"] == "backups" && event["action"] == "delete").count();
        ensure!(deleted == 4, "{deleted}");
        Ok(events)
    };
    // The oldest two, each with what was made before it.
    side.platform.eventually("the deletions are in the log", deleted).await.expect("records");
    assert_eq!(side.total_of("/backups").await, 20);
    side.platform.stop().await;
}

/// Somebody with the rights of an administrator of groups and these, in the group.
async fn boss_of(side: &Side, name: &str, more: &[&str], group: i64) -> String {
    let of_groups = side.id_of("/roles", "group_administrator").await;
    let of_groups = side.call(Method::GET, &format!("/roles/{of_groups}"), None).await.expect("a role").body;
    let rights = of_groups["permissions"].as_array().cloned().expect("permissions").into_iter().chain(more.iter().copied().map(Value::from));
    let role = side.make("/roles", json!({ "name": name, "permissions": rights.collect::<Vec<_>>() })).await;
    let email = format!("{}@site.test", name.to_lowercase());
    let person = json!({ "name": name, "email": email, "password": PASSWORD, "role": { "id": role }, "domains": [{ "id": group }] });
    side.make("/users", person).await;
    side.platform.sign_in(&email).await.expect("signed in")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_may_not_change_all_that_a_file_manages_neither_ends_that_nor_takes_its_place() {
    let side = Side::start().await;
    let own = side.make("/domains", json!({ "name": "Harbour" })).await;
    let castle = side.make("/domains", json!({ "name": "Castle" })).await;
    let boss = boss_of(&side, "Boss", &["can_view_backups", "can_apply_backup_file"], own).await;
    let text = |managed: &str, group: &str| format!("vestibule: 1\n{managed}domains:\n- name: {group}\n  description: kept\n  managed: true\n");
    let release = async |token: &str| side.platform.call(Some(token), Method::DELETE, "/site/managed", None).await.expect("an answer");
    let managed = async || side.call(Method::GET, "/site/managed", None).await.expect("an answer").body["group_ids"].clone();
    side.apply_whole(&text("", "Castle"), "merge").await;
    assert_eq!(managed().await, json!([castle]));
    let refused = release(&boss).await;
    assert_eq!((refused.status, &refused.body["message"]), (StatusCode::FORBIDDEN, &json!("action prohibited")), "{refused:?}");
    for file in [text("", "Harbour"), text("managed: true\n", "Harbour"), "vestibule: 1\nmanaged: false\n".to_owned()] {
        let plan = side.plan(&boss, &file, "merge").await;
        let hash = plan.body["plan_hash"].as_str().expect("a hash");
        let refused = side.post(&boss, &file, &[("mode", "merge"), ("plan_hash", hash)]).await;
        assert_eq!(refused.status, StatusCode::FORBIDDEN, "{file}: {refused:?}");
    }
    assert_eq!(managed().await, json!([castle]));

    // Of their own group they do both.
    assert_eq!(release(&side.admin).await.status, StatusCode::OK);
    let apply = side.apply(&boss, &text("", "Harbour"), "merge", &json!({})).await;
    assert_eq!(apply["status"], "applied", "{apply}");
    assert_eq!(managed().await, json!([own]));
    assert_eq!(release(&boss).await.status, StatusCode::OK);
    assert_eq!(managed().await, json!([]));
    side.platform.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_apply_of_a_part_of_a_file_leaves_what_is_managed_as_it_was() {
    let side = Side::start().await;
    let text = |color: &str| {
        format!("vestibule: 1\nmarkers:\n- name: VIP\n  color: '{color}'\ndomains:\n- name: Harbour\n  description: kept\n  managed: true\n")
    };
    side.apply_whole(&text("#000001"), "merge").await;
    let harbour = side.id_of("/domains", "Harbour").await;
    // With something to do, and with nothing.
    for _ in 0..2 {
        let text = text("#000002");
        let form = Form::new().text("mode", "merge").text("entities", "markers").part("file", Part::text(text.clone()).file_name("site.yaml"));
        let plan = side.platform.upload(Some(&side.admin), "/site/plan", form).await.expect("an answer");
        assert_eq!(plan.status, StatusCode::OK, "{plan:?}");
        let hash = plan.body["plan_hash"].as_str().expect("a hash");
        let begun = side.post(&side.admin, &text, &[("mode", "merge"), ("entities", "markers"), ("plan_hash", hash)]).await;
        assert_eq!(begun.status, StatusCode::OK, "{begun:?}");
        if let Some(id) = begun.body["backup"]["id"].as_i64() {
            side.platform.applied(&side.admin, id).await.expect("an apply that ends");
        }
        let managed = side.call(Method::GET, "/site/managed", None).await.expect("an answer").body;
        assert_eq!(managed["group_ids"], json!([harbour]), "{managed}");
    }
    side.platform.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn that_a_file_manages_a_project_and_that_it_ends_is_in_the_audit_log() {
    let side = Side::start().await;
    side.make("/domains", json!({ "name": "Harbour" })).await;
    let text = |head: &str, managed: bool| format!("vestibule: 1\n{head}domains:\n- name: Harbour\n  description: kept\n  managed: {managed}\n");
    side.apply_whole(&text("", true), "merge").await;
    // As every night: it manages what it has managed before.
    side.apply_whole(&text("", true), "merge").await;
    side.apply_whole(&text("managed: true\n", true), "merge").await;
    side.apply_whole(&text("", false), "merge").await;
    side.apply_whole(&text("", true), "merge").await;
    let release = || side.call(Method::DELETE, "/site/managed", None);
    assert_eq!(release().await.expect("an answer").status, StatusCode::OK);
    // There is nothing to end any more.
    assert_eq!(release().await.expect("an answer").status, StatusCode::OK);
    let logged = || async {
        let events = side.call(Method::GET, "/audit-events?size=500&sort=id", None).await?;
        let items = events.body["items"].as_array().cloned().unwrap_or_default();
        let of_management = items.iter().filter(|event| event["action"].as_str().is_some_and(|action| action.ends_with(" management")));
        let lines: Vec<String> = of_management.map(|event| format!("{} {}", event["action"], event["user"]["name"]).replace('"', "")).collect();
        let (begun, ended) = ("begin management Administrator of site", "end management Administrator of site");
        ensure!(lines == [begun, begun, ended, begun, ended], "{lines:?}");
        Ok(events)
    };
    side.platform.eventually("the records of management", logged).await.expect("records");
    side.platform.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_apply_that_leaves_rows_out_has_failed_and_names_each_of_them() {
    let side = Side::start().await;
    let person = "users:\n- email: vera@site.test\n  name: Vera\n  role: user\n  domains: [Nowhere]\n";
    let text = format!("vestibule: 1\nmarkers:\n- name: VIP\n  color: '#ff0000'\n{person}");
    let plan = side.plan(&side.admin, &text, "merge").await;
    assert_eq!(lines(&plan.body), ["create markers VIP", "conflict users Vera"], "{plan:?}");
    let apply = side.apply(&side.admin, &text, "merge", &json!({})).await;
    let refusals = json!([{ "entity": "users", "name": "Vera", "message": "invalid related entity sent" }]);
    assert_eq!((&apply["status"], &apply["refusals"], &apply["refusals_count"]), (&json!("failed"), &refusals, &json!(1)), "{apply}");
    assert_eq!(side.total_of("/markers").await, 1, "the rest is done");
    side.platform.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_plan_shows_what_its_applier_may_not_do_and_an_apply_that_did_nothing_leaves_nothing_to_undo() {
    let side = Side::start().await;
    let own = side.make("/domains", json!({ "name": "Harbour" })).await;
    let boss = boss_of(&side, "Boss", &["can_view_project_settings", "can_view_backups", "can_apply_backup_file"], own).await;
    let text = "vestibule: 1\nsettings:\n  general:\n    time_zone: Asia/Tokyo\n";
    let plan = side.plan(&boss, text, "merge").await;
    assert_eq!(lines(&plan.body), ["conflict settings general"], "{plan:?}");
    assert_eq!(plan.body["items"][0]["message"], "action prohibited");
    let apply = side.apply(&boss, text, "merge", &json!({})).await;
    assert_eq!((&apply["status"], &apply["undo_backup_id"]), (&json!("failed"), &Value::Null), "{apply}");
    let alone = || async {
        let backups = side.platform.call(Some(&side.admin), Method::GET, "/backups", None).await?;
        ensure!(backups.body["total"] == 1, "{backups:?}");
        Ok(backups)
    };
    side.platform.eventually("the file alone is kept", alone).await.expect("one backup");
    side.platform.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn codes_are_in_no_file_of_who_may_not_export_identifiers() {
    let side = Side::start().await;
    side.build_house().await;
    let anna = side.id_of("/users", "Anna: \"the\" #1").await;
    let code = json!({ "name": "Code", "type": "access_code", "value": "471129", "owner": { "id": anna }, "owner_type": "owner" });
    side.make("/identifiers", code).await;
    let harbour = side.id_of("/domains", "Harbour").await;
    let boss = boss_of(&side, "Boss", &["can_view_all_identifiers", "can_download_backup_file"], harbour).await;
    let seen = side.export(&boss, "").await;
    assert!(seen.contains("00A1B2") && !seen.contains("471129"), "{seen}");
    assert!(seen.lines().any(|line| line.starts_with("partial: [") && line.contains("identifiers")), "{seen}");
    let exporter = boss_of(&side, "Exporter", &["can_view_all_identifiers", "can_export_identifiers", "can_download_backup_file"], harbour).await;
    assert!(side.export(&exporter, "?codes=true").await.contains("471129"));

    // A text lies in a repository: codes are in it for who asks for them, and may have them.
    let text = side.export(&exporter, "").await;
    assert!(text.contains("00A1B2") && !text.contains("471129"), "{text}");
    assert!(text.lines().any(|line| line.starts_with("partial: [") && line.contains("identifiers")), "{text}");
    let refused = side.platform.call(Some(&boss), Method::GET, "/site?codes=true", None).await.expect("an answer");
    assert_eq!(refused.status, StatusCode::FORBIDDEN, "{refused:?}");
    // Applied, it takes no code away.
    let whole = side.export(&side.admin, "").await;
    assert!(!whole.contains("471129"), "{whole}");
    assert_eq!(side.lines(&whole, "replace").await, Vec::<String>::new());
    side.platform.stop().await;
}
