//! A change of a number.
use kit::patch::{self, Secret};
use kit::{Error, Fields, Mask, Result};
use policy::{Caller, action, resource};
use proto::vestibule::telephony::v1 as api;

use super::{Numbers, Recorded, check_unnamed, relate, relate_holder};
use crate::domain::account::{self, Account};
use crate::domain::number::Number;
use crate::domain::password;
use crate::store::sip_number::Row;
use crate::store::{features, sip_number as store};

impl Numbers {
    pub async fn update(&self, caller: Caller, request: api::UpdateSipNumberRequest) -> Result<api::SipNumber> {
        let right = caller.authorize::<resource::SipNumber, action::Edit>()?;
        let (mask, sent) = (Mask::new(request.update_mask), request.sip_number.unwrap_or_default());
        let given = sent.password.clone();
        self.settle(&caller, &Number::from_api(sent.clone())).await?;

        let project_id = right.project_id();
        let mut tx = self.0.context.database.tenant(project_id).await?;
        features::require(&mut tx, project_id, features::SIP).await?;
        store::lock(&mut tx, project_id).await?;
        let row = store::find(&mut tx, &right, request.id, true).await?;
        let before = row.number();
        let mut after = before.clone();
        after.patch(sent, &mask);

        let mut fields = Fields::new();
        after.check(&mut fields, false);
        fields.check(after.domain_id != 0, "domain", "required");
        let password = match patch::secret(mask.has("password"), given.as_deref()) {
            Secret::Set(given) => {
                password::check(&mut fields, "password", given);
                Some(given)
            }
            // A number is never without one.
            Secret::Unchanged | Secret::Cleared => None,
        };
        fields.finish()?;
        if !Number::may_become(Some(&before), &after, &caller) {
            return Err(Error::Forbidden);
        }
        if before.number != after.number {
            check_unnamed(&mut tx, project_id, row.id, &before.number).await?;
        }
        relate_holder(&mut tx, &caller, Some(&before), &after).await?;
        relate(&mut tx, &caller, right.scope(), Some(&before), &after).await?;
        store::check_limits(&mut tx, project_id, Some(&before), &after, 1).await?;

        let account = self.changed_account(project_id, &row, &before, &after, password)?;
        store::update(&mut tx, project_id, row.id, &after, account.as_ref(), self.0.context.clock.now()).await?;
        if before.number != after.number {
            store::give_back(&mut tx, project_id, &before.number).await?;
        }
        self.announcer().numbers(&mut tx, project_id, &[row.id]).await?;
        let has_new_password = password.is_some() || has_lost_its_holder(&before, &after);
        let was = Recorded { id: row.id, number: &before, has_new_password: false };
        self.audit(&mut tx, &caller, Some(was), Some(Recorded { id: row.id, number: &after, has_new_password })).await?;
        let answer = self.answer(tx, project_id, row.id).await?;
        if account.is_some() || !after.is_active {
            self.0.forget_registrations(project_id, &before.number).await;
        }
        Ok(answer)
    }

    /// The password that was given; else another one when whoever knew the old one has the number no longer; else the
    /// old one, when the number is written in another way.
    fn changed_account(&self, project_id: i64, row: &Row, before: &Number, after: &Number, given: Option<&str>) -> Result<Option<Account>> {
        let password = match given {
            Some(given) => given.to_string(),
            None if has_lost_its_holder(before, after) => password::make(&mut rand::rng()),
            None if before.number != after.number => account::open(&self.0.context.sealer, &row.sealed_password).map_err(Error::internal)?,
            None => return Ok(None),
        };
        Ok(Some(self.account(project_id, &after.number, &password)))
    }
}

fn has_lost_its_holder(before: &Number, after: &Number) -> bool {
    before.holder().is_some() && before.holder() != after.holder()
}
