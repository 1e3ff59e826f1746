//! Identifiers as a table: what is exported and imported. A table that was exported is imported as it was.

use std::collections::HashMap;

pub const HEADINGS: [&str; 11] = ["name", "type", "value", "owner", "owner_name", "group", "rules", "valid_from", "valid_to", "passes", "status"];

/// Between the groups of a path.
pub const BELOW: &str = " / ";
/// Between several rules of an identifier.
const AND: char = ';';
/// Before the id of a rule whose name is not enough.
const ID: char = '#';

/// How a table names access rules: by their names, and by `#id` where a name is not the rule's alone or cannot be read back.
#[derive(Debug, Default)]
pub struct RuleLabels {
    labels: HashMap<i64, String>,
    ids: HashMap<String, i64>,
}

impl RuleLabels {
    pub fn new(rules: Vec<(i64, String)>) -> RuleLabels {
        let mut counts: HashMap<String, usize> = HashMap::new();
        for (_, name) in &rules {
            *counts.entry(key(name)).or_default() += 1;
        }
        let (mut labels, mut ids) = (HashMap::new(), HashMap::new());
        for (id, name) in rules {
            let is_readable = !name.trim().is_empty() && !name.contains(AND) && !name.trim().starts_with(ID) && counts[&key(&name)] == 1;
            if is_readable {
                ids.insert(key(&name), id);
            }
            labels.insert(id, if is_readable { name } else { format!("{ID}{id}") });
        }
        RuleLabels { labels, ids }
    }

    pub fn knows(&self, rule: i64) -> bool {
        self.labels.contains_key(&rule)
    }

    /// The cell for these rules; those that the table does not know are left out.
    pub fn cell(&self, rules: &[i64]) -> String {
        rules.iter().filter_map(|id| self.labels.get(id)).map(String::as_str).collect::<Vec<_>>().join("; ")
    }

    /// The rules of a cell, in order, each once; or the first label that is no rule.
    pub fn parse<'a>(&self, cell: &'a str) -> Result<Vec<i64>, &'a str> {
        let mut rules = Vec::new();
        for label in cell.split(AND).map(str::trim).filter(|label| !label.is_empty()) {
            let by_id = || label.strip_prefix(ID)?.parse().ok().filter(|id| self.labels.contains_key(id));
            rules.push(self.ids.get(&key(label)).copied().or_else(by_id).ok_or(label)?);
        }
        rules.sort_unstable();
        rules.dedup();
        Ok(rules)
    }
}

/// The cell of an identifier's group: its path, or that of the first of its owner's groups that the caller sees. `paths`: of the groups that the
/// caller sees.
pub fn group_cell<'a>(paths: &'a HashMap<i64, String>, domain_id: Option<i64>, owner_groups: &[i64]) -> &'a str {
    domain_id.iter().chain(owner_groups).find_map(|group| paths.get(group)).map_or("", String::as_str)
}

/// As names are compared: people do not type blanks and capitals as they were.
pub fn key(name: &str) -> String {
    name.trim().to_lowercase()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_rule_whose_name_is_not_its_own_is_named_by_its_id() {
        let labels = RuleLabels::new(vec![(1, "Front".into()), (2, "front ".into()), (3, "A; B".into()), (4, "Gate".into()), (5, "#4".into())]);
        assert_eq!(labels.cell(&[1, 2, 3, 4, 5, 99]), "#1; #2; #3; Gate; #5");
        assert_eq!(labels.parse(" gate ;#1;; #1"), Ok(vec![1, 4]));
        assert_eq!((labels.parse("front"), labels.parse("#99")), (Err("front"), Err("#99")));
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(names in proptest::collection::vec("[ a-cA-C;#0-9]{0,4}", 1..8)) {
            let rules: Vec<(i64, String)> = (1..).zip(names).collect();
            let ids: Vec<i64> = rules.iter().map(|(id, _)| *id).collect();
            let labels = RuleLabels::new(rules);
            let cell = labels.cell(&ids);
            prop_assert_eq!(labels.parse(&cell), Ok(ids));
        }
    }
}
