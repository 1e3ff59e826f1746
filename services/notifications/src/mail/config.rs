//! The installation's own mail server, and where its pictures are.
use anyhow::{Context as _, Result, ensure};
use url::Url;

use super::server::{Encryption, Mailbox, Server};

/// The server from the environment.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Sends for projects that have no server of their own. VESTIBULE_SMTP_URL and VESTIBULE_MAIL_FROM; without them such
    /// mails wait.
    pub server: Option<Server>,
    /// Where people find the console: what paths of pictures are put after.
    pub public_url: String,
}

impl Config {
    pub fn from_env(public_url: &str) -> Result<Config> {
        let variable = |name: &str| std::env::var(name).unwrap_or_default();
        Config::new(&variable("VESTIBULE_SMTP_URL"), &variable("VESTIBULE_MAIL_FROM"), public_url)
    }

    /// `smtp_url` is `smtp://host:25`, `smtp://user:password@host:587?tls=required` (STARTTLS) or
    /// `smtps://user:password@host:465`; `from` is `no-reply@example.org` or `Vestibule <no-reply@example.org>`.
    pub fn new(smtp_url: &str, from: &str, public_url: &str) -> Result<Config> {
        let server = match smtp_url {
            "" => None,
            url => Some(server(url, from).context("VESTIBULE_SMTP_URL and VESTIBULE_MAIL_FROM")?),
        };
        Ok(Config { server, public_url: public_url.into() })
    }

    /// An address that a receiver's program can load; empty when there is none.
    pub fn absolute(&self, address: &str) -> String {
        match address {
            "" => String::new(),
            path if path.starts_with('/') && self.public_url.is_empty() => String::new(),
            path if path.starts_with('/') => format!("{}{path}", self.public_url),
            address => address.into(),
        }
    }
}

fn server(url: &str, from: &str) -> Result<Server> {
    let url = Url::parse(url)?;
    let wants_tls = url.query_pairs().any(|(key, value)| key == "tls" && value == "required");
    let (encryption, port) = match url.scheme() {
        "smtps" => (Encryption::Tls, 465),
        "smtp" if wants_tls => (Encryption::StartTls, 587),
        "smtp" => (Encryption::None, 25),
        other => anyhow::bail!("{other}: is not smtp or smtps"),
    };
    let host = url.host_str().context("no host")?.trim_matches(['[', ']']).to_string();
    let decoded = |text: &str| percent_encoding::percent_decode_str(text).decode_utf8().map(|text| text.into_owned());
    let credentials = match (url.username(), url.password()) {
        ("", _) => None,
        (user, password) => Some((decoded(user)?, decoded(password.unwrap_or_default())?)),
    };
    ensure!(!from.is_empty(), "VESTIBULE_MAIL_FROM is not set");
    let from: lettre::message::Mailbox = from.parse().context("not an e-mail address")?;
    let from = Mailbox { name: from.name.unwrap_or_default(), email: from.email.to_string() };
    Ok(Server { host, port: url.port().unwrap_or(port), encryption, credentials, from, is_own: true })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server(url: &str) -> Server {
        Config::new(url, "Vestibule <no-reply@x.test>", "").unwrap().server.unwrap()
    }

    #[test]
    fn the_address_says_how_to_send() {
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
    fn nothing_is_no_server_and_half_of_it_is_an_error() {
        assert!(Config::new("", "", "").unwrap().server.is_none());
        assert!(Config::new("smtp://x.test", "", "").is_err());
        assert!(Config::new("http://x.test", "a@x.test", "").is_err());
        assert!(Config::new("smtp://x.test", "nobody", "").is_err());
    }

    #[test]
    fn a_picture_is_shown_by_an_address_that_leads_somewhere() {
        let known = Config::new("", "", "https://v.test").unwrap();
        assert_eq!(known.absolute("/api/v0/logos/1"), "https://v.test/api/v0/logos/1");
        assert_eq!(known.absolute("https://cdn.test/l.png"), "https://cdn.test/l.png");
        assert_eq!(Config::default().absolute("/api/v0/logos/1"), "");
    }
}
