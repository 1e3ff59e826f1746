//! Address and credentials of a mail server: the project's or the installation's.
use kit::seal::Sealer;
use kit::{Error, Result};

use crate::projection::mail_settings::MailSettingsRow;

/// Purpose under which domains seals the password.
const PASSWORD_PURPOSE: &str = "domains.mail.password";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encryption {
    None,
    StartTls,
    Tls,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mailbox {
    /// Empty for a mailbox without a name.
    pub name: String,
    pub email: String,
}

#[derive(Clone)]
pub struct MailServer {
    pub host: String,
    pub port: u16,
    pub encryption: Encryption,
    pub credentials: Option<(String, String)>,
    pub from: Mailbox,
    /// The installation's server may be in a private network; a project's may not.
    pub is_installations: bool,
}

/// Without credentials.
impl std::fmt::Debug for MailServer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{} {:?}", self.host, self.port, self.encryption)
    }
}

impl MailServer {
    /// Refuses incomplete settings, with an error per field.
    pub fn from_settings(settings: &MailSettingsRow, sealer: &Sealer) -> Result<MailServer> {
        let port = u16::try_from(settings.port).ok().filter(|port| *port != 0);
        let from_email = if settings.from_email.is_empty() { &settings.user_name } else { &settings.from_email };
        let mut fields = kit::Fields::new();
        fields.check(!settings.host.is_empty(), "host", "required");
        fields.check(port.is_some(), "port", "must be within 1 - 65535");
        fields.check(!from_email.is_empty(), "from_email", "required");
        fields.finish()?;
        let password = match settings.sealed_password.as_slice() {
            [] => String::new(),
            sealed => sealer.open_for(PASSWORD_PURPOSE, sealed).map_err(Error::internal)?,
        };
        Ok(MailServer {
            host: settings.host.clone(),
            port: port.unwrap_or_default(),
            encryption: match settings.encryption.as_str() {
                "tls" => Encryption::Tls,
                "starttls" => Encryption::StartTls,
                _ => Encryption::None,
            },
            credentials: (!settings.user_name.is_empty()).then(|| (settings.user_name.clone(), password)),
            from: Mailbox { name: settings.from_name.clone(), email: from_email.clone() },
            is_installations: false,
        })
    }
}
