//! The tables of a list. A LEFT JOIN of which a statement mentions nothing is left out: Postgres would drop it from the plan, but
//! having asked for its columns it reads rows where an index alone would do, and plans longer.

/// The tables, without the LEFT JOINs of which nothing in `texts` is mentioned. Each finds one row at most (`Listing::from`), so
/// that the rows are the same with it and without.
pub(super) fn needed(from: &'static str, texts: &[&str]) -> String {
    let mut parts = split(from);
    let base = parts.remove(0);
    let mut kept: Vec<&str> = Vec::with_capacity(parts.len());
    // The last first: a join may be by a column of one before it.
    for part in parts.into_iter().rev() {
        let is_needed = alias(part).is_none_or(|alias| texts.iter().chain(&kept).any(|text| mentions(text, alias)));
        if is_needed {
            kept.push(part);
        }
    }
    kept.into_iter().rev().fold(base.to_owned(), |tables, part| tables + " " + part)
}

/// The first table with what follows it, then each LEFT JOIN outside of parentheses.
fn split(from: &'static str) -> Vec<&'static str> {
    const JOIN: &str = "LEFT JOIN ";
    let (mut parts, mut begins, mut depth) = (Vec::new(), 0, 0);
    for (at, byte) in from.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            b'L' if depth == 0 && at > 0 && from.as_bytes()[at - 1].is_ascii_whitespace() && from[at..].starts_with(JOIN) => {
                parts.push(from[begins..at].trim_end());
                begins = at;
            }
            _ => {}
        }
    }
    parts.push(from[begins..].trim_end());
    parts
}

/// Of `LEFT JOIN people p ON …`: `p`. None of anything else, as when another kind of join follows it.
fn alias(join: &'static str) -> Option<&'static str> {
    let mut words = join.split_ascii_whitespace().skip(3);
    let alias = words.next()?;
    (words.next()? == "ON" && !words.any(|word| word == "JOIN")).then_some(alias)
}

/// Whether a column of the alias is in the text: `p.` as a word of its own.
fn mentions(text: &str, alias: &str) -> bool {
    let is_of_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    text.match_indices(alias).any(|(at, _)| {
        let before = at.checked_sub(1).map(|before| text.as_bytes()[before]);
        text[at + alias.len()..].starts_with('.') && !before.is_some_and(is_of_word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const CARDS: &str = "cards i JOIN kinds k ON k.id = i.kind_id LEFT JOIN people p ON p.id = i.owner_id AND NOT p.deleted
        LEFT JOIN roles r ON r.id = p.role_id";

    #[test]
    fn a_left_join_of_which_nothing_is_mentioned_is_left_out() {
        assert_eq!(needed(CARDS, &["i.id", "i.project_id"]), "cards i JOIN kinds k ON k.id = i.kind_id");
        assert_eq!(
            needed(CARDS, &["i.id", "lower(p.name)"]),
            "cards i JOIN kinds k ON k.id = i.kind_id LEFT JOIN people p ON p.id = i.owner_id AND NOT p.deleted"
        );
        assert_eq!(needed("cards i", &["i.id"]), "cards i");
    }

    #[test]
    fn a_join_by_which_another_one_finds_its_row_stays() {
        let all = CARDS.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(needed(CARDS, &["r.name"]).split_ascii_whitespace().collect::<Vec<_>>().join(" "), all);
    }

    #[test]
    fn an_alias_is_mentioned_as_a_word_alone() {
        assert!(mentions("(p.name) IS NULL", "p") && mentions("i.id = p.id", "p"));
        assert!(!mentions("map.name, group_p.name, p", "p"));
    }

    #[test]
    fn what_is_not_a_plain_left_join_stays() {
        let from =
            "calls c LEFT JOIN LATERAL (SELECT 1 FROM a LEFT JOIN b ON TRUE) x ON TRUE LEFT JOIN people p ON p.id = c.a JOIN doors d ON d.id = c.d";
        assert_eq!(needed(from, &["c.id"]), from);
    }
}
