//! From an uploaded table to groups, users and identifiers.
use kit::error::RowError;
use kit::{Error, Fields, Result};
use policy::action;
use spreadsheet::{Limits, Table};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::apply;
use super::plan::{self, Plan};
use super::progress::ImportProgress;
use crate::app::App;
use crate::domain::reach::GroupRight;
use crate::domain::structure::line::COLUMNS;
use crate::peers::structure_import::StructureImportPeers;

pub const LIMITS: Limits = Limits { bytes: 64 << 20, rows: 100_000, columns: 64, cell: 4_000 };
/// Further errors of a table are left out of the answer.
const MAX_ERRORS: usize = 1_000;
const MAX_TOKEN: usize = 50;
/// The specification: "structure import times out after 1 hour".
const IMPORT_TIMEOUT: Duration = Duration::hours(1);
/// Minutes; the zones of the earth reach this far from UTC.
const MAX_OFFSET: i32 = 840;

pub struct StructureImport {
    /// The group that the table belongs to.
    pub id: i64,
    /// Role of the users whose row names none; 0 for none.
    pub role_id: i64,
    /// The browser finds the pushes about its import by it.
    pub token: String,
    /// Minutes.
    pub tz_offset: i32,
    /// Only validate.
    pub is_dry_run: bool,
    /// The uploaded file.
    pub table: Vec<u8>,
    /// When the upload began; the import's hour runs from then on.
    pub begun_at: OffsetDateTime,
}

/// What was created, or would be.
#[derive(Default)]
pub struct ImportResult {
    pub rows: usize,
    pub groups_created: usize,
    pub users_created: usize,
    pub identifiers_created: usize,
    pub unchanged: usize,
    /// Of a dry run.
    pub errors: Vec<RowError>,
}

pub async fn import(app: &App, right: &GroupRight<action::Create>, request: StructureImport) -> Result<ImportResult> {
    let context = &app.context;
    let until = request.begun_at + IMPORT_TIMEOUT;
    validate(&request)?;
    let caller = right.caller();
    let progress = ImportProgress { context: context.clone(), project_id: caller.project_id, user_id: caller.user_id, token: request.token };
    progress.push("reading", 0, 0).await;
    let table: Table = spreadsheet::read(request.table, LIMITS).await?;
    table.expect(COLUMNS)?;
    progress.push("reading", table.len(), table.len()).await;

    let import_id = Uuid::new_v4();
    let peers = StructureImportPeers::new(context, import_id);
    let mut plan = plan::make(app, right, &peers, &table, request.id, request.role_id, &progress).await?;
    plan.errors.truncate(MAX_ERRORS);
    let result = result(&plan);
    if request.is_dry_run {
        return Ok(ImportResult { errors: plan.errors, ..result });
    }
    if !plan.errors.is_empty() {
        return Err(Error::Rows(plan.errors));
    }
    if plan.changing_rows() > 0 {
        // In a task of its own: an import does not stop half-way because the browser has gone.
        let (context, right, progress) = (context.clone(), right.clone(), progress.clone());
        let service = context.service;
        let applied = kit::telemetry::spawn(service, "apply an import", async move {
            apply::run(&context, &right, &peers, import_id, plan, &progress, until).await
        });
        applied.await.map_err(Error::internal)??;
    }
    progress.push("done", result.rows, result.rows).await;
    Ok(result)
}

fn validate(request: &StructureImport) -> Result<()> {
    let mut fields = Fields::new();
    fields.range("tz_offset", request.tz_offset, -MAX_OFFSET, MAX_OFFSET);
    fields.optional_text("token", Some(&request.token), MAX_TOKEN);
    fields.finish()
}

fn result(plan: &Plan) -> ImportResult {
    ImportResult {
        rows: plan.rows,
        groups_created: plan.new.1.len(),
        users_created: plan.users.iter().filter(|user| user.is_new).count(),
        identifiers_created: plan.identifiers.iter().filter(|identifier| identifier.is_new).count(),
        unchanged: plan.rows - plan.changing_rows(),
        errors: Vec::new(),
    }
}
