//! Changes of virtual numbers.
mod create;
mod delete;
mod generate;
mod update;

use forwarding::Queue;
use kit::late::{self, Kept};
use kit::{Error, Result, Tx, audit, tree};
use policy::{Action, Caller, Resource, Scope};
use proto::vestibule::telephony::v1 as api;
use serde_json::{Value, json};
use sqlx::PgConnection;

use crate::domain::number::Number;
use crate::domain::{account::Account, forward};
use crate::parts::Parts;
use crate::store::announce::Announcer;
use crate::store::sip_number::{Creator, Row};
use crate::store::{features, related, sip_number as store};

pub struct Numbers(pub Parts);

/// What is written of a change: the number, and whether its password is another.
struct Recorded<'a> {
    id: i64,
    number: &'a Number,
    has_new_password: bool,
}

impl Numbers {
    fn announcer(&self) -> Announcer<'_> {
        Announcer { config: &self.0.config, now: self.0.context.clock.now() }
    }

    fn creator<'a>(&self, caller: &'a Caller) -> Creator<'a> {
        Creator { caller, now: self.0.context.clock.now() }
    }

    fn account(&self, project_id: i64, number: &str, password: &str) -> Account {
        Account::new(&self.0.context.sealer, &self.0.config, project_id, number, password)
    }

    /// What a number names may have been made a moment ago.
    async fn settle(&self, caller: &Caller, number: &Number) -> Result<()> {
        let one = |id: Option<i64>| id.into_iter().collect::<Vec<i64>>();
        late::settle(&self.0.context, caller, Kept::User, "people", &one(number.user_id)).await?;
        late::settle(&self.0.context, caller, Kept::Device, "devices", &one(number.device_id)).await?;
        let group = one(Some(number.domain_id).filter(|id| *id != 0));
        late::settle(&self.0.context, caller, Kept::Group, late::GROUPS, &group).await
    }

    async fn answer(&self, mut tx: Tx, project_id: i64, id: i64) -> Result<api::SipNumber> {
        let rows = store::read(&mut tx, project_id, &[id]).await?;
        let answers = into_api(&mut tx, project_id, rows).await?;
        tx.commit().await?;
        answers.into_iter().next().ok_or(Error::NotFound)
    }

    async fn audit(&self, tx: &mut PgConnection, caller: &Caller, before: Option<Recorded<'_>>, after: Option<Recorded<'_>>) -> Result<()> {
        let action = match (&before, &after) {
            (None, _) => Action::Create,
            (Some(_), None) => Action::Delete,
            (Some(_), Some(_)) => Action::Edit,
        };
        let Some(subject) = after.as_ref().or(before.as_ref()) else { return Ok(()) };
        let change = audit::Change::new(action, Resource::SipNumber, subject.id, &subject.number.number, record(&before), record(&after));
        audit::record(tx, &self.0.context.clock, caller, change).await
    }
}

/// A number that queues name is not taken away from them.
async fn check_unnamed(tx: &mut PgConnection, project_id: i64, id: i64, number: &str) -> Result<()> {
    let names = store::named_by(tx, project_id, id, number).await?;
    if names.is_empty() {
        return Ok(());
    }
    Err(Error::Conflict { code: "in_use", message: "the virtual number is used by queues".into(), data: json!({ "names": names }) })
}

fn record(recorded: &Option<Recorded<'_>>) -> Value {
    recorded.as_ref().map_or(Value::Null, |recorded| {
        let mut value = json!(recorded.number);
        if recorded.has_new_password {
            value["password"] = json!("changed");
        }
        value
    })
}

/// Answers for rows, with the names of the trunks that their queues name.
pub async fn into_api(connection: &mut PgConnection, project_id: i64, rows: Vec<Row>) -> Result<Vec<api::SipNumber>> {
    let named: Vec<i64> = rows.iter().flat_map(|row| forward::trunks(&row.forward_queues)).collect();
    let trunks = related::trunk_names(connection, project_id, &named).await?;
    Ok(rows.into_iter().map(|row| row.into_api(&trunks)).collect())
}

/// The user or the device of a number must be the caller's to see; whose it was already may stay.
async fn relate_holder(tx: &mut PgConnection, caller: &Caller, before: Option<&Number>, after: &Number) -> Result<()> {
    kit::related::users(tx, caller, &new(after.user_id, before.and_then(|before| before.user_id))).await?;
    related::devices(tx, caller, &new(after.device_id, before.and_then(|before| before.device_id))).await
}

/// And so must everything else that it names.
async fn relate(tx: &mut PgConnection, caller: &Caller, reach: &Scope, before: Option<&Number>, after: &Number) -> Result<()> {
    related::forward_rules(tx, caller, &new(after.forward_group_id, before.and_then(|before| before.forward_group_id))).await?;
    if before.is_none_or(|before| before.domain_id != after.domain_id) && !tree::covers(tx, reach, after.domain_id).await? {
        return Err(Error::InvalidRelated { names: vec![format!("group {}", after.domain_id)] });
    }
    let known = before.map(|before| before.forward_rules.as_slice()).unwrap_or_default();
    relate_queues(tx, caller, known, &after.forward_rules).await
}

/// An id that was not named before.
fn new(now: Option<i64>, was: Option<i64>) -> Vec<i64> {
    now.filter(|id| was != Some(*id)).into_iter().collect()
}

/// The numbers and trunks of queues, and the licence for calls outside.
pub async fn relate_queues(tx: &mut PgConnection, caller: &Caller, before: &[Queue], after: &[Queue]) -> Result<()> {
    if forward::goes_outside(after) && !forward::goes_outside(before) {
        features::require(tx, caller.project_id, features::TRUNKS).await?;
    }
    let (known_numbers, known_trunks) = (forward::numbers(before), forward::trunks(before));
    let numbers: Vec<String> = forward::numbers(after).into_iter().filter(|number| !known_numbers.contains(number)).collect();
    let trunks: Vec<i64> = forward::trunks(after).into_iter().filter(|trunk| !known_trunks.contains(trunk)).collect();
    related::numbers(tx, caller, &numbers).await?;
    related::trunks(tx, caller, &trunks).await
}
