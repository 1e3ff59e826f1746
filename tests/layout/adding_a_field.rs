//! docs/how-to/adding-a-field.md, followed: a patch for each of three entities adds a text to it. Each applies to the tree as
//! it is, and changes no more than nine files by hand, console included. What a patch lacks of the page is found by the unit
//! test `a_draft_has_every_field_that_a_request_sets` of the entity, and by its service test of every field.
use std::path::Path;
use std::process::Command;

const MAX_FILES: usize = 9;
const ENTITIES: [&str; 3] = ["access_rule", "device", "user"];

/// What `./dev` writes: openapi.json, the console's client and the golden files.
const GENERATED: [&str; 4] = ["web-console/openapi.json", "web-console/src/api/generated/", "tests/authorization/matrix.tsv", "docs/operations/"];

fn patch_path(entity: &str) -> String {
    format!("tests/adding_a_field/{entity}.patch")
}

fn patch_of(entity: &str) -> String {
    std::fs::read_to_string(Path::new("..").join(patch_path(entity))).expect("a patch for the entity")
}

/// The files that a patch changes or makes.
fn files(patch: &str) -> Vec<&str> {
    patch.lines().filter_map(|line| line.strip_prefix("+++ b/")).collect()
}

/// Where the patch does not apply; None where it does.
fn refusal(entity: &str, options: &[&str]) -> Option<String> {
    let mut git = Command::new("git");
    let output = git.current_dir("..").args(["apply", "--check"]).args(options).arg(patch_path(entity)).output().expect("git is installed");
    (!output.status.success()).then(|| String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn the_patch_of_each_entity_applies_to_the_tree() {
    for entity in ENTITIES {
        let refusal = refusal(entity, &[]);
        assert!(refusal.is_none(), "write {entity}.patch anew, see docs/how-to/adding-a-field.md:\n{}", refusal.unwrap_or_default());
    }
}

#[test]
fn a_tree_without_the_patch_is_told_from_one_with_it() {
    assert!(refusal("access_rule", &["--reverse"]).is_some(), "the scratch field of the patch is in the tree");
}

#[test]
fn a_field_costs_nine_files_at_most() {
    for entity in ENTITIES {
        let patch = patch_of(entity);
        let files = files(&patch);
        assert!(files.len() <= MAX_FILES, "a field of {entity} costs {} files:\n{}", files.len(), files.join("\n"));
        let generated: Vec<_> = files.iter().filter(|file| GENERATED.iter().any(|path| file.starts_with(path))).collect();
        assert!(generated.is_empty(), "generated files are not written by hand: {generated:?}");
    }
}

#[test]
fn a_field_goes_all_the_way_from_the_proto_to_both_languages() {
    for entity in ENTITIES {
        let patch = patch_of(entity);
        let files = files(&patch);
        for (folder, end) in
            [("proto/", ".proto"), ("services/", ".sql"), ("web-console/", "/fields.ts"), ("web-console/", "en.json"), ("web-console/", "ru.json")]
        {
            assert!(files.iter().any(|file| file.starts_with(folder) && file.ends_with(end)), "{entity}: no {folder}…{end} in {files:?}");
        }
    }
}
