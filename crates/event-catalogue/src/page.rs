//! The catalogue as a document.
use std::fmt::Write as _;

use crate::{EVENTS, EventType, PERSONAL, message};

const INTRODUCTION: &str = "<!-- Written from crates/event-catalogue. Do not edit: UPDATE_EVENTS=1 cargo test -p event-catalogue -->
# Events

What happens in a project, as programs get it: by the websocket of the console (`/ws`), or by [webhooks](how-to/webhooks.md). Both have the
same types with the same fields. The websocket sends `{topic, data}`, where `data` has the `type` besides the fields below; a push may be
lost. A webhook sends `{type, timestamp, data}`, at least once, and in order for each device.

Most events say that something has changed, and not how it is now: the API answers with that, to those who may view it. A field may be
added to an event at any time; none is removed or changes its meaning. Keys whose value is unknown are null.

An event goes to those who may view its resource in the group where it happened (`domain`), as a websocket's session or whoever vouches for
a webhook may at that moment.
";

/// `docs/events.md`.
pub fn page() -> String {
    let mut page = String::from(INTRODUCTION);
    page.push_str("\n| name | websocket topic | right to view | what |\n|---|---|---|---|\n");
    for event in EVENTS {
        let topic = if event.topic.is_empty() { String::new() } else { format!("`{}`", event.topic) };
        let _infallible =
            writeln!(page, "| [{}](#{}) | {topic} | {} | {} |", event.name, anchor(event), event.resource.name(), first_sentence(event));
    }
    for event in EVENTS {
        section(&mut page, event);
    }
    page.push_str("\n## Of the websocket alone\n\n| topic | type | what |\n|---|---|---|\n");
    for event in PERSONAL {
        let _infallible = writeln!(page, "| {} | {} | {} |", event.topic, event.kind, event.description);
    }
    page
}

fn section(page: &mut String, event: &EventType) {
    let _infallible = write!(page, "\n## {}\n\n{}\n\n| field | type | |\n|---|---|---|\n", event.name, event.description);
    for field in event.fields {
        let _infallible = writeln!(page, "| `{}` | {} | {} |", field.name, field.kind, field.description);
    }
    let example = message(event.kind, time::macros::datetime!(2026-11-26 08:15:30 UTC), &(event.example)());
    let text = serde_json::to_string_pretty(&example).unwrap_or_default();
    let _infallible = write!(page, "\n```json\n{text}\n```\n");
}

/// As renderers of Markdown make it of a heading.
fn anchor(event: &EventType) -> String {
    event.name.chars().filter(|character| character.is_ascii_alphanumeric() || *character == '_').collect()
}

fn first_sentence(event: &EventType) -> &str {
    event.description.split_inclusive(". ").next().unwrap_or_default().trim_end()
}
