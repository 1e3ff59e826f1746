//! Who made an object is told by id and name to whoever sees the object, and nothing of them is told by lists besides (docs/adr/0122).
use std::fs;
use std::path::Path;

use crate::TREE;
use crate::source::{Source, Token, word};

/// Fields of answers that say who made something.
const FIELDS: [&str; 3] = ["created_by_user", "issued_by", "started_by_user"];

fn protos(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a readable folder").map(|entry| entry.expect("an entry")) {
        match entry.file_type().expect("a file type").is_dir() {
            true => protos(&entry.path(), found),
            false => found.push(fs::read_to_string(entry.path()).expect("a readable file")),
        }
    }
}

#[test]
fn who_made_something_is_a_reference_of_id_and_name() {
    let mut texts = Vec::new();
    protos(Path::new("../proto/vestibule"), &mut texts);
    let is_maker = |line: &&str| FIELDS.iter().any(|field| line.contains(&format!(" {field} = ")));
    let makers: Vec<&str> = texts.iter().flat_map(|text| text.lines()).map(str::trim).filter(is_maker).collect();
    assert!(makers.len() > 20, "{makers:?}");
    for line in makers {
        assert!(line.starts_with("optional common.v1.Ref "), "{line}");
    }
}

/// The literals of a list's columns and of what it searches.
fn literals_of_lists(file: &Source) -> Vec<&str> {
    let mut literals = Vec::new();
    for field in ["columns", "search"] {
        let begin = [word(field), Token::Sign(':'), Token::Sign('&'), Token::Sign('[')];
        for (at, window) in file.full_tokens.windows(begin.len()).enumerate() {
            if window.iter().map(|(_, token)| token).eq(&begin) {
                literals.extend(texts_until_closed(&file.full_tokens[at + begin.len()..]));
            }
        }
    }
    literals
}

fn texts_until_closed(tokens: &[(usize, Token)]) -> Vec<&str> {
    let mut depth = 1;
    let mut texts = Vec::new();
    for (_, token) in tokens {
        match token {
            Token::Sign('[') => depth += 1,
            Token::Sign(']') if depth == 1 => break,
            Token::Sign(']') => depth -= 1,
            Token::Text(text) => texts.push(text.as_str()),
            _ => {}
        }
    }
    texts
}

#[test]
fn nothing_is_filtered_sorted_or_searched_by_the_name_of_who_made_it() {
    let stores = TREE.iter().filter(|file| file.in_service().is_some_and(|(_, path)| path.starts_with("store/")));
    let literals: Vec<(&str, &str)> =
        stores.flat_map(|file| literals_of_lists(file).into_iter().map(|literal| (file.path.as_str(), literal))).collect();
    assert!(literals.len() > 200, "the lists are found: {}", literals.len());
    // Identity joins its users as `c` to name who made a row.
    let by_name: Vec<_> = literals.iter().filter(|(_, literal)| literal.contains("created_by_name") || literal.contains("c.name")).collect();
    assert!(by_name.is_empty(), "{by_name:?}");
}

#[test]
fn the_columns_and_the_search_of_a_list_are_read() {
    let text = r#"static L: Listing = Listing { columns: &[column("a", "x[1]", Kind::Choice(&[("b", 1)])), sortable("c", "d")], search: &["e"], own: "f" };"#;
    assert_eq!(literals_of_lists(&Source::parse("services/a/src/store/b.rs", text)), ["\"a\"", "\"x[1]\"", "\"b\"", "\"c\"", "\"d\"", "\"e\""]);
}
