//! A project's OpenID Connect provider.
use kit::patch::{Secret, secret};
use kit::{Error, Fields, Mask, Result, tree};
use policy::{Action, Authorized, Resource, action, resource};
use proto::vestibule::identity::v1 as api;
use serde_json::json;
use sqlx::PgConnection;

use super::roles;
use crate::domain::identity_provider::{Draft, MAX_SECRET};
use crate::parts::Parts;
use crate::store::identity_provider as store;

/// What the secret is sealed for.
pub const PURPOSE: &str = "identity.identity_providers.client_secret";

pub type View = Authorized<resource::IdentityProvider, action::View>;
pub type Edit = Authorized<resource::IdentityProvider, action::Edit>;

/// Nobody has users made with more rights than they could give, nor in a group out of their reach.
pub async fn update_identity_provider(parts: &Parts, right: &Edit, provider: &api::IdentityProvider, mask: &Mask) -> Result<()> {
    let project_id = right.project_id();
    let mut tx = parts.context.database.tenant(project_id).await?;
    crate::store::project::lock(&mut tx, project_id).await?;
    let row = store::of_project(&mut tx, project_id).await?;
    let before = row.as_ref().map(store::ProviderRow::draft).unwrap_or_default();
    let after = before.clone().merge(mask, Draft::of(provider));
    let given = secret(mask.has("client_secret"), provider.client_secret.as_deref());
    check(parts, &after, &given)?;
    check_related(&mut tx, right, &before, &after).await?;

    let (sealed, has_changed) = match given {
        Secret::Unchanged => (row.and_then(|row| row.client_secret), false),
        Secret::Cleared => (None, true),
        Secret::Set(secret) => (Some(parts.context.sealer.seal_for(PURPOSE, secret)), true),
    };
    let id = store::save(&mut tx, project_id, &after, sealed.as_deref(), parts.context.clock.now()).await?;
    if after.issuer_url != before.issuer_url {
        store::forget_subjects(&mut tx, project_id, id).await?;
    }
    let mut shown = after.shown();
    if has_changed {
        shown["client_secret"] = json!("changed");
    }
    let change = kit::audit::Change::new(Action::Edit, Resource::IdentityProvider, id, &after.name, before.shown(), shown);
    kit::audit::record(&mut tx, &parts.context.clock, right.caller(), change).await?;
    Ok(tx.commit().await?)
}

fn check(parts: &Parts, draft: &Draft, secret: &Secret<'_>) -> Result<()> {
    let mut fields = Fields::new();
    let plain_http = !matches!(parts.context.settings.private_networks, kit::outgoing::Allowed::Public);
    draft.check(&mut fields, plain_http);
    if let Secret::Set(secret) = secret {
        fields.optional_text("client_secret", Some(secret), MAX_SECRET);
    }
    fields.finish()
}

async fn check_related(connection: &mut PgConnection, right: &Edit, before: &Draft, after: &Draft) -> Result<()> {
    let caller = right.caller();
    if let Some(role_id) = after.role_id.filter(|_| after.role_id != before.role_id) {
        roles::check_assignable(connection, caller, role_id).await?;
    }
    if let Some(domain_id) = after.domain_id.filter(|_| after.domain_id != before.domain_id) {
        let scope = caller.scope(Resource::User, Action::Create);
        if !tree::covers(connection, &scope, domain_id).await? {
            return Err(Error::InvalidRelated { names: vec![domain_id.to_string()] });
        }
    }
    Ok(())
}
