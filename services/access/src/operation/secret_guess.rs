//! Who enters a code that is taken learns that it opens something. For whoever does not see its identifier that is a guess that was
//! right: such answers are counted, and after some of them the caller enters no more numbers of these kinds, taken or not
//! (docs/adr/0115).
use std::time::Duration;

use kit::rate_limit::{self, Limit, Permit};
use kit::{Error, Result, audit};
use policy::{Action, Caller, Resource};
use serde_json::{Value, json};
use sqlx::PgConnection;

use crate::app::App;
use crate::domain::identifier::IdentifierType;
use crate::domain::number::Number;
use crate::store::identifier_import::{self as store, ExistingIdentifier};

/// Right guesses of a user, and of all users of a project who do not see every identifier, in a day.
const MAX_OF_USER: u64 = 10;
const MAX_OF_PROJECT: u64 = 50;
const DAY: Duration = Duration::from_secs(24 * 3600);

/// Numbers that are about to be looked up.
#[must_use]
pub struct Guesses<'a> {
    app: &'a App,
    caller: &'a Caller,
    /// None where nothing can be guessed.
    permit: Option<Permit>,
}

/// Before numbers are looked up. `TooManyRequests` once a limit is reached, whatever the numbers are.
pub async fn begin<'a>(app: &'a App, caller: &'a Caller, has_secrets: bool) -> Result<Guesses<'a>> {
    let sees_every_identifier = caller.scope(Resource::Identifier, Action::View).all;
    let permit = if has_secrets && !sees_every_identifier { Some(acquire(app, caller).await?) } else { None };
    Ok(Guesses { app, caller, permit })
}

/// The identifier that has the number already. None for a face without a name.
pub async fn find_holder(
    connection: &mut PgConnection,
    caller: &Caller,
    kind: IdentifierType,
    number: &Number,
) -> Result<Option<ExistingIdentifier>> {
    let value = number.unique_value();
    if value.is_empty() {
        return Ok(None);
    }
    let key = (kind.number(), value);
    Ok(store::find_existing(connection, caller, std::slice::from_ref(&key), false).await?.remove(&key))
}

/// Whether an answer that names the number as taken is a right guess of a secret.
pub fn is_hit(existing: &ExistingIdentifier) -> bool {
    !existing.is_visible && IdentifierType::from_number(existing.r#type.into()).is_some_and(IdentifierType::is_secret)
}

impl Guesses<'_> {
    /// `hits`: the numbers among those looked up whose identifiers the caller does not see. `TooManyRequests` where they are more than
    /// the caller may still learn: then none may be named.
    pub async fn finish(self, hits: usize) -> Result<()> {
        let Some(permit) = self.permit else { return Ok(()) };
        if hits == 0 {
            return permit.refund().await;
        }
        record(self.app, self.caller, hits).await?;
        for _ in 1..hits {
            let _counted = acquire(self.app, self.caller).await?;
        }
        Ok(())
    }

    /// The refusal of a number that is taken, which names the identifier to whoever sees it. The caller's transaction has ended.
    pub async fn refuse(self, holder: &ExistingIdentifier) -> Error {
        match self.finish(usize::from(is_hit(holder))).await {
            Ok(()) => duplicate_of(holder),
            Err(error) => error,
        }
    }
}

/// Guesses of a continuation that its attempt has not answered already.
pub async fn count(app: &App, caller: &Caller, hits: usize) -> Result<()> {
    if hits == 0 { Ok(()) } else { begin(app, caller, true).await?.finish(hits).await }
}

fn duplicate_of(holder: &ExistingIdentifier) -> Error {
    let data = if holder.is_visible { json!({ "existing": { "id": holder.id, "name": holder.name } }) } else { Value::Null };
    Error::Conflict { code: "identifier_duplicate", message: "identifier duplicate".into(), data }
}

async fn acquire(app: &App, caller: &Caller) -> Result<Permit> {
    let of_user = format!("{}/{}", caller.project_id, caller.user_id);
    let limit = |kind: &str, of: &str, most| Limit { counter: rate_limit::counter(&app.context, kind, of), most, window: DAY };
    let limits = vec![limit("taken-codes-user", &of_user, MAX_OF_USER), limit("taken-codes-project", &caller.project_id.to_string(), MAX_OF_PROJECT)];
    rate_limit::acquire(&app.context, limits).await
}

/// Whoever reads the audit log sees that somebody tries codes.
async fn record(app: &App, caller: &Caller, hits: usize) -> Result<()> {
    tracing::warn!(
        project_id = caller.project_id,
        user_id = caller.user_id,
        hits,
        "codes were entered that identifiers beyond the caller's reach have"
    );
    let change = audit::Change {
        action: "enter taken codes",
        resource: Resource::Identifier,
        id: 0,
        name: "",
        before: json!({}),
        after: json!({ "count": hits }),
    };
    let mut tx = app.context.database.tenant(caller.project_id).await?;
    audit::record(&mut tx, &app.context.clock, caller, change).await?;
    Ok(tx.commit().await?)
}
