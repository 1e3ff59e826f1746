//! Apply, initialise, restart the queue: three different things.
use kit::{Error, Result, Tx, audit};
use policy::{Caller, Resource, action, resource};
use proto::vestibule::device::v1 as api;
use serde_json::json;

use super::{DevicesRpc, reach};
use crate::domain::device::Protocol;
use crate::domain::difference::Work;
use crate::domain::task::{Kind, Status, Step};
use crate::driver::bas_ip::settings;
use crate::push;
use crate::store::device::Row;
use crate::store::item::{self, Holder};
use crate::store::place;
use crate::store::sync::{self, Due};
use crate::store::task::{self, Change, Note};
use crate::sync::plan;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    /// Sends everything again.
    Apply,
    /// Clears the device and builds it up from nothing.
    Init,
    /// Tries failed tasks again and makes none.
    RestartQueue,
}

impl Action {
    fn word(self) -> &'static str {
        match self {
            Action::Apply => "apply",
            Action::Init => "init",
            Action::RestartQueue => "restart_queue",
        }
    }
}

impl DevicesRpc {
    pub(super) async fn act(&self, caller: &Caller, request: api::DeviceActionRequest, action: Action) -> Result<api::DeviceActionResponse> {
        let right = caller.authorize::<resource::Device, action::Edit>()?;
        let gateway = &self.0;
        let mut tx = gateway.context.database.tenant(right.project_id()).await?;
        let row = reach::lock(&mut tx, caller, &right, request.id).await?;
        match Protocol::from_number(row.protocol) {
            Protocol::Mqtt => {}
            Protocol::None => return Err(Error::conflict("device protocol none prevents init, queue restart and sync")),
            Protocol::Http => return Err(Error::conflict("device protocol is not mqtt, unable to connect")),
        }
        let changes = match action {
            Action::Apply | Action::Init => self.send_everything(&mut tx, &row, action).await?,
            Action::RestartQueue => {
                let failed = task::failed(&mut tx, row.id).await?;
                task::advance(&mut tx, &failed, Step::Restart, Note::default(), gateway.context.clock.now()).await?
            }
        };
        sync::wake(&mut tx, &[row.id], Due::LOOK, gateway.context.clock.now()).await?;
        let change =
            audit::Change { action: action.word(), resource: Resource::Device, id: row.id, name: &row.name, before: json!({}), after: json!({}) };
        audit::record(&mut tx, &gateway.context.clock, caller, change).await?;
        let path = place::paths(&mut tx, &[row.domain_id]).await?.remove(&row.domain_id).unwrap_or_default();
        tx.commit().await?;
        gateway.there_is_work();
        gateway.pusher.send(push::of_tasks(row.project_id, &[(row.id, path)].into(), &changes));
        let made = changes.iter().filter(|change| [Status::New as i16, Status::Queued as i16].contains(&change.status)).count();
        Ok(api::DeviceActionResponse { tasks: made as i64 })
    }

    async fn send_everything(&self, tx: &mut Tx, row: &Row, action: Action) -> Result<Vec<Change>> {
        let now = self.0.context.clock.now();
        let holder = Holder { device_id: row.id, project_id: row.project_id };
        // Planning waits, so that nothing is planned between the steps below.
        sync::lock(tx, row.id).await?;
        let overtaken = task::open_of_kinds(tx, row.id, &Kind::ALL).await?;
        let (mut changes, _) = task::overtake(tx, holder, &overtaken, now).await?;
        let mut kinds = settings::tasks(&row.device(), self.0.config.broker_url.is_some());
        if action == Action::Init {
            kinds.insert(0, Kind::Clear);
            item::forget_everything(tx, row.id).await?;
        } else {
            item::forget_refusals(tx, row.id, true).await?;
            item::doubt_everything(tx, row.id).await?;
        }
        let (network, others): (Vec<Work>, Vec<Work>) =
            kinds.into_iter().map(|kind| Work { kind, items: Vec::new() }).partition(|work| work.kind == Kind::Network);
        changes.extend(task::insert(tx, holder, &others, 0, now).await?);
        changes.extend(plan::make(tx, holder, now).await?);
        // Whatever it does to the device, the rest is there.
        changes.extend(task::insert(tx, holder, &network, 0, now).await?);
        Ok(changes)
    }
}
