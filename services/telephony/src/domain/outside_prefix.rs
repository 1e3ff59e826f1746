//! Which numbers outside an installation calls: a telephone or a password that somebody else got hold of calls the expensive ones.
use std::str::FromStr;

/// What numbers that may be called begin with, as digits after the `+`. Without any, all may be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OutsidePrefixes(Vec<String>);

impl OutsidePrefixes {
    /// `number`: international, as `+31201234567`.
    pub fn allow(&self, number: &str) -> bool {
        let Some(digits) = number.strip_prefix('+') else { return self.0.is_empty() };
        self.0.is_empty() || self.0.iter().any(|prefix| digits.starts_with(prefix))
    }
}

impl FromStr for OutsidePrefixes {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let prefixes = text.split(',').map(str::trim).filter(|prefix| !prefix.is_empty());
        let digits = |prefix: &str| prefix.strip_prefix('+').filter(|digits| is_prefix(digits)).map(String::from);
        prefixes.map(digits).collect::<Option<_>>().map(OutsidePrefixes).ok_or("expected prefixes like +31,+49")
    }
}

fn is_prefix(digits: &str) -> bool {
    (1..=15).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_outside_begins_with_one_of_the_prefixes() {
        let prefixes: OutsidePrefixes = "+31, +4930".parse().unwrap();
        for (number, is_allowed) in [("+31201234567", true), ("+4930555", true), ("+4940555", false), ("+3", false), ("31201234567", false)] {
            assert_eq!(prefixes.allow(number), is_allowed, "{number}");
        }
    }

    #[test]
    fn without_prefixes_every_number_may_be_called() {
        assert!("".parse::<OutsidePrefixes>().unwrap().allow("+88213555"));
    }

    #[test]
    fn what_is_no_prefix_is_refused() {
        for wrong in ["31", "+", "+31 20", "+31;+49", "0031", &format!("+{}", "3".repeat(16))] {
            assert!(wrong.parse::<OutsidePrefixes>().is_err(), "{wrong}");
        }
    }
}
