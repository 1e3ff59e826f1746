//! The mail catcher of the test set. All tests share it: each uses addresses of its own.
use kit::consumer::{Delivery, Handler};
use notifications::config::Config;
use notifications::events::{MAIL, SETTINGS};
use prost::Message;
use proto::vestibule::events::v1::{MailRequested, ProjectMail, ProjectSettingsChanged, ProjectWhiteLabel};
use serde_json::Value;
use testing::PROJECT;
use uuid::Uuid;

use crate::harness::Site;

/// The installation sends by the catcher.
pub fn catcher_config() -> Config {
    Config::new(&variable("VESTIBULE_SMTP_URL"), "no-reply@vestibule.test", "https://vestibule.test").unwrap()
}

/// The catcher's SMTP port.
pub fn smtp_port() -> u16 {
    variable("VESTIBULE_SMTP_URL").trim_end_matches('/').rsplit(':').next().and_then(|port| port.parse().ok()).expect("a port")
}

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("{name} is set by the test set of servers: ./dev infra up test"))
}

/// An address that no other test uses.
pub fn unique_email() -> String {
    format!("{}@y.test", Uuid::now_v7().simple())
}

/// The mails that an address received, the newest first.
pub async fn mails_of(email: &str) -> Vec<Value> {
    mails_at(&variable("VESTIBULE_MAILBOX_URL"), email).await
}

/// The same, of a catcher whose pages are at this address.
pub async fn mails_at(address: &str, email: &str) -> Vec<Value> {
    kit::telemetry::install_crypto();
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let list: Vec<Value> = client.get(format!("{address}/messages?to={email}")).send().await.unwrap().json().await.unwrap();
    let mut mails = Vec::new();
    for listed in list {
        mails.push(client.get(format!("{address}/messages/{}", listed["id"])).send().await.unwrap().json().await.unwrap());
    }
    mails
}

/// The only mail that an address received.
pub async fn mail_of(email: &str) -> Value {
    let mut mails = mails_of(email).await;
    assert_eq!(mails.len(), 1, "{mails:?}");
    mails.remove(0)
}

/// A request for a mail with a registration code.
pub fn registration_code_for(email: &str, locale: &str) -> MailRequested {
    MailRequested {
        project_id: PROJECT,
        kind: "registration_code".into(),
        to_email: email.into(),
        to_name: "Ann".into(),
        locale: locale.into(),
        values: [("code", "482913"), ("minutes", "30")].map(|(name, value)| (name.into(), value.into())).into(),
        ..MailRequested::default()
    }
}

/// A request for a mail that is about no account.
pub fn guest_key_for(email: &str) -> MailRequested {
    let values = [("key", "Courier"), ("site", "Riverside Park")].map(|(name, value)| (name.into(), value.into())).into();
    MailRequested { kind: "guest_key".into(), values, ..registration_code_for(email, "en") }
}

/// A project's own server: the catcher, with a name and a password.
pub fn own_server(site: &Site, password: &str) -> ProjectMail {
    ProjectMail {
        is_enabled: true,
        host: "127.0.0.1".into(),
        port: smtp_port().into(),
        encryption: "none".into(),
        user_name: "robot".into(),
        sealed_password: site.app.context.sealer.seal_for("domains.mail.password", password),
        from_email: "robot@riverside.test".into(),
        from_name: "Riverside".into(),
    }
}

pub fn white_label(name: &str) -> ProjectWhiteLabel {
    ProjectWhiteLabel { is_enabled: true, name: name.into(), phone: "+31201234567".into(), logo: "/api/v0/logos/7".into(), ..Default::default() }
}

impl Site {
    pub async fn request_mail(&self, mail: &MailRequested) {
        self.receive(MAIL, mail).await;
    }

    pub async fn settings(&self, version: i64, mail: Option<ProjectMail>, whitelabel: Option<ProjectWhiteLabel>) {
        let changed = ProjectSettingsChanged { project_id: PROJECT, version, mail, whitelabel, ..Default::default() };
        self.receive(SETTINGS, &changed).await;
    }

    /// Handles one event twice, as after a lost acknowledgement.
    pub async fn request_mail_twice(&self, mail: &MailRequested) {
        let delivery = Delivery { id: Uuid::now_v7(), topic: MAIL.into(), payload: mail.encode_to_vec() };
        for _ in 0..2 {
            let mut tx = self.app.context.database.system().await.unwrap();
            self.events.handle(&mut tx, &delivery).await.unwrap();
            tx.commit().await.unwrap();
        }
    }

    /// State (1 queued, 2 sent, 3 failed), attempts and error of every mail, the oldest first.
    pub async fn queue(&self) -> Vec<(i16, i32, String)> {
        let mut tx = self.app.context.database.system().await.unwrap();
        sqlx::query_as("SELECT state, attempts, error FROM mails ORDER BY id").fetch_all(&mut *tx).await.unwrap()
    }
}
