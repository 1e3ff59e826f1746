//! Test data: groups, users, devices, cards and rules, created through the REST interface.
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::process::run;
use crate::wait::until;
use crate::{Answer, ApiClient, Environment};

/// Limit for projections: how long until every service knows the entities that a request refers to.
const CREATE_TIMEOUT: Duration = Duration::from_secs(30);

/// Credentials of a simulated device.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Credential {
    pub serial: String,
    pub model: String,
    pub name: String,
    pub password: String,
    /// `http`; absent for one that speaks MQTT.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub protocol: Option<String>,
    /// Of its own HTTP interface, on 127.0.0.1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub port: Option<u16>,
}

/// Login and password of the page of every simulated device.
const PAGE_LOGIN: (&str, &str) = ("admin", "123456");

/// The demonstration site.
pub struct Demonstration {
    pub login: String,
    pub password: String,
    pub devices: Vec<Credential>,
}

/// Loads the demonstration site into the tool's databases. The services must not run at that time.
pub async fn demonstration(environment: &Environment) -> Result<Demonstration> {
    let (accounts, devices) = (environment.folder.join("accounts.txt"), environment.folder.join("devices.json"));
    run(environment, "demo", &["--accounts-file", text(&accounts)?, "--devices-file", text(&devices)?]).await?;
    let lines = std::fs::read_to_string(&accounts)?;
    let mut words = lines.lines().next().context("the file of accounts has no line")?.split_whitespace();
    let mut word = || words.next().map(str::to_string).context("an account is a login and a password");
    Ok(Demonstration { login: word()?, password: word()?, devices: serde_json::from_slice(&std::fs::read(&devices)?)? })
}

fn text(path: &Path) -> Result<&str> {
    path.to_str().context("a path in UTF-8")
}

/// Creates an entity; repeats the request while a service does not yet know an entity that it refers to. Only for
/// entities with a unique name or number, so that a repeated request cannot create two.
pub async fn make(api: &ApiClient, path: &str, body: Value) -> Result<i64> {
    let attempt = || async {
        match api.put(path, body.clone()).await {
            Answer::Done(made) => made["id"].as_i64().context("what is made has an id"),
            other => Err(other.done().err().context("an answer")?),
        }
    };
    until(CREATE_TIMEOUT, &format!("making {path}"), attempt).await
}

pub async fn group(api: &ApiClient, name: &str, parent: Option<i64>) -> Result<i64> {
    make(api, "/domains", json!({ "name": name, "parent_id": parent })).await
}

pub async fn user(api: &ApiClient, name: &str, email: &str, password: &str, role: i64, group: i64) -> Result<i64> {
    let body = json!({ "name": name, "email": email, "password": password, "role": { "id": role }, "domains": [{ "id": group }], "is_active": true });
    make(api, "/users", body).await
}

/// A panel that speaks MQTT, or HTTP where the credentials say so.
pub async fn panel(api: &ApiClient, credential: &Credential, group: i64) -> Result<i64> {
    let body = json!({
        "name": credential.name, "serial_number": credential.serial, "type": "panel", "model": credential.model, "domain": { "id": group },
        "protocol": credential.protocol.as_deref().unwrap_or("mqtt"), "ip_address": credential.port.map(|_| "127.0.0.1"),
        "port": credential.port.unwrap_or(80), "login": credential.port.map(|_| PAGE_LOGIN.0), "password": credential.port.map(|_| PAGE_LOGIN.1), "get_logs": true, "management": { "heartbeat": true, "realtime_logging": true },
        "device_settings": { "mqtt": { "password": credential.password } },
    });
    make(api, "/devices", body).await
}

/// The body of a card.
pub fn card(name: &str, number: u32, owner: i64) -> Value {
    json!({ "name": name, "type": "card", "owner_type": "owner", "value": format!("{number:010}"), "is_active": true, "owner": { "id": owner } })
}

/// The id of a default role, as `user`.
pub async fn role(api: &ApiClient, name: &str) -> Result<i64> {
    let roles = api.get("/roles?size=100").await.done()?;
    let found = roles["items"].as_array().and_then(|roles| roles.iter().find(|role| role["name"] == name)?["id"].as_i64());
    found.with_context(|| format!("there is no role {name}"))
}
