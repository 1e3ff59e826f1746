use kit::{ListQuery, Page, Result, related};
use policy::{Action, Authorized, Caller, Resource, action, resource};
use sqlx::PgConnection;

use crate::app::App;
use crate::operation::alert_file;
use crate::operation::alert_run::{AlertRunView, live_runs};
use crate::projection::device::DEVICES;
use crate::store::emergency_alert::{self as store, EmergencyAlertRow};

type ViewRight = Authorized<resource::EmergencyAlert, action::View>;

/// Filter alerts by the groups that they name.
const GROUP_FILTERS: &[&str] = &["domain_id", "within_domain_id", "named_domain_id"];

/// An alert as the caller sees it.
#[derive(Debug)]
pub struct EmergencyAlertView {
    pub row: EmergencyAlertRow,
    pub run: Option<AlertRunView>,
    /// Signed; None without a sound.
    pub file_url: Option<String>,
}

pub async fn list(app: &App, right: &ViewRight, query: &ListQuery) -> Result<Page<EmergencyAlertView>> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    ensure_filters_by_visible(&mut reader, right.caller(), &query.filters).await?;
    let page = store::list(&mut reader, right, query).await?;
    let Page { items, total, page, size } = page;
    Ok(Page { items: views_of(app, &mut reader, right.caller(), items).await?, total, page, size })
}

pub async fn find(app: &App, right: &ViewRight, id: i64) -> Result<EmergencyAlertView> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let row = store::find(&mut reader, right.caller(), id).await?;
    view_of(app, &mut reader, right.caller(), row).await
}

pub async fn view_of(app: &App, connection: &mut PgConnection, caller: &Caller, row: EmergencyAlertRow) -> Result<EmergencyAlertView> {
    let mut views = views_of(app, connection, caller, vec![row]).await?;
    Ok(views.remove(0))
}

async fn views_of(app: &App, connection: &mut PgConnection, caller: &Caller, rows: Vec<EmergencyAlertRow>) -> Result<Vec<EmergencyAlertView>> {
    let mut rows = rows;
    retain_visible(connection, caller, &mut rows).await?;
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let mut runs = live_runs(app, connection, caller.project_id, &ids).await?;
    let view = |row: EmergencyAlertRow| EmergencyAlertView {
        run: runs.remove(&row.id),
        file_url: row.file_key.map(|key| alert_file::link_for_user(app, caller, key)),
        row,
    };
    Ok(rows.into_iter().map(view).collect())
}

/// A filter by a group or a device that the caller does not see would tell which alerts name it.
async fn ensure_filters_by_visible(connection: &mut PgConnection, caller: &Caller, filters: &str) -> Result<()> {
    related::ensure_filters_by_visible_groups(connection, caller, filters, GROUP_FILTERS).await?;
    let is_all = caller.scope(Resource::Device, Action::View).all;
    let devices = if is_all { Vec::new() } else { related::filtered_ids(filters, &["device_id"])? };
    if devices.is_empty() { Ok(()) } else { DEVICES.ensure_visible(connection, caller, &devices).await }
}

/// Whoever sees an alert need not see all of its groups and devices.
async fn retain_visible(connection: &mut PgConnection, caller: &Caller, rows: &mut [EmergencyAlertRow]) -> Result<()> {
    if !caller.scope(Resource::Group, Action::View).all {
        let named: Vec<i64> = rows.iter().flat_map(|row| row.group_ids.iter().chain(&row.pass_group_ids)).copied().collect();
        let visible = if named.is_empty() { named } else { related::visible_groups(connection, caller, &named).await? };
        for row in rows.iter_mut() {
            retain(&mut row.group_ids, &mut row.group_names, &visible);
            retain(&mut row.pass_group_ids, &mut row.pass_group_names, &visible);
        }
    }
    if !caller.scope(Resource::Device, Action::View).all {
        let named: Vec<i64> = rows.iter().flat_map(|row| &row.device_ids).copied().collect();
        let visible = if named.is_empty() { named } else { DEVICES.visible(connection, caller, &named).await? };
        for row in rows {
            retain(&mut row.device_ids, &mut row.device_names, &visible);
        }
    }
    Ok(())
}

fn retain(ids: &mut Vec<i64>, names: &mut Vec<String>, visible: &[i64]) {
    (*ids, *names) = std::iter::zip(std::mem::take(ids), std::mem::take(names)).filter(|(id, _)| visible.contains(id)).unzip();
}
