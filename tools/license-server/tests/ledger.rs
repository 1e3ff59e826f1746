//! What the ledger of issued licences holds.
use license_server::keys::{open_or_create, random_values};
use license_server::ledger::{Ledger, Refused, Seat};
use licensing::domain::counts::Counts;
use licensing::domain::license::Plan;
use licensing::domain::license_file::{Payload, Way};
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

fn payload() -> Payload {
    let now = kit::Clock::system().now();
    Payload {
        v: 1,
        id: Uuid::new_v4(),
        plan: Plan::Plus,
        issued_at: now,
        customer: "Riverside".into(),
        way: Way::Offline,
        project_uid: None,
        instance_id: None,
        valid_from: now,
        valid_to: None,
        features: vec!["sip".into()],
        counts: Counts::UNLIMITED,
        per_user: Counts::UNLIMITED,
        supersedes: Vec::new(),
    }
}

fn issue(ledger: &mut Ledger, payload: Payload) -> (LicenseKey, Uuid) {
    let (key, id) = (LicenseKey::new(random_values().unwrap()), payload.id);
    ledger.issue(&key, payload).unwrap();
    (key, id)
}

fn issued(ledger: &mut Ledger) -> (LicenseKey, Uuid) {
    issue(ledger, payload())
}

fn seat(project_uid: Uuid, secret: &str) -> Seat {
    Seat { instance_id: INSTANCE, project_uid, secret: secret.into() }
}

#[test]
fn a_key_is_bound_to_the_project_that_activates_it_until_it_is_released() {
    let folder = Folder::new();
    let mut ledger = folder.ledger();
    let (key, id) = issued(&mut ledger);
    let own = seat(PROJECT, "own");
    let payload = ledger.activate(&key, &own).unwrap().unwrap();
    assert_eq!((payload.id, payload.way, payload.project_uid, payload.instance_id), (id, Way::Cloud, Some(PROJECT), Some(INSTANCE)));
    assert!(ledger.activate(&key, &own).unwrap().is_ok());
    assert_eq!(ledger.activate(&key, &seat(INSTANCE, "own")).unwrap(), Err(Refused::Taken));
    assert!(ledger.refresh(id, &own).unwrap().is_ok());
    assert_eq!(ledger.release(id, &own).unwrap(), Ok(()));
    assert_eq!(ledger.release(id, &own).unwrap(), Ok(()), "once more");
    assert!(ledger.activate(&key, &seat(INSTANCE, "other")).unwrap().is_ok());
}

#[test]
fn nobody_refreshes_or_releases_a_seat_without_its_secret() {
    let folder = Folder::new();
    let mut ledger = folder.ledger();
    let (key, id) = issued(&mut ledger);
    ledger.activate(&key, &seat(PROJECT, "own")).unwrap().unwrap();
    for wrong in [seat(PROJECT, ""), seat(PROJECT, "guessed"), seat(INSTANCE, "own")] {
        assert_eq!(ledger.refresh(id, &wrong).unwrap(), Err(Refused::NotTheirs));
        assert_eq!(ledger.release(id, &wrong).unwrap(), Err(Refused::NotTheirs));
    }
    assert!(ledger.refresh(id, &seat(PROJECT, "own")).unwrap().is_ok());
    assert!(!std::fs::read_to_string(folder.0.join("ledger.jsonl")).unwrap().contains("\"own\""), "the ledger has its digest");
}

#[test]
fn a_release_of_an_earlier_activation_does_not_free_the_seat_of_the_next_one() {
    let folder = Folder::new();
    let mut ledger = folder.ledger();
    let (key, id) = issued(&mut ledger);
    ledger.activate(&key, &seat(PROJECT, "first")).unwrap().unwrap();
    ledger.activate(&key, &seat(PROJECT, "second")).unwrap().unwrap();
    assert_eq!(ledger.release(id, &seat(PROJECT, "first")).unwrap(), Err(Refused::NotTheirs));
    assert!(ledger.refresh(id, &seat(PROJECT, "second")).unwrap().is_ok());
    assert_eq!(ledger.refresh(id, &seat(PROJECT, "first")).unwrap(), Err(Refused::NotTheirs));
}

#[test]
fn a_late_request_with_a_secret_that_was_replaced_or_released_takes_no_seat() {
    let folder = Folder::new();
    let mut ledger = folder.ledger();
    let (key, id) = issued(&mut ledger);
    ledger.activate(&key, &seat(PROJECT, "first")).unwrap().unwrap();
    ledger.activate(&key, &seat(PROJECT, "second")).unwrap().unwrap();
    assert_eq!(ledger.activate(&key, &seat(PROJECT, "first")).unwrap(), Err(Refused::NotTheirs));
    assert!(ledger.refresh(id, &seat(PROJECT, "second")).unwrap().is_ok());
    ledger.release(id, &seat(PROJECT, "second")).unwrap().unwrap();
    // Also read anew from the disk.
    for ledger in [&mut ledger, &mut folder.ledger()] {
        assert_eq!(ledger.activate(&key, &seat(PROJECT, "second")).unwrap(), Err(Refused::NotTheirs));
    }
    ledger.activate(&key, &seat(PROJECT, "third")).unwrap().unwrap();
}

#[test]
fn a_replaced_licence_ends_where_it_is_and_is_activated_nowhere_else() {
    let folder = Folder::new();
    let mut ledger = folder.ledger();
    let (old, old_id) = issued(&mut ledger);
    let (new, _) = issue(&mut ledger, Payload { supersedes: vec![old_id], ..payload() });
    ledger.activate(&old, &seat(PROJECT, "own")).unwrap().unwrap();
    ledger.activate(&new, &seat(PROJECT, "own")).unwrap().unwrap();
    // Also read anew from the disk.
    for ledger in [&mut ledger, &mut folder.ledger()] {
        assert_eq!(ledger.refresh(old_id, &seat(PROJECT, "own")).unwrap(), Err(Refused::Revoked));
    }
    ledger.release(old_id, &seat(PROJECT, "own")).unwrap().unwrap();
    assert_eq!(ledger.activate(&old, &seat(INSTANCE, "other")).unwrap(), Err(Refused::Revoked));
}

#[test]
fn a_licence_that_an_offline_file_replaces_is_activated_nowhere_else() {
    let folder = Folder::new();
    let mut ledger = folder.ledger();
    let (key, id) = issued(&mut ledger);
    ledger.activate(&key, &seat(PROJECT, "own")).unwrap().unwrap();
    folder.ledger().supersede(&[id, Uuid::nil()]).unwrap();
    assert!(ledger.refresh(id, &seat(PROJECT, "own")).unwrap().is_ok());
    ledger.release(id, &seat(PROJECT, "own")).unwrap().unwrap();
    assert_eq!(ledger.activate(&key, &seat(PROJECT, "own")).unwrap(), Err(Refused::Revoked));
}

#[test]
fn a_running_server_hears_of_what_a_command_has_written() {
    let folder = Folder::new();
    let mut server = folder.ledger();
    let (key, id) = issued(&mut folder.ledger());
    let own = seat(PROJECT, "own");
    assert!(server.activate(&key, &own).unwrap().is_ok());
    assert!(folder.ledger().revoke(id).unwrap());
    assert_eq!(server.refresh(id, &own).unwrap(), Err(Refused::Revoked));
    assert_eq!(server.activate(&key, &own).unwrap(), Err(Refused::Revoked));
    assert!(!folder.ledger().revoke(Uuid::nil()).unwrap());
}

#[test]
fn of_two_servers_with_one_ledger_one_binds_a_key() {
    const SERVERS: u128 = 8;
    const KEYS: usize = 40;
    let folder = Folder::new();
    let keys: Vec<(LicenseKey, Uuid)> = (0..KEYS).map(|_| issued(&mut folder.ledger())).collect();
    let turn = std::sync::Barrier::new(SERVERS as usize);
    let project = |server: u128| seat(Uuid::from_u128(100 + server), "of this project alone");
    // Each has read the ledger before any of them binds a key.
    let bound: Vec<Vec<bool>> = std::thread::scope(|threads| {
        let serve = |server: u128| {
            let mut ledger = folder.ledger();
            let activate = |(key, _): &(LicenseKey, Uuid)| {
                turn.wait();
                ledger.activate(key, &project(server)).unwrap().is_ok()
            };
            keys.iter().map(activate).collect()
        };
        let servers: Vec<_> = (0..SERVERS).map(|server| threads.spawn(move || serve(server))).collect();
        servers.into_iter().map(|server| server.join().unwrap()).collect()
    });
    let mut ledger = folder.ledger();
    let mut winners = 0;
    for (at, (_, id)) in keys.iter().enumerate() {
        let won: Vec<u128> = (0..SERVERS).filter(|server| bound[*server as usize][at]).collect();
        assert_eq!(won.len(), 1, "key {at}");
        assert!(ledger.refresh(*id, &project(won[0])).unwrap().is_ok(), "key {at}: the server that was given the seat has it");
        winners += won.len();
    }
    println!("{KEYS} keys, {SERVERS} servers at once: {winners} seats given");
}

#[test]
fn half_a_line_that_a_crash_has_left_does_not_end_the_ledger() {
    let folder = Folder::new();
    let (key, id) = issued(&mut folder.ledger());
    let path = folder.0.join("ledger.jsonl");
    let whole = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, format!("{whole}{}", &whole[..whole.len() / 2])).unwrap();
    let mut ledger = folder.ledger();
    ledger.activate(&key, &seat(PROJECT, "own")).unwrap().unwrap();
    assert!(folder.ledger().refresh(id, &seat(PROJECT, "own")).unwrap().is_ok());
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
