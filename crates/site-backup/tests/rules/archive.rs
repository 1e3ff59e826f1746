//! Zips of strangers: every refusal comes before anything of the file is used.
use std::io::{Cursor, Write};
use std::sync::LazyLock;

use kit_core::{Clock, Error};
use proptest::prelude::*;
use serde_json::{Value, json};
use site_backup::archive::{self, About, ArchiveKey, Manifest};
use site_backup::{ENTITIES, Entity, Snapshot, read};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::fake_site::{EndsAfter, house};

fn about() -> About {
    About { made_at: Clock::system().now(), platform: "test".into(), read_seconds: 1, dropped: Vec::new() }
}

async fn made() -> (Manifest, Vec<u8>, Snapshot) {
    let entities: Vec<&Entity> = ENTITIES.iter().collect();
    let snapshot = read::site(&house(), &entities, &EndsAfter::never()).await.unwrap().snapshot;
    let (manifest, zip) = archive::write(&snapshot, about(), 7, &ArchiveKey::new(&[b"key"])).unwrap();
    (manifest, zip, snapshot)
}

/// A zip of these files, with a manifest that says what is in them.
fn zip_of(files: &[(&str, Vec<u8>)], count: impl Fn(&[u8]) -> usize) -> Vec<u8> {
    let entities: Vec<Value> = files
        .iter()
        .map(|(name, data)| json!({"name": name.trim_end_matches(".ndjson"), "file": name, "count": count(data), "sha256": archive::sha256(data)}))
        .collect();
    let manifest = json!({"format": "vestibule-backup", "version": 1, "made_at": "2026-11-24T10:00:00Z", "platform": "x", "project_uid": "x",
        "entities": entities, "read_seconds": 0, "complete": true, "dropped": []});
    let mut all = files.to_vec();
    all.push(("manifest.json", manifest.to_string().into_bytes()));
    raw_zip(&all, SimpleFileOptions::default())
}

fn raw_zip(files: &[(&str, Vec<u8>)], options: SimpleFileOptions) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, data) in files {
        zip.start_file(*name, options).unwrap();
        zip.write_all(data).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn lines(data: &[u8]) -> usize {
    data.iter().filter(|byte| **byte == b'\n').count()
}

fn marker(id: i64, name: &str) -> Vec<u8> {
    format!("{}\n", json!({"id": id, "key": name, "name": name, "row": {"name": name}})).into_bytes()
}

fn refused(zip: &[u8]) -> String {
    match archive::read(zip).expect_err("refused") {
        Error::Conflict { message, data, .. } => format!("{message}: {}", data["fields"]["file"].as_str().unwrap_or_default()),
        error => format!("{error:?}"),
    }
}

#[tokio::test]
async fn what_was_written_is_read_again() {
    let (manifest, zip, snapshot) = made().await;
    let (read_manifest, again) = archive::read(&zip).unwrap();
    assert_eq!(read_manifest, manifest);
    for (entity, rows) in snapshot.iter() {
        let read: Vec<_> = again.get(entity.name).unwrap().items.iter().map(|row| (row.id, &row.key, row.text(), &row.secrets)).collect();
        assert_eq!(read, rows.items.iter().map(|row| (row.id, &row.key, row.text(), &row.secrets)).collect::<Vec<_>>());
    }
}

#[tokio::test]
async fn a_file_is_of_the_project_that_made_it_alone() {
    let (manifest, _, _) = made().await;
    let key = ArchiveKey::new(&[b"key"]);
    assert!(key.is_own(&manifest, 7));
    assert!(!key.is_own(&manifest, 8), "another project");
    assert!(!ArchiveKey::new(&[b"other"]).is_own(&manifest, 7), "another installation");
    assert!(ArchiveKey::new(&[b"new", b"key"]).is_own(&manifest, 7), "after a change of keys");
    let mut changed = manifest.clone();
    changed.entities[0].sha256 = "00".into();
    assert!(!key.is_own(&changed, 7), "changed");
    changed.mac = "zz".into();
    assert!(!key.is_own(&changed, 7));
}

#[test]
fn a_name_outside_the_list_is_refused() {
    for name in
        ["../users.ndjson", "/etc/passwd", "users/", "users.ndjson/x", "C:\\users.ndjson", "Users.ndjson", "", "secrets.ndjson", "users.ndjson\0"]
    {
        let zip = raw_zip(&[(name, b"x".to_vec()), ("manifest.json", b"{}".to_vec())], SimpleFileOptions::default());
        assert!(archive::read(&zip).is_err(), "{name:?}");
    }
}

#[test]
fn a_link_is_refused() {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.add_symlink("users.ndjson", "/etc/passwd", SimpleFileOptions::default()).unwrap();
    zip.start_file("manifest.json", SimpleFileOptions::default()).unwrap();
    assert!(refused(&zip.finish().unwrap().into_inner()).contains("not a plain file"));
}

#[test]
fn a_directory_is_refused() {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.add_directory("users", SimpleFileOptions::default()).unwrap();
    assert!(refused(&zip.finish().unwrap().into_inner()).contains("does not belong"));
}

#[test]
fn a_name_twice_is_refused() {
    let first = zip_of(&[("markers.ndjson", marker(1, "a"))], lines);
    // The library writes no name twice: one is renamed in both places where it stands.
    let zip = raw_zip(
        &[("markers.ndjson", marker(1, "a")), ("markerz.ndjson", marker(1, "b")), ("manifest.json", b"{}".to_vec())],
        SimpleFileOptions::default(),
    );
    let zip = replace_all(zip, b"markerz.ndjson", b"markers.ndjson");
    assert!(refused(&zip).contains("the same name"), "{}", refused(&zip));
    assert!(archive::read(&first).is_ok());
}

fn replace_all(mut data: Vec<u8>, from: &[u8], to: &[u8]) -> Vec<u8> {
    for at in 0..data.len() - from.len() {
        if &data[at..at + from.len()] == from {
            data[at..at + from.len()].copy_from_slice(to);
        }
    }
    data
}

#[test]
fn an_encrypted_entry_is_refused() {
    let mut zip = zip_of(&[("markers.ndjson", marker(1, "a"))], lines);
    // The flag of the local header and of the directory.
    for at in 0..zip.len() - 4 {
        match &zip[at..at + 4] {
            b"PK\x03\x04" => zip[at + 6] |= 1,
            b"PK\x01\x02" => zip[at + 8] |= 1,
            _ => {}
        }
    }
    assert!(archive::read(&zip).is_err());
}

#[test]
fn an_entry_over_another_is_refused() {
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let mut zip = raw_zip(&[("markers.ndjson", marker(1, "a")), ("roles.ndjson", marker(1, "b")), ("manifest.json", b"{}".to_vec())], stored);
    // The second entry of the directory points to the first one's data.
    let directory: Vec<usize> = (0..zip.len() - 4).filter(|at| &zip[*at..*at + 4] == b"PK\x01\x02").collect();
    let offset: [u8; 4] = zip[directory[0] + 42..directory[0] + 46].try_into().unwrap();
    zip[directory[1] + 42..directory[1] + 46].copy_from_slice(&offset);
    assert!(archive::read(&zip).is_err(), "overlap");
}

#[test]
fn something_before_or_after_the_zip_is_refused() {
    let zip = zip_of(&[("markers.ndjson", marker(1, "a"))], lines);
    assert!(archive::read(&[b"#!/bin/sh\n", &zip[..]].concat()).is_err());
    assert!(archive::read(&[b"PK", &zip[..]].concat()).is_err());
    assert!(archive::read(&[&zip[..], b"more"].concat()).is_err());
    for cut in [0, 1, 21, zip.len() / 2, zip.len() - 1] {
        assert!(archive::read(&zip[..cut]).is_err());
    }
}

#[test]
fn more_than_64_files_are_refused() {
    let names: Vec<String> = (0..65).map(|number| format!("{number}.ndjson")).collect();
    let files: Vec<(&str, Vec<u8>)> = names.iter().map(|name| (name.as_str(), Vec::new())).collect();
    assert!(refused(&raw_zip(&files, SimpleFileOptions::default())).contains("at most 64"));
}

#[test]
fn a_bomb_is_refused_while_it_inflates() {
    let zip = zip_of(&[("markers.ndjson", vec![b' '; 40 << 20])], |_| 1);
    assert!(zip.len() < 1 << 20);
    assert!(refused(&zip).contains("too large"), "{}", refused(&zip));
}

#[test]
fn a_line_of_more_than_a_mebibyte_is_refused() {
    let long: String = (0..(1 << 20) + 10).map(|at| char::from(b'a' + (at % 23) as u8)).collect();
    let line = format!("{}\n", json!({"id": 1, "key": "a", "name": "a", "row": {"name": long}})).into_bytes();
    assert!(refused(&zip_of(&[("markers.ndjson", line)], lines)).contains("too large"));
}

#[test]
fn a_row_that_is_too_deep_is_refused() {
    let deep = (0..40).fold(json!(1), |inner, _| json!([inner]));
    let line = format!("{}\n", json!({"id": 1, "key": "a", "name": "a", "row": {"name": deep}})).into_bytes();
    assert!(refused(&zip_of(&[("markers.ndjson", line)], lines)).contains("too deep"));
}

#[test]
fn a_wrong_row_is_refused_with_its_place() {
    let wrong = [
        json!({"id": 1, "key": "a", "name": "a", "row": {"password": "x"}}),
        json!({"id": -1, "key": "a", "name": "a", "row": {}}),
        json!({"id": 1, "key": "", "name": "a", "row": {}}),
        json!({"id": 1, "key": "a", "name": "a", "row": {}, "more": 1}),
        json!({"id": 1, "key": "a", "name": "a", "row": []}),
        json!(7),
    ];
    for row in wrong {
        let data = [marker(5, "good"), format!("{row}\n").into_bytes()].concat();
        let why = refused(&zip_of(&[("markers.ndjson", data)], lines));
        assert!(why.starts_with("invalid file: markers.ndjson, line 2"), "{row}: {why}");
    }
}

#[test]
fn a_secret_in_a_zip_is_refused_and_not_shown() {
    let device = |password: Value| {
        let row = json!({"serial_number": "AA-1", "name": "Gate", "device_settings": {"mqtt": {"password": password}}});
        zip_of(&[("devices.ndjson", format!("{}\n", json!({"id": 1, "key": "AA-1", "name": "Gate", "row": row})).into_bytes())], lines)
    };
    let why = refused(&device(json!("hunter2")));
    assert!(why.contains("devices.ndjson, line 1: a secret") && !why.contains("hunter2"), "{why}");
    // One that is not set is none.
    assert!(archive::read(&device(json!(""))).is_ok() && archive::read(&device(Value::Null)).is_ok());
}

#[test]
fn a_key_or_an_id_twice_is_refused() {
    for second in [marker(1, "b"), marker(2, "a")] {
        assert!(refused(&zip_of(&[("markers.ndjson", [marker(1, "a"), second].concat())], lines)).contains("twice"));
    }
}

#[test]
fn a_file_that_is_not_what_the_manifest_says_is_refused() {
    let zip = zip_of(&[("markers.ndjson", marker(1, "a"))], |_| 2);
    assert!(refused(&zip).contains("not what the manifest says"));
    let zip = raw_zip(&[("markers.ndjson", marker(1, "a"))], SimpleFileOptions::default());
    assert!(refused(&zip).contains("wrong file body"));
}

#[test]
fn a_reference_that_leads_nowhere_in_the_file_is_refused() {
    let user = |reference: Value| format!("{}\n", json!({"id": 1, "key": "a", "name": "a", "row": {"role": reference}})).into_bytes();
    let with_roles = |reference: Value| zip_of(&[("roles.ndjson", Vec::new()), ("users.ndjson", user(reference))], lines);
    assert!(refused(&with_roles(json!({"$ref": "roles", "id": 3, "key": "Owner"}))).contains("no roles Owner"));
    assert!(refused(&with_roles(json!({"$ref": "users", "id": 1, "key": "a"}))).contains("a reference that is none"));
    assert!(refused(&with_roles(json!({"id": 3}))).contains("a reference that is none"));
    assert!(refused(&with_roles(json!("Owner"))).contains("a reference that is none"));
}

const MAX_ROWS_OF_WHOLE: usize = 40;
static WHOLE: LazyLock<Vec<u8>> = LazyLock::new(|| tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(made()).1);

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]
    /// Whatever bytes of a good file are changed: it is read or refused, and never read with other rows.
    #[test]
    fn a_changed_file_never_panics_and_is_never_taken_for_the_first(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)) {
        let zip = zip_of(&[("markers.ndjson", [marker(1, "a"), marker(2, "b")].concat())], lines);
        let mut changed = zip.clone();
        for (at, byte) in changes {
            let at = at.index(changed.len());
            changed[at] = byte;
        }
        if let Ok((_, snapshot)) = archive::read(&changed) {
            let rows = snapshot.get("markers").map_or(0, |rows| rows.items.len());
            prop_assert!(rows <= 2);
        }
    }

    /// Pieces are cut out, doubled and moved: of a zip that has every entity.
    #[test]
    fn a_shuffled_file_never_panics(moves in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0_usize..64, 0_u8..3), 1..8)) {
        let zip = WHOLE.clone();
        let mut changed = zip.clone();
        for (from, to, length, kind) in moves {
            let (from, to) = (from.index(changed.len()), to.index(changed.len()));
            let piece: Vec<u8> = changed[from..(from + length).min(changed.len())].to_vec();
            match kind {
                0 => drop(changed.drain(from..from + piece.len())),
                1 => drop(changed.splice(to..to, piece)),
                _ => {
                    let end = (to + piece.len()).min(changed.len());
                    changed[to..end].copy_from_slice(&piece[..end - to]);
                }
            }
            if changed.is_empty() {
                break;
            }
        }
        if let Ok((_, snapshot)) = archive::read(&changed) {
            prop_assert!(snapshot.len() <= MAX_ROWS_OF_WHOLE);
        }
    }

    #[test]
    fn lines_of_any_bytes_never_panic(data in prop::collection::vec(any::<u8>(), 0..400)) {
        let _read = archive::read(&zip_of(&[("users.ndjson", data)], lines)).is_ok();
    }
}
