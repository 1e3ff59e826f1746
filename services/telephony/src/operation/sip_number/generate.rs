//! The next free numbers, for a group.
use kit::late::{self, Kept};
use kit::{Error, Fields, Result, audit};
use policy::{Action, Caller, Resource, action, resource};
use proto::vestibule::telephony::v1 as api;
use serde_json::{Value, json};

use super::{Numbers, into_api, relate};
use crate::domain::account::Account;
use crate::domain::number::Number;
use crate::domain::{limits, password};
use crate::store::{features, sip_number as store};

impl Numbers {
    pub async fn generate(&self, caller: Caller, request: api::GenerateSipNumbersRequest) -> Result<Vec<api::SipNumber>> {
        let right = caller.authorize::<resource::SipNumber, action::Create>()?;
        let count = request.count;
        let like = Number::from_api(api::SipNumber { domain: request.domain, is_active: request.is_active, ..Default::default() });
        let mut fields = Fields::new();
        fields.check(like.domain_id != 0, "domain", "required");
        fields.range("count", count, 1, limits::GENERATED);
        fields.finish()?;
        if !Number::may_become(None, &like, &caller) {
            return Err(Error::Forbidden);
        }
        late::settle(&self.0.context, &caller, Kept::Group, late::GROUPS, &[like.domain_id]).await?;

        let project_id = right.project_id();
        let mut tx = self.0.context.database.tenant(project_id).await?;
        features::require(&mut tx, project_id, features::SIP).await?;
        relate(&mut tx, &caller, right.scope(), None, &like).await?;
        let mut free = store::lock(&mut tx, project_id).await?;
        store::check_limits(&mut tx, project_id, None, &like, count.into()).await?;
        let numbers: Vec<Number> = free.take(&mut tx, count as usize).await?.into_iter().map(|number| Number { number, ..like.clone() }).collect();
        let accounts: Vec<Account> =
            numbers.iter().map(|number| self.account(project_id, &number.number, &password::make(&mut rand::rng()))).collect();
        let made: Vec<(&Number, &Account)> = numbers.iter().zip(&accounts).collect();
        let ids = store::insert_all(&mut tx, &self.creator(&caller), &made).await?;
        self.announcer().numbers(&mut tx, project_id, &ids).await?;
        let changes = ids
            .iter()
            .zip(&numbers)
            .map(|(id, number)| audit::Change::new(Action::Create, Resource::SipNumber, *id, &number.number, Value::Null, json!(number)));
        audit::record_all(&mut tx, &self.0.context.clock, &caller, changes).await?;
        let rows = store::read(&mut tx, project_id, &ids).await?;
        let answer = into_api(&mut tx, project_id, rows).await?;
        tx.commit().await?;
        Ok(answer)
    }
}
