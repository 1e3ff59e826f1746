use device_protocol::alert::{AlertPlay, AlertStop};
use device_protocol::{DeviceCall, LockTarget};
use kit::Result;
use uuid::Uuid;

use super::actions::{self, AlertAction};
use crate::app::App;
use crate::bas_ip::outcome;
use crate::device_link::DeviceAddress;
use crate::domain::alert_run::{AlertPart, COMMAND_TIMEOUT, ClaimedAction, CommandOutcome, NextStep, after, next_step};
use crate::operation::alert::publish_outcomes;

/// The outcome of a command that nobody answered.
const NO_ANSWER: &str = "no_answer";

/// Tells a device what is next, and writes what has become of it.
pub(super) async fn carry_out(app: &App, action: &AlertAction) -> Result<()> {
    let claimed = ClaimedAction {
        part: AlertPart::from_number(action.part),
        run: action.run_status,
        may_play: action.may_play,
        is_online: action.is_online,
        sound_ends_at: action.sound_ends_at,
        locks_end_at: action.locks_end_at,
    };
    let step = next_step(&claimed, app.context.clock.now());
    let (outcome, error) = match call(action, step) {
        Ok(Some(call)) => {
            let (outcome, error) = send(app, action, &call).await;
            (outcome, Some(error))
        }
        Ok(None) => (CommandOutcome::Done, None),
        Err(error) => (CommandOutcome::Refused, Some(error)),
    };
    let now = app.context.clock.now();
    let state = after(step, outcome, action.sound_ends_at, now);
    let mut tx = app.context.database.tenant(action.project_id).await?;
    actions::finish(&mut tx, action, &state, error.as_deref(), now).await?;
    publish_outcomes(&mut tx, action.project_id, action.run_id, Some(&[action.device_id])).await?;
    Ok(tx.commit().await?)
}

/// None where the device is told nothing.
fn call(action: &AlertAction, step: NextStep) -> Result<Option<DeviceCall>, String> {
    Ok(match step {
        NextStep::Become(_) => None,
        NextStep::Play(duration) => {
            let play = AlertPlay { id: action.run_id, url: action.audio_url.clone(), duration };
            play.check().map_err(|error| error.to_string())?;
            Some(DeviceCall::PlayAlert(play))
        }
        NextStep::Stop => Some(DeviceCall::StopAlert(AlertStop { id: action.run_id })),
        NextStep::Open(number) => Some(DeviceCall::OpenLock(LockTarget::new(number).map_err(|error| error.to_string())?)),
    })
}

async fn send(app: &App, action: &AlertAction, call: &DeviceCall) -> (CommandOutcome, String) {
    let address = DeviceAddress::new(&app.context.sealer, action.device_id, &action.device, action.password.as_deref(), action.broker_id);
    if let DeviceAddress::None(why) = address {
        return (CommandOutcome::Refused, why.to_owned());
    }
    match app.call_device(&address, call.request(Uuid::now_v7()), COMMAND_TIMEOUT).await {
        Ok(response) if response.is_success() => (CommandOutcome::Done, String::new()),
        Ok(response) if outcome::is_final(&response) => (CommandOutcome::Refused, outcome::refusal(&response)),
        Ok(response) => (CommandOutcome::Unknown, outcome::refusal(&response)),
        Err(error) => {
            tracing::info!(device_id = action.device_id, run_id = action.run_id, %error, "a device did not answer in an emergency alert");
            (CommandOutcome::Unknown, NO_ANSWER.to_owned())
        }
    }
}
