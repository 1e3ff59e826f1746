//! What somebody tries who has not proved who they are: which counter counts it, and whom the audit log is told of.

/// An attempt is for one of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// As the lists of bans and of the audit log say it: login, recovery, registration, token, second_factor.
    pub what: &'static str,
    /// Attempts with the same one are limited together; in small letters.
    pub counter: String,
    pub whose: Whose,
}

/// Whom an attempt is for. What must be looked up is, once the attempt was wrong or refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whose {
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

impl Target {
    /// The password of an account, by whichever of its names; what is nobody's name is counted by itself, so that known
    /// and unknown ones bear as many attempts.
    pub fn sign_in(login: &str, account_id: Option<i64>) -> Self {
        match account_id {
            Some(id) => Self::new("login", format!("login:{id}"), Whose::Account(id)),
            None => Self::new("login", format!("login-name:{login}"), Whose::Nobody),
        }
    }

    /// The password, by whoever is signed in already.
    pub fn own_password(account_id: i64) -> Self {
        Self::new("login", format!("password:{account_id}"), Whose::Account(account_id))
    }

    pub fn second_factor(account_id: i64) -> Self {
        Self::new("second_factor", format!("second_factor:{account_id}"), Whose::Account(account_id))
    }

    /// A passkey in place of a password: nobody is named before it is checked, so that it is counted by the address.
    pub fn passkey(address: &str, credential_id: Option<&[u8]>) -> Self {
        let whose = credential_id.map_or(Whose::Nobody, |id| Whose::Passkey(id.to_vec()));
        Self::new("second_factor", format!("passkey:{address}"), whose)
    }

    pub fn provider(provider_id: i64, address: &str) -> Self {
        Self::new("login", format!("provider:{provider_id}:{address}"), Whose::Provider(provider_id))
    }

    pub fn recovery(email: &str) -> Self {
        Self::new("recovery", format!("recover:{email}"), Whose::Email(email.into()))
    }

    pub fn reset(hash: &[u8; 32]) -> Self {
        Self::new("token", by_hash("reset", hash), Whose::Recovery(*hash))
    }

    pub fn invitation(hash: &[u8; 32]) -> Self {
        Self::new("token", by_hash("invitation", hash), Whose::Invitation(*hash))
    }

    pub fn confirmation(hash: &[u8; 32]) -> Self {
        Self::new("token", by_hash("confirmation", hash), Whose::Nobody)
    }

    pub fn invitation_code(code: &str) -> Self {
        Self::new("token", format!("self-registration:{code}"), Whose::Nobody)
    }

    pub fn register(email: &str) -> Self {
        Self::new("registration", format!("register:{email}"), Whose::Nobody)
    }

    pub fn registration_code(hash: &[u8; 32]) -> Self {
        Self::new("registration", by_hash("registration", hash), Whose::Nobody)
    }

    pub fn resend(hash: &[u8; 32]) -> Self {
        Self::new("registration", by_hash("resend", hash), Whose::Nobody)
    }

    fn new(what: &'static str, counter: String, whose: Whose) -> Self {
        Target { what, counter: counter.to_lowercase(), whose }
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
        assert_eq!(Target::sign_in("anna@site.test", Some(7)).counter, Target::sign_in("Anna", Some(7)).counter);
        assert_ne!(Target::sign_in("anna", Some(7)).counter, Target::sign_in("anna", Some(8)).counter);
    }

    #[test]
    fn a_name_that_is_nobodys_is_counted_by_itself_and_never_as_an_account() {
        assert_eq!(Target::sign_in("Nobody", None).counter, Target::sign_in("nobody", None).counter);
        assert_ne!(Target::sign_in("7", None).counter, Target::sign_in("anna", Some(7)).counter);
    }
}
