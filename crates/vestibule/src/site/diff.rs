//! A plan for people: `+` is created, `~` changed, `-` deleted, `!` not done.
use std::fmt::Write;

use serde_json::Value;

const KINDS: [(&str, &str); 4] = [("create", "to create"), ("change", "to change"), ("delete", "to delete"), ("conflict", "not done")];

/// Whether nothing would be written. What is not done, for a reason, is no change.
pub fn is_empty(plan: &Value) -> bool {
    KINDS[..3].iter().all(|(kind, _)| total(plan, kind) == 0)
}

pub fn readable(plan: &Value) -> String {
    let mut out = String::new();
    for item in plan["items"].as_array().into_iter().flatten() {
        item_lines(item, &mut out);
    }
    if plan["truncated"] == true {
        let _infallible = writeln!(out, "  … {} in all", plan["items_count"]);
    }
    if !out.is_empty() {
        out.push('\n');
    }
    if is_empty(plan) && total(plan, "conflict") == 0 {
        out.push_str("No changes");
    } else {
        let parts: Vec<String> = KINDS.iter().map(|(kind, words)| format!("{} {words}", total(plan, kind))).collect();
        out.push_str(&parts.join(", "));
    }
    let _infallible = writeln!(out, "; {} unchanged.", total(plan, "same"));
    let kept = total(plan, "kept");
    if kept > 0 {
        let _infallible = writeln!(out, "{kept} stay that the file does not have: whoever made it could not see all of them.");
    }
    if let (Some(rules), devices, users) = (plan["doors"]["rules"].as_i64(), &plan["doors"]["devices"], &plan["doors"]["users"]) {
        let _infallible = writeln!(out, "{rules} access rules change, of {devices} devices and {users} users by themselves.");
    }
    out
}

fn item_lines(item: &Value, out: &mut String) {
    let action = item["action"].as_str().unwrap_or_default();
    let mark = match action {
        "create" => '+',
        "change" => '~',
        "delete" => '-',
        _ => '!',
    };
    let _infallible = write!(out, "  {mark} {} {}", text(&item["entity"]), text(&item["name"]));
    match item["message"].as_str() {
        Some(message) => drop(writeln!(out, ": {}", plain(message))),
        None => out.push('\n'),
    }
    for field in item["fields"].as_array().into_iter().flatten() {
        let (name, after) = (text(&field["name"]), text(&field["after"]));
        let _infallible = match field["before"].as_str() {
            Some(before) => writeln!(out, "      {name}: {} -> {after}", plain(before)),
            None => writeln!(out, "      {name}: {after}"),
        };
    }
    let kept: Vec<String> = item["kept"].as_array().into_iter().flatten().map(text).collect();
    if !kept.is_empty() {
        let _infallible = writeln!(out, "      keeps what the file could not have: {}", kept.join(", "));
    }
    let secrets: Vec<String> = item["secrets"].as_array().into_iter().flatten().map(text).collect();
    if !secrets.is_empty() {
        let _infallible = writeln!(out, "      secrets: {}", secrets.join(", "));
    }
}

fn total(plan: &Value, kind: &str) -> i64 {
    plan["counts"].as_array().into_iter().flatten().filter_map(|count| count[kind].as_i64()).sum()
}

fn text(value: &Value) -> String {
    plain(value.as_str().unwrap_or("null"))
}

/// A name cannot move the terminal's cursor.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn plan() -> Value {
        json!({
            "counts": [{ "entity": "users", "create": 1, "change": 1, "delete": 1, "same": 7, "conflict": 1 }],
            "items": [
                { "entity": "users", "action": "create", "name": "Vera", "fields": [{ "name": "email", "before": null, "after": "\"v@x.nl\"" }], "secrets": [] },
                { "entity": "users", "action": "change", "name": "Boris", "fields": [{ "name": "email", "before": "\"b\"", "after": "\"c\"" }], "secrets": [] },
                { "entity": "users", "action": "delete", "name": "A\u{1b}[2Jnna", "fields": [], "secrets": [] },
                { "entity": "roles", "action": "conflict", "name": "Owner", "fields": [], "message": "action prohibited", "secrets": [] }
            ],
            "doors": { "rules": 1, "devices": 2, "users": 3 }
        })
    }

    #[test]
    fn each_change_has_its_mark_and_its_fields() {
        let text = readable(&plan());
        for line in
            ["  + users Vera", "      email: \"v@x.nl\"", "  ~ users Boris", "      email: \"b\" -> \"c\"", "  ! roles Owner: action prohibited"]
        {
            assert!(text.lines().any(|found| found == line), "{line} in {text}");
        }
        assert!(text.contains("1 to create, 1 to change, 1 to delete, 1 not done; 7 unchanged."), "{text}");
        assert!(!text.contains('\u{1b}'), "a name cannot move the cursor");
    }

    #[test]
    fn what_is_not_done_is_no_change() {
        let count = |kind: &str| json!({ "counts": [{ "entity": "users", kind: 1 }], "items": [] });
        assert!(is_empty(&count("conflict")) && is_empty(&count("same")));
        assert!(!is_empty(&count("delete")) && !is_empty(&plan()));
    }
}
