use kit::Result;
use kit::zone::timestamp;
use sqlx::PgConnection;

use crate::app::App;
use crate::domain::decision::{self, Question, Who};
use crate::domain::ids::IdentifierId;
use crate::domain::number::Number;
use crate::domain::remote;
use crate::store;
use crate::store::device_access::{self, Subject};
use crate::store::identifier;

/// The answer for a number that an identifier of the project has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RemoteAnswer {
    /// The lock to open: 0 for all of them. None: nothing opens.
    pub lock_number: Option<u8>,
}

/// Whether a device opens for what it has read. `kind` is the device's word for it. None for a number that no identifier has,
/// and for what cannot be read as one.
pub async fn decide(app: &App, project_id: i64, device_id: i64, kind: &str, number: &str) -> Result<Option<RemoteAnswer>> {
    let mut tx = store::snapshot(&app.context.database, project_id).await?;
    let Some(id) = find(&mut tx, project_id, kind, number).await? else { return Ok(None) };
    let access = device_access::find(&mut tx, project_id, device_id, Subject::Identifier(id)).await?;
    tx.rollback().await?;
    let Some((identifier, owner)) = access.identifier(IdentifierId(id)) else { return Ok(None) };
    let question = Question {
        who: Who::Identifier { identifier, owner },
        device: &access.device,
        lock: 0,
        at: timestamp(app.context.clock.now()),
        schedules: &access.schedules,
        license: access.license.as_ref(),
    };
    let open = decision::decide(&question, &access.rules).locks;
    Ok(Some(RemoteAnswer { lock_number: remote::lock_number(open, &access.device.capability) }))
}

async fn find(connection: &mut PgConnection, project_id: i64, kind: &str, number: &str) -> Result<Option<i64>> {
    let types = remote::types_of(kind);
    let Some(Ok(number)) = types.first().map(|kind| Number::parse(*kind, number)) else { return Ok(None) };
    let numbers: Vec<i16> = types.iter().map(|kind| kind.number()).collect();
    identifier::find_by_number(connection, project_id, &numbers, &number.unique_value()).await
}
