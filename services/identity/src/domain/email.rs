//! E-mail addresses, stricter than what mail servers might take: an account is found by its address.
use kit::Fields;

/// Characters before the @ besides letters and digits: RFC 5322, "atext".
const LOCAL_PUNCTUATION: &str = ".!#$%&'*+/=?^_`{|}~-";

/// Notes when this is not one address.
pub fn validate(fields: &mut Fields, path: &str, email: &str) {
    let mut general = Fields::new();
    general.email(path, email);
    fields.check(general.is_empty() && is_one_address(email), path, "must be e-mail");
}

fn is_one_address(email: &str) -> bool {
    let Some((local, host)) = email.split_once('@') else { return false };
    let is_local = |c: char| c.is_alphanumeric() || LOCAL_PUNCTUATION.contains(c);
    let is_label =
        |label: &str| !label.is_empty() && !label.starts_with('-') && !label.ends_with('-') && label.chars().all(|c| c.is_alphanumeric() || c == '-');
    let has_dots_between = !local.starts_with('.') && !local.ends_with('.') && !local.contains("..");
    !local.is_empty() && local.chars().count() <= 64 && has_dots_between && local.chars().all(is_local) && host.split('.').all(is_label)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_taken(email: &str) -> bool {
        let mut fields = Fields::new();
        validate(&mut fields, "email", email);
        fields.is_empty()
    }

    #[test]
    fn an_e_mail_is_one_address() {
        for email in ["anna@site.test", "anna.b+flat-3@mail.site.test", "анна@пример.рф", "o'neil_7@site-2.test"] {
            assert!(is_taken(email), "{email}");
        }
        for email in ["a@@b.c", "a@b..c", "<a@b.c>", "a@b.c,d@e.f", "a@b.c;d@e.f", "a..b@c.d", ".a@b.c", "a@-b.c", "a@b", "a b@c.d", "@b.c", "a@"] {
            assert!(!is_taken(email), "{email}");
        }
    }
}
