use kit::Result;
use policy::{Action, Caller, Resource};

use crate::app::App;
use crate::domain::door_token::{self, DoorToken};
use crate::store::panel;

pub struct ConciergePanel {
    /// Opens the panel's door for this user.
    pub token: String,
    pub name: String,
    pub number: Option<String>,
}

/// The panels that the user may call, by name.
pub async fn list(app: &App, caller: &Caller) -> Result<Vec<ConciergePanel>> {
    let scope = caller.scope(Resource::PanelCall, Action::Create);
    let mut reader = app.context.database.read(caller.project_id).await?;
    let panels = panel::in_reach(&mut reader, caller.project_id, &scope, None).await?;
    drop(reader);
    let now = app.context.clock.now();
    let token = |device_id| {
        let token = DoorToken { project_id: caller.project_id, user_id: caller.user_id, device_id };
        door_token::seal(&app.context.sealer, token, now)
    };
    Ok(panels.into_iter().map(|panel| ConciergePanel { token: token(panel.device_id), name: panel.name, number: panel.number }).collect())
}
