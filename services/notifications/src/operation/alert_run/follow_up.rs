//! What follows a change of a run, after its commit.
use kit::realtime::{self, Audience, Push};
use proto::vestibule::events::v1::AlertRunChanged;

use crate::app::App;
use crate::peers;

/// The topic of pushes about runs. They say that something has changed, and not what.
const TOPIC: &str = "emergency-alerts";

#[derive(Default)]
pub struct AlertRunFollowUp {
    runs: Vec<AlertRunChanged>,
}

impl AlertRunFollowUp {
    pub fn add(&mut self, run: AlertRunChanged) {
        self.runs.push(run);
    }

    /// Calls device-gateway ahead of the event, which it gets in any case, and pushes to browsers. In the order of the changes.
    pub fn run_in_background(self, app: &App) {
        if self.runs.is_empty() {
            return;
        }
        let (app, in_flight) = (app.clone(), app.context.shutdown_phases.in_flight.token());
        kit::telemetry::spawn(app.context.service, "apply a run of an emergency alert", async move {
            for run in self.runs {
                let change = push(run.project_id, run.alert_id, run.id);
                peers::apply_alert_run(&app.context, run).await;
                realtime::push(&app.context, change).await;
            }
            drop(in_flight);
        });
    }
}

/// To everybody who sees emergency alerts: what they do not see of this one is not in it.
pub fn push(project_id: i64, alert_id: i64, run_id: i64) -> Push {
    Push::new(project_id, TOPIC, Audience::Project, event_catalogue::encode::alert_run_changed(alert_id, run_id))
}
