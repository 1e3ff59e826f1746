use kit::patch::{self, Secret};
use kit::{Error, Fields, Result};
use policy::{Authorized, action, resource};

use super::{AuditedNumber, SipNumbers, account, record, related};
use crate::app::App;
use crate::domain::password;
use crate::domain::sip_number::{SipNumberDraft, SipNumberInput};
use crate::publish;
use crate::store::{features, license, sip_number as store};

/// Without a number it gets the next free one, without a group that of its device or the first of its user, without a
/// password a generated one.
pub async fn create(app: &App, right: &Authorized<resource::SipNumber, action::Create>, input: SipNumberInput) -> Result<SipNumbers> {
    let caller = right.caller();
    let mut draft = SipNumberDraft { is_active: input.is_active.unwrap_or(true), ..input.draft };
    let mut fields = Fields::new();
    draft.validate(&mut fields, true);
    let password = match patch::secret(true, input.password.as_deref()) {
        Secret::Set(password) => {
            password::validate(&mut fields, "password", password);
            password.to_string()
        }
        Secret::Unchanged | Secret::Cleared => password::generate(&mut rand::rng()),
    };
    fields.finish()?;
    if !SipNumberDraft::is_permitted(None, &draft, caller) {
        return Err(Error::Forbidden);
    }
    related::wait_until_projected(app, caller, &draft).await?;

    let project_id = right.project_id();
    let mut tx = app.context.database.tenant(project_id).await?;
    features::require(&mut tx, project_id, features::SIP).await?;
    related::ensure_holder_in_reach(&mut tx, caller, None, &draft).await?;
    if draft.domain_id == 0 {
        draft.domain_id = store::home_group(&mut tx, draft.holder()).await?.ok_or_else(|| Error::field("domain", "required"))?;
    }
    related::ensure_related_visible(&mut tx, caller, right.scope(), None, &draft).await?;
    features::require_for_number(&mut tx, draft.domain_id, draft.user_id).await?;
    let mut free = store::lock_range(&mut tx, right).await?;
    store::check_limits(&mut tx, project_id, None, &draft, 1).await?;
    license::check(&mut tx, project_id, &draft, 1, app.context.clock.now()).await?;
    if draft.number.is_empty() {
        draft.number = free.take(&mut tx, 1).await?.concat();
    }
    let account = account(app, project_id, &draft.number, &password);
    let id = store::insert(&mut tx, right, &draft, &account, app.context.clock.now()).await?;
    publish::numbers_changed(&mut tx, &app.config, project_id, &[id]).await?;
    record(&mut tx, app, caller, id, None, Some(AuditedNumber { draft: &draft, has_new_password: false })).await?;
    SipNumbers::commit(tx, caller, &[id]).await
}
