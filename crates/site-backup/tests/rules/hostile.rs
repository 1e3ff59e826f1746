//! Files of strangers, made by chance from one fixed seed: each is read, or refused with a reason. By a process of its own, this very
//! program, that may not take more memory than a good file of the same size does many times over. `VESTIBULE_TEST_HOSTILE_ROUNDS=100`
//! makes as many rounds with other seeds, for as long as one likes to look for what the first one does not find.
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

use kit_core::{Clock, Error};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use site_backup::archive::{self, About, ArchiveKey};
use site_backup::yaml::{self, Managed, Style};
use site_backup::{ENTITIES, Entity, MAX_ROWS, read};

use crate::fake_site::{EndsAfter, house};

const ROUNDS: &str = "VESTIBULE_TEST_HOSTILE_ROUNDS";
const IS_READER: &str = "VESTIBULE_TEST_HOSTILE_READER";
/// Of addresses, which is more than what is used: the program itself and the stacks of its threads are in it.
const MEMORY_KIB: usize = 768 << 10;
const TEXTS: u32 = 4_000;
const TREES: u32 = 1_500;
const ARCHIVES: u32 = 3_000;
const HEADERS: u32 = 3_000;
const TARS: u32 = 300;

#[test]
fn files_made_by_chance_are_read_or_refused_within_a_limit_of_memory() {
    let program = std::env::current_exe().unwrap();
    let read = Command::new("sh")
        .args(["-c", &format!("ulimit -v {MEMORY_KIB} && exec \"$0\" --exact hostile::a_test_may_read_in_a_process --nocapture")])
        .arg(program)
        .env(IS_READER, "1")
        .env("RUST_MIN_STACK", "4194304")
        .output()
        .unwrap();
    assert!(read.status.success(), "{}\n{}", String::from_utf8_lossy(&read.stdout), String::from_utf8_lossy(&read.stderr));
    assert!(String::from_utf8_lossy(&read.stdout).contains("1 passed"));
}

#[test]
fn a_test_may_read_in_a_process() {
    if std::env::var(IS_READER).is_err() {
        return;
    }
    let (text, zip) = good_files();
    assert!(yaml::read(text.as_bytes()).is_ok() && archive::read(&zip).is_ok());
    large_texts();
    let rounds = std::env::var(ROUNDS).map_or(1, |rounds| rounds.parse().expect("a number of rounds"));
    for round in 0..rounds {
        println!("round {round}");
        ROUND.store(round, Ordering::Relaxed);
        changed_texts(&text);
        trees();
        changed_archives(&zip);
        changed_headers(&zip);
        tars();
    }
}

static ROUND: AtomicU64 = AtomicU64::new(0);

/// Makes the same cases in the same round.
fn runner() -> TestRunner {
    match ROUND.load(Ordering::Relaxed) {
        0 => TestRunner::deterministic(),
        round => {
            let mut seed = [0; 32];
            seed[..8].copy_from_slice(&round.to_le_bytes());
            TestRunner::new_with_rng(Config::default(), TestRng::from_seed(RngAlgorithm::ChaCha, &seed))
        }
    }
}

fn by_chance<S: Strategy>(cases: u32, strategy: S, check: impl Fn(S::Value)) {
    let mut runner = runner();
    for _ in 0..cases {
        check(strategy.new_tree(&mut runner).unwrap().current());
    }
}

/// A site as a text and as a zip.
fn good_files() -> (String, Vec<u8>) {
    let entities: Vec<&Entity> = ENTITIES.iter().collect();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let snapshot = runtime.block_on(read::site(&house(), &entities, &EndsAfter::never())).unwrap().snapshot;
    let about = About { made_at: Clock::system().now(), platform: "test".into(), read_seconds: 1, dropped: Vec::new() };
    let zip = archive::write(&snapshot, about, 7, &ArchiveKey::new(&[b"key"])).unwrap().1;
    (yaml::write(&snapshot, &Managed::default(), &[], Style::default()).unwrap(), zip)
}

/// A refusal says why, in the words of the contract.
#[track_caller]
fn check<T>(result: kit_core::Result<T>) -> Option<T> {
    match result {
        Ok(read) => Some(read),
        Err(Error::Conflict { code: "wrong_file_body" | "invalid_file", data, .. }) => {
            assert!(data["fields"]["file"].as_str().is_some_and(|why| !why.is_empty()), "{data}");
            None
        }
        Err(error) => panic!("{error:?}"),
    }
}

fn read_text(data: &[u8]) {
    if let Some(file) = check(yaml::read(data)) {
        assert!(file.snapshot.len() <= MAX_ROWS);
    }
}

fn read_archive(data: &[u8]) {
    if let Some((_, snapshot)) = check(archive::read(data)) {
        assert!(snapshot.len() <= MAX_ROWS);
    }
}

/// What is done to a file at a place.
#[derive(Clone, Debug)]
enum Change {
    Set(Index, u8),
    Insert(Index, &'static [u8]),
    Cut(Index, usize),
    Repeat(Index, usize, usize),
    End(Index),
}

fn changes(words: &'static [&'static [u8]]) -> impl Strategy<Value = Vec<Change>> {
    let place = any::<Index>;
    let change = prop_oneof![
        4 => (place(), any::<u8>()).prop_map(|(at, byte)| Change::Set(at, byte)),
        4 => (place(), prop::sample::select(words)).prop_map(|(at, word)| Change::Insert(at, word)),
        2 => (place(), 1_usize..40).prop_map(|(at, length)| Change::Cut(at, length)),
        2 => (place(), 1_usize..40, 1_usize..60).prop_map(|(at, length, times)| Change::Repeat(at, length, times)),
        1 => place().prop_map(Change::End),
    ];
    prop::collection::vec(change, 1..6)
}

fn change(good: &[u8], changes: Vec<Change>) -> Vec<u8> {
    let mut data = good.to_vec();
    for change in changes {
        if data.is_empty() {
            break;
        }
        match change {
            Change::Set(at, byte) => {
                let at = at.index(data.len());
                data[at] = byte;
            }
            Change::Insert(at, word) => {
                let at = at.index(data.len());
                drop(data.splice(at..at, word.iter().copied()));
            }
            Change::Cut(at, length) => {
                let at = at.index(data.len());
                let end = (at + length).min(data.len());
                drop(data.drain(at..end));
            }
            Change::Repeat(at, length, times) => {
                let at = at.index(data.len());
                let piece = data[at..(at + length).min(data.len())].repeat(times);
                drop(data.splice(at..at, piece));
            }
            Change::End(at) => data.truncate(at.index(data.len())),
        }
    }
    data
}

const YAML_WORDS: &[&[u8]] = &[
    b"\n",
    b"\n  ",
    b": ",
    b"- ",
    b"? ",
    b"[",
    b"]",
    b"{",
    b"}",
    b"&a ",
    b"*a",
    b"!!str ",
    b"!!binary ",
    b"| \n",
    b">-\n",
    b"---\n",
    b"...\n",
    b"%YAML 1.2\n",
    b"#",
    b"\"",
    b"'",
    b"\\",
    b"\\u0000",
    b"\"\\U00110000\"",
    b"<<: ",
    b"null",
    b"~",
    b"\t",
    b"\r",
    b"\xff",
    b"\xc3",
    b"\xe2\x80\xa8",
    b"1e999",
    b"-9223372036854775809",
    b"${secret:x}",
    b"${secret:",
    b"id: 1\n",
    b"key: a\n",
    b"vestibule: 1\n",
    b"managed: true\n",
    b"users:\n",
    b"#2",
];

fn changed_texts(good: &str) {
    by_chance(TEXTS, changes(YAML_WORDS), |changes| read_text(&change(good.as_bytes(), changes)));
}

/// Texts in the form of YAML, of names that a site has, and of none.
fn trees() {
    let scalar = prop_oneof![
        prop::sample::select(
            &["", "a", "1", "true", "null", "~", "-", "?", "'", "\"", "|", ">", "&x", "*x", "${secret:a}", "10:20", "0x1F", "é\u{85}"][..]
        )
        .prop_map(str::to_owned),
        "\\PC{0,12}",
    ];
    let node = scalar.prop_recursive(40, 200, 5, |inner| {
        let name = prop::sample::select(&["name", "email", "domains", "key", "id", "profile", "device_settings", "users", "x", ""][..]);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(|items| format!("[{}]", items.join(", "))),
            prop::collection::vec((name, inner), 0..5).prop_map(|entries| {
                let entries: Vec<String> = entries.into_iter().map(|(name, value)| format!("{name}: {value}")).collect();
                format!("{{{}}}", entries.join(", "))
            }),
        ]
    });
    let entity = prop::sample::select(ENTITIES.iter().map(|entity| entity.name).collect::<Vec<_>>());
    by_chance(TREES, prop::collection::vec((entity, node), 0..4), |entities| {
        let entities: String = entities.into_iter().map(|(name, node)| format!("{name}: {node}\n")).collect();
        read_text(format!("vestibule: 1\n{entities}").as_bytes());
    });
}

/// Much of one thing: two mebibytes of each.
fn large_texts() {
    let lines = |line: fn(usize) -> String| {
        let mut text = "vestibule: 1\n".to_owned();
        (0..)
            .map(line)
            .take_while(|line| {
                text.push_str(line);
                text.len() < 2 << 20
            })
            .for_each(drop);
        text
    };
    for text in [
        lines(|_| "- a\n".into()),
        lines(|at| format!("k{at}:\n")),
        lines(|at| format!("? k{at}\n")),
        lines(|_| "#\n".into()),
        lines(|_| "\n".into()),
        format!("vestibule: 1\nusers: [{}", "a,".repeat(1 << 20)),
        format!("vestibule: 1\nusers: [{}", "{},".repeat(700_000)),
        format!("vestibule: 1\nusers: {}", "[".repeat(2 << 20)),
        format!("vestibule: 1\nusers: {}", "{a: ".repeat(500_000)),
        format!("vestibule: 1\nusers: {}", "- ".repeat(1 << 20)),
        format!("vestibule: 1\nusers: {}", "? ".repeat(1 << 20)),
        format!("vestibule: 1\nusers: \"{}\"", "\\u0041".repeat(350_000)),
        format!("vestibule: 1\n{}: x", "n".repeat(2 << 20)),
        format!("vestibule: 1\nusers: |\n{}", "  x\n".repeat(500_000)),
        format!("{}vestibule: 1", " ".repeat(2 << 20)),
        format!("vestibule: {}", "1".repeat(2 << 20)),
    ] {
        read_text(text.as_bytes());
    }
}

const ZIP_WORDS: &[&[u8]] = &[
    b"PK\x03\x04",
    b"PK\x01\x02",
    b"PK\x05\x06",
    b"PK\x06\x06",
    b"PK\x06\x07",
    b"PK\x07\x08",
    b"\xff\xff",
    b"\xff\xff\xff\xff",
    b"\0\0",
    b"\0\0\0\0",
    b"../",
    b"users.ndjson",
    b"manifest.json",
    b"\n",
    b"{}\n",
    b"\"",
    b"\\u0000",
];

fn changed_archives(good: &[u8]) {
    by_chance(ARCHIVES, changes(ZIP_WORDS), |changes| read_archive(&change(good, changes)));
}

/// Numbers of the headers: sizes, offsets, flags, methods, counts.
fn changed_headers(good: &[u8]) {
    let headers: Vec<usize> =
        (0..good.len() - 4).filter(|at| good[*at..].starts_with(b"PK") && matches!(good[at + 2..at + 4], [3, 4] | [1, 2] | [5, 6])).collect();
    let number = prop_oneof![
        prop::sample::select(&[0_u32, 1, 2, 8, 9, 12, 14, 93, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fff_ffff, 0xffff_fffe, u32::MAX][..]),
        any::<u32>(),
    ];
    let field = (prop::sample::select(headers), 4_usize..46, 1_usize..5, number);
    by_chance(HEADERS, prop::collection::vec(field, 1..4), |fields| {
        let mut data = good.to_vec();
        for (header, offset, width, number) in fields {
            let end = (header + offset + width).min(data.len());
            let start = (header + offset).min(end);
            data[start..end].copy_from_slice(&number.to_le_bytes()[..end - start]);
        }
        read_archive(&data);
    });
}

/// Archives of another kind are none, whatever is in them.
fn tars() {
    let mut tar = vec![0_u8; 512];
    tar[..12].copy_from_slice(b"users.ndjson");
    tar[100..107].copy_from_slice(b"0000644");
    tar[124..135].copy_from_slice(b"77777777777");
    tar[156..163].copy_from_slice(b"0ustar\0");
    tar.extend(b"{\"id\":1}\n".repeat(100));
    tar.resize(4_096, 0);
    by_chance(TARS, changes(&[b"ustar", b"\x1f\x8b", b"../", b"PK\x03\x04"]), |changes| {
        assert!(check(archive::read(&change(&tar, changes))).is_none());
    });
    for beginning in [&b"\x1f\x8b\x08\0"[..], b"7z\xbc\xaf\x27\x1c", b"Rar!\x1a\x07", b"BZh9", b"\xfd7zXZ\0"] {
        assert!(check(archive::read(&[beginning, &tar].concat())).is_none());
    }
}
