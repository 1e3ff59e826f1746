//! Projects' OpenID Connect providers, and who of them is who.
use kit::Result;
use policy::{Authorized, Permission, PermissionSet, action, resource};
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::project::ProjectHead;
use super::role::permissions_of;
use super::session::Member;
use crate::domain::identity_provider::IdentityProviderDraft;

/// Providers that the sign-in page shows.
const MAX_LISTED: i64 = 50;

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ProviderRow {
    pub id: i64,
    pub project_id: i64,
    pub is_enabled: bool,
    pub is_listed: bool,
    pub name: String,
    pub issuer_url: String,
    pub client_id: String,
    pub client_secret: Option<Vec<u8>>,
    pub scopes: Vec<String>,
    pub role_id: Option<i64>,
    pub role_name: Option<String>,
    pub domain_id: Option<i64>,
    pub domain_name: Option<String>,
    saved_permissions: Vec<String>,
    is_saved_unlimited: bool,
}

impl ProviderRow {
    /// Whether it may sign somebody in who holds these permissions: nobody who may do more than whoever saved it.
    pub fn may_sign_in(&self, permissions: &PermissionSet) -> bool {
        let saved = PermissionSet::from_codes(self.saved_permissions.iter().map(String::as_str));
        self.is_saved_unlimited || permissions.is_subset_of(&saved)
    }

    pub fn draft(&self) -> IdentityProviderDraft {
        IdentityProviderDraft {
            is_enabled: self.is_enabled,
            is_listed: self.is_listed,
            name: self.name.clone(),
            issuer_url: self.issuer_url.clone(),
            client_id: self.client_id.clone(),
            scopes: self.scopes.clone(),
            role_id: self.role_id,
            domain_id: self.domain_id,
        }
    }
}

const SELECT: &str = "SELECT i.id, i.project_id, i.is_enabled, i.is_listed, i.name, i.issuer_url, i.client_id, i.client_secret, i.scopes,
    i.role_id, r.name AS role_name, i.domain_id, g.name AS domain_name, i.saved_permissions, i.is_saved_unlimited
    FROM identity_providers i JOIN projects p ON p.id = i.project_id LEFT JOIN roles r ON r.id = i.role_id
    LEFT JOIN group_nodes g ON g.id = i.domain_id ";

/// The project's, if it has one.
pub async fn find(connection: &mut PgConnection, project_id: i64) -> Result<Option<ProviderRow>> {
    let sql = sqlx::AssertSqlSafe(format!("{SELECT} WHERE i.project_id = $1"));
    Ok(sqlx::query_as(sql).bind(project_id).fetch_optional(connection).await?)
}

/// One that people may sign in by.
pub async fn enabled(connection: &mut PgConnection, id: i64) -> Result<Option<ProviderRow>> {
    let sql = sqlx::AssertSqlSafe(format!("{SELECT} WHERE i.id = $1 AND i.is_enabled AND NOT p.suspended"));
    Ok(sqlx::query_as(sql).bind(id).fetch_optional(connection).await?)
}

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ListedRow {
    pub id: i64,
    pub name: String,
    pub project_name: String,
}

/// Those for everybody, and that of the project with this uid.
pub async fn listed(connection: &mut PgConnection, project: Option<uuid::Uuid>) -> Result<Vec<ListedRow>> {
    let found = sqlx::query_as(
        "SELECT i.id, i.name, p.name AS project_name FROM identity_providers i JOIN projects p ON p.id = i.project_id
         WHERE i.is_enabled AND NOT p.suspended AND (i.is_listed OR p.uid = $1) ORDER BY p.uid = $1 DESC NULLS LAST, i.name, i.id LIMIT $2",
    )
    .bind(project)
    .bind(MAX_LISTED)
    .fetch_all(connection)
    .await?;
    Ok(found)
}

/// Saves the provider, with the permissions of whoever does so.
pub async fn save(
    connection: &mut PgConnection,
    right: &Authorized<resource::IdentityProvider, action::Edit>,
    draft: &IdentityProviderDraft,
    secret: Option<&[u8]>,
    now: OffsetDateTime,
) -> Result<i64> {
    let permissions: Vec<&str> = right.caller().permissions.iter().map(|permission| permission.code()).collect();
    let id = sqlx::query_scalar(
        "INSERT INTO identity_providers (project_id, is_enabled, is_listed, name, issuer_url, client_id, client_secret, scopes, role_id, domain_id,
             updated_at, saved_permissions, is_saved_unlimited)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
         ON CONFLICT (project_id) DO UPDATE SET is_enabled = $2, is_listed = $3, name = $4, issuer_url = $5, client_id = $6, client_secret = $7,
             scopes = $8, role_id = $9, domain_id = $10, updated_at = $11, saved_permissions = $12, is_saved_unlimited = $13 RETURNING id",
    )
    .bind(right.project_id())
    .bind(draft.is_enabled)
    .bind(draft.is_listed)
    .bind(&draft.name)
    .bind(&draft.issuer_url)
    .bind(&draft.client_id)
    .bind(secret)
    .bind(&draft.scopes)
    .bind(draft.role_id)
    .bind(draft.domain_id)
    .bind(now)
    .bind(permissions)
    .bind(right.caller().can(Permission::CanGrantPermissionsMoreThanHisOwn))
    .fetch_one(connection)
    .await?;
    Ok(id)
}

/// The people of another issuer are others.
pub async fn forget_subjects(
    connection: &mut PgConnection,
    right: &Authorized<resource::IdentityProvider, action::Edit>,
    provider_id: i64,
) -> Result<()> {
    sqlx::query("DELETE FROM provider_subjects WHERE project_id = $1 AND provider_id = $2")
        .bind(right.project_id())
        .bind(provider_id)
        .execute(connection)
        .await?;
    Ok(())
}

/// A user of the project to whom the claims of a provider lead.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ProviderUser {
    pub user_id: i64,
    pub user_name: String,
    pub is_active: bool,
    pub account_id: Option<i64>,
    pub has_password: bool,
    /// They signed in by this subject before; else only the e-mail is theirs.
    pub is_linked: bool,
    is_administrator: bool,
    permissions: Vec<String>,
    #[sqlx(flatten)]
    pub project: ProjectHead,
}

impl ProviderUser {
    pub fn permissions(&self) -> PermissionSet {
        permissions_of(self.is_administrator, &self.permissions)
    }
}

impl From<ProviderUser> for Member {
    fn from(user: ProviderUser) -> Self {
        Member { user_id: user.user_id, user_name: user.user_name, project: user.project }
    }
}

/// Whoever signed in as this subject before, else whoever has the e-mail.
pub async fn find_user(connection: &mut PgConnection, provider: &ProviderRow, subject: &str, email: &str) -> Result<Option<ProviderUser>> {
    let found = sqlx::query_as(
        "SELECT u.id AS user_id, u.name AS user_name, u.is_active, u.account_id, u.has_password, s.user_id IS NOT NULL AS is_linked,
             r.is_administrator, r.permissions, p.id, p.uid, p.name, p.description
         FROM users u JOIN projects p ON p.id = u.project_id JOIN roles r ON r.id = u.role_id
         LEFT JOIN provider_subjects s ON s.project_id = u.project_id AND s.provider_id = $2 AND s.subject = $3 AND s.user_id = u.id
         WHERE u.project_id = $1 AND NOT u.is_support AND (s.user_id IS NOT NULL OR lower(u.email) = lower($4))
         ORDER BY s.user_id IS NULL, u.account_id IS NULL, u.id LIMIT 1",
    )
    .bind(provider.project_id)
    .bind(provider.id)
    .bind(subject)
    .bind(email)
    .fetch_optional(connection)
    .await?;
    Ok(found)
}

/// Whoever signed in has the e-mail, as the provider says.
pub async fn prove_email(connection: &mut PgConnection, project_id: i64, user_id: i64, email: &str) -> Result<()> {
    sqlx::query("UPDATE users SET verified_email = email WHERE project_id = $1 AND id = $2 AND lower(email) = lower($3)")
        .bind(project_id)
        .bind(user_id)
        .bind(email)
        .execute(connection)
        .await?;
    Ok(())
}

pub async fn link(connection: &mut PgConnection, provider: &ProviderRow, subject: &str, user_id: i64) -> Result<()> {
    sqlx::query("INSERT INTO provider_subjects (project_id, provider_id, subject, user_id) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING")
        .bind(provider.project_id)
        .bind(provider.id)
        .bind(subject)
        .bind(user_id)
        .execute(connection)
        .await?;
    Ok(())
}
