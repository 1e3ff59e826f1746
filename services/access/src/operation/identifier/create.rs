use kit::Result;
use policy::{Action, Authorized, action, resource};
use uuid::Uuid;

use super::read::visible_part;
use super::{access_code, ensure_owner_in_reach, publish_and_record, wait_until_owner_is_projected};
use crate::app::App;
use crate::domain::identifier::{IdentifierDraft, IdentifierType};
use crate::operation::device_list::bump_list_versions;
use crate::operation::secret_guess;
use crate::store::access_rule::ensure_can_edit_rules;
use crate::store::device_list::devices_by_identifier;
use crate::store::identifier::{self as store, IdentifierRow};
use crate::store::license;

pub async fn create(app: &App, right: &Authorized<resource::Identifier, action::Create>, mut draft: IdentifierDraft) -> Result<IdentifierRow> {
    let caller = right.caller();
    wait_until_owner_is_projected(app, caller, &draft).await?;
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let is_made = draft.kind.is_some_and(IdentifierType::is_secret) && draft.value.trim().is_empty();
    if is_made {
        draft.value = match draft.kind {
            Some(IdentifierType::Qr) => Uuid::new_v4().to_string(),
            _ => access_code::make(app, &mut tx, right.project_id()).await?,
        };
    }
    let (kind, number) = draft.validate(None)?;
    access_code::ensure_length(app, &mut tx, right.project_id(), &number, None).await?;
    let guesses = secret_guess::begin(app, caller, kind.is_secret() && !is_made).await?;
    if let Some(holder) = secret_guess::find_holder(&mut tx, caller, kind, &number).await? {
        tx.rollback().await?;
        return Err(guesses.refuse(&holder).await);
    }
    guesses.finish(0).await?;
    let mut row = IdentifierRow::new(app.context.clock.now());
    row.apply_input(&draft, kind, &number);
    ensure_owner_in_reach(&mut tx, caller, &row).await?;
    license::require_for_identifier(&mut tx, caller, row.owner_id, None, &license::features_of_identifier(kind, draft.owner_type)).await?;
    ensure_can_edit_rules(&mut tx, caller, &draft.access_rules, &[]).await?;
    row.id = store::insert(&mut tx, right, &row, &draft.access_rules).await?;
    let created = store::find(&mut tx, right, row.id).await?;
    let devices = devices_by_identifier(&mut tx, created.id, created.owner_id).await?;
    bump_list_versions(&mut tx, right.project_id(), devices).await?;
    publish_and_record(app, &mut tx, caller, Action::Create, None, Some(&created)).await?;
    let created = visible_part(&mut tx, caller, created).await?;
    tx.commit().await?;
    Ok(created)
}
