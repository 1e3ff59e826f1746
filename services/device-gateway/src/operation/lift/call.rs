use futures::future::join_all;
use kit::{Error, Result};
use policy::Caller;

use super::LiftCommand;
use crate::app::App;
use crate::domain::lift::{LiftOrder, ReleaseCause};
use crate::store::device;
use crate::store::lift_event::NewCommand;

/// The command for one controller.
#[derive(Clone, Debug)]
pub struct CallOrder {
    pub device_id: i64,
    /// up, down, or none.
    pub direction: Option<String>,
    /// Releases the floor in place of sending the lift.
    pub releases: bool,
}

#[derive(Clone, Debug)]
pub struct LiftCall {
    pub elevator_id: i64,
    pub floor: i32,
    pub orders: Vec<CallOrder>,
}

/// For access, which has asked for the right of `user` itself. Returns the controllers that accepted the call.
pub async fn call(app: &App, user: &Caller, wanted: LiftCall) -> Result<Vec<i64>> {
    let now = app.context.clock.now();
    let mut tx = app.context.database.tenant(user.project_id).await?;
    let mut commands = Vec::new();
    for order in wanted.orders {
        let row = device::find_for_service(&mut tx, user.project_id, order.device_id).await?.ok_or(Error::NotFound)?;
        let order = match order.releases {
            true => LiftOrder::Release { floors: vec![wanted.floor], cause: ReleaseCause::Api },
            false => LiftOrder::Call { floor: wanted.floor, direction: order.direction },
        };
        let command = NewCommand {
            device: &row,
            elevator_id: wanted.elevator_id,
            order: &order,
            user_id: user.user_id,
            user_name: &user.user_name,
            panel: None,
            obstacle: None,
        };
        commands.extend(LiftCommand::log(&mut tx, command, now).await?);
    }
    tx.commit().await?;
    // The request's future is dropped when its client goes away; what was begun is finished all the same, and before the
    // process ends.
    let (app, in_flight) = (app.clone(), app.context.shutdown_phases.in_flight.token());
    let sent = kit::telemetry::spawn(app.context.service, "call a lift", async move {
        let ids: Vec<i64> = commands.iter().map(|command| command.device_id).collect();
        let done = join_all(commands.into_iter().map(|command| command.send(&app))).await;
        drop(in_flight);
        std::iter::zip(ids, done).filter(|(_, done)| *done).map(|(id, _)| id).collect::<Vec<_>>()
    });
    let done = sent.await.map_err(Error::internal)?;
    if done.is_empty() {
        return Err(Error::Unavailable(anyhow::anyhow!("no controller of the lift accepted the call")));
    }
    Ok(done)
}
