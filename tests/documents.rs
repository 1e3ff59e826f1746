//! Documents name files, functions, decisions and log lines that exist. Reads files only; no server is needed.
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The root of the tree. Tests run in the folder of their package.
const ROOT: &str = "..";
const SKIPPED: &[&str] = &["node_modules", "target", "generated", "dist", "test-results"];

fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    walk(&Path::new(ROOT).join(folder), ending, &mut found);
    assert!(!found.is_empty(), "{folder} has files {ending}");
    found
}

fn walk(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a readable folder").map(|entry| entry.expect("an entry")) {
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type().expect("a file type").is_dir() {
            if !name.starts_with('.') && !SKIPPED.contains(&name.as_str()) {
                walk(&entry.path(), ending, found);
            }
        } else if name.ends_with(ending) {
            found.push(entry.path());
        }
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("a readable file")
}

/// Documents by path: those at the root, and those of these folders.
fn documents() -> Vec<(PathBuf, String)> {
    let mut found = vec![Path::new(ROOT).join("README.md")];
    for folder in ["docs", "charts", "docker", "k8s", "services", "tools"] {
        found.extend(files(folder, ".md"));
    }
    found.into_iter().map(|path| (path.clone(), read(&path))).collect()
}

/// What stands between `open` and `close`, on one line.
fn between<'a>(text: &'a str, open: &'a str, close: char) -> impl Iterator<Item = &'a str> {
    text.lines().flat_map(move |line| line.split(open).skip(1).filter_map(move |rest| rest.split_once(close)).map(|(found, _)| found))
}

fn code_spans(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| line.split('`').skip(1).step_by(2))
}

fn assert_none(what: &str, missing: &BTreeSet<String>) {
    assert!(missing.is_empty(), "{what}:\n{}", missing.iter().cloned().collect::<Vec<_>>().join("\n"));
}

#[test]
fn links_lead_to_files() {
    let mut missing = BTreeSet::new();
    for (path, text) in documents() {
        for link in between(&text, "](", ')') {
            let target = link.split(['#', ' ']).next().unwrap_or_default();
            let folder = path.parent().expect("a folder");
            if !target.is_empty() && !target.contains("://") && !target.starts_with("mailto:") && !folder.join(target).exists() {
                missing.insert(format!("{}: {target}", path.display()));
            }
        }
    }
    assert_none("links that lead nowhere", &missing);
}

#[test]
fn decisions_that_are_named_exist() {
    let decisions: Vec<String> =
        files("docs/adr", ".md").iter().filter_map(|path| path.file_name().map(|name| name.to_string_lossy().into_owned())).collect();
    let mut missing = BTreeSet::new();
    for (path, text) in documents() {
        for number in text.split("docs/adr/").skip(1).map(|rest| rest.chars().take_while(char::is_ascii_digit).collect::<String>()) {
            if !number.is_empty() && !decisions.iter().any(|decision| decision.starts_with(&number)) {
                missing.insert(format!("{}: docs/adr/{number}", path.display()));
            }
        }
    }
    assert_none("decisions that do not exist", &missing);
}

/// In the map, the how-to pages and the glossary. Patterns, as `services/*` or `src/rpc/<noun>.rs`, are left out.
#[test]
fn paths_that_are_named_exist() {
    let mut missing = BTreeSet::new();
    for (path, text) in documents() {
        let is_map = path.ends_with("docs/ARCHITECTURE.md") || path.ends_with("docs/glossary.md") || path.starts_with("../docs/how-to");
        for span in code_spans(&text).filter(|_| is_map) {
            let named = span.trim_end_matches('/');
            let is_path = ["crates/", "services/", "tests/", "tools/", "docs/", "charts/", "docker/", "proto/", "web-console/"]
                .iter()
                .any(|folder| named.starts_with(folder));
            if is_path && !named.contains([' ', '<', '{', '*', '…', '.', ':']) || is_path && named.ends_with(".rs") && !named.contains(['<', '*']) {
                let exists = Path::new(ROOT).join(named).exists() || fs::exists(format!("{ROOT}/{named}.rs")).unwrap_or_default();
                if !exists {
                    missing.insert(format!("{}: {named}", path.display()));
                }
            }
        }
    }
    assert_none("paths that do not exist", &missing);
}

/// `kit::module::item`: each word is one of the kit's source.
#[test]
fn names_of_the_kit_exist() {
    let parts = ["kit", "kit-core", "kit-database", "kit-events", "kit-rpc", "kit-telemetry"];
    let paths = parts.iter().flat_map(|part| files(&format!("crates/{part}/src"), ".rs"));
    let source: String = paths.map(|path| format!("{} {}", path.display(), read(&path))).collect();
    let words: BTreeSet<&str> = source.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let mut missing = BTreeSet::new();
    for (path, text) in documents() {
        for name in text.split("kit::").skip(1) {
            let name: String = name.chars().take_while(|c| c.is_alphanumeric() || *c == '_' || *c == ':').collect();
            for word in name.split("::").filter(|word| !word.is_empty() && !words.contains(word.trim_end_matches(':'))) {
                missing.insert(format!("{}: kit::{name} ({word})", path.display()));
            }
        }
    }
    assert_none("names that the kit does not have", &missing);
}

/// A runbook searches a log for `grep 'text'`, or quotes a line of it: the code has the text.
#[test]
fn runbooks_search_for_lines_that_are_logged() {
    let mut source = String::new();
    for folder in ["crates", "services"] {
        for path in files(folder, ".rs") {
            source.extend(read(&path).lines().filter(|line| !line.trim_start().starts_with("//")).flat_map(|line| [line, "\n"]));
        }
    }
    let mut missing = BTreeSet::new();
    for path in files("docs/runbooks", ".md") {
        let text = read(&path);
        for line in between(&text, "grep '", '\'') {
            if !source.contains(line) {
                missing.insert(format!("{}: {line}", path.display()));
            }
        }
    }
    assert_none("texts that no code logs", &missing);
}
