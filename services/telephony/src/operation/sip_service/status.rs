use std::fmt::Display;

use kit::Result;
use policy::{Authorized, action, resource};
use time::OffsetDateTime;

use crate::app::App;
use crate::config::CallConfig;
use crate::domain::realm;
use crate::domain::sip_service::{PartStatus, ServiceState};
use crate::edge::{self, EdgeUnavailable};
use crate::signalling::probe;
use crate::store::sip_service as store;

pub struct ServiceStatus {
    pub state: ServiceState,
    pub parts: Vec<PartStatus>,
    pub registered_numbers: i64,
    pub active_calls: i64,
    /// None while the edge does not answer.
    pub started_at: Option<OffsetDateTime>,
}

pub async fn status(app: &App, right: &Authorized<resource::SipService, action::View>) -> Result<ServiceStatus> {
    let project_id = right.project_id();
    let mut reader = app.context.database.read(project_id).await?;
    let registered_numbers = store::registered_numbers(&mut reader, &realm::for_project(project_id, &app.config.domain)).await?;
    let active_calls = store::active_calls(&mut reader, project_id).await?;
    drop(reader);
    let mut system = app.context.database.system().await?;
    let is_restarting = store::is_restarting(&mut system).await?;
    drop(system);
    let calls = app.config.calls.as_ref();
    let (edge, media, call_control) = tokio::join!(app.edge.status(), media(calls), call_control(calls));
    let started_at = edge.as_ref().ok().map(|edge| app.context.clock.now() - edge.uptime);
    let parts = vec![edge_part(edge), media, call_control];
    Ok(ServiceStatus { state: ServiceState::new(&parts, is_restarting), parts, registered_numbers, active_calls, started_at })
}

fn edge_part(edge: std::result::Result<edge::Status, EdgeUnavailable>) -> PartStatus {
    match edge {
        Ok(status) => PartStatus { version: Some(status.version), ..part("edge", Ok::<_, EdgeUnavailable>(())) },
        Err(error) => part("edge", Err(error)),
    }
}

async fn media(calls: Option<&CallConfig>) -> PartStatus {
    match calls {
        Some(calls) => part("media", probe::media(calls.media).await),
        None => part("media", Err("this service handles no calls")),
    }
}

async fn call_control(calls: Option<&CallConfig>) -> PartStatus {
    let part = match calls {
        Some(calls) => part("call_control", probe::call_control(calls.address).await),
        None => part("call_control", Err("this service handles no calls")),
    };
    PartStatus { version: Some(env!("CARGO_PKG_VERSION").into()), ..part }
}

fn part<E: Display>(name: &'static str, answer: std::result::Result<(), E>) -> PartStatus {
    PartStatus { name, version: None, error: answer.err().map(|error| error.to_string()) }
}
