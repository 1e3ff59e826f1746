//! What an unauthenticated attempt is for: which counter counts it, and in whose audit log it is recorded.

/// An attempt is for one of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttemptTarget {
    /// As the lists of bans and of the audit log say it: login, recovery, registration, token, second_factor.
    pub what: &'static str,
    /// Attempts with the same one are limited together; in small letters.
    pub counter: String,
    pub subject: AttemptSubject,
    /// Attempts are limited for each address by itself, and for all together more widely: so that nobody keeps others from signing in
    /// by guessing.
    pub is_by_address: bool,
}

/// Whom an attempt is for. What must be looked up is, once the attempt was wrong or refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttemptSubject {
    Nobody,
    Account(i64),
    /// Whoever signs in with this e-mail.
    Email(String),
    /// Whoever was sent this link to recover a password.
    Recovery([u8; 32]),
    /// Whoever was sent this invitation.
    Invitation([u8; 32]),
    /// The account of this passkey, as the authenticator names it.
    Passkey(Vec<u8>),
    /// The project of this sign-in provider.
    Provider(i64),
}

impl AttemptTarget {
    /// The password of an account, by its e-mail or login name. A name without account has a counter of its own, so that known
    /// and unknown names allow the same number of attempts.
    pub fn sign_in(login: &str, account_id: Option<i64>) -> Self {
        let target = match account_id {
            Some(id) => Self::new("login", format!("login:{id}"), AttemptSubject::Account(id)),
            None => Self::new("login", format!("login-name:{login}"), AttemptSubject::Nobody),
        };
        AttemptTarget { is_by_address: true, ..target }
    }

    /// The password, given by a user who is signed in already.
    pub fn own_password(account_id: i64) -> Self {
        Self::new("login", format!("password:{account_id}"), AttemptSubject::Account(account_id))
    }

    pub fn second_factor(account_id: i64) -> Self {
        Self::new("second_factor", format!("second_factor:{account_id}"), AttemptSubject::Account(account_id))
    }

    /// A passkey in place of a password: nobody is named before it is checked, so that it is counted by the address.
    pub fn passkey(address: &str, credential_id: Option<&[u8]>) -> Self {
        let subject = credential_id.map_or(AttemptSubject::Nobody, |id| AttemptSubject::Passkey(id.to_vec()));
        Self::new("second_factor", format!("passkey:{address}"), subject)
    }

    pub fn provider(provider_id: i64, address: &str) -> Self {
        Self::new("login", format!("provider:{provider_id}:{address}"), AttemptSubject::Provider(provider_id))
    }

    pub fn recovery(email: &str) -> Self {
        Self::new("recovery", format!("recover:{email}"), AttemptSubject::Email(email.into()))
    }

    pub fn reset(hash: &[u8; 32]) -> Self {
        Self::new("token", by_hash("reset", hash), AttemptSubject::Recovery(*hash))
    }

    pub fn invitation(hash: &[u8; 32]) -> Self {
        Self::new("token", by_hash("invitation", hash), AttemptSubject::Invitation(*hash))
    }

    pub fn confirmation(hash: &[u8; 32]) -> Self {
        Self::new("token", by_hash("confirmation", hash), AttemptSubject::Nobody)
    }

    pub fn invitation_code(code: &str) -> Self {
        Self::new("token", format!("self-registration:{code}"), AttemptSubject::Nobody)
    }

    pub fn register(email: &str) -> Self {
        Self::new("registration", format!("register:{email}"), AttemptSubject::Nobody)
    }

    pub fn registration_code(hash: &[u8; 32]) -> Self {
        Self::new("registration", by_hash("registration", hash), AttemptSubject::Nobody)
    }

    pub fn resend(hash: &[u8; 32]) -> Self {
        Self::new("registration", by_hash("resend", hash), AttemptSubject::Nobody)
    }

    fn new(what: &'static str, counter: String, subject: AttemptSubject) -> Self {
        AttemptTarget { what, counter: counter.to_lowercase(), subject, is_by_address: false }
    }
}

fn by_hash(kind: &str, hash: &[u8; 32]) -> String {
    format!("{kind}:{}", hex::encode(hash))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_has_one_counter_whichever_of_its_names_is_tried() {
        assert_eq!(AttemptTarget::sign_in("anna@site.test", Some(7)).counter, AttemptTarget::sign_in("Anna", Some(7)).counter);
        assert_ne!(AttemptTarget::sign_in("anna", Some(7)).counter, AttemptTarget::sign_in("anna", Some(8)).counter);
    }

    #[test]
    fn a_name_that_is_nobodys_is_counted_by_itself_and_never_as_an_account() {
        assert_eq!(AttemptTarget::sign_in("Nobody", None).counter, AttemptTarget::sign_in("nobody", None).counter);
        assert_ne!(AttemptTarget::sign_in("7", None).counter, AttemptTarget::sign_in("anna", Some(7)).counter);
    }
}
