//! The mails that identity asks for: notifications has a template for each kind, with these macros. All are about accounts, and go by the
//! installation's mail server.
use std::collections::HashMap;

/// Who gets it, and as whose mail it looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receiver {
    pub project_id: i64,
    pub email: String,
    pub name: String,
    pub locale: String,
    /// The group whose template is used; 0 for the project's.
    pub domain_id: i64,
    /// Not with the project's templates: the account is, or may become, one of several projects, or it is a dealer's.
    pub by_installation: bool,
}

pub enum Mail<'a> {
    RegistrationCode {
        code: &'a str,
        minutes: i64,
    },
    AlreadyRegistered {
        link: String,
    },
    RegistrationLink {
        link: String,
        project: &'a str,
        inviter: &'a str,
        days: i64,
    },
    AccountConfirmation {
        link: String,
    },
    PasswordRecovery {
        link: String,
        minutes: i64,
    },
    PasswordChanged,
    /// To the address that the account had until now.
    EmailChanged,
    SecondFactorRemoved,
}

impl Mail<'_> {
    /// The kind of template.
    pub fn kind(&self) -> &'static str {
        match self {
            Mail::RegistrationCode { .. } => "registration_code",
            Mail::AlreadyRegistered { .. } => "already_registered",
            Mail::RegistrationLink { .. } => "registration_link",
            Mail::AccountConfirmation { .. } => "account_confirmation",
            Mail::PasswordRecovery { .. } => "password_recovery",
            Mail::PasswordChanged => "password_changed",
            Mail::EmailChanged => "email_changed",
            Mail::SecondFactorRemoved => "second_factor_removed",
        }
    }

    /// Values of the template's macros.
    pub fn values(self) -> HashMap<String, String> {
        let values = match self {
            Mail::RegistrationCode { code, minutes } => vec![("code", code.to_string()), ("minutes", minutes.to_string())],
            Mail::AlreadyRegistered { link } | Mail::AccountConfirmation { link } => vec![("link", link)],
            Mail::RegistrationLink { link, project, inviter, days } => {
                vec![("link", link), ("project", project.into()), ("inviter", inviter.into()), ("days", days.to_string())]
            }
            Mail::PasswordRecovery { link, minutes } => vec![("link", link), ("minutes", minutes.to_string())],
            Mail::PasswordChanged | Mail::EmailChanged | Mail::SecondFactorRemoved => Vec::new(),
        };
        values.into_iter().map(|(name, value)| (name.to_string(), value)).collect()
    }
}
