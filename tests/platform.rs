//! The whole platform in one process with its own databases, for tests that span services. Tests reach it over HTTP
//! only, as any client does. The servers are those of the test set (`./dev infra up test`).
pub mod simulated;

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use device_gateway::{Config, DeviceGateway, EventHandler};
use kit::db::Migrator;
use kit::settings::BlobVariables;
use kit::{Context, Leadership, Running, Service, Settings};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

/// Limit for projections: how long until every service knows an entity of another.
const PROJECTION_TIMEOUT: Duration = Duration::from_secs(60);
pub const PASSWORD: &str = "a-long-password-1";

pub struct Platform {
    pub url: String,
    client: reqwest::Client,
    context: Context,
    shutdown: CancellationToken,
}

/// As a process of its own: when it is killed, what it was doing ends there, and nothing is released.
pub struct KillableGateway {
    runtime: tokio::runtime::Runtime,
}

impl KillableGateway {
    pub fn kill(self) {
        self.runtime.shutdown_background();
    }
}

/// An answer: status and JSON (null when it is not JSON).
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub body: Value,
}

impl Platform {
    pub async fn start() -> Result<Platform> {
        Self::start_with(services()).await
    }

    /// With services that the test has configured.
    pub async fn start_with(services: Vec<Box<dyn Service>>) -> Result<Platform> {
        Ok(Self::start_but(services, "none").await?.0)
    }

    /// Without the service `late`, which the test starts itself.
    pub async fn start_without(late: &str) -> Result<(Platform, Vec<Box<dyn Service>>)> {
        Self::start_but(services(), late).await
    }

    async fn start_but(services: Vec<Box<dyn Service>>, late: &str) -> Result<(Platform, Vec<Box<dyn Service>>)> {
        kit::telemetry::install_crypto();
        let settings = own_settings()?;
        let with_database: Vec<_> = services.iter().filter(|service| service.migrations().is_some()).collect();
        let names: Vec<_> = with_database.iter().map(|service| service.name()).collect();
        let admin = std::env::var("VESTIBULE_DATABASE_ADMIN_URL").context("VESTIBULE_DATABASE_ADMIN_URL: ./dev infra up test")?;
        kit::setup::run(&admin, &settings.database_url, &settings.database_owner_url, &settings.edge_database_url, &names).await?;
        for service in with_database {
            let migrations = service.migrations().context("a service with a database")?;
            kit::db::migrate(&settings.database_owner_url(service.name()), migrations).await?;
        }
        let url = format!("http://{}", settings.http_addr);
        let context = kit::process::context("identity", settings.clone()).await?;
        let client = reqwest::Client::builder().timeout(Duration::from_secs(60)).build()?;
        let platform = Platform { url, client, context, shutdown: CancellationToken::new() };
        let (now, later) = services.into_iter().partition(|service| service.name() != late);
        platform.start_services(now);
        platform.eventually("the platform is ready", || platform.ready()).await?;
        Ok((platform, later))
    }

    /// Starts services with a context of their own, as a second process would.
    pub fn start_services(&self, services: Vec<Box<dyn Service>>) {
        let settings = (*self.context.settings).clone();
        let topology = kit::process::topology(&crate::services(), &settings);
        tokio::spawn(kit::process::run_with(self.context.peers.clone(), Leadership::sole(), settings, topology, services, self.shutdown.clone()));
    }

    /// A gateway in a runtime of its own, which takes the calls of the platform from the first one until it is killed.
    pub async fn killable_gateway(&self) -> Result<KillableGateway> {
        let mut settings = (*self.context.settings).clone();
        let port = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        settings.http_addr = format!("127.0.0.1:{port}");
        let url = format!("http://{}", settings.http_addr);
        let topology = kit::process::topology(&crate::services(), &settings);
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let services: Vec<Box<dyn Service>> = vec![Box::new(api_gateway::ApiGateway)];
        let shutdown = CancellationToken::new();
        runtime.spawn(kit::process::run_with(self.context.peers.clone(), Leadership::sole(), settings, topology, services, shutdown));
        let ready = || async {
            let response = self.client.get(format!("{url}/readyz")).send().await?;
            Ok(Answer { status: response.status(), body: response.json().await? })
        };
        self.eventually("another gateway is ready", ready).await?;
        Ok(KillableGateway { runtime })
    }

    /// Number of events in the outbox of identity.
    pub async fn unsent(&self) -> Result<i64> {
        let mut tx = self.context.database.system().await?;
        Ok(sqlx::query_scalar("SELECT count(*) FROM outbox").fetch_one(&mut *tx).await?)
    }

    async fn ready(&self) -> Result<Answer> {
        let response = self.client.get(format!("{}/readyz", self.url)).send().await?;
        Ok(Answer { status: response.status(), body: response.json().await? })
    }

    /// Creates a project with an administrator; returns the administrator's access token.
    pub async fn project(&self, name: &str, email: &str) -> Result<String> {
        identity::bootstrap(&self.context, name, email, PASSWORD, &format!("Administrator of {name}")).await?;
        self.sign_in(email).await
    }

    pub async fn sign_in(&self, login: &str) -> Result<String> {
        let answer = self.call(None, Method::POST, "/login", Some(json!({ "login": login, "password": PASSWORD }))).await?;
        let token = answer.body["sessions"][0]["token"].as_str();
        Ok(token.with_context(|| format!("{login}: {answer:?}"))?.to_string())
    }

    /// Addresses of its servers.
    pub fn settings(&self) -> &Settings {
        &self.context.settings
    }

    /// A valid access token that expired an hour ago.
    pub fn expired_token(&self) -> String {
        let past = kit::Clock::fixed(self.context.clock.now() - time::Duration::hours(1));
        let issuer = access_token::TokenIssuer::new(&self.context.settings.token_key, past).expect("the token key");
        issuer.issue(1, 1, 1, i64::MAX).expect("a token")
    }

    /// `path` is below /api/v0.
    pub async fn call(&self, token: Option<&str>, method: Method, path: &str, body: Option<Value>) -> Result<Answer> {
        self.call_in_trace(None, token, method, path, body).await
    }

    /// A request with a `traceparent` header, as a browser sends it.
    pub async fn call_in_trace(
        &self,
        traceparent: Option<&str>,
        token: Option<&str>,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> Result<Answer> {
        let mut request = self.client.request(method, format!("{}/api/v0{path}", self.url));
        if let Some(traceparent) = traceparent {
            request = request.header("traceparent", traceparent);
        }
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        if let Some(body) = body {
            request = request.header("content-type", "application/json").body(body.to_string());
        }
        let response = request.send().await?;
        let status = response.status();
        let text = response.text().await?;
        Ok(Answer { status, body: serde_json::from_str(&text).unwrap_or_default() })
    }

    /// Posts a form, with files in it.
    pub async fn upload(&self, token: Option<&str>, path: &str, form: reqwest::multipart::Form) -> Result<Answer> {
        let mut request = self.client.post(format!("{}/api/v0{path}", self.url)).multipart(form);
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        let response = request.send().await?;
        let status = response.status();
        let text = response.text().await?;
        Ok(Answer { status, body: serde_json::from_str(&text).unwrap_or_default() })
    }

    /// Creates an entity and returns its id. Repeats the request while a service lacks an entity that it refers to.
    pub async fn make(&self, token: &str, path: &str, body: Value) -> Result<i64> {
        let answer = self.eventually(path, || self.call(Some(token), Method::PUT, path, Some(body.clone()))).await?;
        answer.body["id"].as_i64().with_context(|| format!("{path}: {answer:?}"))
    }

    /// Repeats a call until it succeeds.
    pub async fn eventually<F>(&self, what: &str, call: impl Fn() -> F) -> Result<Answer>
    where
        F: Future<Output = Result<Answer>>,
    {
        let started = std::time::Instant::now();
        loop {
            let answer = call().await;
            if let Ok(answer) = &answer
                && answer.status.is_success()
            {
                return Ok(Answer { status: answer.status, body: answer.body.clone() });
            }
            ensure!(started.elapsed() < PROJECTION_TIMEOUT, "{what}: {answer:?}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// The backup, once its apply is over. An apply has as long as it takes, as far as it goes on.
    pub async fn applied(&self, token: &str, backup_id: i64) -> Result<Value> {
        let (mut done, mut moved_at) = (Value::Null, std::time::Instant::now());
        loop {
            let mut backup = self.call(Some(token), Method::GET, &format!("/backups/{backup_id}"), None).await?.body;
            if backup["apply"]["status"] != "applying" {
                return Ok(backup);
            }
            if backup["done"] != done {
                (done, moved_at) = (backup["done"].take(), std::time::Instant::now());
            }
            ensure!(moved_at.elapsed() < PROJECTION_TIMEOUT, "an apply that stands still: {backup}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    pub async fn stop(self) {
        self.shutdown.cancel();
    }
}

/// Settings for the test set's servers, with databases, queues and a port of this platform alone.
fn own_settings() -> Result<Settings> {
    let mut settings = Settings::from_env()?;
    settings.amqp_prefix = format!("a{}", uuid::Uuid::now_v7().simple());
    let own = format!("{}_{{service}}", settings.amqp_prefix);
    settings.database_url = settings.database_url.replace("vestibule_{service}", &own);
    settings.database_owner_url = settings.database_owner_url.replace("vestibule_{service}", &own);
    settings.database_connections = 4;
    let port = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
    settings.http_addr = format!("127.0.0.1:{port}");
    settings.grpc_addr.clear();
    settings.admin_addr.clear();
    settings.console_dir.clear();
    // It is an installation of its own, whose projects have the ids of others.
    settings.seal_key = [uuid::Uuid::new_v4(), uuid::Uuid::new_v4()].iter().flat_map(|part| part.into_bytes()).collect();
    settings.former_seal_keys.clear();
    settings.blob = BlobVariables::of_folder(&format!("{}/{}", settings.blob.blob_dir, settings.amqp_prefix));
    Ok(settings)
}

pub fn services() -> Vec<Box<dyn Service>> {
    vec![
        Box::new(identity::Identity),
        Box::new(domains::Domains),
        Box::new(access::Access),
        Box::new(device_gateway::DeviceGateway),
        Box::new(telephony::Telephony),
        Box::new(licensing::Licensing),
        Box::new(amenities::Amenities),
        Box::new(notifications::Notifications),
        Box::new(api_gateway::ApiGateway),
    ]
}

/// All services, for tests with devices of their own.
pub fn services_with_own_devices() -> Vec<Box<dyn Service>> {
    let mut services = services();
    services.retain(|service| service.name() != DeviceGateway.name());
    services.push(Box::new(OwnDevices));
    services
}

/// A device-gateway with its own installation name, because other tests use the same broker.
struct OwnDevices;

#[async_trait::async_trait]
impl Service for OwnDevices {
    fn name(&self) -> &'static str {
        DeviceGateway.name()
    }

    fn migrations(&self) -> Option<&'static Migrator> {
        DeviceGateway.migrations()
    }

    async fn start(&self, context: Context) -> anyhow::Result<Running> {
        let config = Config { installation: context.settings.amqp_prefix.clone(), ..Config::default() };
        let (gateway, running) = device_gateway::assemble(context.clone(), config)?;
        let shutdown = context.shutdown.clone();
        Ok(running.job(kit::consumer::consume(context, device_gateway::TOPICS, EventHandler::new(gateway), shutdown)))
    }
}
