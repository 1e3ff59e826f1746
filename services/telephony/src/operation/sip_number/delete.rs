use kit::{Error, Result, bulk};
use policy::{Authorized, Permission, action, resource};
use proto::vestibule::common::v1::DeleteAllResponse;
use serde_json::Value;
use sqlx::PgConnection;

use super::{AuditedNumber, record, related};
use crate::app::App;
use crate::publish;
use crate::store::sip_number::{self as store, FreeNumbers};

type Right = Authorized<resource::SipNumber, action::Delete>;

pub async fn delete(app: &App, right: &Right, id: i64) -> Result<()> {
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let range = store::lock_range(&mut tx, right).await?;
    let number = delete_in(&mut tx, app, right, &range, id).await?;
    tx.commit().await?;
    app.remove_registrations(right.project_id(), &number).await;
    Ok(())
}

/// Each that may be deleted; the answer says which were, and why the others were not.
pub async fn delete_many(app: &App, right: &Right, ids: Vec<i64>) -> Result<DeleteAllResponse> {
    bulk::validate(&ids)?;
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let range = store::lock_range(&mut tx, right).await?;
    let (mut deletion, mut numbers) = (bulk::Deletion::new(tx, ids)?, Vec::new());
    while let Some(mut item) = deletion.next().await? {
        let deleted = delete_in(&mut item.savepoint, app, right, &range, item.id).await;
        item.finish(deleted.map(|number| numbers.push(number))).await?;
    }
    let answer = deletion.commit().await?;
    for number in numbers {
        app.remove_registrations(right.project_id(), &number).await;
    }
    Ok(answer)
}

/// Returns the number.
async fn delete_in(tx: &mut PgConnection, app: &App, right: &Right, range: &FreeNumbers, id: i64) -> Result<String> {
    let caller = right.caller();
    let row = store::find_for_update(tx, right, id).await?;
    if row.is_system && !caller.can(Permission::CanMarkSystemSipNumber) {
        return Err(Error::Forbidden);
    }
    if row.is_general {
        let message = "deletion prohibited for a virtual number used as general group number".into();
        return Err(Error::Conflict { code: "general_number", message, data: Value::Null });
    }
    related::ensure_unreferenced(tx, caller, id, &row.number).await?;
    publish::number_deleted(tx, &app.config, &row).await?;
    store::delete(tx, &row).await?;
    range.release(tx, &row.number).await?;
    record(tx, app, caller, id, Some(AuditedNumber { draft: &row.draft(), has_new_password: false }), None).await?;
    Ok(row.number.clone())
}
