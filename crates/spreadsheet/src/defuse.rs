//! Formula injection: a cell that begins like a formula is run by whoever opens the file.
use std::borrow::Cow;

/// What a spreadsheet may take for the beginning of a formula, and the apostrophe itself, so that it can be undone. The last four are the
/// full-width forms (U+FF1D, FF0B, FF0D, FF20), which Excel reads as the ordinary ones in some languages.
const LIVE: [char; 12] = ['=', '+', '-', '@', '\t', '\r', '\n', '\'', '＝', '＋', '－', '＠'];

/// The text with an apostrophe before it where it is needed.
pub fn defuse(text: &str) -> Cow<'_, str> {
    if text.starts_with(LIVE) { format!("'{text}").into() } else { text.into() }
}

/// The text as it was before `defuse`.
pub fn restore(text: &str) -> &str {
    text.strip_prefix('\'').filter(|rest| rest.starts_with(LIVE)).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn nothing_that_is_written_begins_like_a_formula() {
        for text in ["=1+1", "+31201234567", "-5", "@SUM(A1)", "\tx", "\rx", "\nx", "'=1", "＝1+1", "＋1", "－1", "＠SUM(A1)"] {
            assert!(defuse(text).starts_with('\''), "{text:?}");
        }
        assert_eq!(defuse("Anna"), "Anna");
    }

    #[test]
    fn an_apostrophe_of_a_persons_own_stays() {
        assert_eq!(restore("'s-Hertogenbosch"), "'s-Hertogenbosch");
    }

    proptest! {
        #[test]
        fn restoring_gives_what_was_defused(text in "['=+@＝＋－＠\t\r\n-]{0,3}.*") {
            let written = defuse(&text);
            prop_assert_eq!(restore(&written), text.as_str());
        }
    }
}
