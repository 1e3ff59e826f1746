use device_protocol::DeviceCall;
use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::app::App;
use crate::bas_ip::{self, outcome};
use crate::device_link::DeviceAddress;
use crate::domain::device::Device;
use crate::domain::lift::{COMMAND_TIMEOUT, obstacle};
use crate::push;
use crate::store::device;
use crate::store::lift_event::{self, NewCommand};

/// The outcome of a command that nobody answered.
const NO_ANSWER: &str = "no_answer";
/// A command whose outcome is not known by then was sent by a process that has ended.
const UNANSWERED_TTL: time::Duration = time::Duration::minutes(1);

/// A command that is in the log and is to be sent, at once or never.
#[derive(Clone, Debug)]
pub struct LiftCommand {
    /// Of its row in the log.
    id: i64,
    project_id: i64,
    pub device_id: i64,
    device: Box<Device>,
    /// Of the device's own page, sealed.
    page_password: Option<Vec<u8>>,
    broker_id: Option<i64>,
    call: DeviceCall,
}

impl LiftCommand {
    /// Writes it to the log. None where nothing is to be sent: the controller has had the command, or cannot be reached now.
    pub(super) async fn log(connection: &mut PgConnection, command: NewCommand<'_>, now: OffsetDateTime) -> Result<Option<LiftCommand>> {
        let row = command.device;
        let device = row.device();
        let call = bas_ip::lift::call(command.order, &device.device_settings.lift_controller, command.user_name);
        let obstacle = obstacle(&device, row.is_online()).map(String::from).or_else(|| call.as_ref().err().cloned());
        let logged = NewCommand { obstacle: obstacle.as_deref(), ..command };
        let Some(id) = lift_event::insert_command(connection, &logged, now).await? else { return Ok(None) };
        match call {
            Ok(call) if obstacle.is_none() => {
                let page_password = device::page_password(connection, row.project_id, row.id).await?;
                Ok(Some(LiftCommand {
                    id,
                    project_id: row.project_id,
                    device_id: row.id,
                    device: Box::new(device),
                    page_password,
                    broker_id: row.broker_id,
                    call,
                }))
            }
            _ => Ok(None),
        }
    }

    /// Sends it and writes the outcome to the log. True when the controller accepted it.
    pub(super) async fn send(self, app: &App) -> bool {
        let address = DeviceAddress::new(&app.context.sealer, self.device_id, &self.device, self.page_password.as_deref(), self.broker_id);
        let answer = app.call_device(&address, self.call.request(Uuid::now_v7()), COMMAND_TIMEOUT).await;
        let error = match answer {
            Ok(response) if response.is_success() => None,
            Ok(response) => Some(outcome::refusal(&response)),
            Err(error) => {
                tracing::info!(device_id = self.device_id, %error, "a lift controller did not answer");
                Some(NO_ANSWER.to_owned())
            }
        };
        if let Err(error) = self.finish(app, error.as_deref()).await {
            tracing::error!(device_id = self.device_id, %error, "the log does not say what became of a command to a lift");
        }
        error.is_none()
    }

    async fn finish(&self, app: &App, error: Option<&str>) -> Result<()> {
        let mut tx = app.context.database.tenant(self.project_id).await?;
        lift_event::finish_command(&mut tx, self.project_id, self.id, error).await?;
        let place = lift_event::find_place(&mut tx, self.project_id, self.id).await?;
        tx.commit().await?;
        app.pusher.send(place.into_iter().map(push::of_elevator_event).collect());
        Ok(())
    }
}

/// Each by itself: a controller that does not answer holds nothing up.
pub fn send_in_background(app: &App, commands: Vec<LiftCommand>) {
    for command in commands {
        let (app, in_flight) = (app.clone(), app.context.shutdown_phases.in_flight.token());
        kit::telemetry::spawn(app.context.service, "release floors", async move {
            command.send(&app).await;
            drop(in_flight);
        });
    }
}

/// For the sweep.
pub async fn give_up_unanswered(connection: &mut PgConnection, now: OffsetDateTime) -> Result<()> {
    lift_event::fail_sent_before(connection, now - UNANSWERED_TTL, NO_ANSWER).await
}
