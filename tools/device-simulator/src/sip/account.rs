//! A SIP account of a device, as baresip wants it.

use device_protocol::sip::{SipSettings, SipTransport};

const DEFAULT_PORT: u16 = 5060;
const DEFAULT_TLS_PORT: u16 = 5061;

/// What ends or splits a value in baresip's line of an account.
const SPECIAL: [char; 7] = ['"', '<', '>', ';', ',', '\\', '%'];

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum AccountError {
    #[error("{0} has characters that baresip cannot take")]
    Characters(&'static str),
    #[error("the proxy {0} is no host")]
    Proxy(String),
}

/// Whether a call is taken by itself: panels do, since nobody stands inside them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    ByItself,
    BySomebody,
}

/// An account whose every part is known to fit in its line.
#[derive(Clone, PartialEq, Eq)]
pub struct Account {
    pub host: String,
    pub port: u16,
    pub transport: SipTransport,
    user: String,
    auth_user: String,
    realm: String,
    password: String,
    interval: u32,
}

impl Account {
    pub fn from_settings(settings: &SipSettings) -> Result<Self, AccountError> {
        let outbound = if settings.outbound.is_empty() { &settings.proxy } else { &settings.outbound };
        let (host, port) = host_and_port(outbound, settings.transport)?;
        let auth_user = if settings.user_id.is_empty() { &settings.user } else { &settings.user_id };
        Ok(Self {
            host,
            port,
            transport: settings.transport,
            user: plain("the user", &settings.user)?,
            auth_user: plain("the user id", auth_user)?,
            realm: plain("the realm", &settings.realm)?,
            password: plain("the password", &settings.password)?,
            interval: settings.registration_interval,
        })
    }

    /// The line by which baresip makes the account, with everything going to `next`, a host and port.
    pub fn line(&self, next: &str, answer: Answer) -> String {
        let Self { user, auth_user, realm, password, interval, .. } = self;
        let transport = match self.transport {
            SipTransport::Udp => "udp",
            SipTransport::Tcp => "tcp",
            SipTransport::Tls => "tls",
        };
        let answer = match answer {
            Answer::ByItself => "auto",
            Answer::BySomebody => "manual",
        };
        format!(
            "<sip:{user}@{realm};transport={transport}>;auth_user={auth_user};auth_pass={password};\
             outbound=\"sip:{next};transport={transport}\";regint={interval};answermode={answer};\
             audio_codecs=pcma,pcmu;video_codecs=h264;mediaenc="
        )
    }
}

fn plain(what: &'static str, text: &str) -> Result<String, AccountError> {
    let odd = |character: char| SPECIAL.contains(&character) || character.is_whitespace() || !character.is_ascii_graphic();
    if text.is_empty() || text.contains(odd) { Err(AccountError::Characters(what)) } else { Ok(text.to_owned()) }
}

/// Of `sip:host:port;transport=udp`, `host:port` or `host`.
fn host_and_port(proxy: &str, transport: SipTransport) -> Result<(String, u16), AccountError> {
    let wrong = || AccountError::Proxy(proxy.to_owned());
    let bare = proxy.strip_prefix("sips:").or_else(|| proxy.strip_prefix("sip:")).unwrap_or(proxy);
    let bare = bare.split(';').next().unwrap_or_default();
    let default = if transport == SipTransport::Tls { DEFAULT_TLS_PORT } else { DEFAULT_PORT };
    let (host, port) = match bare.rsplit_once(':') {
        Some((host, port)) if !host.contains(':') || host.ends_with(']') => (host, port.parse().map_err(|_| wrong())?),
        _ => (bare, default),
    };
    Ok((plain("the proxy", host).map_err(|_| wrong())?, port))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn settings(changes: serde_json::Value) -> SipSettings {
        let mut all = json!({
            "proxy": "127.0.0.1:25410", "realm": "p7.sip.test", "user": "1002", "password": "Secret1",
            "transport": "udp", "registration_interval": 600
        });
        all.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        serde_json::from_value(all).unwrap()
    }

    #[test]
    fn an_account_becomes_one_line() {
        let account = Account::from_settings(&settings(json!({}))).unwrap();
        assert_eq!((account.host.as_str(), account.port), ("127.0.0.1", 25410));
        assert_eq!(
            account.line("127.0.0.1:4000", Answer::ByItself),
            "<sip:1002@p7.sip.test;transport=udp>;auth_user=1002;auth_pass=Secret1;outbound=\"sip:127.0.0.1:4000;transport=udp\";\
             regint=600;answermode=auto;audio_codecs=pcma,pcmu;video_codecs=h264;mediaenc="
        );
    }

    #[test]
    fn a_proxy_is_a_host_with_or_without_scheme_and_port() {
        let of = |proxy: &str, transport| host_and_port(proxy, transport);
        assert_eq!(of("sip:a.example;transport=tcp", SipTransport::Tcp), Ok(("a.example".into(), 5060)));
        assert_eq!(of("sips:a.example", SipTransport::Tls), Ok(("a.example".into(), 5061)));
        assert_eq!(of("sip:a.example:5070", SipTransport::Udp), Ok(("a.example".into(), 5070)));
        assert_eq!(of("[::1]:5070", SipTransport::Udp), Ok(("[::1]".into(), 5070)));
        assert!(of("a.example:many", SipTransport::Udp).is_err());
        assert!(of("", SipTransport::Udp).is_err());
    }

    #[test]
    fn an_outbound_proxy_goes_before_the_proxy() {
        let account = Account::from_settings(&settings(json!({"outbound": "b.example:5080"}))).unwrap();
        assert_eq!((account.host.as_str(), account.port), ("b.example", 5080));
    }

    #[test]
    fn nothing_of_an_account_can_become_another_setting() {
        for (field, value) in [("password", "Secret1;regint=0"), ("user", "1>"), ("realm", "a b"), ("password", "Secret\n1"), ("user", "\"1")] {
            let found = Account::from_settings(&settings(json!({ field: value })));
            assert!(matches!(found, Err(AccountError::Characters(_))), "{field} {value:?}");
        }
    }
}
