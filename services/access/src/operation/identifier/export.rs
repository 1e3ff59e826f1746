//! Identifiers as a table that can be imported.
use std::collections::HashMap;

use kit::{Error, ListQuery, Result};
use policy::{Authorized, action, resource};
use serde_json::json;
use spreadsheet::{Format, Pieces};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::read::FILTERS;
use crate::app::App;
use crate::domain::identifier::IdentifierType;
use crate::domain::identifier_table::{HEADINGS, RuleLabels, group_cell};
use crate::operation::visible_filter::ensure_filters_visible;
use crate::store::identifier::{self as store, IdentifierRow};
use crate::store::{access_rule, group};

/// Rows of a sheet.
const MAX_XLSX_ROWS: i64 = 1_000_000;

type ExportRight = Authorized<resource::IdentifierTable, action::View>;

/// What the list would show with these filters, sort and search, sent while it is read.
pub async fn export(app: &App, right: ExportRight, format: Format, query: ListQuery) -> Result<Pieces> {
    let project_id = right.project_id();
    ensure_filters_visible(app, right.caller(), &query.filters, FILTERS).await?;
    let mut reader = app.context.database.read(project_id).await?;
    // Also refuses a wrong query before the table begins.
    let is_too_long = store::has_more_than(&mut reader, &right, &query, MAX_XLSX_ROWS).await?;
    drop(reader);
    if format == Format::Xlsx && is_too_long {
        let message = format!("too many items: at most {MAX_XLSX_ROWS}");
        return Err(Error::Conflict { code: "too_many_items", message, data: json!({ "max": MAX_XLSX_ROWS }) });
    }
    Ok(app.exports.stream_from_database(project_id, format, "identifiers", &HEADINGS, move |tx, rows| {
        Box::pin(async move {
            crate::store::freeze(tx).await?;
            let table = TableNames {
                rules: RuleLabels::new(access_rule::visible_names(tx, right.caller()).await?),
                groups: group::visible_paths(tx, right.caller()).await?,
            };
            store::write_all(tx, &right, &query, rows, |row| cells(&table, row)).await
        })
    }))
}

/// How the table names what rows refer to.
struct TableNames {
    rules: RuleLabels,
    groups: HashMap<i64, String>,
}

impl TableNames {
    fn group(&self, row: &IdentifierRow) -> String {
        group_cell(&self.groups, row.domain_id, &row.owner_groups).to_owned()
    }
}

/// In the order of the headings.
fn cells(table: &TableNames, row: IdentifierRow) -> Vec<String> {
    let status = match (row.revoked_at, row.is_active) {
        (Some(_), _) => "revoked",
        (None, true) => "active",
        (None, false) => "inactive",
    };
    let kind = row.kind();
    let group = table.group(&row);
    // A face without a name is found again by its link.
    let number = if kind == IdentifierType::Face && row.number.is_empty() { row.unique_value } else { row.number };
    vec![
        row.name,
        kind.as_str().into(),
        number,
        // Of a deleted owner only the name is left: an import finds nobody by the id.
        row.owner_id.filter(|_| !row.is_owner_deleted).map(|id| id.to_string()).unwrap_or_default(),
        row.owner_name.unwrap_or_default(),
        group,
        table.rules.cell(&row.rule_ids),
        instant(row.period_restrict_from),
        instant(row.period_restrict_to),
        if row.passes_restrict_active { row.passes_restrict_max_count.to_string() } else { String::new() },
        status.into(),
    ]
}

fn instant(at: Option<OffsetDateTime>) -> String {
    at.and_then(|at| at.format(&Rfc3339).ok()).unwrap_or_default()
}
