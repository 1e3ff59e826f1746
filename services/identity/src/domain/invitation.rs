//! Links by which an invited user sets a password.
use time::Duration;

/// How long a link is good, unless another is sent.
pub const VALIDITY: Duration = Duration::days(7);

/// Whether a new user is sent a link. Who has a password needs none.
/// `wanted`: what the request says, if anything.
pub fn is_sent(wanted: Option<bool>, has_email: bool, has_password: bool, is_active: bool) -> bool {
    wanted.unwrap_or(is_active && has_email) && !has_password
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_user_with_an_e_mail_and_without_a_password_is_sent_a_link() {
        assert!(is_sent(None, true, false, true));
        assert!(!is_sent(None, false, false, true));
    }

    #[test]
    fn nobody_is_sent_a_link_who_has_a_password_or_shall_have_none() {
        assert!(!is_sent(None, true, true, true) && !is_sent(Some(true), true, true, true));
        assert!(!is_sent(Some(false), true, false, true));
        assert!(!is_sent(None, true, false, false));
    }
}
