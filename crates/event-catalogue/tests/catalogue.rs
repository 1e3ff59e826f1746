//! The catalogue against the document and against itself. `UPDATE_EVENTS=1 cargo test -p event-catalogue` writes the document anew.
use std::collections::BTreeSet;

use event_catalogue::{EVENTS, find, page};

const FILE: &str = "../../docs/events.md";

#[test]
fn the_document_is_what_the_catalogue_says() {
    if std::env::var_os("UPDATE_EVENTS").is_some() {
        std::fs::write(FILE, page()).unwrap();
    }
    let written = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(written == page(), "{FILE}: UPDATE_EVENTS=1 cargo test -p event-catalogue writes it anew");
}

#[test]
fn the_document_names_every_event_with_an_example() {
    let page = page();
    for event in EVENTS {
        assert!(page.contains(&format!("\n## {}\n", event.name)), "{}", event.name);
        assert!(page.contains(&format!("\"type\": \"{}\"", event.kind)), "{}", event.name);
    }
}

#[test]
fn an_event_has_the_fields_that_it_is_documented_with() {
    for event in EVENTS {
        let example = (event.example)();
        let encoded: BTreeSet<&str> = example.as_object().unwrap().keys().map(String::as_str).filter(|key| *key != "type").collect();
        let documented: BTreeSet<&str> = event.fields.iter().map(|field| field.name).collect();
        assert_eq!(encoded, documented, "{}", event.name);
        assert_eq!(example["type"], event.kind);
    }
}

#[test]
fn a_name_names_one_event_and_begins_with_its_type() {
    let names: BTreeSet<&str> = EVENTS.iter().map(|event| event.name).collect();
    assert_eq!(names.len(), EVENTS.len());
    for event in EVENTS {
        assert_eq!(event.name.split('/').next(), Some(event.kind));
        assert!(find(event.name).is_some());
    }
}
