use kit::patch::{self, Secret};
use kit::{Error, Fields, Mask, Result};
use policy::{Authorized, action, resource};

use super::{AuditedNumber, SipNumbers, account, record, related};
use crate::app::App;
use crate::domain::account::{self, Account};
use crate::domain::password;
use crate::domain::sip_number::{SipNumberDraft, SipNumberInput};
use crate::publish;
use crate::store::sip_number::SipNumberRow;
use crate::store::{features, license, sip_number as store};

/// Takes the fields of the mask. Registrations end after the commit when the password changes or the number is switched
/// off.
pub async fn update(
    app: &App,
    right: &Authorized<resource::SipNumber, action::Edit>,
    id: i64,
    input: SipNumberInput,
    mask: &Mask,
) -> Result<SipNumbers> {
    let caller = right.caller();
    related::wait_until_projected(app, caller, &input.draft).await?;

    let project_id = right.project_id();
    let mut tx = app.context.database.tenant(project_id).await?;
    features::require(&mut tx, project_id, features::SIP).await?;
    let range = store::lock_range(&mut tx, right).await?;
    let row = store::find_for_update(&mut tx, right, id).await?;
    if mask.is_empty() {
        return SipNumbers::commit(tx, caller, &[row.id]).await;
    }
    let before = row.draft();
    let mut after = before.clone();
    after.merge(&input, mask);

    let mut fields = Fields::new();
    after.validate(&mut fields, false);
    fields.check(after.domain_id != 0, "domain", "required");
    let password = match patch::secret(mask.has("password"), input.password.as_deref()) {
        Secret::Set(password) => {
            password::validate(&mut fields, "password", password);
            Some(password)
        }
        // A number always has a password.
        Secret::Unchanged | Secret::Cleared => None,
    };
    fields.finish()?;
    if !SipNumberDraft::is_permitted(Some(&before), &after, caller) {
        return Err(Error::Forbidden);
    }
    if before.number != after.number {
        related::ensure_unreferenced(&mut tx, caller, row.id, &before.number).await?;
    }
    related::ensure_holder_in_reach(&mut tx, caller, Some(&before), &after).await?;
    related::ensure_related_visible(&mut tx, caller, right.scope(), Some(&before), &after).await?;
    store::check_limits(&mut tx, project_id, Some(&before), &after, 1).await?;

    let account = changed_account(app, project_id, &row, &before, &after, password)?;
    store::update(&mut tx, &row, &after, account.as_ref(), app.context.clock.now()).await?;
    if (before.domain_id, before.user_id) != (after.domain_id, after.user_id) {
        features::require_for_number(&mut tx, after.domain_id, after.user_id).await?;
        license::check(&mut tx, project_id, &after, 0, app.context.clock.now()).await?;
    }
    if before.number != after.number {
        range.release(&mut tx, &before.number).await?;
    }
    publish::numbers_changed(&mut tx, &app.config, project_id, &[row.id]).await?;
    let has_new_password = password.is_some() || has_lost_its_holder(&before, &after);
    let audited = AuditedNumber { draft: &before, has_new_password: false };
    record(&mut tx, app, caller, row.id, Some(audited), Some(AuditedNumber { draft: &after, has_new_password })).await?;
    let updated = SipNumbers::commit(tx, caller, &[row.id]).await?;
    if account.is_some() || !after.is_active {
        app.remove_registrations(project_id, &before.number).await;
    }
    Ok(updated)
}

/// The given password; else a generated one when the number has another holder, since the former holder knows the old
/// one; else the old one when only the number changes, which the digest contains.
fn changed_account(
    app: &App,
    project_id: i64,
    row: &SipNumberRow,
    before: &SipNumberDraft,
    after: &SipNumberDraft,
    given: Option<&str>,
) -> Result<Option<Account>> {
    let password = match given {
        Some(given) => given.to_string(),
        None if has_lost_its_holder(before, after) => password::generate(&mut rand::rng()),
        None if before.number != after.number => account::open(&app.context.sealer, &row.sealed_password).map_err(Error::internal)?,
        None => return Ok(None),
    };
    Ok(Some(account(app, project_id, &after.number, &password)))
}

fn has_lost_its_holder(before: &SipNumberDraft, after: &SipNumberDraft) -> bool {
    before.holder().is_some() && before.holder() != after.holder()
}
