//! The rows that a list call wants, as keys.
use policy::Scope;
use sqlx::{Postgres, QueryBuilder};

use super::{Filter, Listing};
use kit_core::Result;

/// A way by which a row is in reach: a predicate with `{}` for the groups, or for the user.
pub enum ScopeBranch<'a> {
    Groups(&'a str),
    Own(&'a str),
}

impl ScopeBranch<'_> {
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
    pub filter: Option<&'a Filter>,
    /// Pushes another condition, which begins with " AND ".
    pub more: &'a M,
}

impl<M: Fn(&mut QueryBuilder<Postgres>)> ListStatement<'_, M> {
    /// Whether every row of the project is wanted. Such a statement is planned once for a connection. One that looks for
    /// some rows is planned for what it looks for, each time: the plan that Postgres keeps for any value reads the whole
    /// table for a person who has made nothing, when somebody else has made nearly everything.
    pub fn is_everything(&self) -> bool {
        self.scope.all && self.filter.is_none() && self.search.trim().is_empty() && !self.has_more()
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
            self.push_rows(sql, self.listing.key, way.as_ref())?;
            sort.push(sql);
            push_window(sql, size.into(), before);
            return Ok(());
        }
        let columns: Vec<String> = sort.0.iter().enumerate().map(|(at, (column, _))| format!("{column} AS sort{at}")).collect();
        sql.push("SELECT sort").push(sort.0.len() - 1).push(" FROM (");
        for (at, way) in branches.iter().enumerate() {
            sql.push(if at == 0 { "(" } else { " UNION (" });
            self.push_rows(sql, &columns.join(", "), way.as_ref())?;
            sort.push(sql);
            push_window(sql, before + i64::from(size), 0);
            sql.push(")");
        }
        sql.push(") branches");
        sort.push_named(sql, |at| format!("sort{at}"));
        push_window(sql, size.into(), before);
        Ok(())
    }

    /// Up to `limit` keys in no order; a few more where there are several branches.
    pub fn push_all(&self, sql: &mut QueryBuilder<Postgres>, limit: i64) -> Result<()> {
        for (at, way) in self.branches().iter().enumerate() {
            sql.push(if at == 0 { "(" } else { " UNION (" });
            self.push_rows(sql, self.listing.key, way.as_ref())?;
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

    fn push_rows(&self, sql: &mut QueryBuilder<Postgres>, select: &str, way: Option<&ScopeBranch<'_>>) -> Result<()> {
        let listing = self.listing;
        sql.push("SELECT ").push(select).push(" FROM ").push(listing.from);
        sql.push(" WHERE ").push(listing.project).push(" = ").push_bind(self.project_id);
        if !listing.filter.is_empty() {
            sql.push(" AND ").push(listing.filter);
        }
        match way {
            Some(way) => way.push(sql.push(" AND "), self.scope),
            None if self.scope.all => {}
            None => drop(sql.push(" AND FALSE")),
        }
        if let Some(filter) = self.filter {
            filter.push(listing, sql.push(" AND "))?;
        }
        listing.push_search(sql, self.search)?;
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
