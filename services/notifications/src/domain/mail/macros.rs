//! Macros in a text: `{{name}}`, with optional blanks inside the braces. Unclosed braces are plain text.
use std::borrow::Cow;
use std::collections::BTreeMap;

use super::mail_type::MailType;

/// Values by name.
pub type Values = BTreeMap<String, String>;

/// The macro whose value is HTML, as the body of an announce: it is cleaned with the rest of the mail.
const HTML_MACRO: &str = "content";

/// Longest name of a macro, in bytes; a longer text between braces is plain text.
const MAX_NAME: usize = 64;

/// Replaces each macro by the value of its name.
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

/// Name of the first macro that the type does not have.
pub fn unknown<'t>(text: &'t str, mail_type: &MailType) -> Option<&'t str> {
    let mut rest = text;
    while let Some((_, name, after)) = next(rest) {
        if !mail_type.has_macro(name) {
            return Some(name);
        }
        rest = after;
    }
    None
}

/// Values are escaped for HTML, but for the one that is HTML. A macro without a value is replaced by nothing.
pub fn replace_in_html(text: &str, values: &Values) -> String {
    replace(text, |name| match values.get(name).map_or("", String::as_str) {
        html if name == HTML_MACRO => html.into(),
        value => escape(value).into(),
    })
}

/// For a subject: values are not escaped, and the result is one line without control characters.
pub fn replace_in_line(text: &str, values: &Values) -> String {
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

/// The text before the next macro, the macro's name, and the text after it.
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
    use super::super::mail_type;
    use super::*;

    fn values(pairs: &[(&str, &str)]) -> Values {
        pairs.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect()
    }

    #[test]
    fn a_macro_is_replaced_wherever_it_is() {
        let values = values(&[("code", "482913"), ("name", "Ann")]);
        assert_eq!(replace_in_html("{{name}}: {{ code }}{{code}}.", &values), "Ann: 482913482913.");
        assert_eq!(replace_in_html("nothing", &values), "nothing");
        assert_eq!(replace_in_html("{{absent}}!", &values), "!");
    }

    #[test]
    fn values_are_escaped_and_their_macros_are_not_replaced() {
        let values = values(&[("name", "<b onclick=\"x\">{{code}}</b>'"), ("code", "1")]);
        assert_eq!(replace_in_html("{{name}}", &values), "&lt;b onclick=&quot;x&quot;&gt;{{code}}&lt;/b&gt;&#39;");
    }

    #[test]
    fn a_value_adds_no_line_to_a_subject() {
        let values = values(&[("name", "Ann\r\nBcc: x@y.test")]);
        assert_eq!(replace_in_line("Hello {{name}}", &values), "Hello Ann Bcc: x@y.test");
    }

    #[test]
    fn an_unknown_macro_is_found_and_unclosed_braces_are_text() {
        let mail_type = mail_type::find("registration_code").unwrap();
        assert_eq!(unknown("{{name}} {{code}} {{inviter}}", mail_type), Some("inviter"));
        assert_eq!(unknown("{{name}} {{ {{code}}", mail_type), None);
        assert_eq!(unknown("{{name}} {{", mail_type), None);
        assert_eq!(replace_in_html("a {{ b", &Values::new()), "a {{ b");
        assert_eq!(replace_in_html("{{{code}}}", &values(&[("code", "1")])), "{1}");
    }
}
