//! From a request to the statement of a page and to that of the count.
use policy::Scope;
use sqlx::postgres::PgRow;
use sqlx::{FromRow, PgConnection, Postgres, QueryBuilder};

use super::filter::like;
use super::{Filter, Listing};
use crate::{Error, Result};

const SIZES: [i32; 5] = [10, 20, 50, 100, 500];
const DEFAULT_SIZE: i32 = 20;
/// Counts are exact up to here; one more means "more than".
const COUNT_LIMIT: i64 = 10_000;
/// How far a page may lie: further on, filter.
const OFFSET_LIMIT: i64 = 10_000;
const MAX_SORTS: usize = 4;
const MAX_SEARCH: usize = 100;

/// What a list call asks.
#[derive(Clone, Debug, Default)]
pub struct ListQuery {
    pub page: i32,
    pub size: i32,
    pub sort: String,
    pub filters: String,
    pub search: String,
}

/// Fills a `ListQuery` from any generated list request.
#[macro_export]
macro_rules! list_query {
    ($request:expr) => {
        $crate::ListQuery {
            page: $request.page,
            size: $request.size,
            sort: $request.sort.clone(),
            filters: $request.filters.clone(),
            search: $request.search.clone(),
        }
    };
}

/// A page of rows.
#[derive(Debug)]
pub struct Page<T> {
    pub items: Vec<T>,
    /// Exact up to 10,000; 10,001 means more.
    pub total: i64,
    pub page: i32,
    pub size: i32,
}

impl<T> Page<T> {
    pub fn map<U>(self, to: impl FnMut(T) -> U) -> Page<U> {
        Page { items: self.items.into_iter().map(to).collect(), total: self.total, page: self.page, size: self.size }
    }
}

impl Listing {
    /// The page that `query` asks for, of the rows that `scope` reaches.
    pub async fn page<T>(&self, connection: &mut PgConnection, project_id: i64, scope: &Scope, query: &ListQuery) -> Result<Page<T>>
    where
        T: for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        self.page_where(connection, project_id, scope, query, |_| {}).await
    }

    /// With another condition, pushed after the others; it begins with " AND ".
    pub async fn page_where<T>(
        &self,
        connection: &mut PgConnection,
        project_id: i64,
        scope: &Scope,
        query: &ListQuery,
        more: impl Fn(&mut QueryBuilder<Postgres>),
    ) -> Result<Page<T>>
    where
        T: for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        let (page, size) = bounds(query)?;
        let filter = Filter::parse(&query.filters)?;
        let mut rows = self.statement(self.head(page), project_id, scope, query, filter.as_ref())?;
        more(&mut rows);
        self.push_order(&mut rows, &query.sort)?;
        push_window(&mut rows, page, size);
        if page > 1 {
            rows.push(")");
            self.push_order(&mut rows, &query.sort)?;
        }
        let items: Vec<T> = rows.build_query_as().fetch_all(&mut *connection).await?;

        let before = i64::from(page - 1) * i64::from(size);
        let is_last = items.len() < size as usize && (page == 1 || !items.is_empty());
        let total = if is_last {
            (before + items.len() as i64).min(COUNT_LIMIT + 1)
        } else {
            self.count(connection, project_id, scope, query, filter.as_ref(), more).await?
        };
        Ok(Page { items, total, page, size })
    }

    /// The beginning of the statement of a page. A later page is found by its keys first, which an index gives:
    /// else Postgres would work out every column of every row that it then skips.
    fn head(&self, page: i32) -> String {
        match page {
            1 => format!("SELECT {}", self.select),
            _ => format!("SELECT {} FROM {} WHERE {key} IN (SELECT {key}", self.select, self.from, key = self.key),
        }
    }

    async fn count(
        &self,
        connection: &mut PgConnection,
        project_id: i64,
        scope: &Scope,
        query: &ListQuery,
        filter: Option<&Filter>,
        more: impl Fn(&mut QueryBuilder<Postgres>),
    ) -> Result<i64> {
        let mut inner = self.statement("SELECT count(*) FROM (SELECT 1".into(), project_id, scope, query, filter)?;
        more(&mut inner);
        inner.push(" LIMIT ").push(COUNT_LIMIT + 1).push(") counted");
        Ok(inner.build_query_scalar().fetch_one(connection).await?)
    }

    fn statement(
        &self,
        select: String,
        project_id: i64,
        scope: &Scope,
        query: &ListQuery,
        filter: Option<&Filter>,
    ) -> Result<QueryBuilder<Postgres>> {
        let mut sql = QueryBuilder::new(select);
        sql.push(" FROM ").push(self.from).push(" WHERE ").push(self.project).push(" = ").push_bind(project_id);
        if !self.filter.is_empty() {
            sql.push(" AND ").push(self.filter);
        }
        self.push_scope(&mut sql, scope);
        if let Some(filter) = filter {
            sql.push(" AND ");
            filter.push(self, &mut sql)?;
        }
        self.push_search(&mut sql, &query.search)?;
        Ok(sql)
    }

    /// " AND (…)" for the rows in reach. A list that knows no groups, or no owner, gives nothing for such a reach.
    pub fn push_scope(&self, sql: &mut QueryBuilder<Postgres>, scope: &Scope) {
        if scope.all {
            return;
        }
        sql.push(" AND (FALSE");
        if scope.needs_tree() && !self.groups.is_empty() {
            let (before, after) = self.groups.split_once("{}").unwrap_or((self.groups, ""));
            sql.push(" OR ")
                .push(before)
                .push("SELECT reach.descendant_id FROM group_closure reach WHERE reach.ancestor_id = ANY(")
                .push_bind(scope.domain_ids.clone());
            sql.push(match (scope.domain, scope.descendants) {
                (true, true) => ")",
                (true, false) => ") AND reach.depth = 0",
                _ => ") AND reach.depth > 0",
            });
            sql.push(after);
        }
        if scope.own && !self.own.is_empty() {
            let (before, after) = self.own.split_once("{}").unwrap_or((self.own, ""));
            sql.push(" OR ").push(before).push_bind(scope.user_id).push(after);
        }
        sql.push(")");
    }

    fn push_search(&self, sql: &mut QueryBuilder<Postgres>, search: &str) -> Result<()> {
        let search = search.trim();
        if search.is_empty() || self.search.is_empty() {
            return Ok(());
        }
        if search.chars().count() > MAX_SEARCH {
            return Err(Error::field("search", format!("maximum length is {MAX_SEARCH}")));
        }
        sql.push(" AND (");
        for (i, column) in self.search.iter().enumerate() {
            sql.push(if i > 0 { " OR " } else { "" }).push(column).push(" ILIKE ").push_bind(format!("%{}%", like(search)));
        }
        sql.push(")");
        Ok(())
    }

    fn push_order(&self, sql: &mut QueryBuilder<Postgres>, sort: &str) -> Result<()> {
        let sort = if sort.trim().is_empty() { self.default_sort } else { sort };
        if sort.split(',').count() > MAX_SORTS {
            return Err(Error::field("sort", "too many fields"));
        }
        sql.push(" ORDER BY ");
        let mut last_descends = false;
        for name in sort.split(',').map(str::trim) {
            let (name, descending) = name.strip_prefix('-').map_or((name, false), |name| (name, true));
            let column = self.column(name).filter(|column| column.sortable).ok_or_else(|| Error::field(format!("sort.{name}"), "unknown field"))?;
            sql.push(column.sql).push(if descending { " DESC, " } else { ", " });
            last_descends = descending;
        }
        sql.push(self.key).push(if last_descends { " DESC" } else { "" });
        Ok(())
    }
}

/// Written out, since sizes and places of pages are few: of a placeholder Postgres supposes that it asks for a tenth
/// of the table, and plans anew for every call.
fn push_window(sql: &mut QueryBuilder<Postgres>, page: i32, size: i32) {
    sql.push(" LIMIT ").push(size);
    if page > 1 {
        sql.push(" OFFSET ").push(i64::from(page - 1) * i64::from(size));
    }
}

fn bounds(query: &ListQuery) -> Result<(i32, i32)> {
    let size = if query.size == 0 { DEFAULT_SIZE } else { query.size };
    if !SIZES.contains(&size) {
        return Err(Error::field("size", "must be one of: 10, 20, 50, 100, 500"));
    }
    let page = query.page.max(1);
    if i64::from(page - 1) * i64::from(size) > OFFSET_LIMIT {
        return Err(Error::field("page", "too far: filter the list"));
    }
    Ok((page, size))
}
