//! Codes that a device asks about and that open nothing are counted: whoever has the credentials of a device guesses no code by asking.
//! The limit is above what a hand types, so that no stranger at a panel shuts it. Cards and QR codes, which nobody guesses, are answered
//! all the same, and codes that the device holds need no answer.
use std::time::Duration;

use kit::rate_limit::{self, Limit, Permit};
use kit::{Error, Result, audit};
use policy::{Caller, Resource};
use serde_json::json;

use crate::app::App;
use crate::domain::identifier::IdentifierType;
use crate::domain::remote;
use crate::store::device_access::device_name;

/// Codes of a device that open nothing.
const MAX_IN_MINUTE: u64 = 30;
const MAX_IN_HOUR: u64 = 300;
const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3600);
/// Of Redis: somebody is at the door.
const COUNT_TIMEOUT: Duration = Duration::from_secs(1);

/// A code that is about to be looked up.
#[must_use]
pub struct TypedCode {
    /// None where nothing is counted.
    permit: Option<Permit>,
}

/// None where too many codes of the device have opened nothing: whatever the code is, it is refused. While Redis is away, doors go on.
pub async fn begin(app: &App, project_id: i64, device_id: i64, kind: &str) -> Result<Option<TypedCode>> {
    if !remote::types_of(kind).contains(&IdentifierType::AccessCode) {
        return Ok(Some(TypedCode { permit: None }));
    }
    let of_device = format!("{project_id}/{device_id}");
    let limit = |kind: &str, most, window| Limit { counter: rate_limit::counter(&app.context, kind, &of_device), most, window };
    let limits = vec![limit("typed-codes-minute", MAX_IN_MINUTE, MINUTE), limit("typed-codes-hour", MAX_IN_HOUR, HOUR)];
    match tokio::time::timeout(COUNT_TIMEOUT, rate_limit::acquire(&app.context, limits)).await {
        Ok(Ok(permit)) => Ok(Some(TypedCode { permit: Some(permit) })),
        Ok(Err(Error::TooManyRequests { .. })) => {
            record(app, project_id, device_id, &of_device).await?;
            Ok(None)
        }
        Ok(Err(error)) => {
            tracing::warn!(%error, "codes of devices are not counted");
            Ok(Some(TypedCode { permit: None }))
        }
        Err(_) => {
            tracing::warn!("codes of devices are not counted: Redis does not answer");
            Ok(Some(TypedCode { permit: None }))
        }
    }
}

impl TypedCode {
    /// One that opens is no guess.
    pub async fn finish(self, opens: bool) {
        let Some(permit) = self.permit.filter(|_| opens) else { return };
        if let Err(error) = permit.refund().await {
            tracing::warn!(%error, "a code that opens is counted");
        }
    }
}

/// Once in an hour: whoever reads the audit log sees that somebody tries codes.
async fn record(app: &App, project_id: i64, device_id: i64, of_device: &str) -> Result<()> {
    let counter = rate_limit::counter(&app.context, "typed-codes-recorded", of_device);
    if rate_limit::increment(&app.context, &counter, HOUR).await? > 1 {
        return Ok(());
    }
    tracing::warn!(project_id, device_id, "a device asks about too many codes that open nothing");
    let mut tx = app.context.database.tenant(project_id).await?;
    let name = device_name(&mut tx, project_id, device_id).await?;
    let change = audit::Change {
        action: "try codes",
        resource: Resource::Device,
        id: device_id,
        name: name.as_deref().unwrap_or_default(),
        before: json!({}),
        after: json!({ "max_in_minute": MAX_IN_MINUTE, "max_in_hour": MAX_IN_HOUR }),
    };
    audit::record(&mut tx, &app.context.clock, &Caller { project_id, ..Caller::default() }, change).await?;
    Ok(tx.commit().await?)
}
