//! Field checks that collect every error of a request before it is refused.
use std::collections::BTreeMap;

use crate::{Error, Result};

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

    /// Present and within a length, in characters; trimmed blanks count as absent.
    pub fn text(&mut self, path: &str, value: &str, max: usize) {
        if value.trim().is_empty() {
            self.add(path, "required");
        } else if value.chars().count() > max {
            self.add(path, format!("maximum length is {max}"));
        }
    }

    pub fn optional_text(&mut self, path: &str, value: Option<&str>, max: usize) {
        if value.is_some_and(|value| value.chars().count() > max) {
            self.add(path, format!("maximum length is {max}"));
        }
    }

    pub fn range<T: PartialOrd + std::fmt::Display>(&mut self, path: &str, value: T, min: T, max: T) {
        if value < min || value > max {
            self.add(path, format!("must be within {min} - {max}"));
        }
    }

    pub fn email(&mut self, path: &str, value: &str) {
        let parts = value.rsplit_once('@');
        let ok = parts.is_some_and(|(name, host)| !name.is_empty() && host.contains('.') && !host.starts_with('.') && !host.ends_with('.'));
        self.check(ok && value.len() <= 254 && !value.contains(char::is_whitespace), path, "must be e-mail");
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
