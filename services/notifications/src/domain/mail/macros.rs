//! Macros in a text: `{{name}}`, blanks within the braces allowed. Braces that are never closed are text.
use std::borrow::Cow;
use std::collections::BTreeMap;

use super::kind::Kind;

/// Values by name.
pub type Values = BTreeMap<String, String>;

/// How long the name of a macro may be: what is longer between braces is text.
const MAX_NAME: usize = 64;

/// Puts `value` of each name in the macro's place.
pub fn replace<'v>(text: &str, value: impl Fn(&str) -> Cow<'v, str>) -> String {
    let mut whole = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, name, after)) = next(rest) {
        whole.push_str(before);
        whole.push_str(&value(name));
        rest = after;
    }
    whole.push_str(rest);
    whole
}

/// The first macro that mails of the type do not know.
pub fn unknown<'t>(text: &'t str, kind: &Kind) -> Option<&'t str> {
    let mut rest = text;
    while let Some((_, name, after)) = next(rest) {
        if !kind.knows(name) {
            return Some(name);
        }
        rest = after;
    }
    None
}

/// With values as text within HTML. What a mail does not know a value of is left out.
pub fn in_html(text: &str, values: &Values) -> String {
    replace(text, |name| escape(values.get(name).map_or("", String::as_str)).into())
}

/// With values as they are, in one line.
pub fn in_line(text: &str, values: &Values) -> String {
    let line = replace(text, |name| values.get(name).map_or("", String::as_str).into());
    line.split(|c: char| c.is_control() || c.is_whitespace()).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// What stands before the next macro, its name, and what comes after it.
fn next(text: &str) -> Option<(&str, &str, &str)> {
    let mut from = 0;
    while let Some(open) = text[from..].find("{{").map(|place| from + place) {
        let inside = &text[open + 2..];
        let close = inside.find("}}")?;
        let name = inside[..close].trim();
        if name.len() <= MAX_NAME && !name.is_empty() && !name.contains(['{', '}', '\n']) {
            return Some((&text[..open], name, &inside[close + 2..]));
        }
        from = open + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::kind;
    use super::*;

    fn values(pairs: &[(&str, &str)]) -> Values {
        pairs.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect()
    }

    #[test]
    fn a_macro_is_replaced_wherever_it_stands() {
        let values = values(&[("code", "482913"), ("name", "Ann")]);
        assert_eq!(in_html("{{name}}: {{ code }}{{code}}.", &values), "Ann: 482913482913.");
        assert_eq!(in_html("nothing", &values), "nothing");
        assert_eq!(in_html("{{absent}}!", &values), "!");
    }

    #[test]
    fn values_are_text_and_never_html_or_another_macro() {
        let values = values(&[("name", "<b onclick=\"x\">{{code}}</b>'"), ("code", "1")]);
        assert_eq!(in_html("{{name}}", &values), "&lt;b onclick=&quot;x&quot;&gt;{{code}}&lt;/b&gt;&#39;");
    }

    #[test]
    fn a_value_adds_no_line_to_a_subject() {
        let values = values(&[("name", "Ann\r\nBcc: x@y.test")]);
        assert_eq!(in_line("Hello {{name}}", &values), "Hello Ann Bcc: x@y.test");
    }

    #[test]
    fn an_unknown_macro_is_named_and_open_braces_are_text() {
        let kind = kind::of("registration_code").unwrap();
        assert_eq!(unknown("{{name}} {{code}} {{inviter}}", kind), Some("inviter"));
        assert_eq!(unknown("{{name}} {{ {{code}}", kind), None);
        assert_eq!(unknown("{{name}} {{", kind), None);
        assert_eq!(in_html("a {{ b", &Values::new()), "a {{ b");
        assert_eq!(in_html("{{{code}}}", &values(&[("code", "1")])), "{1}");
    }
}
