use kit::projection_lag::{self, ForeignEntity};
use kit::{Error, Fields, Result, audit};
use policy::{Action, Authorized, Resource, action, resource};
use serde_json::Value;

use super::{SipNumbers, account, related};
use crate::app::App;
use crate::domain::account::Account;
use crate::domain::sip_number::SipNumberDraft;
use crate::domain::{number_limits, password};
use crate::publish;
use crate::store::{features, license, sip_number as store};

/// The next `count` free numbers, each like `draft`, whose group they get.
pub async fn generate(app: &App, right: &Authorized<resource::SipNumber, action::Create>, draft: SipNumberDraft, count: i32) -> Result<SipNumbers> {
    let caller = right.caller();
    let mut fields = Fields::new();
    fields.check(draft.domain_id != 0, "domain", "required");
    fields.range("count", count, 1, number_limits::MAX_GENERATED);
    fields.finish()?;
    if !SipNumberDraft::is_permitted(None, &draft, caller) {
        return Err(Error::Forbidden);
    }
    projection_lag::wait_until_projected(&app.context, caller, ForeignEntity::Group, projection_lag::GROUPS, &[draft.domain_id]).await?;

    let project_id = right.project_id();
    let mut tx = app.context.database.tenant(project_id).await?;
    features::require(&mut tx, project_id, features::SIP).await?;
    related::ensure_related_visible(&mut tx, caller, right.scope(), None, &draft).await?;
    features::require_for_number(&mut tx, draft.domain_id, draft.user_id).await?;
    let mut free = store::lock_range(&mut tx, right).await?;
    store::check_limits(&mut tx, project_id, None, &draft, count.into()).await?;
    license::check(&mut tx, project_id, &draft, count.into(), app.context.clock.now()).await?;
    let drafts: Vec<SipNumberDraft> =
        free.take(&mut tx, count as usize).await?.into_iter().map(|number| SipNumberDraft { number, ..draft.clone() }).collect();
    let accounts: Vec<Account> = drafts.iter().map(|draft| account(app, project_id, &draft.number, &password::generate(&mut rand::rng()))).collect();
    let numbers: Vec<(&SipNumberDraft, &Account)> = drafts.iter().zip(&accounts).collect();
    let ids = store::insert_all(&mut tx, right, &numbers, app.context.clock.now()).await?;
    publish::numbers_changed(&mut tx, &app.config, project_id, &ids).await?;
    let changes = ids
        .iter()
        .zip(&drafts)
        .map(|(id, draft)| audit::Change::new(Action::Create, Resource::SipNumber, *id, &draft.number, Value::Null, draft.audit_view(false)));
    audit::record_all(&mut tx, &app.context.clock, caller, changes).await?;
    SipNumbers::commit(tx, caller, &ids).await
}
