//! The calls of the API, with refusals in plain words.
use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail, ensure};
use reqwest::multipart::{Form, Part};
use reqwest::{Certificate, Method, RequestBuilder, StatusCode, Url, redirect};
use serde_json::Value;

use super::{Connection, ExportArguments, Mode};
use crate::variables::ClientVariables;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// Without a byte from the platform; a large plan takes minutes.
const READ_TIMEOUT: Duration = Duration::from_secs(900);
const MAX_REFUSALS: usize = 20;
/// A token is short: another file was named.
const MAX_TOKEN_BYTES: usize = 16 << 10;

pub struct Client {
    http: reqwest::Client,
    base: String,
    token: String,
}

pub enum ApplyState {
    Applying,
    Applied,
    Failed(String),
}

impl Client {
    pub(super) fn new(connection: &Connection, variables: ClientVariables) -> Result<Client> {
        kit::telemetry::install_crypto();
        let url = connection.url.clone().or(variables.url).unwrap_or_default();
        let url: Url = url.parse().context("--url or VESTIBULE_URL is the platform's address, as https://vestibule.example.org")?;
        let is_local = matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
        let is_safe = url.scheme() == "https" || (url.scheme() == "http" && (is_local || connection.allow_http));
        ensure!(is_safe, "{url}: the token is sent over https only; --allow-http sends it nevertheless");
        // A redirect would take the token elsewhere.
        let mut http = reqwest::Client::builder().connect_timeout(CONNECT_TIMEOUT).read_timeout(READ_TIMEOUT).redirect(redirect::Policy::none());
        if let Some(path) = &connection.certificate_authority {
            let pem = std::fs::read(path).with_context(|| format!("reading {}", path.display()))?;
            for certificate in Certificate::from_pem_bundle(&pem).with_context(|| format!("{}: no PEM", path.display()))? {
                http = http.add_root_certificate(certificate);
            }
        }
        let base = url.as_str().trim_end_matches('/').to_owned();
        Ok(Client { http: http.build()?, base, token: token(connection, variables.token)? })
    }

    pub async fn export(&self, export: &ExportArguments) -> Result<String> {
        let mut query: Vec<(&str, String)> = export.entities.iter().map(|entity| ("entities", entity.clone())).collect();
        query.extend(export.group.map(|group| ("group_id", group.to_string())));
        query.extend([("compact", export.compact.to_string()), ("codes", export.codes.to_string())]);
        self.send(self.request(Method::GET, "/site").query(&query)).await
    }

    pub async fn plan(&self, text: &[u8], mode: Mode) -> Result<Value> {
        let request = self.request(Method::POST, "/site/plan").query(&[("mode", mode.word())]);
        let request = request.header("content-type", "application/yaml").body(text.to_vec());
        Ok(serde_json::from_str(&self.send(request).await?)?)
    }

    /// Id of the backup that is applied; None when there is nothing to do.
    pub async fn apply(
        &self,
        text: Vec<u8>,
        mode: Mode,
        hash: &str,
        secrets: &BTreeMap<String, String>,
        leave_out_secrets: bool,
    ) -> Result<Option<i64>> {
        let form = Form::new().text("mode", mode.word()).text("plan_hash", hash.to_owned());
        let form = form.text("secrets", serde_json::to_string(secrets)?).text("leave_out_secrets", leave_out_secrets.to_string());
        let form = form.part("file", Part::bytes(text).file_name("site.yaml"));
        let answer: Value = serde_json::from_str(&self.send(self.request(Method::POST, "/site/apply").multipart(form)).await?)?;
        Ok(answer["backup"]["id"].as_i64())
    }

    pub async fn state(&self, id: i64) -> Result<ApplyState> {
        let answer = self.send(self.request(Method::GET, &format!("/backups/{id}"))).await;
        let answer: Value = serde_json::from_str(&answer.context("it is being applied; how far it is cannot be read")?)?;
        let apply = &answer["apply"];
        Ok(match apply["status"].as_str() {
            Some("applying") => ApplyState::Applying,
            Some("applied") => ApplyState::Applied,
            _ => ApplyState::Failed(refusals(apply)),
        })
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.http.request(method, format!("{}/api/v0{path}", self.base)).bearer_auth(&self.token)
    }

    async fn send(&self, request: RequestBuilder) -> Result<String> {
        let answer = request.send().await.map_err(|error| anyhow!(error.without_url()).context(format!("{} does not answer", self.base)))?;
        let status = answer.status();
        let text = answer.text().await.context("the answer was cut off")?;
        if status.is_success() {
            return Ok(text);
        }
        bail!("{}", refusal(status, &serde_json::from_str(&text).unwrap_or_default()))
    }
}

/// The first line of the file, or the variable.
fn token(connection: &Connection, variable: Option<String>) -> Result<String> {
    let text = match &connection.token_file {
        Some(path) => std::fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?,
        None => variable.context("no token: VESTIBULE_TOKEN or --token-file")?,
    };
    let token = text.lines().next().unwrap_or_default().trim().to_owned();
    let is_one = !token.is_empty() && token.len() <= MAX_TOKEN_BYTES && token.chars().all(|c| c.is_ascii_graphic());
    ensure!(is_one, "the token is empty, or no token");
    Ok(token)
}

fn refusal(status: StatusCode, answer: &Value) -> String {
    let message = answer["message"].as_str().unwrap_or("no word of why");
    let fields = answer["data"]["fields"].as_object().into_iter().flatten();
    let fields: Vec<String> = fields
        .map(|(name, why)| match (name.as_str(), why.as_str().unwrap_or_default()) {
            ("file", why) => why.to_owned(),
            (name, why) => format!("{name}: {why}"),
        })
        .collect();
    let why = if fields.is_empty() { String::new() } else { format!(": {}", fields.join("; ")) };
    let hint = match status {
        StatusCode::UNAUTHORIZED => " (the token is wrong, expired or revoked)",
        StatusCode::FORBIDDEN => " (the token's role has not the right)",
        StatusCode::PAYLOAD_TOO_LARGE => " (at most 16 MiB)",
        _ => "",
    };
    let line: String = format!("{message}{why}{hint}").chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("{} {line}", status.as_u16())
}

fn refusals(apply: &Value) -> String {
    let listed = apply["refusals"].as_array().into_iter().flatten().take(MAX_REFUSALS);
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut lines: Vec<String> =
        listed.map(|refusal| format!("  ! {} {}: {}", word(&refusal["entity"]), word(&refusal["name"]), word(&refusal["message"]))).collect();
    lines.extend(apply["message"].as_str().map(str::to_owned));
    lines.join("\n").chars().map(|c| if c.is_control() && c != '\n' { '\u{fffd}' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_refusal_says_the_place() {
        let answer = json!({ "message": "invalid file", "data": { "fields": { "file": "line 3: users: unknown field colour" } } });
        assert_eq!(refusal(StatusCode::CONFLICT, &answer), "409 invalid file: line 3: users: unknown field colour");
        let missing = json!({ "message": "invalid data sent", "data": { "fields": { "secrets": "required: gate" } } });
        assert_eq!(refusal(StatusCode::UNPROCESSABLE_ENTITY, &missing), "422 invalid data sent: secrets: required: gate");
    }

    #[test]
    fn a_token_is_not_sent_in_clear_to_another_machine() {
        let nothing = || ClientVariables { url: None, token: None };
        let connection = |url: &str, allow_http| Connection {
            url: Some(String::from(url)),
            token_file: Some("/dev/null".into()),
            certificate_authority: None,
            allow_http,
            timeout: 1,
        };
        let refused = |url, allow| Client::new(&connection(url, allow), nothing()).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(refused("http://vestibule.example.org", false).contains("https"));
        assert!(refused("http://vestibule.example.org", true).contains("the token is empty"));
        assert!(refused("http://127.0.0.1:8080", false).contains("the token is empty"));
        assert!(refused("vestibule.example.org", false).contains("address"));
    }
}
