//! What the ledger of issued licences holds.
use license_server::keys::{open_or_create, random_values};
use license_server::ledger::{Ledger, Refused};
use licensing::domain::counts::Counts;
use licensing::domain::license::Plan;
use licensing::domain::license_file::Payload;
use licensing::domain::license_key::LicenseKey;
use uuid::Uuid;

const INSTANCE: Uuid = Uuid::from_u128(1);
const PROJECT: Uuid = Uuid::from_u128(2);

/// A folder that goes with it.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new() -> Self {
        let path = std::env::temp_dir().join(format!("license-server-{}", Uuid::new_v4()));
        std::fs::create_dir(&path).unwrap();
        Folder(path)
    }

    fn ledger(&self) -> Ledger {
        Ledger::open(&self.0.join("ledger.jsonl")).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

fn issued(ledger: &mut Ledger) -> (LicenseKey, Uuid) {
    let now = kit::Clock::system().now();
    let payload = Payload {
        v: 1,
        id: Uuid::new_v4(),
        plan: Plan::Plus,
        issued_at: now,
        customer: "Riverside".into(),
        project_uid: None,
        instance_id: None,
        valid_from: now,
        valid_to: None,
        features: vec!["sip".into()],
        counts: Counts::UNLIMITED,
        per_user: Counts::UNLIMITED,
        supersedes: Vec::new(),
    };
    let (key, id) = (LicenseKey::new(random_values().unwrap()), payload.id);
    ledger.issue(&key, payload).unwrap();
    (key, id)
}

#[test]
fn a_key_is_bound_to_the_project_that_activates_it_until_it_is_released() {
    let folder = Folder::new();
    let mut ledger = folder.ledger();
    let (key, id) = issued(&mut ledger);
    let payload = ledger.activate(&key, INSTANCE, PROJECT).unwrap().unwrap();
    assert_eq!((payload.id, payload.project_uid), (id, Some(PROJECT)));
    assert!(ledger.activate(&key, INSTANCE, PROJECT).unwrap().is_ok());
    assert_eq!(ledger.activate(&key, INSTANCE, INSTANCE).unwrap(), Err(Refused::Taken));
    assert_eq!(ledger.refresh(id, PROJECT, PROJECT).unwrap(), Err(Refused::Unknown));
    ledger.release(id, INSTANCE, INSTANCE).unwrap();
    assert!(ledger.refresh(id, INSTANCE, PROJECT).unwrap().is_ok());
    ledger.release(id, INSTANCE, PROJECT).unwrap();
    assert!(ledger.activate(&key, INSTANCE, INSTANCE).unwrap().is_ok());
}

#[test]
fn a_running_server_hears_of_what_a_command_has_written() {
    let folder = Folder::new();
    let mut server = folder.ledger();
    let (key, id) = issued(&mut folder.ledger());
    assert!(server.activate(&key, INSTANCE, PROJECT).unwrap().is_ok());
    assert!(folder.ledger().revoke(id).unwrap());
    assert_eq!(server.refresh(id, INSTANCE, PROJECT).unwrap(), Err(Refused::Revoked));
    assert_eq!(server.activate(&key, INSTANCE, PROJECT).unwrap(), Err(Refused::Revoked));
    assert!(!folder.ledger().revoke(Uuid::nil()).unwrap());
}

#[test]
fn what_is_on_the_disk_names_no_key() {
    let folder = Folder::new();
    let (key, _) = issued(&mut folder.ledger());
    let text = std::fs::read_to_string(folder.0.join("ledger.jsonl")).unwrap();
    assert!(!text.contains(key.as_str()) && !text.contains(&key.as_str().replace('-', "")));
}

#[test]
fn a_signing_key_that_others_may_read_is_refused() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::new();
    let path = folder.0.join("key");
    open_or_create(&path).unwrap();
    assert!(open_or_create(&path).is_ok());
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
    assert!(open_or_create(&path).is_err());
}
