//! Users from a table: all of them, or none.
mod validate;

use std::sync::LazyLock;

use kit::error::RowError;
use kit::upload::Upload;
use kit::{Error, Result};
use policy::{Authorized, action, resource};
use proto::vestibule::common::v1 as common;
use proto::vestibule::identity::v1::{ImportUsersRequest, ImportUsersResponse};
use serde_json::Value;
use spreadsheet::Limits;
use sqlx::PgConnection;
use tokio::sync::Semaphore;

use crate::operation::audit;
use crate::operation::invitation;

use crate::app::App;
use crate::domain::user::UserDraft;
use crate::domain::user_table;
use crate::projection::project_settings;
use crate::store::user::import::{self as store, Common};

/// Addresses and descriptions are the longest that a cell holds; the groups of a user are many names.
pub const LIMITS: Limits = Limits { bytes: 16 << 20, rows: 20_000, columns: 32, cell: 8_000 };
/// Tables that are received and imported at a time: two fit the memory that the chart lets identity use.
pub static UPLOADS: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(2));
/// Audit records, or links, written by one statement.
const RECORDS: usize = 2_000;

type Right = Authorized<resource::User, action::Create>;

/// Refused with errors per row when anything is wrong with any row; a dry run answers these.
pub async fn import(app: &App, right: &Right, upload: Upload<ImportUsersRequest>) -> Result<ImportUsersResponse> {
    let request = upload.request;
    let table = spreadsheet::read(upload.data, LIMITS).await?;
    table.expect(user_table::COLUMNS)?;
    let entries = user_table::entries(&table);

    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let (drafts, errors) = validate::validate(&mut tx, right, entries, &request).await?;
    let (rows, created) = (table.len() as i32, drafts.len() as i32);
    if request.dry_run {
        let errors: Vec<_> = errors.into_iter().map(to_proto).collect();
        return Ok(ImportUsersResponse { rows, created: if errors.is_empty() { created } else { 0 }, errors });
    }
    if !errors.is_empty() {
        return Err(Error::Rows(errors));
    }
    let languages = project_settings::languages(&mut tx, right.project_id()).await?;
    let common = Common { locale: languages.choose(&right.caller().locale), now: app.context.clock.now() };
    let ids = store::insert(&mut tx, right, &drafts, &common).await?;
    record(app, &mut tx, right, &drafts, &ids).await?;
    if request.send_registration_link {
        for ids in ids.chunks(RECORDS) {
            invitation::send(app, &mut tx, right.project_id(), &right.caller().user_name, ids).await?;
        }
    }
    tx.commit().await?;
    Ok(ImportUsersResponse { rows, created, errors: Vec::new() })
}

async fn record(app: &App, connection: &mut PgConnection, right: &Right, drafts: &[UserDraft], ids: &[i64]) -> Result<()> {
    for (ids, drafts) in ids.chunks(RECORDS).zip(drafts.chunks(RECORDS)) {
        let made = |(id, draft): (&i64, &'_ UserDraft)| (*id, draft.name.clone(), draft.audit_view());
        let made: Vec<_> = ids.iter().zip(drafts).map(made).collect();
        let changes = made.iter().map(|(id, name, after)| audit::user_change(policy::Action::Create, *id, name, Value::Null, after.clone()));
        kit::audit::record_all(connection, &app.context.clock, right.caller(), changes).await?;
    }
    Ok(())
}

fn to_proto(error: RowError) -> common::RowError {
    common::RowError { index: error.index as i32, field: error.field, message: error.message }
}
