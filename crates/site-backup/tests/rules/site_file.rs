//! A site as a text: written, read again, compared; texts of strangers; what was changed by hand.
use std::collections::HashMap;

use kit_core::Error;
use proptest::prelude::*;
use serde_json::json;
use site_backup::apply::{self, SecretValues};
use site_backup::compare;
use site_backup::journal::Done;
use site_backup::plan::Actor;
use site_backup::read::{self, SiteRead};
use site_backup::yaml::{self, Managed, NamedSecret, SiteFile, Style};
use site_backup::{Action, ENTITIES, Entity, Mode, Plan, drift, group};

use crate::fake_site::{EndsAfter, FakeSite, house};

fn all() -> Vec<&'static Entity> {
    ENTITIES.iter().collect()
}

async fn read_site(site: &FakeSite) -> SiteRead {
    read::site(site, &all(), &EndsAfter::never()).await.unwrap()
}

fn written(read: &SiteRead, managed: &Managed) -> String {
    yaml::write(&read.snapshot, managed, &[], Style::default()).unwrap()
}

async fn exported(site: &FakeSite) -> String {
    written(&read_site(site).await, &Managed::default())
}

fn parsed(text: &str) -> SiteFile {
    yaml::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error:?} in\n{text}"))
}

async fn plan(text: &str, site: &FakeSite, mode: Mode) -> Plan {
    let (file, here) = (parsed(text), read_site(site).await);
    compare::compare(&file.snapshot, &here, &all(), mode, false, Actor::default()).unwrap().plan
}

async fn apply(text: &str, site: &FakeSite, mode: Mode, secrets: &SecretValues) {
    let (file, here) = (parsed(text), read_site(site).await);
    let compared = compare::compare(&file.snapshot, &here, &all(), mode, false, Actor::default()).unwrap();
    let applied = apply::run(site, secrets, compared, &EndsAfter::never(), &mut Done::default()).await.unwrap();
    assert_eq!(applied.refusals_count, 0, "{:?}", applied.refusals);
}

fn lines(plan: &Plan) -> Vec<String> {
    plan.items.iter().map(|item| format!("{:?} {} {}", item.action, item.entity.name, item.name)).collect()
}

/// Why a text is refused.
fn refused(text: &str) -> String {
    match yaml::read(text.as_bytes()) {
        Err(Error::Conflict { message, data, .. }) => format!("{message}: {}", data["fields"]["file"].as_str().unwrap_or_default()),
        other => panic!("{other:?} of\n{text}"),
    }
}

#[tokio::test]
async fn an_export_applied_to_an_empty_site_is_exported_the_same() {
    let text = exported(&house()).await;
    let empty = FakeSite::new(1_000);
    apply(&text, &empty, Mode::Merge, &HashMap::new()).await;
    // Secrets do not travel.
    let without_secrets = |text: String| text.lines().filter(|line| !line.contains("${secret:")).collect::<Vec<_>>().join("\n");
    let there = exported(&empty).await;
    let (text, there) = (without_secrets(text), without_secrets(there));
    assert!(text.replace("mqtt: {}", "mqtt:") == there.replace("mqtt: {}", "mqtt:"), "{text}\n-----\n{there}");
}

#[tokio::test]
async fn after_an_apply_the_plan_is_empty_and_a_manual_change_is_its_only_line() {
    let text = exported(&house()).await;
    let site = FakeSite::new(1_000);
    apply(&text, &site, Mode::Replace, &HashMap::new()).await;
    let writes = *site.writes.lock().unwrap();
    for mode in [Mode::Merge, Mode::Replace] {
        assert_eq!(lines(&plan(&text, &site, mode).await), Vec::<String>::new());
    }
    apply(&text, &site, Mode::Replace, &HashMap::new()).await;
    assert_eq!(*site.writes.lock().unwrap(), writes, "applied twice is applied once");
    // A field that was empty is seen too.
    site.rows.lock().unwrap().get_mut("users").unwrap()[0]["description"] = json!("by hand");
    let changed = plan(&text, &site, Mode::Merge).await;
    assert_eq!((lines(&changed), changed.items[0].fields[0].name.as_str()), (vec!["Change users Anna".into()], "description"));
}

#[tokio::test]
async fn an_export_is_the_same_text_whatever_the_order_and_the_ids() {
    let site = FakeSite::new(5_000);
    apply(&exported(&house()).await, &site, Mode::Merge, &HashMap::new()).await;
    let once = exported(&site).await;
    for rows in site.rows.lock().unwrap().values_mut() {
        rows.reverse();
    }
    assert_eq!(exported(&site).await, once);
    assert!(!once.contains("5001") && !once.contains("$ref") && !once.contains("created_at"), "{once}");
}

#[tokio::test]
async fn rows_are_named_by_their_natural_keys() {
    let text = exported(&house()).await;
    for line in
        ["- name: House", "  parent: House", "  role: Concierge", "  - House / Flat 1//A", "  - key: AA-1", "    lock_number: 1", "vestibule: 1"]
    {
        assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
    }
    let file = parsed(&text);
    let users = file.snapshot.get("users").unwrap();
    assert!(users.by_key("boris@example.org").is_some());
    assert!(file.snapshot.get("domains").unwrap().by_key("House / Flat 1//A").is_some());
}

#[tokio::test]
async fn a_compact_export_leaves_out_what_is_empty() {
    let read = read_site(&house()).await;
    let compact = yaml::write(&read.snapshot, &Managed::default(), &[], Style { is_compact: true }).unwrap();
    let is_empty = |line: &&str| line.starts_with("  ") && !line.starts_with("   ") && (line.ends_with(": null") || line.ends_with(": []"));
    assert_eq!(compact.lines().filter(is_empty).collect::<Vec<_>>(), Vec::<&str>::new(), "{compact}");
    let here = house();
    assert_eq!(lines(&plan(&compact, &here, Mode::Merge).await), Vec::<String>::new());
}

#[tokio::test]
async fn secrets_stand_under_a_name_and_are_written_with_a_new_row() {
    let text = exported(&house()).await;
    assert!(text.contains("password: ${secret:devices.aa-1.device_settings.mqtt.password}"), "{text}");
    assert!(!text.contains("********") && !text.contains("users.anna"), "{text}");
    let file = parsed(&text);
    let named = &file.secrets[&("devices", "AA-1".to_owned())];
    let name = "devices.aa-1.device_settings.mqtt.password".to_owned();
    assert_eq!(named.as_slice(), [NamedSecret { path: "device_settings.mqtt.password".into(), name }]);
    let site = FakeSite::new(1_000);
    let secrets = SecretValues::from([(("devices", "AA-1".to_owned()), vec![("device_settings.mqtt.password".to_owned(), "s3cret".to_owned())])]);
    apply(&text, &site, Mode::Merge, &secrets).await;
    assert_eq!(site.find("devices", "Gate")["device_settings"]["mqtt"]["password"], "s3cret");
    assert_eq!(site.find("devices", "Gate")["device_settings"]["address"]["building"], "0001");
}

#[test]
fn a_secret_is_taken_by_its_name_and_where_a_secret_belongs_alone() {
    let device = |line: &str| format!("vestibule: 1\ndevices:\n- serial_number: A\n  {line}\n");
    assert!(refused(&device("password: hunter2")).contains("line 4: devices: password must be ${secret:name}"));
    assert!(refused(&device("password: ${secret:a b}")).contains("must be ${secret:name}"));
    // Elsewhere it is a text: nobody gets a secret by writing its name into a description.
    let file = parsed(&device("description: ${secret:door}"));
    assert!(file.secrets.is_empty());
    assert_eq!(file.snapshot.get("devices").unwrap().items[0].fields()["description"], "${secret:door}");
    assert!(refused("vestibule: 1\nusers:\n- email: a@b.nl\n  password: ${secret:a}\n").contains("users: password is not set by a file"));
}

#[test]
fn the_private_key_of_a_wallet_is_not_taken() {
    let of_group = refused("vestibule: 1\ndomains:\n- name: House\n  apple_wallet_settings:\n    private_key: '-----BEGIN PRIVATE KEY-----'\n");
    assert!(of_group.contains("line 5: domains: unknown field apple_wallet_settings.private_key"), "{of_group}");
    let of_project = refused("vestibule: 1\nsettings:\n  apple-wallet:\n    private_key: ${secret:wallet}\n");
    assert!(of_project.contains("settings: unknown part apple-wallet"), "{of_project}");
}

#[tokio::test]
async fn the_hash_of_a_plan_is_of_what_the_file_manages_and_of_the_names_of_its_secrets() {
    let site = FakeSite::new(0);
    let mut hashes = Vec::new();
    for more in [
        "",
        "managed: true\n",
        "managed: false\n",
        "devices:\n- serial_number: A\n  password: ${secret:a}\n",
        "devices:\n- serial_number: A\n  password: ${secret:b}\n",
    ] {
        let text = format!("vestibule: 1\n{more}");
        let plan = plan(&text, &site, Mode::Merge).await;
        hashes.push(parsed(&text).plan_hash(plan.hash));
    }
    hashes.sort();
    hashes.dedup();
    assert_eq!(hashes.len(), 5);
}

#[tokio::test]
async fn who_may_not_list_identifiers_gets_none_of_their_values() {
    let site = house();
    assert!(exported(&site).await.contains("00A1"), "as their list shows them");
    site.unlisted.lock().unwrap().push("identifiers");
    let text = exported(&site).await;
    assert!(text.contains("Gate by day") && !text.contains("00A1") && !text.contains("identifiers:\n-"), "{text}");
}

#[test]
fn texts_stay_texts_whatever_they_look_like() {
    let text = "vestibule: 1\nidentifiers:\n- type: card\n  value: 00123\n- type: card\n  value: 12E4\n- type: card\n  value: 0x1F\n- type: card\n  value: yes\n";
    let file = parsed(text);
    let values: Vec<String> =
        file.snapshot.get("identifiers").unwrap().items.iter().map(|row| row.fields()["value"].as_str().unwrap().into()).collect();
    assert_eq!(values, ["00123", "12E4", "0x1F", "yes"]);
}

#[test]
fn what_is_not_known_is_refused_with_its_place() {
    let cases = [
        ("vestibule: 1\nlicenses: []\n", "invalid file: line 2: unknown entity licenses"),
        ("vestibule: 1\nusers:\n- email: a@b.nl\n  colour: red\n", "invalid file: line 4: users: unknown field colour"),
        ("vestibule: 1\nusers:\n- email: a@b.nl\n  id: 7\n", "invalid file: line 4: users: id is not set by a file"),
        (
            "vestibule: 1\ndevices:\n- serial_number: A\n  device_settings:\n    mqqt: {}\n",
            "invalid file: line 5: devices: unknown field device_settings.mqqt",
        ),
        ("vestibule: 1\ndevices:\n- serial_number: A\n  port: many\n", "invalid file: line 4: devices: port must be a whole number"),
        ("vestibule: 1\nusers:\n- email: a@b.nl\n  is_active: yes\n", "invalid file: line 4: users: is_active must be true or false"),
        ("vestibule: 1\nusers:\n- email: a@b.nl\n- email: a@b.nl\n", "invalid file: line 4: users a@b.nl twice"),
        ("vestibule: 1\nusers:\n- description: x\n", "invalid file: line 3: users: no name to find it by"),
        ("vestibule: 1\nusers:\n- email: a@b.nl\n  role: {id: 7}\n", "invalid file: line 4: users: role is found by its key"),
        ("vestibule: 1\nusers: {}\n", "invalid file: line 2: users must be a list"),
        ("vestibule: 1\nsettings:\n  smtp: {}\n", "invalid file: line 3: settings: unknown part smtp"),
        ("vestibule: 2\n", "invalid file: line 1: vestibule: only version 1 is known"),
        ("users: []\n", "wrong file body: not a site's file: no `vestibule: 1`"),
        ("just a text", "wrong file body: not a site's file"),
        ("", "wrong file body: empty"),
    ];
    for (text, why) in cases {
        assert_eq!(refused(text), why, "{text}");
    }
}

#[test]
fn a_hostile_text_is_refused() {
    let bomb: String = (1..30)
        .fold("vestibule: 1\na0: &a0 [x, x]\n".to_owned(), |text, level| format!("{text}a{level}: &a{level} [*a{}, *a{}]\n", level - 1, level - 1));
    assert!(refused(&bomb).contains("anchors and aliases are not taken"), "{}", refused(&bomb));
    assert!(refused("vestibule: 1\nusers:\n- &one {email: a@b.nl}\n").contains("line 3: anchors"));
    assert!(refused("vestibule: 1\nusers: *nothing\n").starts_with("invalid file: line 2"));
    assert!(refused("vestibule: 1\nusers: []\nusers: []\n").contains("line 3: users twice"));
    assert!(refused("vestibule: 1\nusers:\n- email: a@b.nl\n  email: c@d.nl\n").contains("line 4: email twice"));
    assert!(refused("vestibule: 1\nusers: !!python/object:os.system []\n").contains("tags are not taken"));
    assert!(refused("vestibule: 1\n---\nvestibule: 1\n").contains("more than one document"));
    assert!(refused("%YAML 1.2\n---\nvestibule: 1\n").starts_with("invalid file"));
    assert!(refused("vestibule: 1\n? [a]\n: b\n").contains("a name must be a text"));
    assert!(refused(&format!("vestibule: 1\nusers: {}{}\n", "[".repeat(5_000), "]".repeat(5_000))).starts_with("invalid file"));
    let deep: String = (0..5_000).map(|level| format!("{}a:\n", " ".repeat(level))).collect();
    assert!(refused(&format!("vestibule: 1\n{deep}")).starts_with("invalid file"));
    assert!(refused("vestibule: 1\nusers:\n- email: \"a\0\"\n").starts_with("wrong file body"));
    assert!(matches!(yaml::read(&[0xff, 0xfe, 0x00]), Err(Error::Conflict { .. })));
    assert!(matches!(yaml::read(&vec![b'#'; (16 << 20) + 1]), Err(Error::Conflict { .. })));
    let many = format!("vestibule: 1\nusers: [{}]\n", "a,".repeat(2_000_000));
    assert!(refused(&many).starts_with("invalid file"));
}

#[tokio::test]
async fn a_part_of_a_site_names_what_the_site_has() {
    let site = house();
    let text = "vestibule: 1\nusers:\n- email: vera@example.org\n  name: Vera\n  role: Resident\n  domains: [House / Flat 1//A]\n";
    assert_eq!(lines(&plan(text, &site, Mode::Merge).await), ["Create users Vera"]);
    apply(text, &site, Mode::Merge, &HashMap::new()).await;
    assert_eq!(site.find("users", "Vera")["domains"][0]["id"], site.find("domains", "Flat 1/A")["id"]);
    let elsewhere = text.replace("House / Flat", "Castle / Flat");
    assert_eq!(lines(&plan(&elsewhere, &house(), Mode::Merge).await), ["Conflict users Vera"]);
    // What the text does not say of a row, or of an object in it, stays as it is.
    let text = "vestibule: 1\ndevices:\n- serial_number: AA-1\n  device_settings:\n    address:\n      building: '0001'\n";
    assert_eq!(lines(&plan(text, &site, Mode::Merge).await), Vec::<String>::new());
    let text = text.replace("0001", "0002");
    assert_eq!(lines(&plan(&text, &site, Mode::Merge).await), ["Change devices Gate"]);
    let text = "vestibule: 1\nusers:\n- email: anna@example.org\n  name: Anne\n";
    let changed = plan(text, &site, Mode::Replace).await;
    let anna = changed.items.iter().find(|item| item.action == Action::Change).unwrap();
    assert_eq!(anna.fields.iter().map(|field| field.name.as_str()).collect::<Vec<_>>(), ["name"]);
}

#[tokio::test]
async fn rows_with_one_key_are_told_apart_by_number() {
    let site = FakeSite::new(0);
    for zone in ["A", "B"] {
        site.add("time-rules", json!({"name": "Day", "time_zone": zone}));
    }
    let text = exported(&site).await;
    assert!(text.contains("- key: Day#2\n"), "{text}");
    let empty = FakeSite::new(1_000);
    apply(&text, &empty, Mode::Replace, &HashMap::new()).await;
    assert_eq!(exported(&empty).await, text);
    assert!(refused("vestibule: 1\ntime-rules:\n- name: Day\n  key: Night\n").contains("its key is Day"));
}

#[tokio::test]
async fn a_group_is_exported_with_what_is_below_it_and_what_that_names() {
    let site = house();
    let other = site.add("domains", json!({"name": "Castle", "parent_id": null}));
    let role = site.find("roles", "Resident")["id"].clone();
    site.add("users", json!({"name": "Guard", "email": "guard@example.org", "role": {"id": role, "name": "Resident"}, "domains": [{"id": other, "name": "Castle"}]}));
    site.add("time-rules", json!({"name": "Unused"}));
    let read = read_site(&site).await;
    let part = group::within(&read.snapshot, "House").unwrap();
    let text = yaml::write(&part, &Managed::default(), &[], Style::default()).unwrap();
    for there in ["anna@example.org", "Gate by day", "- name: Resident", "- name: Day", "  type: card"] {
        assert!(text.contains(there), "{there} in\n{text}");
    }
    for absent in ["Castle", "guard@example.org", "Unused", "\nsettings:"] {
        assert!(!text.contains(absent), "{absent} in\n{text}");
    }
    assert!(group::is_within("House / Flat 1", "House") && !group::is_within("House 2", "House") && !group::is_within("House // 2", "House / 2"));
}

/// A house that is managed by its own export, beside a castle that is not.
async fn managed_house() -> (FakeSite, SiteFile, SiteRead) {
    let site = house();
    site.add("domains", json!({"name": "Castle", "parent_id": null}));
    let read = read_site(&site).await;
    let managed = Managed { project: false, groups: vec!["House".into()] };
    let file = parsed(&written(&read, &managed));
    assert_eq!((&file.managed, file.says_managed), (&managed, true));
    (site, file, read)
}

#[tokio::test]
async fn what_was_changed_by_hand_in_a_managed_group_is_drift_and_nothing_else_is() {
    let (site, file, read) = managed_house().await;
    let (rows, others) = (drift::applied_rows(&read, &file.snapshot).unwrap(), drift::other_rows(&read, &file.snapshot));
    let drifted = async |managed: &Managed| drift::plan(&rows, &others, &read_site(&site).await, managed).unwrap();
    assert_eq!(lines(&drifted(&file.managed).await), Vec::<String>::new());

    let flat = site.find("domains", "Flat 1/A")["id"].clone();
    let role = site.find("roles", "Resident")["id"].clone();
    let castle = site.find("domains", "Castle")["id"].clone();
    for (name, group) in [("Added", &flat), ("Elsewhere", &castle)] {
        site.add(
            "users",
            json!({"name": name, "email": format!("{name}@x.nl"), "role": {"id": role, "name": "Resident"}, "domains": [{"id": group, "name": "x"}]}),
        );
    }
    {
        let mut rows = site.rows.lock().unwrap();
        rows.get_mut("users").unwrap()[0]["email"] = json!("new@example.org");
        rows.get_mut("devices").unwrap().clear();
        rows.get_mut("access-rules").unwrap()[0]["devices"] = json!([]);
        rows.get_mut("markers").unwrap()[0]["color"] = json!("#000000");
    }
    let plan = drifted(&file.managed).await;
    let found = lines(&plan);
    assert_eq!(found, ["Change users Anna", "Create devices Gate", "Change access-rules Gate by day", "Delete users Added"], "{found:?}");
    let whole = lines(&drifted(&Managed { project: true, groups: Vec::new() }).await);
    assert!(whole.contains(&"Change markers VIP".into()) && whole.contains(&"Delete users Elsewhere".into()), "{whole:?}");
}

#[tokio::test]
async fn a_plan_says_how_many_devices_and_users_its_rules_name() {
    let site = house();
    let text = exported(&site).await;
    site.rows.lock().unwrap().get_mut("access-rules").unwrap()[0]["users"] = json!([]);
    let doors = plan(&text, &site, Mode::Merge).await.doors;
    assert_eq!((doors.rules, doors.devices.len(), doors.users.len()), (1, 1, 2));
    assert_eq!(plan(&text, &house(), Mode::Merge).await.doors.rules, 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    /// Any text of a field comes back as it was, but for what no field takes.
    #[test]
    fn any_text_is_read_as_it_was_written(name in "\\PC{1,60}".prop_filter("no name is blank", |name| !name.trim().is_empty()), description in "[^\\x00]{0,120}") {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let site = FakeSite::new(0);
            site.add("markers", json!({"name": name, "color": "#ff0000"}));
            site.add("time-rules", json!({"name": "Day", "description": description}));
            let text = exported(&site).await;
            let Ok(file) = yaml::read(text.as_bytes()) else { panic!("{text}") };
            let fields = |entity: &str| file.snapshot.get(entity).unwrap().items[0].fields();
            let (day, marker) = (fields("time-rules"), fields("markers"));
            prop_assert_eq!(day["description"].as_str().unwrap_or_default(), description.as_str());
            prop_assert_eq!(marker["name"].as_str().unwrap(), name.as_str());
            Ok(())
        })?;
    }

    #[test]
    fn no_text_panics(data in prop::collection::vec(any::<u8>(), 0..300)) {
        let _read = yaml::read(&data).is_ok();
    }

    /// Whatever bytes of a good text are changed: it is read or refused.
    #[test]
    fn a_changed_text_never_panics(changes in prop::collection::vec((any::<prop::sample::Index>(), "[-:#&*!|>{}\\[\\]\"' \na-z0-9]"), 1..8)) {
        let mut text = "vestibule: 1\nmanaged: true\nusers:\n- email: a@b.nl\n  name: Anna\n  domains:\n  - House / Flat\n  profile: null\ndevices:\n- serial_number: A\n  device_settings:\n    mqtt:\n      password: ${secret:x}\n".as_bytes().to_vec();
        for (at, byte) in changes {
            let at = at.index(text.len());
            text[at] = byte.as_bytes()[0];
        }
        let _read = yaml::read(&text).is_ok();
    }
}
