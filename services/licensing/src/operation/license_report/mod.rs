//! How many licences are used.
use exports::write_all;
use futures::stream;
use kit::{Error, ListQuery, Page, Result, related, tree};
use policy::{Authorized, action, resource};
use spreadsheet::{Format, Pieces};
use time::Date;
use time::macros::format_description;

use super::group_license::view::{Quota, Quotas};
use crate::app::App;
use crate::domain::counts::{Kind, Limit};
use crate::domain::license_tree::{Bounds, LicenseTree};
use crate::store::group_license::{self, GroupLicenseRow};
use crate::store::license_day::{self, LicenseDayRow};
use crate::store::license_tree::load;

type ReportRight = Authorized<resource::LicenseReport, action::View>;

/// Days of one report.
const MAX_DAYS: i64 = 366;
const HEADINGS: [&str; 17] = [
    "id",
    "name",
    "parent_id",
    "has_limits",
    "period_from",
    "period_to",
    "sip_limit",
    "sip_used",
    "sip_reserved",
    "sip_free",
    "mobile_app_limit",
    "mobile_app_used",
    "mobile_app_reserved",
    "mobile_app_free",
    "ukey2_limit",
    "ukey2_used",
    "ukey2_free",
];

#[derive(Clone, Debug)]
pub struct UsedLicenses {
    pub id: i64,
    pub name: String,
    pub parent_id: Option<i64>,
    pub is_active: bool,
    pub quotas: Vec<Quota>,
    pub period: Bounds,
}

fn used_of(tree: &LicenseTree, quotas: &Quotas<'_>, row: GroupLicenseRow) -> UsedLicenses {
    let node = tree.home(row.id);
    UsedLicenses {
        id: row.id,
        parent_id: row.parent_id,
        is_active: row.draft().is_active,
        quotas: quotas.of(node, Some(row.id)),
        period: tree.period(node),
        name: row.name,
    }
}

/// Of the groups that the caller sees.
pub async fn used(app: &App, right: &ReportRight, query: &ListQuery) -> Result<Page<UsedLicenses>> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    related::ensure_filters_by_visible_groups(&mut reader, right.caller(), &query.filters, &["within_domain_id"]).await?;
    let page = group_license::page(&mut reader, right, query).await?;
    let now = app.context.clock.now();
    let (tree, _) = load(&mut reader, right.project_id(), app.config.grace, now).await?;
    drop(reader);
    let quotas = Quotas::new(&tree, now);
    Ok(page.map(|row| used_of(&tree, &quotas, row)))
}

/// Which groups a report is about.
#[derive(Clone, Debug, Default)]
pub struct ReportFilter {
    /// Part of a name.
    pub search: String,
    /// The group and what lies below it; 0 for all.
    pub domain_id: i64,
}

/// The same as a table, in the order of the groups' ids.
pub fn download(app: &App, right: ReportRight, format: Format, filter: ReportFilter) -> Pieces {
    let (grace, now, project_id) = (app.config.grace, app.context.clock.now(), right.project_id());
    app.exports.stream_from_database(project_id, format, "licenses", &HEADINGS, move |tx, rows| {
        Box::pin(async move {
            if filter.domain_id != 0 && !right.scope().all {
                related::ensure_groups_visible(tx, right.caller(), &[filter.domain_id]).await?;
            }
            let (tree, _) = load(tx, project_id, grace, now).await?;
            let quotas = Quotas::new(&tree, now);
            let mut after = 0;
            loop {
                let found = group_license::list_after(tx, &right, &filter.search, filter.domain_id, after).await?;
                let Some(last) = found.last() else { return Ok(()) };
                after = last.id;
                let items = found.into_iter().map(|row| Ok::<_, Error>(used_of(&tree, &quotas, row)));
                write_all(stream::iter(items), rows, cells).await?;
            }
        })
    })
}

/// In the order of the headings.
fn cells(row: UsedLicenses) -> Vec<String> {
    let at = |at: Option<time::OffsetDateTime>| at.map(|at| at.date().to_string()).unwrap_or_default();
    let number = |limit: Limit| limit.map(|limit| limit.to_string()).unwrap_or_default();
    let mut cells = vec![row.id.to_string(), row.name, number(row.parent_id), row.is_active.to_string(), at(row.period.from), at(row.period.to)];
    for quota in row.quotas {
        cells.extend([number(quota.maximum), quota.used.to_string()]);
        if quota.kind != Kind::Ukey2 {
            cells.push(quota.reserved.to_string());
        }
        cells.push(number(quota.free));
    }
    cells
}

/// Peaks and means by day: of the whole project, for whoever sees all groups, or of a group with limits of its own.
pub async fn over_period(app: &App, right: &ReportRight, group_id: i64, from: &str, to: &str) -> Result<Vec<LicenseDayRow>> {
    let (from, to) = (date("from", from)?, date("to", to)?);
    if from > to || (to - from).whole_days() >= MAX_DAYS {
        return Err(Error::field("to", format!("must be within {MAX_DAYS} days")));
    }
    let mut reader = app.context.database.read(right.project_id()).await?;
    if group_id == 0 && !right.scope().all {
        return Err(Error::Forbidden);
    }
    if group_id != 0 && !tree::covers(&mut reader, right.scope(), group_id).await? {
        return Err(Error::NotFound);
    }
    license_day::list(&mut reader, right.project_id(), group_id, from, to).await
}

fn date(field: &str, text: &str) -> Result<Date> {
    Date::parse(text, format_description!("[year]-[month]-[day]")).map_err(|_| Error::field(field, "unknown value"))
}
