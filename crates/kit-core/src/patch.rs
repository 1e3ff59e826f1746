//! PATCH: an absent key is unchanged, null clears. A secret is unchanged by its mask and by null, and cleared by an empty text.

/// What stands for a secret in every answer. Sent back, it means "unchanged".
pub const MASKED: &str = "********";

/// The paths that a request names.
#[derive(Clone, Debug, Default)]
pub struct Mask(Vec<String>);

impl Mask {
    /// Without a mask nothing is named: an update changes nothing. A creation asks for no mask.
    pub fn new(mask: Option<prost_types::FieldMask>) -> Self {
        Mask(mask.map(|mask| mask.paths).unwrap_or_default())
    }

    /// Whether the path, something above it or something below it is named.
    pub fn has(&self, path: &str) -> bool {
        self.0.iter().any(|named| is_within(path, named) || is_within(named, path))
    }

    /// Puts `new` in place of `old` when the path is named.
    pub fn apply<T>(&self, path: &str, old: &mut T, new: T) {
        if self.has(path) {
            *old = new;
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn is_within(path: &str, above: &str) -> bool {
    path == above || path.strip_prefix(above).is_some_and(|rest| rest.starts_with('.'))
}

/// What a request says of a secret.
#[derive(Debug, PartialEq, Eq)]
pub enum Secret<'a> {
    Unchanged,
    Cleared,
    Set(&'a str),
}

/// `named`: whether the request names the field at all. Forms send null for a secret that nobody typed.
pub fn secret<'a>(named: bool, value: Option<&'a str>) -> Secret<'a> {
    match value {
        _ if !named => Secret::Unchanged,
        None | Some(MASKED) => Secret::Unchanged,
        Some("") => Secret::Cleared,
        Some(value) => Secret::Set(value),
    }
}

/// How a secret is answered.
pub fn masked(is_set: bool) -> Option<String> {
    is_set.then(|| MASKED.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mask(paths: &[&str]) -> Mask {
        Mask::new(Some(prost_types::FieldMask { paths: paths.iter().map(|p| p.to_string()).collect() }))
    }

    #[test]
    fn a_path_is_named_by_itself_and_by_what_holds_it() {
        let mask = mask(&["name", "device_settings.sip"]);
        assert!(mask.has("name") && mask.has("device_settings.sip.login") && mask.has("device_settings"));
        assert!(!mask.has("names") && !mask.has("device_settings.mqtt"));
    }

    #[test]
    fn null_and_the_mask_leave_a_secret_unchanged_and_an_empty_text_clears_it() {
        assert_eq!(secret(true, Some(MASKED)), Secret::Unchanged);
        assert_eq!(secret(true, None), Secret::Unchanged);
        assert_eq!(secret(false, Some("new")), Secret::Unchanged);
        assert_eq!(secret(true, Some("")), Secret::Cleared);
        assert_eq!(secret(true, Some("new")), Secret::Set("new"));
    }
}
