//! The access matrix.
mod download;
mod preview;
mod read;

use std::collections::HashMap;

use kit::{Error, ListQuery, Result, related};
use policy::{Action, Authorized, Caller, Resource, action, resource};
use sqlx::PgConnection;
use time::OffsetDateTime;

pub use download::download;
pub use preview::{MatrixImpact, preview};
pub use read::{MatrixPage, read};

use crate::app::App;
use crate::domain::access_matrix::{CellState, MatrixCells, MatrixSite};
use crate::operation::related::{NamedIds, visible};
use crate::operation::visible_filter::{RelatedFields, RelatedKind, ensure_filters_visible};
use crate::store::access_matrix::{DoorFilter, MatrixUserRow};
use crate::store::access_rule;

type ViewRight = Authorized<resource::AccessRule, action::View>;

/// Users who are read at once.
const CHUNK: usize = 500;
/// Of the users.
const FILTERS: RelatedFields = &[("domain_id", RelatedKind::Group), ("within_domain_id", RelatedKind::Group)];

/// What a call asks of the matrix.
#[derive(Clone, Debug)]
pub struct MatrixQuery {
    pub users: ListQuery,
    pub doors: DoorFilter,
    pub at: OffsetDateTime,
    /// Only users with a cell like this.
    pub state: Option<CellState>,
    pub access_rule_id: Option<i64>,
}

/// A user with the cells that are not empty.
#[derive(Debug)]
pub struct MatrixRow {
    pub user: MatrixUserRow,
    pub cells: MatrixCells,
}

impl MatrixQuery {
    /// Whether the row is asked for, of a matrix of so many doors.
    fn takes(&self, row: &MatrixRow, doors: usize) -> bool {
        let by_rule = self.access_rule_id.is_none_or(|rule| row.cells.cells.iter().any(|cell| cell.rules.iter().any(|named| named.0 == rule)));
        let by_state = match self.state {
            None => true,
            Some(CellState::None) => row.cells.cells.len() < doors,
            Some(state) => row.cells.cells.iter().any(|cell| cell.state == state),
        };
        by_rule && by_state
    }

    fn is_about_cells(&self) -> bool {
        self.state.is_some() || self.access_rule_id.is_some()
    }
}

/// A filter by a rule that the caller does not see would tell whom it names.
async fn ensure_rule_visible(connection: &mut PgConnection, caller: &Caller, rule: Option<i64>) -> Result<()> {
    let Some(rule) = rule else { return Ok(()) };
    let seen = access_rule::LISTING.visible(connection, caller, Resource::AccessRule, &[rule]).await?;
    related::complete("access rule", &[rule], &seen)
}

/// A filter by a group that the caller does not see would tell who, and what, is in it or below it.
async fn ensure_groups_visible(app: &App, caller: &Caller, query: &MatrixQuery) -> Result<()> {
    if let Some(group) = query.doors.within_domain_id.filter(|_| !caller.scope(Resource::Group, Action::View).all) {
        let mut reader = app.context.database.read(caller.project_id).await?;
        related::ensure_groups_visible(&mut reader, caller, &[group]).await?;
    }
    ensure_filters_visible(app, caller, &query.users.filters, FILTERS).await
}

/// Names of the rules of a site that the caller sees.
async fn rule_names(connection: &mut PgConnection, caller: &Caller, site: &MatrixSite) -> Result<HashMap<i64, String>> {
    let access_rules = site.rules.iter().map(|rule| rule.id.0).collect();
    let visible = visible(connection, caller, NamedIds { access_rules, ..NamedIds::default() }).await?;
    let names = site.rules.iter().filter(|rule| visible.access_rules.contains(&rule.id.0));
    Ok(names.map(|rule| (rule.id.0, rule.name.clone())).collect())
}

/// Rows of users and columns of devices need the right to view these, too.
fn ensure_reach(caller: &Caller) -> Result<()> {
    let is_empty = |resource| caller.scope(resource, Action::View).is_empty();
    if is_empty(Resource::User) || is_empty(Resource::Device) { Err(Error::Forbidden) } else { Ok(()) }
}
