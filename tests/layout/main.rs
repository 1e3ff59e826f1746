//! The layout of the services: which layers a service has, and in which direction they depend on each other.
//! Reads the source files only; no server is needed, and git for what adding a field costs. The rules are in `rules.rs`, what deviates from them is listed in
//! `exceptions.rs`, each with its reason. An exception that nothing needs any more fails the test, so that the list
//! only shrinks.
mod adding_a_field;
mod circles;
mod exceptions;
mod makers;
mod rules;
mod source;
mod writes;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use exceptions::{ADAPTERS, CIRCLES, EXCEPTIONS, MAX_WRITES_WITHOUT_PROOF, WRITES_WITHOUT_PROOF};
use rules::Finding;
use source::Source;

/// Every Rust file of the tree that is written by hand, by its path from the root. Tests run in the folder of their package.
static TREE: LazyLock<Vec<Source>> = LazyLock::new(|| {
    let mut files = Vec::new();
    for folder in ["crates", "services", "tests", "tools"] {
        walk(Path::new(".."), folder, &mut files);
    }
    files
});

fn walk(root: &Path, folder: &str, files: &mut Vec<Source>) {
    let mut entries: Vec<_> = fs::read_dir(root.join(folder)).expect("a readable folder").map(|entry| entry.expect("an entry")).collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name().into_string().expect("a name in UTF-8");
        let path = format!("{folder}/{name}");
        if entry.file_type().expect("a file type").is_dir() {
            if !["generated", "target", "node_modules"].contains(&name.as_str()) {
                walk(root, &path, files);
            }
        } else if name.ends_with(".rs") {
            let text = fs::read_to_string(entry.path()).expect("a readable file");
            files.push(Source::parse(&path, &text));
        }
    }
}

#[test]
fn services_keep_the_layout() {
    let files = &TREE;
    assert!(files.iter().filter(|file| file.path.starts_with("services/")).count() > 100, "the services' files are found");
    let findings: Vec<Finding> = rules::check(files, ADAPTERS).into_iter().filter(|finding| !is_excepted(finding)).collect();
    let lines: Vec<String> = findings.iter().map(Finding::to_string).collect();
    assert!(lines.is_empty(), "{} violations of the layout (see tests/layout/rules.rs):\n{}", lines.len(), lines.join("\n"));
}

fn is_excepted(finding: &Finding) -> bool {
    EXCEPTIONS.iter().any(|(path, rule, _)| *rule == finding.rule && finding.path.starts_with(path))
}

#[test]
fn every_exception_is_needed_and_has_a_reason() {
    let findings = rules::check(&TREE, ADAPTERS);
    for (path, rule, reason) in EXCEPTIONS {
        let needed = findings.iter().any(|finding| finding.rule == *rule && finding.path.starts_with(path));
        assert!(needed, "{path} keeps {rule:?} now: remove the exception");
        assert!(reason.len() > 20, "{path}: {rule:?} needs a reason");
    }
    let listed: BTreeSet<_> = EXCEPTIONS.iter().map(|(path, rule, _)| (path, format!("{rule:?}"))).collect();
    assert_eq!(listed.len(), EXCEPTIONS.len(), "an exception is listed twice");
}

/// A store writes for a caller by the proof that the caller may: see `writes.rs`. What no caller asks for is listed.
#[test]
fn stores_write_by_a_proof() {
    let found = writes::writers(&TREE).unproven;
    let is_listed = |path: &str, name: &str| WRITES_WITHOUT_PROOF.iter().any(|(file, names, _)| path.ends_with(file) && names.contains(&name));
    let missing: Vec<String> = found.iter().filter(|(path, name)| !is_listed(path, name)).map(|(path, name)| format!("{path}: {name}")).collect();
    assert!(missing.is_empty(), "{} functions write without a proof (see tests/layout/writes.rs):\n{}", missing.len(), missing.join("\n"));
    for (file, names, reason) in WRITES_WITHOUT_PROOF {
        for name in *names {
            let is_needed = found.iter().any(|(path, found)| path.ends_with(file) && found == name);
            assert!(is_needed, "{file}: {name} takes a proof now, or is gone: remove it from the list");
        }
        assert!(reason.len() > 20, "{file} needs a reason");
    }
    let listed: usize = WRITES_WITHOUT_PROOF.iter().map(|(_, names, _)| names.len()).sum();
    assert!(listed <= MAX_WRITES_WITHOUT_PROOF, "{listed} functions are listed: the list only shrinks");
}

#[test]
fn what_jobs_write_is_private_to_them() {
    let public: Vec<String> = writes::public_writers_of_jobs(&TREE).into_iter().map(|(path, name)| format!("{path}: {name}")).collect();
    assert!(public.is_empty(), "others than jobs may call these, so they belong to a store and take a proof:\n{}", public.join("\n"));
}

/// Otherwise anybody could make the proof.
#[test]
fn proofs_of_services_have_private_fields() {
    for (service, name, reason) in writes::SERVICE_PROOFS {
        let declared = TREE.iter().filter(|file| file.in_service().is_some_and(|(of, path)| of == *service && path.starts_with("store/")));
        let bodies: Vec<&[(usize, source::Token)]> = declared.filter_map(|file| writes::body_of_type(file, name)).collect();
        assert_eq!(bodies.len(), 1, "{service} declares {name} once, in its store");
        assert!(!bodies[0].iter().any(|(_, token)| *token == source::word("pub")), "{service}: a field of {name} is public");
        assert!(reason.len() > 20, "{name} needs a reason");
    }
}

#[test]
fn files_of_a_crate_are_in_no_circle() {
    let found = circles::circles(&TREE);
    let is_listed = |(krate, circle): &circles::Circle| {
        CIRCLES.iter().any(|(of, files, _)| krate.ends_with(of) && circle.iter().all(|file| files.contains(&file.as_str())))
    };
    let new: Vec<String> =
        found.iter().filter(|circle| !is_listed(circle)).map(|(krate, circle)| format!("{krate}: {}", circle.join(", "))).collect();
    assert!(new.is_empty(), "{} circles (see tests/layout/circles.rs):\n{}", new.len(), new.join("\n"));
    for (krate, files, reason) in CIRCLES {
        let is_needed = found.iter().any(|(of, circle)| of.ends_with(krate) && circle.iter().all(|file| files.contains(&file.as_str())));
        assert!(is_needed, "{krate}: {} are in no circle any more: remove the line", files.join(", "));
        assert!(reason.len() > 20, "{krate} needs a reason");
    }
}

#[test]
fn every_adapter_exists() {
    for (service, adapter, _) in ADAPTERS {
        let base = Path::new("../services").join(service).join("src").join(adapter);
        assert!(base.is_dir() || base.with_extension("rs").is_file(), "{service} has no adapter {adapter} any more");
    }
}
