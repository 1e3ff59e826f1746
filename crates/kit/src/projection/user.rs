//! Users with their groups, from identity.
use policy::{Action, Caller, Resource};
use proto::vestibule::events::v1::UserChanged;
use sqlx::{AssertSqlSafe, PgConnection, QueryBuilder};

use super::Snapshot;
use crate::listing::ScopeBranch;
use crate::projection_lag::{ForeignEntity, wait_until_projected};
use crate::related::{ProjectedRows, complete};
use crate::{Context, Result};

/// Besides id, project and version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UserColumn {
    Name,
    Description,
    Email,
    Locale,
    Role,
    IsActive,
    /// Whether lifts go to public floors only.
    ElevatorAccessDisabled,
}

/// What a deleted user leaves. The row stays in either case, so that an old snapshot does not restore the user; the groups go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeletedUser {
    /// All columns, and `deleted` set.
    Marked,
    /// A row that is not active, with no personal data: texts are NULL. The table has no column `deleted`.
    Cleared,
}

/// How a service keeps users: a table of them, and one with their groups (`user_id, group_id, project_id`).
#[derive(Clone, Copy, Debug)]
pub struct UserProjection {
    pub users: &'static str,
    pub groups: &'static str,
    pub columns: &'static [UserColumn],
    pub deleted: DeletedUser,
}

impl UserProjection {
    /// Stores a snapshot. Returns the groups that the user has left; None for a snapshot that is not newer than the stored one.
    pub async fn project(&self, connection: &mut PgConnection, user: &UserChanged) -> Result<Option<Vec<i64>>> {
        if !self.snapshot(user).store(connection, user.version).await? {
            return Ok(None);
        }
        let groups: &[i64] = if user.deleted { &[] } else { &user.domain_ids };
        let delete = format!("DELETE FROM {} WHERE user_id = $1 AND group_id <> ALL($2) RETURNING group_id", self.groups);
        let left = sqlx::query_scalar(AssertSqlSafe(delete)).bind(user.id).bind(groups).fetch_all(&mut *connection).await?;
        let insert = format!(
            "INSERT INTO {} (user_id, group_id, project_id) SELECT $1, g, $3 FROM unnest($2::bigint[]) g ON CONFLICT DO NOTHING",
            self.groups
        );
        sqlx::query(AssertSqlSafe(insert)).bind(user.id).bind(groups).bind(user.project_id).execute(connection).await?;
        Ok(Some(left))
    }

    fn snapshot(&self, user: &UserChanged) -> Snapshot {
        let is_cleared = user.deleted && self.deleted == DeletedUser::Cleared;
        let mut row = Snapshot::new(self.users, "id").set("id", user.id).set("project_id", user.project_id);
        for column in self.columns {
            row = match column {
                UserColumn::Name => row.set("name", (!is_cleared).then_some(&user.name)),
                UserColumn::Description => row.set("description", (!is_cleared).then_some(&user.description)),
                UserColumn::Email => row.set("email", (!is_cleared).then_some(&user.email)),
                UserColumn::Locale => row.set("locale", (!is_cleared).then_some(&user.locale)),
                UserColumn::Role => row.set("role_id", user.role_id),
                UserColumn::IsActive => row.set("is_active", user.is_active && !is_cleared),
                UserColumn::ElevatorAccessDisabled => row.set("elevator_access_disabled", user.elevator_access_disabled),
            };
        }
        if self.deleted == DeletedUser::Marked { row.set("deleted", user.deleted) } else { row }
    }

    /// Those of the users whom the caller sees; a caller always sees their own user.
    pub async fn visible(&self, connection: &mut PgConnection, caller: &Caller, ids: &[i64]) -> Result<Vec<i64>> {
        let present = if self.deleted == DeletedUser::Marked { "NOT t.deleted" } else { "t.is_active" };
        let of_groups = format!("EXISTS (SELECT 1 FROM {} ug WHERE ug.user_id = t.id AND ug.group_id IN ({{}}))", self.groups);
        let rows = ProjectedRows { table: self.users, present, of_groups: &of_groups, resource: Resource::User };
        rows.visible(connection, caller, ids).await
    }

    /// An error that names those whom the caller does not see.
    pub async fn ensure_visible(&self, connection: &mut PgConnection, caller: &Caller, ids: &[i64]) -> Result<()> {
        complete("user", ids, &self.visible(connection, caller, ids).await?)
    }

    /// Those in a group beyond the caller's reach, without the caller.
    pub async fn beyond_reach(&self, connection: &mut PgConnection, caller: &Caller, ids: &[i64]) -> Result<Vec<i64>> {
        let scope = caller.scope(Resource::User, Action::View);
        if scope.all || ids.is_empty() {
            return Ok(Vec::new());
        }
        let mut sql = QueryBuilder::new(format!("SELECT u.id FROM {} u WHERE u.project_id = ", self.users));
        sql.push_bind(caller.project_id).push(" AND u.id = ANY(").push_bind(ids).push(") AND u.id <> ").push_bind(caller.user_id);
        sql.push(format!(" AND EXISTS (SELECT 1 FROM {} ug WHERE ug.user_id = u.id", self.groups));
        if scope.needs_tree() {
            ScopeBranch::Groups("ug.group_id NOT IN ({})").push(sql.push(" AND "), &scope);
        }
        sql.push(")");
        Ok(sql.build_query_scalar().fetch_all(connection).await?)
    }

    /// They may be so new that their events have not come yet.
    pub async fn wait_until_projected(&self, context: &Context, caller: &Caller, ids: &[i64]) -> Result<()> {
        wait_until_projected(context, caller, ForeignEntity::User, self.users, ids).await
    }
}
