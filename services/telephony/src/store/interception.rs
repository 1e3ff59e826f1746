//! Who intercepts calls, and of which groups.
use kit::Result;
use policy::{Action, ActionKind, Authorized, Resource, action, resource};
use sqlx::PgConnection;
use time::OffsetDateTime;

type Right<A> = Authorized<resource::Interception, A>;

#[derive(Debug, sqlx::FromRow)]
pub struct InterceptionGroupRow {
    pub id: i64,
    pub name: String,
    pub full_name: String,
    pub is_selected: bool,
}

/// Locks the caller's row, which is inserted where there is none; returns whether interception is active.
pub async fn lock(connection: &mut PgConnection, right: &Right<action::Edit>, now: OffsetDateTime) -> Result<bool> {
    Ok(sqlx::query_scalar(
        "INSERT INTO interceptions (user_id, project_id, is_active, updated_at) VALUES ($1, $2, false, $3)
         ON CONFLICT (user_id) DO UPDATE SET is_active = interceptions.is_active RETURNING is_active",
    )
    .bind(right.caller().user_id)
    .bind(right.project_id())
    .bind(now)
    .fetch_one(connection)
    .await?)
}

pub async fn is_active(connection: &mut PgConnection, right: &Right<impl ActionKind>) -> Result<bool> {
    let found: Option<bool> = sqlx::query_scalar("SELECT is_active FROM interceptions WHERE project_id = $1 AND user_id = $2")
        .bind(right.project_id())
        .bind(right.caller().user_id)
        .fetch_optional(connection)
        .await?;
    Ok(found.unwrap_or(false))
}

pub async fn switch(connection: &mut PgConnection, right: &Right<action::Edit>, is_active: bool, now: OffsetDateTime) -> Result<()> {
    sqlx::query("UPDATE interceptions SET is_active = $3, updated_at = $4 WHERE project_id = $1 AND user_id = $2")
        .bind(right.project_id())
        .bind(right.caller().user_id)
        .bind(is_active)
        .bind(now)
        .execute(connection)
        .await?;
    Ok(())
}

/// Those of the groups that lie in the caller's reach.
pub async fn within(connection: &mut PgConnection, right: &Right<action::Edit>, groups: &[i64]) -> Result<Vec<i64>> {
    let scope = right.scope();
    Ok(sqlx::query_scalar(
        "SELECT g.id FROM group_nodes g WHERE g.project_id = $1 AND g.id = ANY($2) AND NOT g.deleted AND ($3 OR EXISTS (
             SELECT 1 FROM group_closure c WHERE c.descendant_id = g.id AND c.ancestor_id = ANY($4) AND (c.depth > 0 AND $5 OR c.depth = 0 AND $6)))",
    )
    .bind(right.project_id())
    .bind(groups)
    .bind(scope.all)
    .bind(&scope.domain_ids)
    .bind(scope.descendants)
    .bind(scope.domain)
    .fetch_all(connection)
    .await?)
}

/// The selected groups and the caller's own remain; others are forgotten.
pub async fn select(connection: &mut PgConnection, right: &Right<action::Edit>, selected: &[i64]) -> Result<()> {
    let user_id = right.caller().user_id;
    sqlx::query("DELETE FROM interception_groups WHERE user_id = $1").bind(user_id).execute(&mut *connection).await?;
    sqlx::query(
        "INSERT INTO interception_groups (user_id, group_id, project_id, is_selected)
         SELECT $1, id, $2, id = ANY($3) FROM unnest($3::bigint[] || $4::bigint[]) id GROUP BY id",
    )
    .bind(user_id)
    .bind(right.project_id())
    .bind(selected)
    .bind(&right.caller().domain_ids)
    .execute(connection)
    .await?;
    Ok(())
}

/// Names from the topmost group on that the caller sees. For a statement whose first three binds are everything, the caller's groups, and
/// whether those below them are seen; the groups themselves always are.
const FULL_NAME: &str = "(SELECT string_agg(a.name, ', ' ORDER BY c.depth DESC) FROM group_closure c JOIN group_nodes a ON a.id = c.ancestor_id
         WHERE c.descendant_id = g.id AND ($1 OR a.id = g.id OR EXISTS (
             SELECT 1 FROM group_closure v WHERE v.descendant_id = a.id AND v.ancestor_id = ANY($2) AND (v.depth = 0 OR $3))))";

/// Groups that the caller chose, now or before, and that still lie in reach; by their full names.
pub async fn chosen(connection: &mut PgConnection, right: &Right<action::View>) -> Result<Vec<InterceptionGroupRow>> {
    let (scope, view) = (right.scope(), right.caller().scope(Resource::Group, Action::View));
    let statement = format!(
        "SELECT g.id, g.name, {FULL_NAME} AS full_name, i.is_selected FROM interception_groups i JOIN group_nodes g ON g.id = i.group_id AND NOT g.deleted
         WHERE i.project_id = $4 AND i.user_id = $5 AND ($6 OR EXISTS (
             SELECT 1 FROM group_closure c WHERE c.descendant_id = g.id AND c.ancestor_id = ANY($7) AND (c.depth > 0 AND $8 OR c.depth = 0 AND $9)))
         ORDER BY full_name, g.id"
    ); // Nothing but constants.
    Ok(sqlx::query_as(sqlx::AssertSqlSafe(statement))
        .bind(view.all)
        .bind(&view.domain_ids)
        .bind(view.descendants)
        .bind(right.project_id())
        .bind(right.caller().user_id)
        .bind(scope.all)
        .bind(&scope.domain_ids)
        .bind(scope.descendants)
        .bind(scope.domain)
        .fetch_all(connection)
        .await?)
}

/// Groups that the caller belongs to.
pub async fn own(connection: &mut PgConnection, right: &Right<action::View>) -> Result<Vec<InterceptionGroupRow>> {
    let view = right.caller().scope(Resource::Group, Action::View);
    let statement = format!(
        "SELECT g.id, g.name, {FULL_NAME} AS full_name, coalesce(i.is_selected, false) AS is_selected
         FROM group_nodes g LEFT JOIN interception_groups i ON i.group_id = g.id AND i.user_id = $6
         WHERE g.project_id = $4 AND g.id = ANY($5) AND NOT g.deleted ORDER BY full_name, g.id"
    ); // Nothing but constants.
    Ok(sqlx::query_as(sqlx::AssertSqlSafe(statement))
        .bind(view.all)
        .bind(&view.domain_ids)
        .bind(view.descendants)
        .bind(right.project_id())
        .bind(&right.caller().domain_ids)
        .bind(right.caller().user_id)
        .fetch_all(connection)
        .await?)
}
