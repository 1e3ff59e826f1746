//! The numbers that a project gives out by itself.

/// Where the project's settings name none.
const DEFAULT_FIRST: &str = "100";
const DEFAULT_LAST: &str = "999999";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberRange {
    /// As the settings write it: "0100" gives numbers of four digits.
    pub first_number: String,
    pub first: i64,
    pub last: i64,
}

impl NumberRange {
    /// Empty texts, and those that are no numbers, for the usual range.
    pub fn new(first: &str, last: &str) -> Self {
        let value = |text: &str| text.parse::<i64>().ok().filter(|value| *value >= 0);
        match (value(first), value(last)) {
            (Some(from), Some(to)) => NumberRange { first_number: first.into(), first: from, last: to },
            _ => {
                NumberRange { first_number: DEFAULT_FIRST.into(), first: DEFAULT_FIRST.parse().unwrap_or(0), last: DEFAULT_LAST.parse().unwrap_or(0) }
            }
        }
    }

    /// Digits of the shortest number.
    pub fn width(&self) -> usize {
        self.first_number.len()
    }

    pub fn write(&self, value: i64) -> String {
        format!("{value:0width$}", width = self.width())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_project_without_a_range_has_the_usual_one() {
        let usual = NumberRange::new("", "");
        assert_eq!((usual.first, usual.last), (100, 999_999));
        assert_eq!(usual.write(100), "100");
    }

    #[test]
    fn numbers_are_as_wide_as_the_first() {
        let range = NumberRange::new("0001", "9999");
        assert_eq!((range.write(1), range.write(9999)), ("0001".into(), "9999".into()));
        assert_eq!(NumberRange::new("7", "12").write(12), "12");
    }
}
