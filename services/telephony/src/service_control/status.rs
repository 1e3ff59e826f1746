//! How the SIP service is.
use std::fmt::Display;

use kit::{Result, clock};
use proto::vestibule::telephony::v1::{SipServicePart, SipServiceState, SipServiceStatus};

use super::probe;
use crate::config::CallConfig;
use crate::domain::realm;
use crate::edge::{self, Away};
use crate::parts::Parts;
use crate::store::sip_service as store;

pub async fn status(parts: &Parts, project_id: i64) -> Result<SipServiceStatus> {
    let mut reader = parts.context.database.read(project_id).await?;
    let registered_numbers = store::registered_numbers(&mut reader, &realm::of(project_id, &parts.config.domain)).await?;
    let active_calls = store::active_calls(&mut reader, project_id).await?;
    drop(reader);
    let mut reader = parts.context.database.system().await?;
    let restarts = store::is_restarting(&mut reader).await?;
    drop(reader);
    let calls = parts.config.calls.as_ref();
    let (edge, media, call_control) = tokio::join!(parts.edge.status(), media(calls), call_control(calls));
    let started_at = edge.as_ref().ok().map(|edge| clock::to_proto(parts.context.clock.now() - edge.uptime));
    let parts = vec![of_edge(edge), media, call_control];
    Ok(SipServiceStatus { state: state(&parts, restarts).into(), parts, registered_numbers, active_calls, started_at })
}

/// Without the edge nobody is reached; without another part, some things do not work.
fn state(parts: &[SipServicePart], restarts: bool) -> SipServiceState {
    let is_ready = |name: &str| parts.iter().any(|part| part.name == name && part.is_ready);
    if restarts {
        SipServiceState::Restarting
    } else if !is_ready("edge") {
        SipServiceState::Stopped
    } else if parts.iter().all(|part| part.is_ready) {
        SipServiceState::Running
    } else {
        SipServiceState::Degraded
    }
}

fn of_edge(edge: std::result::Result<edge::Status, Away>) -> SipServicePart {
    match edge {
        Ok(status) => SipServicePart { version: Some(status.version), ..part("edge", Ok::<_, Away>(())) },
        Err(away) => part("edge", Err(away)),
    }
}

async fn media(calls: Option<&CallConfig>) -> SipServicePart {
    match calls {
        Some(calls) => part("media", probe::media(calls.media).await),
        None => part("media", Err("this service handles no calls")),
    }
}

async fn call_control(calls: Option<&CallConfig>) -> SipServicePart {
    let part = match calls {
        Some(calls) => part("call_control", probe::call_control(calls.address).await),
        None => part("call_control", Err("this service handles no calls")),
    };
    SipServicePart { version: Some(env!("CARGO_PKG_VERSION").into()), ..part }
}

fn part<E: Display>(name: &str, answer: std::result::Result<(), E>) -> SipServicePart {
    let message = answer.err().map(|error| error.to_string());
    SipServicePart { name: name.into(), is_ready: message.is_none(), version: None, message }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(edge: bool, media: bool, call_control: bool) -> Vec<SipServicePart> {
        let answer = |is_ready| if is_ready { Ok(()) } else { Err("away") };
        vec![part("edge", answer(edge)), part("media", answer(media)), part("call_control", answer(call_control))]
    }

    #[test]
    fn the_service_runs_when_every_part_does() {
        assert_eq!(state(&parts(true, true, true), false), SipServiceState::Running);
    }

    #[test]
    fn a_part_that_is_away_degrades_it_and_the_edge_stops_it() {
        assert_eq!(state(&parts(true, false, true), false), SipServiceState::Degraded);
        assert_eq!(state(&parts(true, true, false), false), SipServiceState::Degraded);
        assert_eq!(state(&parts(false, true, true), false), SipServiceState::Stopped);
    }

    #[test]
    fn while_it_restarts_nothing_else_is_said() {
        assert_eq!(state(&parts(false, true, true), true), SipServiceState::Restarting);
        assert_eq!(state(&parts(true, true, true), true), SipServiceState::Restarting);
    }
}
