//! A mail server: the project's or the installation's.
use kit::seal::Sealer;
use kit::{Error, Result};

use crate::store::mail_settings::MailSettings;

/// What domains seals the password for.
pub const PASSWORD: &str = "domains.mail.password";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encryption {
    None,
    StartTls,
    Tls,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mailbox {
    /// Empty for none.
    pub name: String,
    pub email: String,
}

#[derive(Clone)]
pub struct Server {
    pub host: String,
    pub port: u16,
    pub encryption: Encryption,
    pub credentials: Option<(String, String)>,
    pub from: Mailbox,
    /// The operator's, which may be in a private network.
    pub is_own: bool,
}

/// Without the password.
impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{} {:?}", self.host, self.port, self.encryption)
    }
}

impl Server {
    /// By what a person entered; what is missing is named.
    pub fn of_project(settings: &MailSettings, sealer: &Sealer) -> Result<Server> {
        let port = u16::try_from(settings.port).ok().filter(|port| *port != 0);
        let from_email = if settings.from_email.is_empty() { &settings.user_name } else { &settings.from_email };
        let mut fields = kit::Fields::new();
        fields.check(!settings.host.is_empty(), "host", "required");
        fields.check(port.is_some(), "port", "must be within 1 - 65535");
        fields.check(!from_email.is_empty(), "from_email", "required");
        fields.finish()?;
        let password = match settings.sealed_password.as_slice() {
            [] => String::new(),
            sealed => sealer.open_for(PASSWORD, sealed).map_err(Error::internal)?,
        };
        Ok(Server {
            host: settings.host.clone(),
            port: port.unwrap_or_default(),
            encryption: match settings.encryption.as_str() {
                "tls" => Encryption::Tls,
                "starttls" => Encryption::StartTls,
                _ => Encryption::None,
            },
            credentials: (!settings.user_name.is_empty()).then(|| (settings.user_name.clone(), password)),
            from: Mailbox { name: settings.from_name.clone(), email: from_email.clone() },
            is_own: false,
        })
    }
}
