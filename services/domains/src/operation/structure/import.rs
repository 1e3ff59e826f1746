//! From an uploaded table to groups, users and identifiers.
use kit::{Context, Error, Fields, Result};
use policy::action;
use proto::vestibule::common::v1::RowError;
use proto::vestibule::domains::v1::{ImportStructureRequest, ImportStructureResponse};
use sheet::{Limits, Table};
use time::Duration;
use tonic::Streaming;
use uuid::Uuid;

use super::apply;
use super::others::Others;
use super::plan::{self, Plan};
use super::progress::Progress;
use crate::domain::reach::Proof;
use crate::domain::structure::line::COLUMNS;

const LIMITS: Limits = Limits { bytes: 64 << 20, rows: 100_000, columns: 64, cell: 4_000 };
/// Errors that are told of one table.
const MAX_ERRORS: usize = 1_000;
const MAX_TOKEN: usize = 50;
/// The specification: "structure import times out after 1 hour".
const TIME: Duration = Duration::hours(1);
/// Minutes: the earth's zones, and no further.
const MAX_OFFSET: i32 = 840;

pub async fn run(context: &Context, proof: &Proof<action::Create>, pieces: Streaming<ImportStructureRequest>) -> Result<ImportStructureResponse> {
    let until = context.clock.now() + TIME;
    let upload = kit::upload::collect(pieces, LIMITS.bytes, |message| message.file.take()).await?;
    let request = upload.request;
    check(&request)?;
    let caller = proof.caller();
    let progress = Progress { context: context.clone(), project_id: caller.project_id, user_id: caller.user_id, token: request.token.clone() };
    progress.tell("reading", 0, 0).await;
    let table: Table = sheet::read(upload.data, LIMITS).await?;
    table.expect(COLUMNS)?;
    progress.tell("reading", table.len(), table.len()).await;

    let import_id = Uuid::new_v4();
    let others = Others::new(context, import_id);
    let role_id = request.role_id.unwrap_or_default();
    let mut plan = plan::make(context, proof, &others, &table, request.id, role_id, &progress).await?;
    plan.errors.truncate(MAX_ERRORS);
    if request.dry_run {
        return Ok(answer(plan));
    }
    if !plan.errors.is_empty() {
        return Err(Error::Rows(plan.errors));
    }
    let answer = answer_of(&plan);
    if plan.changing_rows() > 0 {
        // Beside the call: an import does not stop half-way because the browser has gone.
        let (context, proof, progress) = (context.clone(), proof.clone(), progress.clone());
        let service = context.service;
        let applied = kit::telemetry::spawn(service, "apply an import", async move {
            apply::run(&context, &proof, &others, import_id, plan, &progress, until).await
        });
        applied.await.map_err(Error::internal)??;
    }
    progress.tell("done", answer.rows as usize, answer.rows as usize).await;
    Ok(answer)
}

fn check(request: &ImportStructureRequest) -> Result<()> {
    let mut fields = Fields::new();
    fields.range("tz_offset", request.tz_offset, -MAX_OFFSET, MAX_OFFSET);
    fields.optional_text("token", Some(&request.token), MAX_TOKEN);
    fields.finish()
}

fn answer(plan: Plan) -> ImportStructureResponse {
    let answer = answer_of(&plan);
    let error = |error: kit::error::RowError| RowError { index: error.index as i32, field: error.field, message: error.message };
    ImportStructureResponse { errors: plan.errors.into_iter().map(error).collect(), ..answer }
}

/// What is made, or would be.
fn answer_of(plan: &Plan) -> ImportStructureResponse {
    ImportStructureResponse {
        rows: plan.rows as i32,
        domains_created: plan.new.1.len() as i32,
        users_created: plan.users.iter().filter(|user| user.is_new).count() as i32,
        identifiers_created: plan.identifiers.iter().filter(|made| made.is_new).count() as i32,
        unchanged: (plan.rows - plan.changing_rows()) as i32,
        errors: Vec::new(),
    }
}
