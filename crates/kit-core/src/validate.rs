//! Field checks that collect every error of a request before it is refused.
use std::collections::BTreeMap;

use crate::{Error, Result};

/// Characters before the @ of an e-mail besides letters and digits: RFC 5322, "atext", and dots between.
const LOCAL_PUNCTUATION: &str = ".!#$%&'*+/=?^_`{|}~-";

#[derive(Debug, Default)]
pub struct Fields(BTreeMap<String, String>);

impl Fields {
    pub fn new() -> Self {
        Self::default()
    }

    /// Notes an error; the first one of a field stays.
    pub fn add(&mut self, path: impl Into<String>, message: impl Into<String>) {
        self.0.entry(path.into()).or_insert_with(|| message.into());
    }

    pub fn check(&mut self, ok: bool, path: &str, message: &str) {
        if !ok {
            self.add(path, message);
        }
    }

    /// One line, present and within a length, in characters; blanks alone count as absent.
    pub fn text(&mut self, path: &str, value: &str, max: usize) {
        self.required(path, value);
        self.optional_text(path, Some(value), max);
    }

    /// One line within a length, in characters.
    pub fn optional_text(&mut self, path: &str, value: Option<&str>, max: usize) {
        self.within(path, value, max, char::is_control);
    }

    /// As `text`, of several lines.
    pub fn multiline_text(&mut self, path: &str, value: &str, max: usize) {
        self.required(path, value);
        self.optional_multiline_text(path, Some(value), max);
    }

    /// As `optional_text`, of several lines.
    pub fn optional_multiline_text(&mut self, path: &str, value: Option<&str>, max: usize) {
        self.within(path, value, max, |character| character.is_control() && !matches!(character, '\n' | '\r' | '\t'));
    }

    fn required(&mut self, path: &str, value: &str) {
        self.check(!value.trim().is_empty(), path, "required");
    }

    /// Control characters deceive: they hide what follows, forge lines of a mail's head, and Postgres does not store U+0000.
    fn within(&mut self, path: &str, value: Option<&str>, max: usize, is_forbidden: impl Fn(char) -> bool) {
        let Some(value) = value else { return };
        if value.chars().count() > max {
            self.add(path, format!("maximum length is {max}"));
        }
        self.check(!value.contains(is_forbidden), path, "must not contain control characters");
    }

    pub fn range<T: PartialOrd + std::fmt::Display>(&mut self, path: &str, value: T, min: T, max: T) {
        if value < min || value > max {
            self.add(path, format!("must be within {min} - {max}"));
        }
    }

    /// One address, stricter than what mail servers might take: an account is found by it.
    pub fn email(&mut self, path: &str, value: &str) {
        self.check(value.len() <= 254 && is_one_address(value), path, "must be e-mail");
    }

    /// As `email`, of what may be there already: one that is kept may be older than the rule.
    pub fn changed_email(&mut self, path: &str, value: Option<&str>, before: Option<&str>) {
        if let Some(value) = value.filter(|_| value != before) {
            self.email(path, value);
        }
    }

    /// In international format: + and 7 to 15 digits, as +31201234567.
    pub fn phone(&mut self, path: &str, value: &str) {
        let digits = value.strip_prefix('+').unwrap_or_default();
        let ok = (7..=15).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
        self.check(ok, path, "must be phone in international format");
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn finish(self) -> Result<()> {
        if self.0.is_empty() { Ok(()) } else { Err(Error::Invalid(self.0)) }
    }
}

fn is_one_address(email: &str) -> bool {
    let Some((local, host)) = email.split_once('@') else { return false };
    let is_local = |c: char| c.is_alphanumeric() || LOCAL_PUNCTUATION.contains(c);
    let is_label =
        |label: &str| !label.is_empty() && !label.starts_with('-') && !label.ends_with('-') && label.chars().all(|c| c.is_alphanumeric() || c == '-');
    let has_dots_between = !local.starts_with('.') && !local.ends_with('.') && !local.contains("..");
    let is_name = !local.is_empty() && local.chars().count() <= 64 && has_dots_between && local.chars().all(is_local);
    is_name && host.contains('.') && host.split('.').all(is_label)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is wrong with the value of a field by one of the checks.
    fn fault(check: impl Fn(&mut Fields)) -> Option<String> {
        let mut fields = Fields::new();
        check(&mut fields);
        fields.0.into_values().next()
    }

    #[test]
    fn a_line_holds_no_control_characters() {
        let refused = Some("must not contain control characters".to_string());
        for bad in ["a\0b", "a\nb", "a\r\nBcc: b", "a\tb", "\u{1b}[2J", "a\u{7f}", "a\u{85}b"] {
            assert_eq!(fault(|fields| fields.text("name", bad, 100)), refused, "{bad:?}");
            assert_eq!(fault(|fields| fields.optional_text("name", Some(bad), 100)), refused, "{bad:?}");
        }
        for good in ["Anna", "Анна  Каренина", "שלום", "👩‍🔧", "a\u{a0}b"] {
            assert_eq!(fault(|fields| fields.text("name", good, 100)), None, "{good:?}");
        }
    }

    #[test]
    fn several_lines_hold_line_breaks_and_tabs_and_no_other_control_characters() {
        assert_eq!(fault(|fields| fields.multiline_text("body", "a\r\n\tb\n", 100)), None);
        assert_eq!(fault(|fields| fields.optional_multiline_text("body", None, 100)), None);
        for bad in ["a\0b", "\u{1b}[2J"] {
            assert!(fault(|fields| fields.multiline_text("body", bad, 100)).is_some(), "{bad:?}");
        }
    }

    #[test]
    fn an_e_mail_is_one_address() {
        for good in ["anna@site.test", "anna.b+flat-3@mail.site.test", "анна@пример.рф", "o'neil_7@site-2.test"] {
            assert_eq!(fault(|fields| fields.email("email", good)), None, "{good}");
        }
        for bad in ["a@@b.c", "a@b..c", "<a@b.c>", "a@b.c,d@e.f", "a@b.c;d@e.f", "a..b@c.d", ".a@b.c", "a@-b.c", "a@b", "a b@c.d", "@b.c", "a@", ""] {
            assert_eq!(fault(|fields| fields.email("email", bad)).as_deref(), Some("must be e-mail"), "{bad}");
        }
        assert!(fault(|fields| fields.email("email", &format!("a@{}test", "b.".repeat(130)))).is_some(), "longer than 254 bytes");
    }

    #[test]
    fn an_e_mail_that_is_kept_may_be_older_than_the_rule() {
        let old = Some("a@@b.c");
        assert_eq!(fault(|fields| fields.changed_email("email", old, old)), None);
        assert_eq!(fault(|fields| fields.changed_email("email", None, old)), None);
        assert_eq!(fault(|fields| fields.changed_email("email", Some("b@@b.c"), old)).as_deref(), Some("must be e-mail"));
        assert_eq!(fault(|fields| fields.changed_email("email", old, None)).as_deref(), Some("must be e-mail"));
    }

    #[test]
    fn blanks_are_nothing_and_length_is_of_characters() {
        assert_eq!(fault(|fields| fields.text("name", " \t\n", 100)).as_deref(), Some("required"));
        assert_eq!(fault(|fields| fields.text("name", "ёёё", 3)), None);
        assert_eq!(fault(|fields| fields.text("name", "ёёёё", 3)).as_deref(), Some("maximum length is 3"));
        assert_eq!(fault(|fields| fields.optional_text("name", Some(""), 3)), None);
    }
}
