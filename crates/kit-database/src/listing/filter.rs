//! Filters: {match, items: [{field, rule, value}]}, items may hold such groups again.
use serde::Deserialize;
use serde_json::Value;
use sqlx::{Postgres, QueryBuilder};
use time::format_description::well_known::Rfc3339;
use time::{Duration, OffsetDateTime};

use super::{Column, Kind, Listing};
use kit_core::{Error, Result};

const MAX_DEPTH: usize = 4;
const MAX_ITEMS: usize = 32;
/// Values of one `equals` with a list.
const MAX_VALUES: usize = 500;

#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    Above,
    Below,
    Equals,
    EqualsAbove,
    EqualsBelow,
    NotEquals,
    Has,
    Is,
    BeginsWith,
}

impl Rule {
    /// As it is written in a filter.
    pub(super) fn word(self) -> &'static str {
        match self {
            Rule::Above => "above",
            Rule::Below => "below",
            Rule::Equals => "equals",
            Rule::EqualsAbove => "equals_above",
            Rule::EqualsBelow => "equals_below",
            Rule::NotEquals => "not_equals",
            Rule::Has => "has",
            Rule::Is => "is",
            Rule::BeginsWith => "begins_with",
        }
    }
}

impl Kind {
    /// The rules by which a field of this kind is filtered; others are refused.
    pub(super) fn rules(self) -> &'static [Rule] {
        use Rule::*;
        match self {
            Kind::Int => &[Equals, NotEquals, Above, Below, EqualsAbove, EqualsBelow, Is],
            Kind::Text => &[Has, BeginsWith, Equals, NotEquals, Is],
            Kind::Bool | Kind::Choice(_) => &[Equals, NotEquals, Is],
            Kind::Time => &[Equals, NotEquals, Above, Below, EqualsAbove, EqualsBelow, Is],
            Kind::Related | Kind::RelatedText => &[Equals, Has, Is],
        }
    }
}

#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum Match {
    #[default]
    MatchAll,
    MatchAny,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum Filter {
    Group {
        #[serde(default)]
        r#match: Match,
        items: Vec<Filter>,
    },
    Item {
        field: String,
        rule: Rule,
        #[serde(default)]
        value: Value,
    },
    /// A plain list means match_all.
    List(Vec<Filter>),
}

impl Filter {
    /// None for an empty text.
    pub fn parse(text: &str) -> Result<Option<Filter>> {
        if text.trim().is_empty() {
            return Ok(None);
        }
        serde_json::from_str(text).map(Some).map_err(|_| Error::field("filters", "must be {match, items: [{field, rule, value}]}"))
    }

    /// The ids with which conditions on a field compare, at any depth. None where no condition is on the field. Values that are no ids
    /// are left to the list, which refuses them.
    pub fn ids_of(&self, name: &str) -> Option<Vec<i64>> {
        match self {
            Filter::Item { field, value, .. } if field == name => {
                let values = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
                Some(values.iter().filter_map(Value::as_i64).collect())
            }
            Filter::Item { .. } => None,
            Filter::Group { items, .. } | Filter::List(items) => {
                items.iter().filter_map(|item| item.ids_of(name)).reduce(|ids, more| [ids, more].concat())
            }
        }
    }

    pub(super) fn push(&self, listing: &Listing, sql: &mut QueryBuilder<Postgres>) -> Result<()> {
        self.push_at(listing, sql, 0, &mut 0)
    }

    fn push_at(&self, listing: &Listing, sql: &mut QueryBuilder<Postgres>, depth: usize, items_seen: &mut usize) -> Result<()> {
        if depth > MAX_DEPTH {
            return Err(Error::field("filters", "nested too deep"));
        }
        let (items, word) = match self {
            Filter::Item { field, rule, value } => {
                *items_seen += 1;
                if *items_seen > MAX_ITEMS {
                    return Err(Error::field("filters", "too many filters"));
                }
                let column = listing.column(field).ok_or_else(|| Error::field(format!("filters.{field}"), "unknown field"))?;
                return Item { column, rule: *rule, value }.push(sql);
            }
            Filter::Group { r#match: Match::MatchAny, items } => (items, " OR "),
            Filter::Group { items, .. } | Filter::List(items) => (items, " AND "),
        };
        if items.is_empty() {
            sql.push("TRUE");
            return Ok(());
        }
        sql.push("(");
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                sql.push(word);
            }
            item.push_at(listing, sql, depth + 1, items_seen)?;
        }
        sql.push(")");
        Ok(())
    }
}

struct Item<'a> {
    column: &'a Column,
    rule: Rule,
    value: &'a Value,
}

impl Item<'_> {
    fn refused(&self) -> Error {
        Error::field(format!("filters.{}", self.column.name), "this rule and value do not fit the field")
    }

    fn push(&self, sql: &mut QueryBuilder<Postgres>) -> Result<()> {
        if !self.column.kind.rules().contains(&self.rule) || has_nul(self.value) {
            return Err(self.refused());
        }
        match (self.rule, self.column.kind, self.value) {
            (Rule::Equals | Rule::Has | Rule::Is, Kind::Related, value) => self.related(sql, value, Value::as_i64),
            (Rule::Equals | Rule::Has | Rule::Is, Kind::RelatedText, value) => self.related(sql, value, |value| value.as_str().map(str::to_string)),
            (_, Kind::Related | Kind::RelatedText, _) => Err(self.refused()),
            (Rule::Is | Rule::Equals, _, Value::Null) => {
                sql.push(self.column.sql).push(" IS NULL");
                Ok(())
            }
            (Rule::NotEquals, _, Value::Null) => {
                sql.push(self.column.sql).push(" IS NOT NULL");
                Ok(())
            }
            (Rule::Equals | Rule::Is | Rule::NotEquals, _, Value::Array(values)) => self.any_of(sql, values),
            (Rule::Has, Kind::Text, Value::String(text)) => {
                sql.push(self.column.sql).push(" ILIKE ").push_bind(format!("%{}%", like(text)));
                Ok(())
            }
            (Rule::BeginsWith, Kind::Text, Value::String(text)) => {
                sql.push(self.column.sql).push(" ILIKE ").push_bind(format!("{}%", like(text)));
                Ok(())
            }
            (Rule::Has | Rule::BeginsWith, _, _) => Err(self.refused()),
            (_, Kind::Time, value) => self.compare_time(sql, value),
            _ => self.compare(sql),
        }
    }

    fn compare(&self, sql: &mut QueryBuilder<Postgres>) -> Result<()> {
        let operator = match self.rule {
            Rule::Above => " > ",
            Rule::Below => " < ",
            Rule::EqualsAbove => " >= ",
            Rule::EqualsBelow => " <= ",
            Rule::NotEquals => " IS DISTINCT FROM ",
            _ => " = ",
        };
        sql.push(self.column.sql).push(operator);
        match self.column.kind {
            Kind::Int => sql.push_bind(self.value.as_i64().ok_or_else(|| self.refused())?),
            Kind::Text => sql.push_bind(self.value.as_str().ok_or_else(|| self.refused())?.to_string()),
            Kind::Bool => sql.push_bind(self.value.as_bool().ok_or_else(|| self.refused())?),
            Kind::Choice(words) => sql.push_bind(choice(words, self.value).ok_or_else(|| self.refused())?),
            Kind::Time | Kind::Related | Kind::RelatedText => return Err(self.refused()),
        };
        Ok(())
    }

    /// Times are answered in milliseconds, what is finer being cut off, and are compared as they are answered: a row is
    /// found by its own time. The column stands alone, for its index.
    fn compare_time(&self, sql: &mut QueryBuilder<Postgres>, value: &Value) -> Result<()> {
        let time = value.as_str().and_then(|text| OffsetDateTime::parse(text, &Rfc3339).ok()).ok_or_else(|| self.refused())?;
        let begin = time.replace_millisecond(time.millisecond()).map_err(|_| self.refused())?;
        let end = begin.checked_add(Duration::MILLISECOND).ok_or_else(|| self.refused())?;
        let column = self.column.sql;
        match self.rule {
            Rule::Above => sql.push(column).push(" >= ").push_bind(end),
            Rule::Below => sql.push(column).push(" < ").push_bind(begin),
            Rule::EqualsAbove => sql.push(column).push(" >= ").push_bind(begin),
            Rule::EqualsBelow => sql.push(column).push(" < ").push_bind(end),
            rule => {
                sql.push("(").push(column).push(" >= ").push_bind(begin).push(" AND ").push(column).push(" < ").push_bind(end);
                sql.push(if rule == Rule::NotEquals { ") IS NOT TRUE" } else { ")" })
            }
        };
        Ok(())
    }

    fn any_of(&self, sql: &mut QueryBuilder<Postgres>, values: &[Value]) -> Result<()> {
        if values.len() > MAX_VALUES {
            return Err(self.refused());
        }
        sql.push("(").push(self.column.sql).push(" = ANY(");
        fn all<T>(values: &[Value], one: impl Fn(&Value) -> Option<T>) -> Option<Vec<T>> {
            values.iter().map(one).collect()
        }
        match self.column.kind {
            Kind::Int => sql.push_bind(all(values, Value::as_i64).ok_or_else(|| self.refused())?),
            Kind::Text => sql.push_bind(all(values, |v| v.as_str().map(str::to_string)).ok_or_else(|| self.refused())?),
            Kind::Choice(words) => sql.push_bind(all(values, |v| choice(words, v)).ok_or_else(|| self.refused())?),
            _ => return Err(self.refused()),
        };
        // A row without a value is none of those that are listed.
        sql.push(if self.rule == Rule::NotEquals { ")) IS NOT TRUE" } else { "))" });
        Ok(())
    }

    /// Binds the values wherever the predicate asks for them.
    fn related<T>(&self, sql: &mut QueryBuilder<Postgres>, value: &Value, one: impl Fn(&Value) -> Option<T>) -> Result<()>
    where
        T: Clone + Send + sqlx::Type<Postgres> + sqlx::postgres::PgHasArrayType + for<'q> sqlx::Encode<'q, Postgres> + 'static,
    {
        let values: Vec<T> = match value {
            Value::Array(values) if values.len() <= MAX_VALUES => values.iter().map(one).collect::<Option<_>>(),
            value => one(value).map(|value| vec![value]),
        }
        .ok_or_else(|| self.refused())?;
        sql.push("(");
        for (at, part) in self.column.sql.split("{}").enumerate() {
            if at > 0 {
                sql.push("ANY(").push_bind(values.clone()).push(")");
            }
            sql.push(part);
        }
        sql.push(")");
        Ok(())
    }
}

/// Postgres has no text with U+0000 in it.
fn has_nul(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(values) => values.iter().any(has_nul),
        _ => false,
    }
}

fn choice(words: &[(&str, i16)], value: &Value) -> Option<i16> {
    words.iter().find(|(word, _)| Some(*word) == value.as_str()).map(|(_, number)| *number)
}

pub(super) fn like(text: &str) -> String {
    text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}
