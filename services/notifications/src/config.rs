//! Settings: the installation's mail server, its key for pushing to browsers, and the console's public URL.
use anyhow::{Context as _, Result, ensure};
use clap::Args;
use kit::{url_component, variables};
use url::Url;

use crate::domain::announce_token::AnnounceToken;
use crate::smtp::server::{Encryption, MailServer, Mailbox};
use crate::web_push::vapid::PushKey;

/// The installation's mail server. Without it mails about accounts wait, and all mails of projects without a server of their own.
#[derive(Args, Clone, Debug)]
pub struct Variables {
    /// `smtp://host:25`, `smtp://user:password@host:587?tls=required` (STARTTLS) or `smtps://user:password@host:465`.
    #[arg(long, env = "VESTIBULE_SMTP_URL", value_name = "URL", hide_env_values = true, requires = "mail_from")]
    pub smtp_url: Option<String>,
    /// The sender, as `Vestibule <no-reply@example.org>`. Needed with `VESTIBULE_SMTP_URL`.
    #[arg(long, env = "VESTIBULE_MAIL_FROM", value_name = "e-mail address")]
    pub mail_from: Option<String>,
    /// The installation's key for pushing notifications to browsers (VAPID): 32 random bytes in hex or base64. Without it the console
    /// offers no push; after a change browsers subscribe again when the console is opened.
    #[arg(long, env = "VESTIBULE_PUSH_KEY", value_name = "64 hex digits", hide_env_values = true)]
    pub push_key: Option<String>,
}

#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Sends mails about accounts, and those of projects without a mail server of their own; without it they wait in the queue.
    pub mail_server: Option<MailServer>,
    /// Public URL of the console, the base of image paths. Empty when it is not set.
    pub public_url: String,
    /// Without it notifications are not pushed to browsers.
    pub push_key: Option<PushKey>,
}

impl Config {
    pub fn from_env(public_url: &str) -> Result<Config> {
        let Variables { smtp_url, mail_from, push_key } = variables::from_env()?;
        let config = Config::new(&smtp_url.unwrap_or_default(), &mail_from.unwrap_or_default(), public_url)?;
        match push_key {
            Some(key) => config.with_push_key(&key),
            None => Ok(config),
        }
    }

    /// `smtp_url` is `smtp://host:25`, `smtp://user:password@host:587?tls=required` (STARTTLS) or
    /// `smtps://user:password@host:465`; `from` is `no-reply@example.org` or `Vestibule <no-reply@example.org>`.
    pub fn new(smtp_url: &str, from: &str, public_url: &str) -> Result<Config> {
        let mail_server = match smtp_url {
            "" => None,
            url => Some(parse_mail_server(url, from).context("VESTIBULE_SMTP_URL and VESTIBULE_MAIL_FROM")?),
        };
        Ok(Config { mail_server, public_url: public_url.into(), push_key: None })
    }

    /// 32 bytes in hex or base64. Push services complain to the sender of mails, or to the console's address.
    pub fn with_push_key(self, key: &str) -> Result<Config> {
        let contact = match &self.mail_server {
            Some(server) => format!("mailto:{}", server.from.email),
            None => self.public_url.clone(),
        };
        let push_key = Some(PushKey::parse(key, &contact).context("VESTIBULE_PUSH_KEY")?);
        Ok(Config { push_key, ..self })
    }

    /// The address of a recipient's own page of an announce.
    pub fn announce_link(&self, token: &AnnounceToken) -> String {
        self.announce_address(token.as_str())
    }

    /// As `announce_link`, for what stands in a preview in place of the token.
    pub fn announce_address(&self, token: &str) -> String {
        format!("{}/announce/{token}", self.public_url)
    }

    /// The absolute URL of an image; empty when there is none.
    pub fn absolute_url(&self, address: &str) -> String {
        match address {
            "" => String::new(),
            path if path.starts_with('/') && self.public_url.is_empty() => String::new(),
            path if path.starts_with('/') => format!("{}{path}", self.public_url),
            address => address.into(),
        }
    }
}

fn parse_mail_server(url: &str, from: &str) -> Result<MailServer> {
    let url = Url::parse(url)?;
    let wants_tls = url.query_pairs().any(|(key, value)| key == "tls" && value == "required");
    let (encryption, port) = match url.scheme() {
        "smtps" => (Encryption::Tls, 465),
        "smtp" if wants_tls => (Encryption::StartTls, 587),
        "smtp" => (Encryption::None, 25),
        other => anyhow::bail!("{other}: is not smtp or smtps"),
    };
    let host = url.host_str().context("no host")?.trim_matches(['[', ']']).to_string();
    let credentials = match (url.username(), url.password()) {
        ("", _) => None,
        (user, password) => Some((url_component::decode(user)?, url_component::decode(password.unwrap_or_default())?)),
    };
    ensure!(!from.is_empty(), "no sender");
    let from: lettre::message::Mailbox = from.parse().context("not an e-mail address")?;
    let from = Mailbox { name: from.name.unwrap_or_default(), email: from.email.to_string() };
    Ok(MailServer { host, port: url.port().unwrap_or(port), encryption, credentials, from, is_installations: true })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server(url: &str) -> MailServer {
        Config::new(url, "Vestibule <no-reply@x.test>", "").unwrap().mail_server.unwrap()
    }

    #[test]
    fn the_url_names_port_encryption_and_credentials() {
        let plain = server("smtp://127.0.0.1:2525");
        assert_eq!((plain.host.as_str(), plain.port, plain.encryption, plain.credentials), ("127.0.0.1", 2525, Encryption::None, None));
        let upgraded = server("smtp://user:p%40ss@mail.x.test?tls=required");
        assert_eq!((upgraded.port, upgraded.encryption), (587, Encryption::StartTls));
        assert_eq!(upgraded.credentials, Some(("user".into(), "p@ss".into())));
        let secure = server("smtps://mail.x.test");
        assert_eq!((secure.port, secure.encryption), (465, Encryption::Tls));
        assert_eq!((secure.from.name.as_str(), secure.from.email.as_str()), ("Vestibule", "no-reply@x.test"));
    }

    #[test]
    fn an_empty_url_is_no_server_and_an_incomplete_one_is_an_error() {
        assert!(Config::new("", "", "").unwrap().mail_server.is_none());
        assert!(Config::new("smtp://x.test", "", "").is_err());
        assert!(Config::new("http://x.test", "a@x.test", "").is_err());
        assert!(Config::new("smtp://x.test", "nobody", "").is_err());
    }

    #[test]
    fn an_image_path_becomes_an_absolute_url() {
        let known = Config::new("", "", "https://v.test").unwrap();
        assert_eq!(known.absolute_url("/api/v0/logos/1"), "https://v.test/api/v0/logos/1");
        assert_eq!(known.absolute_url("https://cdn.test/l.png"), "https://cdn.test/l.png");
        assert_eq!(Config::default().absolute_url("/api/v0/logos/1"), "");
    }
}
