//! A search: every address of a range is asked what it is, and the progress is pushed to who started it.
use std::net::Ipv4Addr;

use futures::StreamExt;
use kit::Result;
use kit::realtime::{Audience, Push};
use policy::{Authorized, Caller, action, resource};
use serde_json::{Value, json};

use super::state::SearchStore;
use crate::app::App;
use crate::domain::device_search::{AddressRange, DeviceSearch, FoundDevice, SearchState, check_request_id};
use crate::domain::model;
use crate::http_link::{ProbedDevice, probe};
use crate::store::device;

const MAX_CONCURRENT: usize = 64;
/// Addresses between two pushes of the progress.
const PROGRESS_STEP: usize = 16;

/// Returns when the search has begun.
pub async fn start(
    app: &App,
    right: &Authorized<resource::Device, action::Create>,
    (start_ip, end_ip): (&str, &str),
    request_id: String,
) -> Result<DeviceSearch> {
    check_request_id(&request_id)?;
    let range = AddressRange::parse(start_ip, end_ip, |address| app.context.outgoing.allows(address.into()))?;
    let store = SearchStore::new(app, right.caller());
    store.lock(&request_id).await?;
    let search = DeviceSearch { request_id, state: SearchState::Running, done: 0, total: range.total(), devices: Vec::new() };
    store.save(&search).await?;
    let running = RunningSearch { app: app.clone(), caller: right.caller().clone(), store, search: search.clone() };
    kit::telemetry::spawn(app.context.service, "search devices", running.run(range));
    Ok(search)
}

struct RunningSearch {
    app: App,
    caller: Caller,
    store: SearchStore,
    search: DeviceSearch,
}

impl RunningSearch {
    async fn run(mut self, range: AddressRange) {
        let shutdown = self.app.context.shutdown.clone();
        self.search.state = tokio::select! {
            _ = shutdown.cancelled() => SearchState::Failed,
            () = self.ask_all(range) => SearchState::Finished,
        };
        self.save().await;
        if let Err(error) = self.store.unlock().await {
            tracing::warn!(%error, "the next search of the project waits a minute");
        }
        let (state, done, total) = (self.search.state, self.search.done, self.search.total);
        self.push("device_search.finished", json!({"state": state, "done": done, "total": total})).await;
    }

    async fn ask_all(&mut self, range: AddressRange) {
        let app = self.app.clone();
        let asked = range.addresses().map(|address| {
            let app = app.clone();
            async move { ask(&app, address).await }
        });
        let mut answers = futures::stream::iter(asked).buffer_unordered(MAX_CONCURRENT);
        while let Some(found) = answers.next().await {
            self.search.done += 1;
            for (port, address, device) in found {
                self.found(port, address, device).await;
            }
            if self.search.done.is_multiple_of(PROGRESS_STEP) || self.search.done == self.search.total {
                self.save().await;
                self.push("device_search.progress", json!({"done": self.search.done, "total": self.search.total})).await;
            }
        }
    }

    /// A device that answers at two addresses or ports is one.
    async fn found(&mut self, port: u16, address: Ipv4Addr, probed: ProbedDevice) {
        if self.search.devices.iter().any(|known| known.serial_number == probed.serial.as_str()) {
            return;
        }
        let known_model = device_protocol::model::find(&probed.model);
        let found = FoundDevice {
            ip_address: address.to_string(),
            port,
            is_known: self.is_known(probed.serial.as_str()).await.unwrap_or(false),
            serial_number: probed.serial.into(),
            model: known_model.map_or(probed.model, |model| model.name.into()),
            kind: known_model.map_or(0, |model| model::type_number(model.device_type)),
            firmware: probed.firmware,
        };
        self.search.devices.push(found.clone());
        self.save().await;
        let mut device = json!(found);
        device["type"] = model::type_word(found.kind).into();
        self.push("device_search.found", json!({"device": device})).await;
    }

    async fn is_known(&self, serial: &str) -> Result<bool> {
        let mut reader = self.app.context.database.read(self.caller.project_id).await?;
        Ok(device::id_of_serial(&mut reader, self.caller.project_id, serial).await?.is_some())
    }

    /// For a page that is loaded again: without it, it begins anew.
    async fn save(&self) {
        if let Err(error) = self.store.save(&self.search).await {
            tracing::warn!(%error, "the state of a search is not stored");
        }
    }

    async fn push(&self, kind: &str, mut data: Value) {
        data["type"] = kind.into();
        data["request_id"] = self.search.request_id.as_str().into();
        let (project, user) = (self.caller.project_id, self.caller.user_id);
        kit::realtime::push(&self.app.context, Push::new(project, format!("private-users.{user}"), Audience::User(user), data)).await;
    }
}

/// Both ports at once.
async fn ask(app: &App, address: Ipv4Addr) -> Vec<(u16, Ipv4Addr, ProbedDevice)> {
    let asked =
        app.config.search_ports.map(|port| async move { probe(&app.context.outgoing, address, port).await.map(|device| (port, address, device)) });
    futures::future::join_all(asked).await.into_iter().flatten().collect()
}
