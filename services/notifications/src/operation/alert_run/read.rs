use std::collections::HashMap;

use kit::{ListQuery, Page, Result, related};
use policy::{Action, Authorized, Caller, Resource, action, resource};
use sqlx::PgConnection;

use crate::app::App;
use crate::domain::alert_run::AlertRunStatus;
use crate::store::alert_run::{self as store, AlertRunCountsRow, AlertRunDeviceRow, AlertRunRow};
use crate::store::emergency_alert;

type ViewRight = Authorized<resource::AlertRun, action::View>;

#[derive(Debug)]
pub struct AlertRunView {
    pub row: AlertRunRow,
    pub status: AlertRunStatus,
    pub counts: AlertRunCountsRow,
    /// Only where one run is asked for.
    pub devices: Vec<AlertRunDeviceRow>,
}

/// The newest first, without their devices.
pub async fn list(app: &App, right: &ViewRight, alert_id: i64, page: i32, size: i32) -> Result<Page<AlertRunView>> {
    let (page, size) = ListQuery { page, size, ..ListQuery::default() }.bounds()?;
    let mut reader = app.context.database.read(right.project_id()).await?;
    emergency_alert::find(&mut reader, right.caller(), alert_id).await?;
    let (rows, total) = store::list(&mut reader, right.project_id(), alert_id, page.into(), size.into()).await?;
    Ok(Page { items: views_of(app, &mut reader, right.project_id(), rows).await?, total, page, size })
}

/// With what each device did: those in groups that the caller sees. The counts are of all.
pub async fn find(app: &App, right: &ViewRight, alert_id: i64, id: i64) -> Result<AlertRunView> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    emergency_alert::find(&mut reader, right.caller(), alert_id).await?;
    let row = store::find(&mut reader, right.project_id(), alert_id, id).await?;
    let mut view = view_of(app, &mut reader, &row).await?;
    let devices = store::devices(&mut reader, &row).await?;
    view.devices = visible_devices(&mut reader, right.caller(), devices).await?;
    Ok(view)
}

async fn visible_devices(connection: &mut PgConnection, caller: &Caller, devices: Vec<AlertRunDeviceRow>) -> Result<Vec<AlertRunDeviceRow>> {
    if caller.scope(Resource::Group, Action::View).all {
        return Ok(devices);
    }
    let mut groups: Vec<i64> = devices.iter().map(|device| device.group_id).collect();
    groups.sort_unstable();
    groups.dedup();
    let visible = related::visible_groups(connection, caller, &groups).await?;
    Ok(devices.into_iter().filter(|device| visible.contains(&device.group_id)).collect())
}

/// Of each alert the run that lasts.
pub async fn live_runs(app: &App, connection: &mut PgConnection, project_id: i64, alert_ids: &[i64]) -> Result<HashMap<i64, AlertRunView>> {
    let rows = store::live(connection, project_id, alert_ids, app.context.clock.now()).await?;
    let views = views_of(app, connection, project_id, rows).await?;
    Ok(views.into_iter().map(|view| (view.row.alert_id, view)).collect())
}

pub async fn view_of(app: &App, connection: &mut PgConnection, row: &AlertRunRow) -> Result<AlertRunView> {
    let mut views = views_of(app, connection, row.project_id, vec![row.clone()]).await?;
    Ok(views.remove(0))
}

async fn views_of(app: &App, connection: &mut PgConnection, project_id: i64, rows: Vec<AlertRunRow>) -> Result<Vec<AlertRunView>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let counts = store::counts(connection, project_id, &ids).await?;
    let now = app.context.clock.now();
    let view = |row: AlertRunRow| AlertRunView {
        status: row.status(now),
        counts: counts.iter().find(|counts| counts.run_id == row.id).copied().unwrap_or_default(),
        devices: Vec::new(),
        row,
    };
    Ok(rows.into_iter().map(view).collect())
}
