//! A change of one area of a project's settings.
use kit::audit::{self, Change};
use kit::{Context, Fields, Mask, Result, Tx};
use policy::{Action, Authorized, Resource, action, resource};

use crate::domain::settings::{Area, audited};
use crate::store::settings;

pub type Proof<A> = Authorized<resource::ProjectSettings, A>;

/// A change that is checked, and not yet written.
pub struct Pending<A> {
    version: i64,
    pub before: A,
    pub after: A,
}

pub async fn change<A: Area>(context: &Context, right: &Proof<action::Edit>, mask: &Mask, new: A::Api) -> Result<A> {
    let mut tx = context.database.tenant(right.project_id()).await?;
    let pending = prepare(&mut tx, context, right, mask, new).await?;
    finish(tx, context, right, pending).await
}

/// Locks the settings, so that two changes at once are one after the other.
pub async fn prepare<A: Area>(tx: &mut Tx, context: &Context, right: &Proof<action::Edit>, mask: &Mask, new: A::Api) -> Result<Pending<A>> {
    let version = settings::lock(tx, right.project_id()).await?;
    let before: A = settings::get(tx, right.project_id()).await?;
    let after = patched(context, &before, mask, new)?;
    Ok(Pending { version, before, after })
}

pub fn patched<A: Area>(context: &Context, before: &A, mask: &Mask, new: A::Api) -> Result<A> {
    let mut after = before.clone();
    let mut fields = Fields::new();
    after.patch(mask, new, &context.sealer, &mut fields);
    after.check(&mut fields);
    fields.finish()?;
    Ok(after)
}

/// What changes nothing is not written, and nobody is told.
pub async fn finish<A: Area>(mut tx: Tx, context: &Context, right: &Proof<action::Edit>, pending: Pending<A>) -> Result<A> {
    let Pending { version, before, after } = pending;
    if before == after {
        tx.rollback().await?;
        return Ok(after);
    }
    settings::put(&mut tx, right.project_id(), &after, context.clock.now()).await?;
    if A::TOLD {
        settings::tell(&mut tx, right.project_id(), version).await?;
    }
    let (was, is) = audited(&before, &after);
    let change = Change::new(Action::Edit, Resource::ProjectSettings, right.project_id(), A::NAME, was, is);
    audit::record(&mut tx, &context.clock, right.caller(), change).await?;
    tx.commit().await?;
    Ok(after)
}
