//! The vendor's filter expression: `code eq 'tamper_event' and not (lock eq 2 or owner nq Ann)`.

use device_protocol::Event;

/// Longest expression, in bytes, and deepest nesting.
const MAX_LENGTH: usize = 1_000;
const MAX_DEPTH: usize = 16;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Filter {
    /// Every one of these: none at all is always true.
    All(Vec<Filter>),
    Any(Vec<Filter>),
    Not(Box<Filter>),
    Equals {
        field: Field,
        value: String,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    Category,
    Code,
    Number,
    Type,
    Owner,
    Lock,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FilterError {
    #[error("the filter is too long or too deep")]
    TooLarge,
    #[error("the filter ends too early")]
    Unfinished,
    #[error("unknown field {0} in the filter")]
    Field(String),
    #[error("unexpected {0} in the filter")]
    Unexpected(String),
}

impl Filter {
    /// Matches everything.
    pub const ANY: Filter = Filter::All(Vec::new());

    pub fn parse(text: &str) -> Result<Self, FilterError> {
        if text.len() > MAX_LENGTH {
            return Err(FilterError::TooLarge);
        }
        let mut parser = Parser { words: words(text), at: 0 };
        let filter = parser.any(0)?;
        match parser.next() {
            None => Ok(filter),
            Some(word) => Err(FilterError::Unexpected(word)),
        }
    }

    pub fn matches(&self, event: &Event) -> bool {
        match self {
            Filter::All(parts) => parts.iter().all(|part| part.matches(event)),
            Filter::Any(parts) => parts.iter().any(|part| part.matches(event)),
            Filter::Not(part) => !part.matches(event),
            Filter::Equals { field, value } => field.of(event) == *value,
        }
    }
}

impl Field {
    fn parse(word: &str) -> Result<Self, FilterError> {
        match word {
            "category" => Ok(Field::Category),
            "code" => Ok(Field::Code),
            "number" => Ok(Field::Number),
            "type" => Ok(Field::Type),
            "owner" => Ok(Field::Owner),
            "lock" => Ok(Field::Lock),
            _ => Err(FilterError::Field(word.to_owned())),
        }
    }

    fn of(self, event: &Event) -> String {
        match self {
            Field::Category => event.category.as_str().to_owned(),
            Field::Code => event.code.as_str().to_owned(),
            Field::Number => event.info.number.clone().unwrap_or_default(),
            Field::Type => event.info.kind.clone().unwrap_or_default(),
            Field::Owner => event.info.owner.clone().unwrap_or_default(),
            Field::Lock => event.info.lock.map(|lock| lock.to_string()).unwrap_or_default(),
        }
    }
}

struct Parser {
    words: Vec<String>,
    at: usize,
}

impl Parser {
    fn next(&mut self) -> Option<String> {
        let word = self.words.get(self.at).cloned();
        self.at += 1;
        word
    }

    fn take(&mut self, word: &str) -> bool {
        let here = self.words.get(self.at).is_some_and(|next| next == word);
        self.at += usize::from(here);
        here
    }

    /// `and` binds tighter than `or`.
    fn any(&mut self, depth: usize) -> Result<Filter, FilterError> {
        let mut parts = vec![self.all(depth)?];
        while self.take("or") {
            parts.push(self.all(depth)?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Filter::Any(parts) })
    }

    fn all(&mut self, depth: usize) -> Result<Filter, FilterError> {
        let mut parts = vec![self.one(depth)?];
        while self.take("and") {
            parts.push(self.one(depth)?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Filter::All(parts) })
    }

    fn one(&mut self, depth: usize) -> Result<Filter, FilterError> {
        if depth > MAX_DEPTH {
            return Err(FilterError::TooLarge);
        }
        if self.take("not") {
            return Ok(Filter::Not(Box::new(self.one(depth + 1)?)));
        }
        if self.take("(") {
            let inner = self.any(depth + 1)?;
            return if self.take(")") { Ok(inner) } else { Err(FilterError::Unfinished) };
        }
        let field = Field::parse(&self.next().ok_or(FilterError::Unfinished)?)?;
        let operator = self.next().ok_or(FilterError::Unfinished)?;
        let value = self.next().ok_or(FilterError::Unfinished)?;
        let equals = Filter::Equals { field, value };
        match operator.as_str() {
            "eq" => Ok(equals),
            "nq" => Ok(Filter::Not(Box::new(equals))),
            _ => Err(FilterError::Unexpected(operator)),
        }
    }
}

/// Words, brackets, and texts in single quotes (without the quotes).
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let (word, after) = match first {
            '(' | ')' => rest.split_at(1),
            '\'' => rest[1..].split_once('\'').unwrap_or((&rest[1..], "")),
            _ => rest.split_at(rest.find([' ', '(', ')']).unwrap_or(rest.len())),
        };
        words.push(word.to_owned());
        rest = after.trim_start();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn event() -> Event {
        serde_json::from_value(json!({
            "id": 1, "created_at": "2026-03-04T11:00:00Z", "category": "access",
            "code": "access_denied_by_unknown_card", "info": {"number": "0013961168", "owner": "Ann Lee", "lock": 2}
        }))
        .unwrap()
    }

    fn matches(text: &str) -> bool {
        Filter::parse(text).unwrap().matches(&event())
    }

    #[test]
    fn fields_are_compared_with_words_and_quoted_texts() {
        assert!(matches("code eq access_denied_by_unknown_card"));
        assert!(matches("owner eq 'Ann Lee'") && !matches("owner eq Ann"));
        assert!(matches("lock eq 2") && matches("lock nq 1"));
    }

    #[test]
    fn and_binds_tighter_than_or_and_brackets_tighter_than_both() {
        assert!(matches("lock eq 2 or lock eq 1 and lock eq 3"));
        assert!(!matches("(lock eq 2 or lock eq 1) and lock eq 3"));
        assert!(matches("not lock eq 1 and not (lock eq 3 or lock eq 4)"));
    }

    #[test]
    fn invalid_expressions_are_refused() {
        assert_eq!(Filter::parse("colour eq red"), Err(FilterError::Field("colour".into())));
        assert_eq!(Filter::parse("lock like 2"), Err(FilterError::Unexpected("like".into())));
        assert_eq!(Filter::parse("lock eq 2 )"), Err(FilterError::Unexpected(")".into())));
        for unfinished in ["", "lock", "lock eq", "(lock eq 2", "not", "lock eq 2 and"] {
            assert_eq!(Filter::parse(unfinished), Err(FilterError::Unfinished), "{unfinished}");
        }
    }

    #[test]
    fn filters_are_limited_in_depth_and_length() {
        assert_eq!(Filter::parse(&"(".repeat(100)), Err(FilterError::TooLarge));
        assert_eq!(Filter::parse(&"a".repeat(1001)), Err(FilterError::TooLarge));
    }
}
