use std::time::Duration;

use kit::zone::timestamp;
use kit::{Error, Result};
use proto::vestibule::common::v1::Ref;
use proto::vestibule::device::v1::OpenDoorRequest;
use proto::vestibule::device::v1::doors_client::DoorsClient;
use serde_json::Value;
use time::OffsetDateTime;

use super::{INVALID, LinkedKey, NO_DOOR, find_key, limits};
use crate::app::App;
use crate::domain::decision::{Decision, Reason, Who, decide};
use crate::domain::guest_key::{GuestDoorToken, GuestKeyState};
use crate::domain::ids::IdentifierId;
use crate::operation::guest_key::is_licensed;
use crate::operation::opening::{Hold, finish, hold};
use crate::store;
use crate::store::device_access::{self, Subject};
use crate::store::guest_key::{self as keys, GuestKeyRow};
use crate::store::opening::{self as openings, NewOpening, OpeningState};

/// device-gateway waits ten seconds for the panel.
const OPEN_TIMEOUT: Duration = Duration::from_secs(12);
/// How long a repeated request waits for the first one, and how often it looks.
const REPEAT_TIMEOUT: Duration = Duration::from_secs(15);
const REPEAT_INTERVAL: Duration = Duration::from_millis(200);
/// Decisions of one request: so often the key may be changed meanwhile.
const MAX_ATTEMPTS: usize = 3;

const NO_ANSWER: Error = Error::Device { code: "guest_access_device_problem", message: "guest access device problem" };

/// A door that has opened.
pub struct OpenedDoor {
    pub visits_left: Option<u32>,
    pub visit_ends: Option<OffsetDateTime>,
    /// Empty when the door opens no more.
    pub next_token: String,
}

/// Opens the door of the token, once: a repeated request has the first result.
pub async fn open(app: &App, ip: &str, key: &str, token: &str) -> Result<OpenedDoor> {
    limits::opening_of_address(app, ip).await?;
    let linked = find_key(app, ip, key).await?;
    let now = app.context.clock.now();
    let hash = GuestDoorToken::hash(token);
    if let Some(state) = result_of(app, linked, &hash).await? {
        let door = GuestDoorToken::open(&app.context.sealer, token, linked.id, now);
        return answer(app, linked, door, repeated(app, linked, &hash, state).await?).await;
    }
    let door = GuestDoorToken::open(&app.context.sealer, token, linked.id, now).ok_or(NO_DOOR)?;
    let permit = limits::opening(app, linked, door.device).await?;
    let state = match open_once(app, linked, door, &hash).await {
        Ok(state) => state,
        Err(error) => {
            permit.refund().await?;
            return Err(error);
        }
    };
    answer(app, linked, Some(door), state).await
}

async fn open_once(app: &App, linked: LinkedKey, door: GuestDoorToken, hash: &[u8]) -> Result<OpeningState> {
    for _ in 0..MAX_ATTEMPTS {
        let key = decide_once(app, linked, door).await?;
        let new = NewOpening { device_id: door.device, lock_number: door.lock.into(), at: app.context.clock.now(), token_hash: Some(hash.to_vec()) };
        match hold(app, linked.project_id, linked.id, key.version, &new).await? {
            Hold::Placed(opening) => return send(app, linked, door, &key, opening).await,
            Hold::Changed => {}
            Hold::Refused | Hold::Uncounted => match result_of(app, linked, hash).await? {
                Some(state) => return repeated(app, linked, hash, state).await,
                None => return Err(conflict("guest_access_pass_limit_reached", "guest access pass limit reached")),
            },
        }
    }
    Err(NO_ANSWER)
}

/// The key, where the decision is that it opens the door now.
async fn decide_once(app: &App, linked: LinkedKey, door: GuestDoorToken) -> Result<GuestKeyRow> {
    let now = app.context.clock.now();
    let mut tx = store::snapshot(&app.context.database, linked.project_id).await?;
    let key = keys::find_in_project(&mut tx, linked.project_id, linked.id).await?.filter(|row| row.revoked_at.is_none()).ok_or(INVALID)?;
    let state = key.state(is_licensed(&mut tx, linked.project_id, key.kind()).await?, now);
    let found = device_access::find(&mut tx, linked.project_id, door.device, Subject::Identifier(linked.id), now).await;
    tx.rollback().await?;
    match state {
        GuestKeyState::Expired => return Err(conflict("guest_access_expired", "guest access expired")),
        GuestKeyState::UsedUp => return Err(conflict("guest_access_pass_limit_reached", "guest access pass limit reached")),
        GuestKeyState::Revoked => return Err(INVALID),
        GuestKeyState::Scheduled | GuestKeyState::Active | GuestKeyState::Suspended => {}
    }
    let access = match found {
        Ok(access) => access,
        Err(Error::NotFound) => return Err(NO_DOOR),
        Err(error) => return Err(error),
    };
    let (identifier, owner) = access.identifier(IdentifierId(linked.id)).ok_or(INVALID)?;
    let decision = decide(&access.question(Who::Link { identifier, owner }, door.lock, timestamp(now)), &access.rules);
    if decision.allowed { Ok(key) } else { Err(refusal(&decision)) }
}

fn refusal(decision: &Decision) -> Error {
    let says = |wanted: fn(&Reason) -> bool| decision.reasons.iter().any(wanted);
    if says(|reason| matches!(reason, Reason::PassesUsedUp)) {
        conflict("guest_access_pass_limit_reached", "guest access pass limit reached")
    } else if says(|reason| matches!(reason, Reason::Expired { .. })) {
        conflict("guest_access_expired", "guest access expired")
    } else {
        NO_DOOR
    }
}

fn conflict(code: &'static str, message: &str) -> Error {
    Error::Conflict { code, message: message.into(), data: Value::Null }
}

/// The request's future is dropped when its client goes away; what was begun is finished all the same.
async fn send(app: &App, linked: LinkedKey, door: GuestDoorToken, key: &GuestKeyRow, opening: i64) -> Result<OpeningState> {
    let request = OpenDoorRequest {
        device_id: door.device,
        lock_number: door.lock.into(),
        user_id: key.owner_id.unwrap_or_default(),
        user_name: format!("{} ({})", key.owner_name.clone().unwrap_or_default(), key.name),
        // A guest is of no group: none that passes in a lockdown.
        domain_ids: Vec::new(),
        identifier: Some(Ref { id: key.id, name: key.name.clone() }),
    };
    let (app, in_flight) = (app.clone(), app.context.shutdown_phases.in_flight.token());
    let sent = kit::telemetry::spawn(app.context.service, "open a guest's door", async move {
        let state = ask(&app, linked.project_id, request).await;
        let finished = finish(&app, linked.project_id, linked.id, opening, state).await;
        drop(in_flight);
        finished.map(|()| state)
    });
    sent.await.map_err(Error::internal)?
}

/// A door that has refused, or was not reached, has not opened; of one that is silent nobody knows.
async fn ask(app: &App, project_id: i64, request: OpenDoorRequest) -> OpeningState {
    let context = &app.context;
    let mut doors = DoorsClient::new(context.peers.peer("device-gateway"));
    let answer = doors.open_door(context.signer.as_service(context.service, project_id, request));
    match tokio::time::timeout(OPEN_TIMEOUT, answer).await {
        Ok(Ok(answer)) if answer.get_ref().opened => OpeningState::Done,
        Ok(Ok(_)) => OpeningState::Failed,
        Ok(Err(status)) => match Error::from(status) {
            Error::Peer(_) | Error::NotFound | Error::Forbidden => OpeningState::Failed,
            _ => OpeningState::Unknown,
        },
        Err(_) => OpeningState::Unknown,
    }
}

async fn result_of(app: &App, linked: LinkedKey, hash: &[u8]) -> Result<Option<OpeningState>> {
    let mut reader = app.context.database.tenant(linked.project_id).await?;
    let state = openings::find_by_token(&mut reader, linked.project_id, linked.id, hash).await?;
    reader.rollback().await?;
    Ok(state)
}

/// What the first request with the token has come to.
async fn repeated(app: &App, linked: LinkedKey, hash: &[u8], mut state: OpeningState) -> Result<OpeningState> {
    let began = tokio::time::Instant::now();
    while state == OpeningState::Pending && began.elapsed() < REPEAT_TIMEOUT {
        tokio::time::sleep(REPEAT_INTERVAL).await;
        state = result_of(app, linked, hash).await?.unwrap_or(OpeningState::Failed);
    }
    Ok(state)
}

async fn answer(app: &App, linked: LinkedKey, door: Option<GuestDoorToken>, state: OpeningState) -> Result<OpenedDoor> {
    if state != OpeningState::Done {
        return Err(NO_ANSWER);
    }
    let now = app.context.clock.now();
    let mut reader = app.context.database.tenant(linked.project_id).await?;
    let key = keys::find_in_project(&mut reader, linked.project_id, linked.id).await?.ok_or(INVALID)?;
    reader.rollback().await?;
    let visit_ends = key.visit_ends_at.filter(|ends| now < *ends);
    let opens_again = key.visits_left() != Some(0) || visit_ends.is_some();
    let next_token = door.filter(|_| opens_again).map(|door| door.seal(&app.context.sealer, now)).unwrap_or_default();
    Ok(OpenedDoor { visits_left: key.visits_left(), visit_ends, next_token })
}
