//! Finding entities by the beginnings of their words, as `search_terms` keeps them (migration 0003): users type a part of a
//! name, an e-mail, a serial number or a card. Who may view an entity is decided by the listing of its kind.
use policy::{Authorized, Caller, Denied, ResourceKind, action};
use proto::vestibule::gateway::v1::FoundEntity;
use sqlx::{PgConnection, Postgres, QueryBuilder};

use crate::listing::Listing;
use kit_core::{Error, Result};

/// Most entities of a kind in an answer.
pub const MAX_SIZE: i32 = 20;
const MIN_QUERY: usize = 2;
const MAX_QUERY: usize = 100;
/// Words of a query that are looked for; the rest is left out.
const MAX_WORDS: usize = 6;
/// An entity may fit by several of its words: rows that are read for each that is wanted.
const ROWS_PER_ENTITY: i64 = 4;
/// Sorts after every term that begins alike.
const AFTER_ALL: char = '\u{10FFFF}';

/// How entities of a kind are found and shown.
#[derive(Debug)]
pub struct Searchable {
    /// As `make_searchable` names it.
    pub kind: &'static str,
    pub listing: &'static Listing,
    /// Expressions over the listing's tables.
    pub name: &'static str,
    pub detail: &'static str,
}

/// What was asked, as it is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchQuery {
    /// The longest first: it leaves the fewest rows to look at.
    words: Vec<String>,
    /// The query and other ways to write it, each without separators.
    wholes: Vec<String>,
}

impl SearchQuery {
    /// None for a query without a letter or a digit.
    pub fn parse(query: &str) -> Result<Option<SearchQuery>> {
        let query = query.trim();
        match query.chars().count() {
            length if length < MIN_QUERY => return Err(Error::field("query", format!("minimum length is {MIN_QUERY}"))),
            length if length > MAX_QUERY => return Err(Error::field("query", format!("maximum length is {MAX_QUERY}"))),
            _ => {}
        }
        let folded = query.to_lowercase();
        let mut words: Vec<String> = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(String::from).collect();
        let whole = words.concat();
        words.sort_by_key(|word| std::cmp::Reverse(word.len()));
        words.dedup();
        words.truncate(MAX_WORDS);
        Ok((!words.is_empty()).then(|| SearchQuery { words, wholes: vec![whole] }))
    }

    /// Adds another way to write the query, without separators: the canonical number of a card.
    #[must_use]
    pub fn or(mut self, whole: &str) -> SearchQuery {
        let whole: String = whole.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
        if !whole.is_empty() && !self.wholes.contains(&whole) {
            self.wholes.push(whole);
        }
        self
    }
}

/// Up to `size` entities of a kind that the caller may view, those first of which a whole word fits; none where the caller may
/// view none.
pub async fn find<R: ResourceKind>(
    connection: &mut PgConnection,
    caller: &Caller,
    searchable: &Searchable,
    query: &SearchQuery,
    size: i32,
) -> Result<Vec<FoundEntity>> {
    let right: Authorized<R, action::View> = match caller.authorize() {
        Ok(right) => right,
        Err(Denied::Forbidden) => return Ok(Vec::new()),
        Err(denied) => return Err(denied.into()),
    };
    let size = usize::try_from(size.clamp(1, MAX_SIZE)).unwrap_or(1);
    let mut found: Vec<FoundEntity> = Vec::new();
    let (first, others) = query.words.split_first().expect("a query has a word");
    let by_words = (first, others);
    let by_wholes = query.wholes.iter().filter(|whole| *whole != first || !others.is_empty()).map(|whole| (whole, &[][..]));
    for (prefix, others) in std::iter::once(by_words).chain(by_wholes) {
        let mut sql = statement(right.project_id(), searchable, prefix, others);
        searchable.listing.push_scope(&mut sql, right.scope());
        sql.push(" ORDER BY term.term LIMIT ").push(i64::try_from(size).unwrap_or(1) * ROWS_PER_ENTITY);
        let rows: Vec<(i64, String, String, String)> = sql.build_query_as().fetch_all(&mut *connection).await?;
        for (id, name, detail, term) in rows {
            match found.iter_mut().find(|entity| entity.id == id) {
                Some(entity) => entity.is_exact |= term == *prefix,
                None => found.push(FoundEntity { kind: searchable.kind.into(), id, name, detail, is_exact: term == *prefix }),
            }
        }
    }
    found.sort_by_key(|entity| !entity.is_exact);
    found.truncate(size);
    Ok(found)
}

fn statement(project_id: i64, searchable: &Searchable, prefix: &str, others: &[String]) -> QueryBuilder<Postgres> {
    let Searchable { kind, listing, name, detail } = searchable;
    let mut sql = QueryBuilder::new(format!(
        "SELECT {key}, coalesce({name}, ''), coalesce({detail}, ''), term.term FROM search_terms term, {from}
         WHERE {key} = term.entity_id AND term.kind = '{kind}' AND term.project_id = ",
        key = listing.key,
        from = listing.from,
    ));
    sql.push_bind(project_id);
    push_prefix(&mut sql, "term", prefix);
    sql.push(format!(" AND {} = ", listing.project)).push_bind(project_id);
    if !listing.filter.is_empty() {
        sql.push(" AND ").push(listing.filter);
    }
    for word in others {
        sql.push(" AND EXISTS (SELECT 1 FROM search_terms x WHERE x.kind = term.kind AND x.entity_id = term.entity_id");
        push_prefix(&mut sql, "x", word);
        sql.push(")");
    }
    sql
}

fn push_prefix(sql: &mut QueryBuilder<Postgres>, table: &str, prefix: &str) {
    sql.push(format!(" AND {table}.term >= ")).push_bind(prefix.to_owned());
    sql.push(format!(" AND {table}.term < ")).push_bind(format!("{prefix}{AFTER_ALL}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(query: &str) -> SearchQuery {
        SearchQuery::parse(query).unwrap().unwrap()
    }

    #[test]
    fn a_query_is_its_words_and_the_whole_without_separators() {
        let query = parse("  Anna.Petrova@example.com ");
        assert_eq!(query.words, ["petrova", "example", "anna", "com"]);
        assert_eq!(query.wholes, ["annapetrovaexamplecom"]);
        assert_eq!(parse("Ёлкин").words, ["ёлкин"]);
    }

    #[test]
    fn a_number_is_looked_for_in_every_way_that_it_is_written() {
        let query = parse("0013961168").or("00-D5-07-D0").or("00-D5-07-D0");
        assert_eq!(query.wholes, ["0013961168", "00d507d0"]);
    }

    #[test]
    fn a_query_is_refused_by_its_length_and_finds_nothing_without_letters() {
        assert!(SearchQuery::parse("a").is_err() && SearchQuery::parse(&"a".repeat(101)).is_err());
        assert_eq!(SearchQuery::parse("--").unwrap(), None);
    }
}
