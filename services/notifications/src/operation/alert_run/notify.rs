use kit::realtime::Push;
use kit::{Error, Result, Tx};
use proto::vestibule::events::v1::AlertRunChanged;

use crate::app::App;
use crate::domain::alert_run::AlertRunStatus;
use crate::domain::emergency_alert_rules::{RunNews, VIEW, class_of_run};
use crate::domain::notification_class::NotificationClass;
use crate::domain::recipients::recipient_roles;
use crate::projection::role;
use crate::push;
use crate::store::emergency_alert::EmergencyAlertRow;
use crate::store::{alert_run, alert_run_recipient, emergency_alert, recipients};

/// Notifies whoever may see the alert that a run of it has begun or ended; not whoever did that. In the transaction of the service's
/// own event, so that no start waits for it. Returns the pushes to send once it is committed.
pub async fn notify(app: &App, tx: &mut Tx, changed: &AlertRunChanged) -> Result<Vec<Push>> {
    let Some(class) = class_of_run(changed) else { return Ok(Vec::new()) };
    let (project_id, now) = (changed.project_id, app.context.clock.now());
    // Deleted meanwhile, it is nobody's to see.
    let Some(run) = found(alert_run::find(tx, project_id, changed.alert_id, changed.id).await)? else { return Ok(Vec::new()) };
    let Some(alert) = found(emergency_alert::find_of_run(tx, project_id, changed.alert_id).await)? else { return Ok(Vec::new()) };
    let is_start = class == NotificationClass::EmergencyAlertStarted;
    let (user_id, user_name) = match is_start {
        true => (run.started_by, run.started_by_name.clone()),
        false => (run.stopped_by.unwrap_or_default(), run.stopped_by_name.clone().unwrap_or_default()),
    };
    let news = RunNews {
        alert_id: run.alert_id,
        alert_name: run.alert_name.clone(),
        run_id: run.id,
        door_mode: run.door_mode().word(),
        user_id,
        user_name,
        is_late: is_start && run.status(now) != AlertRunStatus::Running,
    };
    let roles = recipient_roles(&role::with_any_right(tx, project_id, VIEW).await?, VIEW);
    let listed = alert_run_recipient::list(tx, project_id, &alert, &roles, user_id).await?;
    let told: Vec<_> = listed.into_iter().map(|recipient| (recipient.user_id, news.data(&named(&alert, &recipient.group_ids)))).collect();
    let new = recipients::insert_of_alert_run(tx, project_id, class, &told, now).await?;
    Ok(new.iter().map(push::from_new).collect())
}

/// Those of the alert's groups, with their names.
fn named<'a>(alert: &'a EmergencyAlertRow, ids: &[i64]) -> Vec<(i64, &'a str)> {
    let all = std::iter::zip(alert.group_ids.iter().copied(), alert.group_names.iter().map(String::as_str));
    all.filter(|(id, _)| ids.contains(id)).collect()
}

fn found<T>(result: Result<T>) -> Result<Option<T>> {
    match result {
        Err(Error::NotFound) => Ok(None),
        other => other.map(Some),
    }
}
