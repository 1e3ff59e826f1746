use kit::Result;
use kit::zone::timestamp;
use sqlx::PgConnection;

use super::typed_code;
use crate::app::App;
use crate::domain::decision::{self, Who};
use crate::domain::ids::IdentifierId;
use crate::domain::number::Number;
use crate::domain::remote;
use crate::operation::opening::{Hold, hold};
use crate::store;
use crate::store::device_access::{self, Subject};
use crate::store::identifier;
use crate::store::opening::NewOpening;

/// The answer for a number that an identifier of the project has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RemoteAnswer {
    /// The lock to open: 0 for all of them. None: nothing opens.
    pub lock_number: Option<u8>,
}

const REFUSED: RemoteAnswer = RemoteAnswer { lock_number: None };

/// Decisions of one question: so often an identifier may be changed meanwhile.
const MAX_ATTEMPTS: usize = 3;

/// Whether a device opens for what it has read. `kind` is the device's word for it. None for a number that no identifier has,
/// and for what cannot be read as one. A pass is held before the answer, so that two doors cannot spend the same one. A device that asks
/// about too many codes that open nothing is refused all of them.
pub async fn decide(app: &App, project_id: i64, device_id: i64, kind: &str, number: &str) -> Result<Option<RemoteAnswer>> {
    let Some(typed) = typed_code::begin(app, project_id, device_id, kind).await? else { return Ok(Some(REFUSED)) };
    let answer = decide_and_hold(app, project_id, device_id, kind, number).await?;
    typed.finish(answer.is_some_and(|answer| answer.lock_number.is_some())).await;
    Ok(answer)
}

async fn decide_and_hold(app: &App, project_id: i64, device_id: i64, kind: &str, number: &str) -> Result<Option<RemoteAnswer>> {
    for _ in 0..MAX_ATTEMPTS {
        let Some(decided) = decide_once(app, project_id, device_id, kind, number).await? else { return Ok(None) };
        let Some(lock_number) = decided.lock_number else { return Ok(Some(REFUSED)) };
        let new = NewOpening { device_id, lock_number: lock_number.into(), at: app.context.clock.now(), token_hash: None };
        match hold(app, project_id, decided.identifier, decided.version, &new).await? {
            Hold::Placed(_) | Hold::Uncounted => return Ok(Some(RemoteAnswer { lock_number: Some(lock_number) })),
            Hold::Refused => return Ok(Some(REFUSED)),
            Hold::Changed => {}
        }
    }
    Ok(Some(REFUSED))
}

/// A decision about an identifier at a version.
struct RemoteDecision {
    identifier: i64,
    version: i64,
    lock_number: Option<u8>,
}

/// Without holding anything.
async fn decide_once(app: &App, project_id: i64, device_id: i64, kind: &str, number: &str) -> Result<Option<RemoteDecision>> {
    let now = app.context.clock.now();
    let mut tx = store::snapshot(&app.context.database, project_id).await?;
    let Some(id) = find(&mut tx, project_id, kind, number).await? else { return Ok(None) };
    let version = identifier::version(&mut tx, project_id, id).await?;
    let access = device_access::find(&mut tx, project_id, device_id, Subject::Identifier(id), now).await?;
    tx.rollback().await?;
    let Some((identifier, owner)) = access.identifier(IdentifierId(id)) else { return Ok(None) };
    let question = access.question(Who::Identifier { identifier, owner }, 0, timestamp(now));
    let open = decision::decide(&question, &access.rules).locks;
    Ok(Some(RemoteDecision { identifier: id, version, lock_number: remote::lock_number(open, &access.device.capability) }))
}

async fn find(connection: &mut PgConnection, project_id: i64, kind: &str, number: &str) -> Result<Option<i64>> {
    let types = remote::types_of(kind);
    let Some(Ok(number)) = types.first().map(|kind| Number::parse(*kind, number)) else { return Ok(None) };
    let numbers: Vec<i16> = types.iter().map(|kind| kind.number()).collect();
    identifier::find_by_number(connection, project_id, &numbers, &number.unique_value()).await
}
