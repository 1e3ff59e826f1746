use kit::Result;
use kit::zone::timestamp;

use crate::app::App;
use crate::domain::compiler::{Compiler, DesiredList};
use crate::domain::device_access::DeviceAccess;
use crate::store;
use crate::store::device_access::{self, Subject};

/// What a device should hold, for as long as its version does not grow.
pub struct CompiledList {
    access: DeviceAccess,
    at: jiff::Timestamp,
}

impl CompiledList {
    pub fn version(&self) -> i64 {
        self.access.version
    }

    pub fn list(&self) -> DesiredList<'_> {
        Compiler::new(self.access.site(), self.at).compile(&self.access.device)
    }
}

/// `NotFound` when the project has no such device.
pub async fn compile(app: &App, project_id: i64, device_id: i64) -> Result<CompiledList> {
    let mut tx = store::snapshot(&app.context.database, project_id).await?;
    let now = app.context.clock.now();
    let access = device_access::find(&mut tx, project_id, device_id, Subject::Everybody, now).await?;
    tx.rollback().await?;
    Ok(CompiledList { access, at: timestamp(now) })
}
