//! The access matrix.
use std::collections::HashMap;

use kit::clock::{from_proto, to_proto};
use kit::{Error, ListQuery, Result};
use policy::{Authorized, action, resource};
use proto::vestibule::access::v1::access_matrix_server::AccessMatrix;
use proto::vestibule::access::v1::*;
use proto::vestibule::common::v1::{FileChunk, Ref};
use spreadsheet::Format;
use time::OffsetDateTime;
use tonic::codegen::BoxStream;
use tonic::{Request, Response, Status};

use super::access_rule::decode as decode_rule;
use super::encode_timestamp;
use crate::app::App;
use crate::domain::access_matrix::{CellChange, CellState, MatrixCell};
use crate::operation::access_matrix::{self as operation, MatrixImpact, MatrixPage, MatrixQuery, MatrixRow};
use crate::store::access_matrix::DoorFilter;

pub struct AccessMatrixService(pub App);

impl AccessMatrixService {
    fn authorize<T>(&self, request: &Request<T>) -> Result<Authorized<resource::AccessRule, action::View>> {
        self.0.context.authorize(request)
    }

    fn decode_time(&self, at: Option<&prost_types::Timestamp>) -> Result<OffsetDateTime> {
        at.map_or(Some(self.0.context.clock.now()), from_proto).ok_or_else(|| Error::field("at", "out of range"))
    }
}

fn decode_state(state: Option<i32>) -> Result<Option<CellState>> {
    let Some(state) = state.filter(|state| *state != 0) else { return Ok(None) };
    let states = [CellState::Open, CellState::OnlineOnly, CellState::OpenWithoutIdentifier, CellState::Later, CellState::Forbidden, CellState::None];
    let state = states.into_iter().find(|known| encode_state(*known) == state);
    state.map(Some).ok_or_else(|| Error::field("state", "unknown value"))
}

fn encode_state(state: CellState) -> i32 {
    let state = match state {
        CellState::Open => AccessCellState::Open,
        CellState::OnlineOnly => AccessCellState::OnlineOnly,
        CellState::OpenWithoutIdentifier => AccessCellState::OpenWithoutIdentifier,
        CellState::Later => AccessCellState::Later,
        CellState::Forbidden => AccessCellState::Forbidden,
        CellState::None => AccessCellState::None,
    };
    state.into()
}

fn encode(page: MatrixPage, at: OffsetDateTime) -> GetAccessMatrixResponse {
    let doors = page.doors.map(|door| AccessMatrixDoor { device: Some(Ref { id: door.id, name: door.name }), lock_number: door.lock.into() });
    let rows = page.rows.map(|row| encode_row(row, &page.rule_names));
    GetAccessMatrixResponse {
        items: rows.items,
        total: rows.total,
        page: rows.page,
        size: rows.size,
        doors: doors.items,
        door_total: doors.total,
        door_page: doors.page,
        door_size: doors.size,
        at: Some(to_proto(at)),
    }
}

fn encode_row(row: MatrixRow, names: &HashMap<i64, String>) -> AccessMatrixRow {
    AccessMatrixRow {
        user: Some(Ref { id: row.user.id, name: row.user.name }),
        is_active: row.user.is_active,
        class: row.cells.class as i32,
        cells: row.cells.cells.into_iter().map(|cell| encode_cell(cell, names)).collect(),
    }
}

fn encode_cell(cell: MatrixCell, names: &HashMap<i64, String>) -> AccessMatrixCell {
    AccessMatrixCell {
        door: cell.door as i32,
        state: encode_state(cell.state),
        access_rules: cell.rules.iter().filter_map(|rule| Some(Ref { id: rule.0, name: names.get(&rule.0)?.clone() })).collect(),
        next_opens: cell.next_opens.map(encode_timestamp),
        online_only: cell.online_only.map(|why| why.code().into()),
    }
}

fn encode_impact(impact: MatrixImpact) -> PreviewAccessRuleResponse {
    let named = |names: &HashMap<i64, String>, id: i64| Some(Ref { id, name: names.get(&id).cloned().unwrap_or_default() });
    let change = |change: &CellChange| AccessMatrixChange {
        user: named(&impact.user_names, change.user.0),
        device: named(&impact.device_names, change.door.device.0),
        lock_number: change.door.lock.into(),
        before: encode_state(change.before),
        after: encode_state(change.after),
    };
    PreviewAccessRuleResponse { items: impact.changes.iter().map(change).collect(), total: impact.total, gained: impact.gained, lost: impact.lost }
}

#[tonic::async_trait]
impl AccessMatrix for AccessMatrixService {
    type DownloadAccessMatrixStream = BoxStream<FileChunk>;

    async fn get_access_matrix(&self, request: Request<GetAccessMatrixRequest>) -> Result<Response<GetAccessMatrixResponse>, Status> {
        let right = self.authorize(&request)?;
        let request = request.into_inner();
        let query = MatrixQuery {
            users: kit::list_query!(request),
            doors: DoorFilter {
                device_id: request.device_id,
                lock_number: request.lock_number,
                within_domain_id: request.device_domain_id,
                access_rule_id: request.access_rule_id,
                device_ids: None,
            },
            at: self.decode_time(request.at.as_ref())?,
            state: decode_state(request.state)?,
            access_rule_id: request.access_rule_id,
        };
        let page = operation::read(&self.0, &right, &query, request.door_page, request.door_size).await?;
        Ok(Response::new(encode(page, query.at)))
    }

    async fn download_access_matrix(&self, request: Request<DownloadAccessMatrixRequest>) -> Result<Response<BoxStream<FileChunk>>, Status> {
        let right = self.authorize(&request)?;
        let request = request.into_inner();
        let format = Format::from_export(request.export_format());
        let query = MatrixQuery {
            at: self.decode_time(request.at.as_ref())?,
            state: decode_state(request.state)?,
            access_rule_id: request.access_rule_id,
            doors: DoorFilter {
                device_id: request.device_id,
                lock_number: request.lock_number,
                within_domain_id: request.device_domain_id,
                access_rule_id: request.access_rule_id,
                device_ids: None,
            },
            users: ListQuery { sort: request.sort, filters: request.filters, search: request.search, ..ListQuery::default() },
        };
        Ok(Response::new(Box::pin(operation::download(&self.0, right, format, query).await?)))
    }

    async fn preview_access_rule(&self, request: Request<PreviewAccessRuleRequest>) -> Result<Response<PreviewAccessRuleResponse>, Status> {
        let right = self.authorize(&request)?;
        let request = request.into_inner();
        let at = self.decode_time(request.at.as_ref())?;
        let draft = decode_rule(request.access_rule);
        Ok(Response::new(encode_impact(operation::preview(&self.0, &right, request.id, &draft, at).await?)))
    }
}
