//! The table of webhooks.
use kit::listing::{Kind, Permitted, column, sortable};
use kit::{Error, ListQuery, Listing, Page, Result, related};
use policy::{Action, ActionKind, Authorized, Caller, Resource, action, resource};
use sqlx::{PgConnection, Postgres, QueryBuilder};
use time::OffsetDateTime;

use crate::domain::webhook::{DisabledReason, WebhookDraft};
use crate::domain::webhook_reach::WebhookOwner;

pub type Right<A> = Authorized<resource::Webhook, A>;

/// What a webhook's secrets are sealed for.
pub const SECRET: &str = "notifications.webhook.secret";

/// Deliveries of a webhook that wait, and dead letters, are counted up to here: nobody waits for more of them to be counted.
pub const MAX_COUNTED: i64 = 10_000;

const COLUMNS: &str = "w.id, w.project_id, w.name, w.url, w.secret, w.previous_secret, w.previous_secret_until, w.events, w.group_id,
    coalesce(g.name, '') AS group_name, w.is_enabled, w.disabled_reason, w.disabled_at, w.failing_since, w.delivered_at, w.dropped, w.owner_id,
    w.owner_name, w.created_at, w.updated_at, coalesce(r.permissions, '{}') AS owner_permissions,
    ARRAY(SELECT m.group_id FROM user_groups m WHERE m.user_id = u.id) AS owner_groups,
    (SELECT count(*) FROM (SELECT FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.state = 1 LIMIT 10000) x) AS pending,
    (SELECT count(*) FROM (SELECT FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.state = 3 LIMIT 10000) x) AS dead";
const FROM: &str = "webhooks w LEFT JOIN group_nodes g ON g.id = w.group_id AND g.project_id = w.project_id
    LEFT JOIN users u ON u.id = w.owner_id AND u.project_id = w.project_id AND u.is_active
    LEFT JOIN roles r ON r.id = u.role_id AND r.project_id = w.project_id";

pub static LISTING: Listing = Listing {
    resource: "webhooks",
    select: COLUMNS,
    from: FROM,
    project: "w.project_id",
    key: "w.id",
    columns: &[
        sortable("id", "w.id", Kind::Int),
        sortable("name", "w.name", Kind::Text),
        sortable("url", "w.url", Kind::Text),
        sortable("created_at", "w.created_at", Kind::Time),
        column("is_enabled", "w.is_enabled", Kind::Bool),
        column("domain_id", "w.group_id", Kind::Int),
    ],
    default_sort: "name",
    search: &["w.name", "w.url"],
    groups: "",
    own: "",
    filter: "",
    whole: "",
};

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct WebhookRow {
    pub id: i64,
    pub project_id: i64,
    pub name: String,
    pub url: String,
    pub secret: Vec<u8>,
    pub previous_secret: Option<Vec<u8>>,
    pub previous_secret_until: Option<OffsetDateTime>,
    pub events: Vec<String>,
    pub group_id: Option<i64>,
    pub group_name: String,
    pub is_enabled: bool,
    disabled_reason: Option<i16>,
    pub disabled_at: Option<OffsetDateTime>,
    pub failing_since: Option<OffsetDateTime>,
    pub delivered_at: Option<OffsetDateTime>,
    pub dropped: i64,
    pub owner_id: i64,
    pub owner_name: String,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
    owner_permissions: Vec<String>,
    owner_groups: Vec<i64>,
    pub pending: i64,
    pub dead: i64,
}

impl WebhookRow {
    pub fn draft(&self) -> WebhookDraft {
        WebhookDraft {
            name: self.name.clone(),
            url: self.url.clone(),
            events: self.events.clone(),
            group_id: self.group_id,
            is_enabled: self.is_enabled,
        }
    }

    pub fn disabled_reason(&self) -> Option<DisabledReason> {
        self.disabled_reason.and_then(DisabledReason::from_number)
    }

    /// With the rights of now.
    pub fn owner(&self) -> WebhookOwner {
        WebhookOwner::new(self.project_id, self.owner_id, &self.owner_permissions, self.owner_groups.clone())
    }
}

/// Which webhooks a caller sees whose rights reach them: those of the whole project, of groups that the caller sees, and those that they
/// vouch for. A webhook's secret and address are not for the staff of another house.
struct SeenWebhooks {
    user_id: i64,
    /// None: all groups, the deleted ones too.
    groups: Option<Vec<i64>>,
}

impl SeenWebhooks {
    async fn of(connection: &mut PgConnection, caller: &Caller) -> Result<SeenWebhooks> {
        let user_id = caller.user_id;
        if caller.scope(Resource::Group, Action::View).all {
            return Ok(SeenWebhooks { user_id, groups: None });
        }
        let all: Vec<i64> = sqlx::query_scalar("SELECT DISTINCT group_id FROM webhooks WHERE project_id = $1 AND group_id IS NOT NULL")
            .bind(caller.project_id)
            .fetch_all(&mut *connection)
            .await?;
        Ok(SeenWebhooks { user_id, groups: Some(related::visible_groups(connection, caller, &all).await?) })
    }

    fn push(&self, sql: &mut QueryBuilder<Postgres>) {
        let Some(groups) = &self.groups else { return };
        sql.push(" AND (w.group_id IS NULL OR w.owner_id = ").push_bind(self.user_id);
        sql.push(" OR w.group_id = ANY(").push_bind(groups.clone()).push("))");
    }

    fn has(&self, row: &WebhookRow) -> bool {
        let has_group = |group: i64| self.groups.as_ref().is_none_or(|groups| groups.contains(&group));
        row.owner_id == self.user_id || row.group_id.is_none_or(has_group)
    }
}

pub async fn list(connection: &mut PgConnection, right: &Right<action::View>, query: &ListQuery) -> Result<Page<WebhookRow>> {
    let seen = SeenWebhooks::of(connection, right.caller()).await?;
    LISTING.page_where(connection, right.project_id(), right.scope(), query, |sql| seen.push(sql)).await
}

pub async fn find<A: ActionKind>(connection: &mut PgConnection, right: &Right<A>, id: i64) -> Result<WebhookRow> {
    let seen = SeenWebhooks::of(connection, right.caller()).await?;
    let mut sql = QueryBuilder::new(format!("SELECT {COLUMNS} FROM {FROM} WHERE w.project_id = "));
    sql.push_bind(right.project_id()).push(" AND w.id = ").push_bind(id);
    LISTING.push_scope(&mut sql, right.scope());
    seen.push(&mut sql);
    sql.build_query_as().fetch_optional(connection).await?.ok_or(Error::NotFound)
}

/// Locks against events, too: whoever stores a delivery locks the webhook before its lane.
pub async fn find_for_update<A: ActionKind>(connection: &mut PgConnection, right: &Right<A>, id: i64) -> Result<Permitted<WebhookRow, A>> {
    let lock = sqlx::query("SELECT FROM webhooks WHERE project_id = $1 AND id = $2 FOR UPDATE");
    lock.bind(right.project_id()).bind(id).execute(&mut *connection).await?;
    let found: Permitted<WebhookRow, A> = LISTING.find_for_update(connection, right, id).await?;
    match SeenWebhooks::of(connection, right.caller()).await?.has(&found) {
        true => Ok(found),
        false => Err(Error::NotFound),
    }
}

/// Locks against further webhooks of the project until the transaction ends.
pub async fn count_for_insert(connection: &mut PgConnection, project_id: i64) -> Result<i64> {
    let lock = sqlx::query("SELECT pg_advisory_xact_lock(hashtextextended('webhooks', $1))");
    lock.bind(project_id).execute(&mut *connection).await?;
    Ok(sqlx::query_scalar("SELECT count(*) FROM webhooks WHERE project_id = $1").bind(project_id).fetch_one(connection).await?)
}

/// `secret`: sealed.
pub async fn insert(
    connection: &mut PgConnection,
    right: &Right<action::Create>,
    draft: &WebhookDraft,
    secret: &[u8],
    now: OffsetDateTime,
) -> Result<i64> {
    Ok(sqlx::query_scalar(
        "INSERT INTO webhooks (project_id, name, url, secret, events, group_id, is_enabled, owner_id, owner_name, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) RETURNING id",
    )
    .bind(right.project_id())
    .bind(draft.name.trim())
    .bind(draft.url.trim())
    .bind(secret)
    .bind(&draft.events)
    .bind(draft.group_id)
    .bind(draft.is_enabled)
    .bind(right.caller().user_id)
    .bind(&right.caller().user_name)
    .bind(now)
    .fetch_one(connection)
    .await?)
}

/// `is_vouched`: the caller vouches for it from now on. What waits stops with the webhook, and goes on with it.
pub async fn update(
    connection: &mut PgConnection,
    webhook: &Permitted<WebhookRow, action::Edit>,
    draft: &WebhookDraft,
    is_vouched: bool,
    now: OffsetDateTime,
) -> Result<()> {
    let is_enabled_anew = draft.is_enabled && !webhook.is_enabled;
    sqlx::query(
        "UPDATE webhooks SET name = $3, url = $4, events = $5, group_id = $6, is_enabled = $7, updated_at = $8,
             owner_id = CASE WHEN $9 THEN $10 ELSE owner_id END, owner_name = CASE WHEN $9 THEN $11 ELSE owner_name END,
             disabled_reason = CASE WHEN $7 THEN NULL ELSE disabled_reason END,
             disabled_at = CASE WHEN $7 THEN NULL WHEN is_enabled THEN $8 ELSE disabled_at END,
             failing_since = CASE WHEN $12 THEN NULL ELSE failing_since END, dropped = CASE WHEN $12 THEN 0 ELSE dropped END
         WHERE project_id = $1 AND id = $2",
    )
    .bind(webhook.project_id())
    .bind(webhook.id)
    .bind(draft.name.trim())
    .bind(draft.url.trim())
    .bind(&draft.events)
    .bind(draft.group_id)
    .bind(draft.is_enabled)
    .bind(now)
    .bind(is_vouched)
    .bind(webhook.caller().user_id)
    .bind(&webhook.caller().user_name)
    .bind(is_enabled_anew)
    .execute(&mut *connection)
    .await?;
    if draft.is_enabled != webhook.is_enabled {
        sqlx::query("UPDATE webhook_lanes SET next_attempt_at = $3, attempts = 0 WHERE project_id = $1 AND webhook_id = $2")
            .bind(webhook.project_id())
            .bind(webhook.id)
            .bind(draft.is_enabled.then_some(now))
            .execute(connection)
            .await?;
    }
    Ok(())
}

/// `secret`: sealed. The one before signs besides until a moment.
pub async fn update_secret(
    connection: &mut PgConnection,
    webhook: &Permitted<WebhookRow, action::Edit>,
    secret: &[u8],
    previous_until: OffsetDateTime,
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query(
        "UPDATE webhooks SET previous_secret = secret, secret = $3, previous_secret_until = $4, updated_at = $5 WHERE project_id = $1 AND id = $2",
    )
    .bind(webhook.project_id())
    .bind(webhook.id)
    .bind(secret)
    .bind(previous_until)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(())
}

/// With its deliveries. Lanes first, as whoever stores an outcome locks them before deliveries.
pub async fn delete(connection: &mut PgConnection, webhook: &Permitted<WebhookRow, action::Delete>) -> Result<()> {
    let lanes = sqlx::query("DELETE FROM webhook_lanes WHERE project_id = $1 AND webhook_id = $2");
    lanes.bind(webhook.project_id()).bind(webhook.id).execute(&mut *connection).await?;
    sqlx::query("DELETE FROM webhooks WHERE project_id = $1 AND id = $2").bind(webhook.project_id()).bind(webhook.id).execute(connection).await?;
    Ok(())
}
