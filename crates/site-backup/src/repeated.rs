//! Keys that several rows have: all rows but the first are told apart by numbers, as `Day#2`. A name may look the same, so what is a
//! number is known by the rows, not by the text.
use std::collections::{HashMap, HashSet};

use crate::snapshot::{Rows, SiteRow};

#[derive(Clone, Debug, Default)]
pub struct RepeatedKeys {
    /// A key that several rows have, and the highest of their numbers.
    numbers: HashMap<String, usize>,
    /// A key with a number, and the key without it.
    plain: HashMap<String, String>,
}

impl RepeatedKeys {
    /// Each row with its key, by which no other is found. `rows`: ids and keys, in the order in which they are numbered.
    pub(crate) fn number(&mut self, rows: Vec<(i64, String)>) -> Vec<(i64, String)> {
        let named: HashSet<String> = rows.iter().map(|(_, key)| key.clone()).collect();
        let mut taken: HashMap<String, usize> = HashMap::new();
        let mut numbered = Vec::with_capacity(rows.len());
        for (id, key) in rows {
            let Some(last) = taken.get_mut(&key) else {
                taken.insert(key.clone(), 1);
                numbered.push((id, key));
                continue;
            };
            // A row may have this name by itself.
            let free = (*last + 1..).map(|number| (number, format!("{key}#{number}"))).find(|(_, text)| !named.contains(text));
            let (number, text) = free.expect("there are more numbers than rows");
            *last = number;
            self.add(text.clone(), key, number);
            numbered.push((id, text));
        }
        numbered
    }

    /// Of a file: a key with a number is none that the fields of its row make, by `key_of`.
    pub(crate) fn of_file(rows: &Rows, key_of: impl Fn(&SiteRow) -> String) -> RepeatedKeys {
        let mut repeated = RepeatedKeys::default();
        let is_numbered = |row: &SiteRow| row.key != key_of(row);
        for row in &rows.items {
            if let Some((plain, number)) = parse(&row.key).filter(|_| is_numbered(row)) {
                repeated.add(row.key.clone(), plain.to_owned(), number);
            }
        }
        repeated
    }

    fn add(&mut self, key: String, plain: String, number: usize) {
        let highest = self.numbers.entry(plain.clone()).or_insert(1);
        *highest = number.max(*highest);
        self.plain.insert(key, plain);
    }

    /// The key without its number, if it has one.
    pub(crate) fn plain<'a>(&'a self, key: &'a str) -> &'a str {
        self.plain.get(key).map_or(key, String::as_str)
    }

    /// 1 of a key that one row has, or none.
    pub(crate) fn highest_number(&self, plain: &str) -> usize {
        self.numbers.get(plain).copied().unwrap_or(1)
    }

    /// Keys that several rows have.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &str> {
        self.numbers.keys().map(String::as_str)
    }
}

/// What looks like a key and its number: `Night#2` like the second `Night`.
pub(crate) fn parse(key: &str) -> Option<(&str, usize)> {
    let (plain, number) = key.rsplit_once('#')?;
    number.parse().ok().filter(|number| *number > 1).map(|number| (plain, number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(keys: &[&str]) -> (Vec<String>, RepeatedKeys) {
        let mut repeated = RepeatedKeys::default();
        let rows = keys.iter().zip(1..).map(|(key, id)| (id, (*key).to_owned())).collect();
        (repeated.number(rows).into_iter().map(|(_, key)| key).collect(), repeated)
    }

    #[test]
    fn a_name_that_looks_like_a_number_repeats_nothing() {
        let (keys, repeated) = numbered(&["Flat #1", "Flat #2", "Flat #200", "Day#9"]);
        assert_eq!(keys, ["Flat #1", "Flat #2", "Flat #200", "Day#9"]);
        assert_eq!((repeated.keys().count(), repeated.plain("Day#9"), repeated.highest_number("Day")), (0, "Day#9", 1));
    }

    #[test]
    fn no_two_rows_get_one_key() {
        for names in [["Day", "Day", "Day#2", "Day"], ["Day#2", "Day", "Day", "Day"]] {
            let (keys, repeated) = numbered(&names);
            let different: HashSet<&String> = keys.iter().collect();
            assert_eq!(different.len(), 4, "{keys:?}");
            assert!(keys.contains(&"Day#3".to_owned()) && keys.contains(&"Day#4".to_owned()), "{keys:?}");
            assert_eq!((repeated.plain("Day#2"), repeated.plain("Day#3"), repeated.highest_number("Day")), ("Day#2", "Day", 4));
        }
    }
}
