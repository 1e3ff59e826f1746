//! The HTTP API of the video platform AxxonOne, as its documentation has it: Basic authentication, and lists of
//! macros (`/macro/list/`) and cameras (`/camera/list`).
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use kit::Outgoing;
use kit::outgoing::Failure;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::ServerError;
use crate::domain::integration::IntegrationDraft;

/// Further items of an answer are ignored.
const MAX_ITEMS: usize = 1_000;
const MAX_ANSWER_BYTES: usize = 8 << 20;
const ANSWER_TIMEOUT: Duration = Duration::from_secs(8);

/// A client of one platform.
pub struct AxxonOne<'a> {
    outgoing: &'a Outgoing,
    server_url: &'a str,
    user_name: &'a str,
    password: &'a str,
}

/// A macro command of the platform.
#[derive(Clone, Debug)]
pub struct Macro {
    pub guid: String,
    pub name: String,
}

/// A camera; its guid is the access point, by which other operations of the platform name it.
#[derive(Clone, Debug)]
pub struct Camera {
    pub guid: String,
    pub name: String,
}

#[derive(Deserialize)]
struct MacroList {
    #[serde(rename = "macroCommands")]
    macros: Vec<MacroItem>,
}

#[derive(Deserialize)]
struct CameraList {
    cameras: Vec<CameraItem>,
}

#[derive(Deserialize)]
struct MacroItem {
    id: String,
    name: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CameraItem {
    access_point: String,
    #[serde(default)]
    display_id: String,
    #[serde(default)]
    display_name: String,
}

impl<'a> AxxonOne<'a> {
    pub fn new(outgoing: &'a Outgoing, draft: &'a IntegrationDraft, password: &'a str) -> Self {
        AxxonOne { outgoing, server_url: &draft.server_url, user_name: draft.user_name.as_deref().unwrap_or_default(), password }
    }

    /// Without those that the platform creates by itself for its detectors.
    pub async fn macros(&self) -> Result<Vec<Macro>, ServerError> {
        let answer: MacroList = self.get("/macro/list/?exclude_auto").await?;
        let mut macros: Vec<Macro> = answer.macros.into_iter().map(|item| Macro { guid: item.id, name: item.name }).take(MAX_ITEMS).collect();
        macros.sort_by(|a, b| (&a.name, &a.guid).cmp(&(&b.name, &b.guid)));
        Ok(macros)
    }

    pub async fn cameras(&self) -> Result<Vec<Camera>, ServerError> {
        let answer: CameraList = self.get(&format!("/camera/list?limit={MAX_ITEMS}")).await?;
        Ok(answer.cameras.into_iter().take(MAX_ITEMS).map(camera).collect())
    }

    async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, ServerError> {
        let credentials = STANDARD.encode(format!("{}:{}", self.user_name, self.password));
        let request = http::Request::get(format!("{}{path}", self.server_url)).header(http::header::AUTHORIZATION, format!("Basic {credentials}"));
        let request = request.body(Vec::new()).map_err(|_| Failure::BadAddress)?;
        let answer = self.outgoing.with_limits(ANSWER_TIMEOUT, MAX_ANSWER_BYTES).send(request).await?;
        match answer.status().as_u16() {
            200 => serde_json::from_slice(answer.body()).map_err(ServerError::Answer),
            401 | 403 => Err(ServerError::Credentials),
            status => Err(ServerError::Status(status)),
        }
    }
}

/// Named as in the platform's own lists: number and name.
fn camera(source: CameraItem) -> Camera {
    let name = format!("{} {}", source.display_id, source.display_name).trim().to_string();
    Camera { name: if name.is_empty() { source.access_point.clone() } else { name }, guid: source.access_point }
}
