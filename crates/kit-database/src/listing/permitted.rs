//! Proof of a row: what a store's `update` and `delete` take instead of an id.
use std::marker::PhantomData;
use std::ops::Deref;

use policy::{Action, ActionKind, Authorized, Caller, Denied, ResourceKind, Scope};
use sqlx::postgres::PgRow;
use sqlx::{FromRow, PgConnection, Postgres, QueryBuilder, Row as _};

use super::Listing;
use super::statement::ScopeBranch;
use kit_core::{Error, Result};

/// A row that is locked until its transaction ends, and that the caller may do `A` to. Only `Listing::find_for_update`
/// makes one, so a store that writes by it cannot write to a row that nobody checked:
///
/// ```compile_fail
/// use kit::listing::Permitted;
/// use policy::action::Delete;
///
/// fn delete(marker: &Permitted<i64, Delete>) {}
///
/// delete(&Permitted { row: 7, project_id: 1, caller: Default::default(), action: Default::default() });
/// ```
#[derive(Debug)]
pub struct Permitted<Row, A> {
    row: Row,
    project_id: i64,
    caller: Caller,
    action: PhantomData<A>,
}

impl<Row, A> Permitted<Row, A> {
    pub fn project_id(&self) -> i64 {
        self.project_id
    }

    /// Who does it, for the audit log.
    pub fn caller(&self) -> &Caller {
        &self.caller
    }

    pub fn row(&self) -> &Row {
        &self.row
    }

    pub fn into_row(self) -> Row {
        self.row
    }
}

impl<Row, A> Deref for Permitted<Row, A> {
    type Target = Row;

    fn deref(&self) -> &Row {
        &self.row
    }
}

impl Listing {
    /// The row with this key, locked until the transaction ends. `NotFound` where the caller does not see it,
    /// `Forbidden` where the caller sees it and may not do `A` to the whole of it.
    pub async fn find_for_update<Row, R, A>(&self, connection: &mut PgConnection, right: &Authorized<R, A>, id: i64) -> Result<Permitted<Row, A>>
    where
        Row: for<'r> FromRow<'r, PgRow>,
        R: ResourceKind,
        A: ActionKind,
    {
        let (project_id, caller) = (right.project_id(), right.caller().clone());
        let mut sql = QueryBuilder::new(format!("SELECT {}, coalesce(TRUE", self.select)); // NULL of a column without an owner.
        self.push_whole_scope(&mut sql, right.scope());
        sql.push(format!(", FALSE) AS is_permitted FROM {} WHERE {} = ", self.from, self.project)).push_bind(project_id);
        sql.push(format!(" AND {} = ", self.key)).push_bind(id);
        if !self.filter.is_empty() {
            sql.push(" AND ").push(self.filter);
        }
        self.push_scope(&mut sql, &caller.scope(R::VALUE, Action::View));
        // Not FOR UPDATE: rows that refer to this one may be inserted meanwhile.
        sql.push(" FOR NO KEY UPDATE");
        if let Some((table, _)) = self.key.split_once('.') {
            sql.push(" OF ").push(table);
        }
        let found = sql.build().fetch_optional(connection).await?.ok_or(Error::NotFound)?;
        if !found.try_get::<bool, _>("is_permitted")? {
            return Err(Denied::Forbidden.into());
        }
        Ok(Permitted { row: Row::from_row(&found)?, project_id, caller, action: PhantomData })
    }

    /// As `push_scope`, of rows that lie in reach as a whole.
    pub fn push_whole_scope(&self, sql: &mut QueryBuilder<Postgres>, scope: &Scope) {
        if self.whole.is_empty() || !scope.needs_tree() {
            return self.push_scope(sql, scope);
        }
        let (own, groups): (Vec<_>, Vec<_>) = self.branches(scope).into_iter().partition(|branch| matches!(branch, ScopeBranch::Own(_)));
        sql.push(" AND (FALSE");
        for branch in own {
            branch.push(sql.push(" OR "), scope);
        }
        if !groups.is_empty() {
            ScopeBranch::Groups(self.whole).push(sql.push(" OR ("), scope);
            sql.push(" AND (FALSE");
            for branch in groups {
                branch.push(sql.push(" OR "), scope);
            }
            sql.push("))");
        }
        sql.push(")");
    }
}
