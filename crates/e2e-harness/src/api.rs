//! A client of the platform's REST interface: signed in as one account, and again before its token ends.
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use reqwest::multipart::{Form, Part as FormPart};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::sync::Mutex;

/// Limit for one request. Shorter than the gateway's own limit, so that a tool goes on while the platform hangs.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// The gateway's own limit for imports.
const IMPORT_TIMEOUT: Duration = Duration::from_secs(3600);
/// Access tokens are valid for ten minutes.
const TOKEN_RENEWAL_INTERVAL: Duration = Duration::from_secs(8 * 60);

#[derive(Clone)]
pub struct ApiClient {
    client: reqwest::Client,
    base: String,
    account: Arc<(String, String)>,
    token: Arc<Mutex<Option<(String, Instant)>>>,
}

/// Outcome of a request.
#[derive(Debug)]
pub enum Answer {
    /// 2xx, with the body.
    Done(Value),
    /// 4xx: the platform refused the request.
    Refused(StatusCode, Value),
    /// 502, 503, 504, or no answer at all: the request may or may not have been carried out.
    Unavailable(String),
    /// Any other status: a fault of the platform.
    Broken(StatusCode, Value),
}

impl Answer {
    /// The body; an error with the status and body when it was not a success.
    pub fn done(self) -> Result<Value> {
        match self {
            Answer::Done(body) => Ok(body),
            Answer::Refused(status, body) | Answer::Broken(status, body) => bail!("{status}: {body}"),
            Answer::Unavailable(why) => bail!("{why}"),
        }
    }
}

impl ApiClient {
    /// `address` as 127.0.0.1:8080. Signs in with the first call.
    pub fn new(address: &str, login: &str, password: &str) -> Result<Self> {
        let _another_client_may_have_done_it = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder().timeout(REQUEST_TIMEOUT).no_proxy().build()?;
        Ok(ApiClient { client, base: format!("http://{address}"), account: Arc::new((login.into(), password.into())), token: Arc::default() })
    }

    /// Another account of the same platform.
    pub fn as_account(&self, login: &str, password: &str) -> Self {
        ApiClient { account: Arc::new((login.into(), password.into())), token: Arc::default(), ..self.clone() }
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.call(Method::GET, path, None).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Answer {
        self.call(Method::PUT, path, Some(body)).await
    }

    pub async fn patch(&self, path: &str, body: Value) -> Answer {
        self.call(Method::PATCH, path, Some(body)).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.call(Method::POST, path, Some(body)).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.call(Method::DELETE, path, None).await
    }

    /// Uploads a file as a form, with the limit of imports.
    pub async fn upload(&self, path: &str, fields: &[(&'static str, String)], file_name: &str, data: Vec<u8>) -> Answer {
        let token = match self.token().await {
            Ok(token) => token,
            Err(answer) => return answer,
        };
        let mut form = Form::new();
        for (name, value) in fields {
            form = form.text(*name, value.clone());
        }
        form = form.part("file", FormPart::bytes(data).file_name(file_name.to_string()));
        let request = self.client.post(format!("{}/api/v0{path}", self.base)).timeout(IMPORT_TIMEOUT).bearer_auth(token).multipart(form);
        answer(request.send().await).await
    }

    /// Carries out what takes long, with the limit of imports.
    pub async fn post_long(&self, path: &str, body: Value) -> Answer {
        let token = match self.token().await {
            Ok(token) => token,
            Err(answer) => return answer,
        };
        let request = self.client.post(format!("{}/api/v0{path}", self.base)).timeout(IMPORT_TIMEOUT).bearer_auth(token).json(&body);
        answer(request.send().await).await
    }

    /// Reads a download to its end, and forgets it. Its size, in bytes.
    pub async fn download_size(&self, path: &str) -> Result<u64> {
        let token = self.token().await.map_err(|answer| anyhow::anyhow!("{answer:?}"))?;
        let request = self.client.get(format!("{}/api/v0{path}", self.base)).timeout(IMPORT_TIMEOUT).bearer_auth(token);
        let mut response = request.send().await?.error_for_status()?;
        let mut size = 0;
        while let Some(chunk) = response.chunk().await? {
            size += chunk.len() as u64;
        }
        Ok(size)
    }

    /// Every item of a list, page by page. The list must not change in the meantime.
    pub async fn all(&self, path: &str) -> Result<Vec<Value>> {
        let mut items = Vec::new();
        for page in 1.. {
            let body = self.get(&format!("{path}?size=500&page={page}")).await.done()?;
            let more = body["items"].as_array().context("a list has items")?;
            items.extend(more.iter().cloned());
            if more.len() < 500 {
                break;
            }
        }
        Ok(items)
    }

    async fn call(&self, method: Method, path: &str, body: Option<Value>) -> Answer {
        let token = match self.token().await {
            Ok(token) => token,
            Err(answer) => return answer,
        };
        let mut request = self.client.request(method, format!("{}/api/v0{path}", self.base)).bearer_auth(token);
        if let Some(body) = body {
            request = request.json(&body);
        }
        let answer = answer(request.send().await).await;
        if matches!(answer, Answer::Refused(StatusCode::UNAUTHORIZED, _)) {
            *self.token.lock().await = None;
        }
        answer
    }

    /// The access token. Signs in when there is none or it is about to expire.
    pub async fn token(&self) -> Result<String, Answer> {
        let mut token = self.token.lock().await;
        match &*token {
            Some((text, since)) if since.elapsed() < TOKEN_RENEWAL_INTERVAL => Ok(text.clone()),
            _ => {
                let text = self.sign_in().await?;
                *token = Some((text.clone(), Instant::now()));
                Ok(text)
            }
        }
    }

    async fn sign_in(&self) -> Result<String, Answer> {
        let body = json!({ "login": self.account.0, "password": self.account.1, "remember": false });
        match answer(self.client.post(format!("{}/api/v0/login", self.base)).json(&body).send().await).await {
            Answer::Done(body) => match body["sessions"][0]["token"].as_str() {
                Some(token) => Ok(token.to_string()),
                None => Err(Answer::Unavailable("signing in gave no session".into())),
            },
            other => Err(other),
        }
    }

    /// Whether the platform says that it is ready.
    pub async fn ready(&self) -> Result<()> {
        let status = self.client.get(format!("{}/readyz", self.base)).send().await?.status();
        anyhow::ensure!(status == StatusCode::OK, "/readyz: {status}");
        Ok(())
    }
}

async fn answer(sent: reqwest::Result<reqwest::Response>) -> Answer {
    let response = match sent {
        Ok(response) => response,
        Err(error) => return Answer::Unavailable(format!("{error:#}")),
    };
    let status = response.status();
    let text = match response.text().await {
        Ok(text) => text,
        Err(error) => return Answer::Unavailable(format!("{error:#}")),
    };
    let body = serde_json::from_str(&text).unwrap_or(Value::String(text));
    match status.as_u16() {
        200..=299 => Answer::Done(body),
        400..=499 => Answer::Refused(status, body),
        502..=504 => Answer::Unavailable(status.to_string()),
        _ => Answer::Broken(status, body),
    }
}
