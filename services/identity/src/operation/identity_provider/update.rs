//! A project's OpenID Connect provider.
use kit::patch::{Secret, secret};
use kit::{Error, Fields, Mask, Result, tree};
use policy::{Action, Authorized, Resource, action, resource};
use proto::vestibule::identity::v1 as api;
use serde_json::json;
use sqlx::PgConnection;

use crate::app::App;
use crate::domain::identity_provider::{IdentityProviderDraft, MAX_SECRET};
use crate::operation::role::assignable;
use crate::store::identity_provider as store;

/// What the secret is sealed for.
pub const CLIENT_SECRET_PURPOSE: &str = "identity.identity_providers.client_secret";

pub type IdentityProviderView = Authorized<resource::IdentityProvider, action::View>;
pub type IdentityProviderEdit = Authorized<resource::IdentityProvider, action::Edit>;

/// Nobody has users made with more rights than they could give, nor in a group out of their reach.
pub async fn update(app: &App, right: &IdentityProviderEdit, provider: &api::IdentityProvider, mask: &Mask) -> Result<()> {
    if mask.is_empty() {
        return Ok(());
    }
    let project_id = right.project_id();
    let mut tx = app.context.database.tenant(project_id).await?;
    crate::store::project::lock(&mut tx, project_id).await?;
    let row = store::find(&mut tx, project_id).await?;
    let before = row.as_ref().map(store::ProviderRow::draft).unwrap_or_default();
    let after = before.clone().merge(mask, IdentityProviderDraft::from_api(provider));
    let given = secret(mask.has("client_secret"), provider.client_secret.as_deref());
    check(app, &after, &given)?;
    check_secret(&before, &after, &given, row.as_ref().is_some_and(|row| row.client_secret.is_some()))?;
    // The sign-in page of the installation is the dealer's.
    if after.is_listed && !before.is_listed && right.caller().dealer_id == 0 {
        return Err(Error::Forbidden);
    }
    check_related(&mut tx, right, &before, &after).await?;

    let (sealed, has_changed) = match given {
        Secret::Unchanged => (row.and_then(|row| row.client_secret), false),
        Secret::Cleared => (None, true),
        Secret::Set(secret) => (Some(app.context.sealer.seal_for(CLIENT_SECRET_PURPOSE, secret)), true),
    };
    let id = store::save(&mut tx, right, &after, sealed.as_deref(), app.context.clock.now()).await?;
    if after.issuer_url != before.issuer_url {
        store::forget_subjects(&mut tx, right, id).await?;
    }
    let mut view = after.audit_view();
    if has_changed {
        view["client_secret"] = json!("changed");
    }
    let change = kit::audit::Change::new(Action::Edit, Resource::IdentityProvider, id, &after.name, before.audit_view(), view);
    kit::audit::record(&mut tx, &app.context.clock, right.caller(), change).await?;
    Ok(tx.commit().await?)
}

fn check(app: &App, draft: &IdentityProviderDraft, secret: &Secret<'_>) -> Result<()> {
    let mut fields = Fields::new();
    let plain_http = !matches!(app.context.settings.private_networks, kit::outgoing::Allowed::Public);
    draft.check(&mut fields, plain_http);
    if let Secret::Set(secret) = secret {
        fields.optional_text("client_secret", Some(secret), MAX_SECRET);
    }
    fields.finish()
}

/// The secret of one server is never sent to another.
fn check_secret(before: &IdentityProviderDraft, after: &IdentityProviderDraft, secret: &Secret<'_>, is_kept: bool) -> Result<()> {
    let mut fields = Fields::new();
    let is_sent_elsewhere = after.issuer_url != before.issuer_url && is_kept && *secret == Secret::Unchanged;
    fields.check(!is_sent_elsewhere, "client_secret", "required with another server");
    fields.finish()
}

async fn check_related(
    connection: &mut PgConnection,
    right: &IdentityProviderEdit,
    before: &IdentityProviderDraft,
    after: &IdentityProviderDraft,
) -> Result<()> {
    let caller = right.caller();
    if let Some(role_id) = after.role_id.filter(|_| after.role_id != before.role_id) {
        assignable::check_assignable(connection, caller, role_id).await?;
    }
    if let Some(domain_id) = after.domain_id.filter(|_| after.domain_id != before.domain_id) {
        let scope = caller.scope(Resource::User, Action::Create);
        if !tree::covers(connection, &scope, domain_id).await? {
            return Err(Error::InvalidRelated { names: vec![domain_id.to_string()] });
        }
    }
    Ok(())
}
