//! From a request to the statement of a page and to that of the count.
use policy::{Action, Caller, Resource, Scope};
use sqlx::postgres::PgRow;
use sqlx::{AssertSqlSafe, FromRow, PgConnection, Postgres, QueryBuilder};

use super::filter::like;
use super::large_counts::LargeCountKey;
use super::statement::{ListStatement, ScopeBranch, Sort};
use super::{Filter, Listing};
use kit_core::{Error, Result};

const SIZES: [i32; 5] = [10, 20, 50, 100, 500];
const DEFAULT_SIZE: i32 = 20;
/// Counts are exact up to here; one more means "more than".
const COUNT_LIMIT: i64 = 10_000;
/// How far a page may lie: further on, filter.
const OFFSET_LIMIT: i64 = 10_000;
const MAX_SORTS: usize = 4;
const MAX_SEARCH: usize = 100;
/// An index of trigrams knows parts of so many letters.
const MIN_INDEXED_PART: usize = 3;

/// What a list call asks.
#[derive(Clone, Debug, Default)]
pub struct ListQuery {
    pub page: i32,
    pub size: i32,
    pub sort: String,
    pub filters: String,
    pub search: String,
}

impl ListQuery {
    /// Page and size, checked, for a list that is no `Listing`.
    pub fn bounds(&self) -> Result<(i32, i32)> {
        let size = if self.size == 0 { DEFAULT_SIZE } else { self.size };
        if !SIZES.contains(&size) {
            return Err(Error::field("size", "must be one of: 10, 20, 50, 100, 500"));
        }
        let page = self.page.max(1);
        if i64::from(page - 1) * i64::from(size) > OFFSET_LIMIT {
            return Err(Error::field("page", "too far: filter the list"));
        }
        Ok((page, size))
    }
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

/// The keys of a page, and how many rows there are.
struct Keys {
    keys: Vec<i64>,
    total: i64,
}

/// How many rows there are when a page with so many is the last; None when another may follow.
fn total_of_last_page(page: i32, size: i32, rows: usize) -> Option<i64> {
    let before = i64::from(page - 1) * i64::from(size);
    (rows < size as usize && (page == 1 || rows > 0)).then(|| before + rows as i64)
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
        self.page_of(connection, (project_id, scope, query), None, more).await
    }

    /// As `page_where`, for a large table: rows are searched for by a function that `make_searchable_by_parts` has made. It gives
    /// rows of the connection's project, which is `project_id`.
    pub async fn page_by_parts<T>(
        &self,
        connection: &mut PgConnection,
        project_id: i64,
        scope: &Scope,
        query: &ListQuery,
        by_part: &'static str,
        more: impl Fn(&mut QueryBuilder<Postgres>),
    ) -> Result<Page<T>>
    where
        T: for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        self.page_of(connection, (project_id, scope, query), Some(by_part), more).await
    }

    async fn page_of<T>(
        &self,
        connection: &mut PgConnection,
        (project_id, scope, query): (i64, &Scope, &ListQuery),
        by_part: Option<&'static str>,
        more: impl Fn(&mut QueryBuilder<Postgres>),
    ) -> Result<Page<T>>
    where
        T: for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        let (page, size) = query.bounds()?;
        let filter = Filter::parse(&query.filters)?;
        let sort = self.sort(&query.sort)?;
        let mut statement = ListStatement {
            listing: self,
            project_id,
            scope,
            search: &query.search,
            found: None,
            filter: filter.as_ref(),
            more: &more,
            is_large: false,
        };
        let found = match by_part {
            Some(by_part) if !LargeCountKey::of(&statement, query).is_some_and(|large| large.is_known_large()) => {
                self.keys_by_part(connection, by_part, &query.search).await?
            }
            _ => None,
        };
        statement.found = found.as_deref();
        if !statement.is_everything() {
            let found = self.keys(connection, statement, &sort, query, (page, size)).await?;
            return Ok(Page { items: self.rows(connection, &found.keys, &sort).await?, total: found.total, page, size });
        }
        // The keys first, which an index gives: else Postgres works out every column of every row that it sorts or skips.
        let mut rows = QueryBuilder::new(format!("SELECT {} FROM {} WHERE {} IN (", self.select, self.from, self.key));
        statement.push_keys(&mut rows, &sort, page, size)?;
        rows.push(")");
        sort.push(&mut rows);
        let items: Vec<T> = rows.build_query_as().fetch_all(&mut *connection).await?;
        let total = match total_of_last_page(page, size, items.len()) {
            Some(total) => total,
            None => self.count(connection, &statement, query).await?,
        };
        Ok(Page { items, total: total.min(COUNT_LIMIT + 1), page, size })
    }

    /// Keys of the project's rows that have the part in their texts. None where there are too many of them, or where the part is too
    /// short for an index: then rows are read in the order of the list, and the first ones do.
    async fn keys_by_part(&self, connection: &mut PgConnection, by_part: &'static str, search: &str) -> Result<Option<Vec<i64>>> {
        let Some(part) = self.searched(search)?.filter(|part| part.chars().count() >= MIN_INDEXED_PART) else {
            return Ok(None);
        };
        let statement = AssertSqlSafe(format!("SELECT {by_part}($1)")); // A name that a store has.
        Ok(sqlx::query_scalar(statement).bind(format!("%{}%", like(part))).fetch_one(connection).await?)
    }

    /// The keys of a page of some rows, and how many rows there are, in one statement, which is planned for these values. It
    /// names few columns, and so takes little planning.
    async fn keys<M: Fn(&mut QueryBuilder<Postgres>)>(
        &self,
        connection: &mut PgConnection,
        statement: ListStatement<'_, M>,
        sort: &Sort,
        query: &ListQuery,
        (page, size): (i32, i32),
    ) -> Result<Keys> {
        let large = LargeCountKey::of(&statement, query);
        if large.as_ref().is_some_and(LargeCountKey::is_known_large) {
            let statement = ListStatement { is_large: true, ..statement };
            return Ok(Keys { keys: self.page_of_keys(connection, &statement, sort, (page, size)).await?, total: COUNT_LIMIT + 1 });
        }
        if statement.is_of_groups() {
            let (keys, count) = self.counted_page(connection, statement, sort, (page, size)).await?;
            if let Some(large) = large.filter(|_| count > COUNT_LIMIT) {
                large.remember();
            }
            return Ok(Keys { keys, total: count.min(COUNT_LIMIT + 1) });
        }
        let mut sql = QueryBuilder::new("WITH page AS MATERIALIZED (SELECT ARRAY(");
        statement.push_keys(&mut sql, sort, page, size)?;
        // Not counted after a page that is not full: it is the last.
        let least = if page == 1 { 0 } else { 1 };
        sql.push(format!(
            ") AS keys) SELECT keys, CASE WHEN cardinality(keys) BETWEEN {least} AND {} THEN NULL ELSE (SELECT count(*) FROM (",
            size - 1
        ));
        statement.push_all(&mut sql, COUNT_LIMIT + 1)?;
        sql.push(") counted) END FROM page");
        let (keys, count): (Vec<i64>, Option<i64>) = sql.build_query_as().persistent(false).fetch_one(connection).await?;
        if let Some(large) = large.filter(|_| count.is_some_and(|count| count > COUNT_LIMIT)) {
            large.remember();
        }
        let total = total_of_last_page(page, size, keys.len()).or(count).unwrap_or(COUNT_LIMIT + 1);
        Ok(Keys { keys, total: total.min(COUNT_LIMIT + 1) })
    }

    /// Counts the rows of groups first: where there are many, the page is read in the order of the sort. Of a few, the page is sorted
    /// from what was counted: Postgres may suppose that they are many, and look for them through the whole table in that order.
    async fn counted_page<M: Fn(&mut QueryBuilder<Postgres>)>(
        &self,
        connection: &mut PgConnection,
        statement: ListStatement<'_, M>,
        sort: &Sort,
        (page, size): (i32, i32),
    ) -> Result<(Vec<i64>, i64)> {
        let mut sql = QueryBuilder::new("WITH found AS MATERIALIZED (");
        statement.push_all_sortable(&mut sql, sort, COUNT_LIMIT + 1)?;
        sql.push(format!("), counted AS (SELECT count(*) AS rows FROM found) SELECT CASE WHEN rows > {COUNT_LIMIT} THEN ARRAY("));
        ListStatement { is_large: true, ..statement }.push_keys(&mut sql, sort, page, size)?;
        sql.push(") ELSE ARRAY(");
        sort.push_page_of(&mut sql, "found", page, size);
        sql.push(") END, rows FROM counted");
        Ok(sql.build_query_as().persistent(false).fetch_one(connection).await?)
    }

    async fn page_of_keys<M: Fn(&mut QueryBuilder<Postgres>)>(
        &self,
        connection: &mut PgConnection,
        statement: &ListStatement<'_, M>,
        sort: &Sort,
        (page, size): (i32, i32),
    ) -> Result<Vec<i64>> {
        let mut sql = QueryBuilder::new("");
        statement.push_keys(&mut sql, sort, page, size)?;
        Ok(sql.build_query_scalar().persistent(false).fetch_all(connection).await?)
    }

    /// The rows with these keys. The statement is planned once for a connection: it goes by keys, whichever they are.
    async fn rows<T>(&self, connection: &mut PgConnection, keys: &[i64], sort: &Sort) -> Result<Vec<T>>
    where
        T: for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let mut rows = QueryBuilder::new(format!("SELECT {} FROM {} WHERE {} = ANY(", self.select, self.from, self.key));
        rows.push_bind(keys).push(")");
        sort.push(&mut rows);
        Ok(rows.build_query_as().fetch_all(connection).await?)
    }

    /// The statement that gives every row that `query` asks for, whichever page, up to a limit: for downloads.
    pub fn everything(&self, project_id: i64, scope: &Scope, query: &ListQuery, limit: i64) -> Result<QueryBuilder<Postgres>> {
        self.everything_where(project_id, scope, query, limit, |_| {})
    }

    /// With another condition, pushed after the others; it begins with " AND ".
    pub fn everything_where(
        &self,
        project_id: i64,
        scope: &Scope,
        query: &ListQuery,
        limit: i64,
        more: impl Fn(&mut QueryBuilder<Postgres>),
    ) -> Result<QueryBuilder<Postgres>> {
        let filter = Filter::parse(&query.filters)?;
        let sort = self.sort(&query.sort)?;
        let mut rows = QueryBuilder::new(format!("SELECT {} FROM {} WHERE {} = ", self.select, self.from, self.project));
        rows.push_bind(project_id);
        if !self.filter.is_empty() {
            rows.push(" AND ").push(self.filter);
        }
        self.push_scope(&mut rows, scope);
        if let Some(filter) = &filter {
            filter.push(self, rows.push(" AND "))?;
        }
        self.push_search(&mut rows, &query.search)?;
        more(&mut rows);
        sort.push(&mut rows);
        rows.push(" LIMIT ").push(limit);
        Ok(rows)
    }

    async fn count<M: Fn(&mut QueryBuilder<Postgres>)>(
        &self,
        connection: &mut PgConnection,
        statement: &ListStatement<'_, M>,
        query: &ListQuery,
    ) -> Result<i64> {
        let large = LargeCountKey::of(statement, query);
        if large.as_ref().is_some_and(LargeCountKey::is_known_large) {
            return Ok(COUNT_LIMIT + 1);
        }
        let mut inner = QueryBuilder::new("SELECT count(*) FROM (");
        statement.push_all(&mut inner, COUNT_LIMIT + 1)?;
        inner.push(") counted");
        let count = inner.build_query_scalar().fetch_one(connection).await?;
        if let Some(large) = large.filter(|_| count > COUNT_LIMIT) {
            large.remember();
        }
        Ok(count)
    }

    /// Those of the ids whose rows the list shows to the caller.
    pub async fn visible(&self, connection: &mut PgConnection, caller: &Caller, resource: Resource, ids: &[i64]) -> Result<Vec<i64>> {
        let mut sql = QueryBuilder::new(format!("SELECT {} FROM {} WHERE {} = ", self.key, self.from, self.project));
        sql.push_bind(caller.project_id).push(format!(" AND {} = ANY(", self.key)).push_bind(ids).push(")");
        if !self.filter.is_empty() {
            sql.push(" AND ").push(self.filter);
        }
        self.push_scope(&mut sql, &caller.scope(resource, Action::View));
        Ok(sql.build_query_scalar().fetch_all(connection).await?)
    }

    /// " AND (…)" for the rows in reach. A list that knows no groups, or no owner, gives nothing for such a reach.
    pub fn push_scope(&self, sql: &mut QueryBuilder<Postgres>, scope: &Scope) {
        if scope.all {
            return;
        }
        sql.push(" AND (FALSE");
        for way in self.branches(scope) {
            sql.push(" OR ");
            way.push(sql, scope);
        }
        sql.push(")");
    }

    /// The branches by which a row is in reach of a scope that is not everything.
    pub(super) fn branches(&self, scope: &Scope) -> Vec<ScopeBranch<'static>> {
        let groups = if scope.needs_tree() { alternatives(self.groups) } else { Vec::new() };
        let own = if scope.own { alternatives(self.own) } else { Vec::new() };
        groups.into_iter().map(ScopeBranch::Groups).chain(own.into_iter().map(ScopeBranch::Own)).collect()
    }

    pub(super) fn push_search(&self, sql: &mut QueryBuilder<Postgres>, search: &str) -> Result<()> {
        let Some(search) = self.searched(search)? else { return Ok(()) };
        sql.push(" AND (");
        for (i, column) in self.search.iter().enumerate() {
            sql.push(if i > 0 { " OR " } else { "" }).push(column).push(" ILIKE ").push_bind(format!("%{}%", like(search)));
        }
        sql.push(")");
        Ok(())
    }

    /// What is searched for; None where nothing is. Refuses what no text can have.
    fn searched<'a>(&self, search: &'a str) -> Result<Option<&'a str>> {
        let search = search.trim();
        if search.is_empty() || self.search.is_empty() {
            return Ok(None);
        }
        if search.chars().count() > MAX_SEARCH {
            return Err(Error::field("search", format!("maximum length is {MAX_SEARCH}")));
        }
        if search.contains('\0') {
            return Err(Error::field("search", "must not contain control characters"));
        }
        Ok(Some(search))
    }

    fn sort(&self, sort: &str) -> Result<Sort> {
        let sort = if sort.trim().is_empty() { self.default_sort } else { sort };
        if sort.split(',').count() > MAX_SORTS {
            return Err(Error::field("sort", "too many fields"));
        }
        let mut columns = Vec::new();
        for name in sort.split(',').map(str::trim) {
            let (name, descends) = name.strip_prefix('-').map_or((name, false), |name| (name, true));
            let column = self.column(name).filter(|column| column.sortable).ok_or_else(|| Error::field(format!("sort.{name}"), "unknown field"))?;
            columns.push((column.sql, descends));
        }
        columns.push((self.key, columns.last().is_some_and(|last| last.1)));
        Ok(Sort(columns))
    }
}

/// What ` OR ` joins, outside of any parentheses; none of an empty predicate.
fn alternatives(predicate: &'static str) -> Vec<&'static str> {
    let (mut found, mut begins, mut depth) = (Vec::new(), 0, 0);
    for (at, byte) in predicate.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            b' ' if depth == 0 && predicate[at..].starts_with(" OR ") => {
                found.push(&predicate[begins..at]);
                begins = at + " OR ".len();
            }
            _ => {}
        }
    }
    if !predicate.is_empty() {
        found.push(&predicate[begins..]);
    }
    found
}
