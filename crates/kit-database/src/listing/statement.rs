//! The rows that a list call wants, as keys.
use policy::Scope;
use sqlx::{Postgres, QueryBuilder};

use super::{Filter, Listing, tables};
use kit_core::Result;

/// A way by which a row is in reach: a predicate with `{}` for the groups, or for the user.
pub enum ScopeBranch<'a> {
    Groups(&'a str),
    Own(&'a str),
}

impl ScopeBranch<'_> {
    /// As a condition that each row is asked, in the order of the sort. Postgres supposes that groups have few rows, and would
    /// read and sort all rows of large ones for a page.
    fn push_for_each_row(&self, sql: &mut QueryBuilder<Postgres>, scope: &Scope) {
        sql.push("(");
        self.push(sql, scope);
        sql.push(") IS TRUE");
    }

    pub fn push(&self, sql: &mut QueryBuilder<Postgres>, scope: &Scope) {
        let (ScopeBranch::Groups(predicate) | ScopeBranch::Own(predicate)) = self;
        let (before, after) = predicate.split_once("{}").unwrap_or((predicate, ""));
        sql.push(before);
        match self {
            ScopeBranch::Groups(_) => push_groups(sql, scope),
            ScopeBranch::Own(_) => drop(sql.push_bind(scope.user_id)),
        }
        sql.push(after);
    }
}

fn push_groups(sql: &mut QueryBuilder<Postgres>, scope: &Scope) {
    sql.push("SELECT reach.descendant_id FROM group_closure reach WHERE reach.ancestor_id = ANY(").push_bind(scope.domain_ids.clone());
    sql.push(match (scope.domain, scope.descendants) {
        (true, true) => ")",
        (true, false) => ") AND reach.depth = 0",
        _ => ") AND reach.depth > 0",
    });
}

/// Columns, each with whether it descends; the key is the last.
pub(super) struct Sort(pub Vec<(&'static str, bool)>);

impl Sort {
    pub fn push(&self, sql: &mut QueryBuilder<Postgres>) {
        self.push_named(sql, |at| self.0[at].0.to_owned());
    }

    /// The columns as `sort0` and so on; the last is the key.
    fn columns(&self) -> String {
        let columns: Vec<String> = self.0.iter().enumerate().map(|(at, (column, _))| format!("{column} AS sort{at}")).collect();
        columns.join(", ")
    }

    /// A page of the keys in `table`, which has `columns`.
    pub fn push_page_of(&self, sql: &mut QueryBuilder<Postgres>, table: &str, page: i32, size: i32) {
        sql.push("SELECT sort").push(self.0.len() - 1).push(" FROM ").push(table);
        self.push_window_of_columns(sql, page, size);
    }

    fn push_window_of_columns(&self, sql: &mut QueryBuilder<Postgres>, page: i32, size: i32) {
        self.push_named(sql, |at| format!("sort{at}"));
        push_window(sql, size.into(), i64::from(page - 1) * i64::from(size));
    }

    fn push_named(&self, sql: &mut QueryBuilder<Postgres>, name: impl Fn(usize) -> String) {
        for (at, (_, descends)) in self.0.iter().enumerate() {
            sql.push(if at == 0 { " ORDER BY " } else { ", " }).push(name(at)).push(if *descends { " DESC" } else { "" });
        }
    }
}

/// What one list call wants.
pub(super) struct ListStatement<'a, M> {
    pub listing: &'a Listing,
    pub project_id: i64,
    pub scope: &'a Scope,
    pub search: &'a str,
    /// Keys of the rows that have what is searched for in their texts, where they are known.
    pub found: Option<&'a [i64]>,
    pub filter: Option<&'a Filter>,
    /// Pushes another condition, which begins with " AND ".
    pub more: &'a M,
    /// Whether groups are known to have many of the rows.
    pub is_large: bool,
}

impl<M: Fn(&mut QueryBuilder<Postgres>)> ListStatement<'_, M> {
    /// Whether every row of the project is wanted. Such a statement is planned once for a connection. One that looks for
    /// some rows is planned for what it looks for, each time: the plan that Postgres keeps for any value reads the whole
    /// table for a person who has made nothing, when somebody else has made nearly everything.
    pub fn is_everything(&self) -> bool {
        self.scope.all && self.filter.is_none() && self.search.trim().is_empty() && !self.has_more()
    }

    /// Whether some of the rows are in reach by their groups.
    pub fn is_of_groups(&self) -> bool {
        self.branches().iter().any(|way| matches!(way, Some(ScopeBranch::Groups(_))))
    }

    pub fn has_more(&self) -> bool {
        let mut sql = QueryBuilder::new("");
        (self.more)(&mut sql);
        !sql.sql().as_str().is_empty()
    }

    /// The keys of a page. Where rows are in reach by several branches, each way gives its first rows by an index of its
    /// own: an OR of them would have none, and would read the table in the order of the sort.
    pub fn push_keys(&self, sql: &mut QueryBuilder<Postgres>, sort: &Sort, page: i32, size: i32) -> Result<()> {
        let before = i64::from(page - 1) * i64::from(size);
        let branches = self.branches();
        if let [way] = &branches[..] {
            self.push_rows(sql, self.listing.key, Some(sort), way.as_ref(), self.is_large)?;
            sort.push(sql);
            push_window(sql, size.into(), before);
            return Ok(());
        }
        let columns = sort.columns();
        sql.push("SELECT sort").push(sort.0.len() - 1).push(" FROM (");
        for (at, way) in branches.iter().enumerate() {
            sql.push(if at == 0 { "(" } else { " UNION (" });
            self.push_rows(sql, &columns, Some(sort), way.as_ref(), self.is_large)?;
            sort.push(sql);
            push_window(sql, before + i64::from(size), 0);
            sql.push(")");
        }
        sql.push(") branches");
        sort.push_window_of_columns(sql, page, size);
        Ok(())
    }

    /// Up to `limit` keys in no order; a few more where there are several branches.
    pub fn push_all(&self, sql: &mut QueryBuilder<Postgres>, limit: i64) -> Result<()> {
        self.push_unordered(sql, self.listing.key, None, limit)
    }

    /// The same with the columns of the sort, the key last.
    pub fn push_all_sortable(&self, sql: &mut QueryBuilder<Postgres>, sort: &Sort, limit: i64) -> Result<()> {
        self.push_unordered(sql, &sort.columns(), Some(sort), limit)
    }

    fn push_unordered(&self, sql: &mut QueryBuilder<Postgres>, select: &str, sort: Option<&Sort>, limit: i64) -> Result<()> {
        for (at, way) in self.branches().iter().enumerate() {
            sql.push(if at == 0 { "(" } else { " UNION (" });
            self.push_rows(sql, select, sort, way.as_ref(), false)?;
            push_window(sql, limit, 0);
            sql.push(")");
        }
        Ok(())
    }

    /// None where there is nothing to restrict, or no way at all.
    fn branches(&self) -> Vec<Option<ScopeBranch<'static>>> {
        let branches: Vec<_> = if self.scope.all { Vec::new() } else { self.listing.branches(self.scope).into_iter().map(Some).collect() };
        if branches.is_empty() { vec![None] } else { branches }
    }

    fn push_rows(
        &self,
        sql: &mut QueryBuilder<Postgres>,
        select: &str,
        sort: Option<&Sort>,
        way: Option<&ScopeBranch<'_>>,
        for_each_row: bool,
    ) -> Result<()> {
        let mut conditions = QueryBuilder::new("");
        self.push_conditions(&mut conditions, way, for_each_row)?;
        let conditions = conditions.sql();
        let mut texts = vec![select, conditions.as_str()];
        texts.extend(sort.iter().flat_map(|sort| &sort.0).map(|(column, _)| *column));
        sql.push("SELECT ").push(select).push(" FROM ").push(tables::needed(self.listing.from, &texts));
        self.push_conditions(sql, way, for_each_row)
    }

    fn push_conditions(&self, sql: &mut QueryBuilder<Postgres>, way: Option<&ScopeBranch<'_>>, for_each_row: bool) -> Result<()> {
        let listing = self.listing;
        sql.push(" WHERE ").push(listing.project).push(" = ").push_bind(self.project_id);
        if !listing.filter.is_empty() {
            sql.push(" AND ").push(listing.filter);
        }
        match way {
            Some(way @ ScopeBranch::Groups(_)) if for_each_row => way.push_for_each_row(sql.push(" AND "), self.scope),
            Some(way) => way.push(sql.push(" AND "), self.scope),
            None if self.scope.all => {}
            None => drop(sql.push(" AND FALSE")),
        }
        if let Some(filter) = self.filter {
            filter.push(listing, sql.push(" AND "))?;
        }
        match self.found {
            Some(keys) => drop(sql.push(" AND ").push(listing.key).push(" = ANY(").push_bind(keys).push(")")),
            None => listing.push_search(sql, self.search)?,
        }
        (self.more)(sql);
        Ok(())
    }
}

/// Written out, since sizes and places of pages are few: of a placeholder Postgres supposes that it asks for a tenth
/// of the table, and plans anew for every call.
fn push_window(sql: &mut QueryBuilder<Postgres>, size: i64, before: i64) {
    sql.push(" LIMIT ").push(size);
    if before > 0 {
        sql.push(" OFFSET ").push(before);
    }
}
