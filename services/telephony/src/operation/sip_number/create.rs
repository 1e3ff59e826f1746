//! A new number.
use kit::patch::{self, Secret};
use kit::{Error, Fields, Result};
use policy::{Caller, action, resource};
use proto::vestibule::telephony::v1 as api;
use sqlx::PgConnection;

use super::{Numbers, Recorded, relate, relate_holder};
use crate::domain::number::Number;
use crate::domain::password;
use crate::store::{features, sip_number as store};

impl Numbers {
    pub async fn create(&self, caller: Caller, sent: api::SipNumber) -> Result<api::SipNumber> {
        let right = caller.authorize::<resource::SipNumber, action::Create>()?;
        let given = sent.password.clone();
        let mut new = Number::from_api(sent);
        let mut fields = Fields::new();
        new.check(&mut fields, true);
        let password = match patch::secret(true, given.as_deref()) {
            Secret::Set(given) => {
                password::check(&mut fields, "password", given);
                given.to_string()
            }
            Secret::Unchanged | Secret::Cleared => password::make(&mut rand::rng()),
        };
        fields.finish()?;
        if !Number::may_become(None, &new, &caller) {
            return Err(Error::Forbidden);
        }
        self.settle(&caller, &new).await?;

        let project_id = right.project_id();
        let mut tx = self.0.context.database.tenant(project_id).await?;
        features::require(&mut tx, project_id, features::SIP).await?;
        relate_holder(&mut tx, &caller, None, &new).await?;
        if new.domain_id == 0 {
            new.domain_id = home(&mut tx, &new).await?.ok_or_else(|| Error::field("domain", "required"))?;
        }
        relate(&mut tx, &caller, right.scope(), None, &new).await?;
        let mut free = store::lock(&mut tx, project_id).await?;
        store::check_limits(&mut tx, project_id, None, &new, 1).await?;
        if new.number.is_empty() {
            new.number = free.take(&mut tx, 1).await?.concat();
        }
        let account = self.account(project_id, &new.number, &password);
        let id = store::insert(&mut tx, &self.creator(&caller), &new, &account).await?;
        self.announcer().numbers(&mut tx, project_id, &[id]).await?;
        self.audit(&mut tx, &caller, None, Some(Recorded { id, number: &new, has_new_password: false })).await?;
        self.answer(tx, project_id, id).await
    }
}

/// The group of the device, or the first of the user.
async fn home(connection: &mut PgConnection, number: &Number) -> Result<Option<i64>> {
    let (statement, id) = match (number.device_id, number.user_id) {
        (Some(device), _) => ("SELECT domain_id FROM devices WHERE id = $1 AND NOT deleted", device),
        (None, Some(user)) => ("SELECT group_id FROM person_groups WHERE user_id = $1 ORDER BY group_id LIMIT 1", user),
        (None, None) => return Ok(None),
    };
    Ok(sqlx::query_scalar(statement).bind(id).fetch_optional(connection).await?)
}
