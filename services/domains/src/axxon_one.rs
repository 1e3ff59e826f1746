//! The HTTP API of the video platform AxxonOne, as its documentation has it: Basic authentication, and lists of
//! macros (`/macro/list/`) and cameras (`/camera/list`).
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use kit::Outgoing;
use kit::outgoing::Failure;
use proto::vestibule::domains::v1::{Camera, Macro};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// Items of an answer that are taken.
pub const MAX_ITEMS: usize = 1_000;
const MAX_BYTES: usize = 8 << 20;
const PATIENCE: Duration = Duration::from_secs(8);

/// Where a platform is, and how it is spoken to.
pub struct AxxonOne<'a> {
    pub outgoing: &'a Outgoing,
    pub server_url: &'a str,
    pub user_name: &'a str,
    pub password: &'a str,
}

/// Why the platform gives no answer of use.
#[derive(Debug, thiserror::Error)]
pub enum Unusable {
    #[error("invalid credentials")]
    Credentials,
    #[error("the server answers {0}")]
    Status(u16),
    #[error("the answer is not that of AxxonOne")]
    Answer(#[source] serde_json::Error),
    #[error(transparent)]
    Failure(#[from] Failure),
}

#[derive(Deserialize)]
struct Macros {
    #[serde(rename = "macroCommands")]
    macros: Vec<Item>,
}

#[derive(Deserialize)]
struct Cameras {
    cameras: Vec<Source>,
}

#[derive(Deserialize)]
struct Item {
    id: String,
    name: String,
}

/// Other operations of the platform name a camera by its access point.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Source {
    access_point: String,
    #[serde(default)]
    display_id: String,
    #[serde(default)]
    display_name: String,
}

impl AxxonOne<'_> {
    /// Without those that the platform makes by itself for its detectors.
    pub async fn macros(&self) -> Result<Vec<Macro>, Unusable> {
        let answer: Macros = self.get("/macro/list/?exclude_auto").await?;
        let mut macros: Vec<Macro> = answer.macros.into_iter().map(|item| Macro { guid: item.id, name: item.name }).take(MAX_ITEMS).collect();
        macros.sort_by(|a, b| (&a.name, &a.guid).cmp(&(&b.name, &b.guid)));
        Ok(macros)
    }

    pub async fn cameras(&self) -> Result<Vec<Camera>, Unusable> {
        let answer: Cameras = self.get(&format!("/camera/list?limit={MAX_ITEMS}")).await?;
        Ok(answer.cameras.into_iter().take(MAX_ITEMS).map(camera).collect())
    }

    async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Unusable> {
        let credentials = STANDARD.encode(format!("{}:{}", self.user_name, self.password));
        let request = http::Request::get(format!("{}{path}", self.server_url)).header(http::header::AUTHORIZATION, format!("Basic {credentials}"));
        let request = request.body(Vec::new()).map_err(|_| Failure::BadAddress)?;
        let answer = self.outgoing.with_limits(PATIENCE, MAX_BYTES).send(request).await?;
        match answer.status().as_u16() {
            200 => serde_json::from_slice(answer.body()).map_err(Unusable::Answer),
            401 | 403 => Err(Unusable::Credentials),
            status => Err(Unusable::Status(status)),
        }
    }
}

/// As the platform's own lists show it: its number, and its name.
fn camera(source: Source) -> Camera {
    let name = format!("{} {}", source.display_id, source.display_name).trim().to_string();
    Camera { name: if name.is_empty() { source.access_point.clone() } else { name }, guid: source.access_point }
}
