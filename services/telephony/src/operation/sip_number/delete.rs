//! A number that is given up.
use kit::{Error, Result};
use policy::{Caller, Permission, action, resource};
use serde_json::Value;

use super::{Numbers, Recorded, check_unnamed};
use crate::store::sip_number as store;

impl Numbers {
    pub async fn delete(&self, caller: &Caller, id: i64) -> Result<()> {
        let right = caller.authorize::<resource::SipNumber, action::Delete>()?;
        let project_id = right.project_id();
        let mut tx = self.0.context.database.tenant(project_id).await?;
        store::lock(&mut tx, project_id).await?;
        let row = store::find(&mut tx, &right, id, true).await?;
        if row.is_system && !caller.can(Permission::CanMarkSystemSipNumber) {
            return Err(Error::Forbidden);
        }
        if row.is_general {
            let message = "deletion prohibited for a virtual number used as general group number".into();
            return Err(Error::Conflict { code: "general_number", message, data: Value::Null });
        }
        check_unnamed(&mut tx, project_id, id, &row.number).await?;
        self.announcer().deletion(&mut tx, project_id, id).await?;
        store::delete(&mut tx, project_id, id).await?;
        store::give_back(&mut tx, project_id, &row.number).await?;
        self.audit(&mut tx, caller, Some(Recorded { id, number: &row.number(), has_new_password: false }), None).await?;
        tx.commit().await?;
        self.0.forget_registrations(project_id, &row.number).await;
        Ok(())
    }
}
