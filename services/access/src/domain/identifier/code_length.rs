//! How long an access code has to be.

/// The longest code.
const LONGEST: usize = 10;
/// A guess is right once in so many times.
const GUESSES: u64 = 1_000;

/// How long new codes are beside those that work.
#[derive(Clone, Copy, Debug)]
pub struct CodeLength {
    /// However few codes there are: 4 to 10, a setting.
    pub shortest: usize,
    pub live_codes: u64,
}

impl CodeLength {
    /// The fewest digits with which a guess at a keypad stays hopeless.
    pub fn least(self) -> usize {
        let is_enough = |length: &usize| self.live_codes.saturating_add(1).saturating_mul(GUESSES) <= 10u64.pow(*length as u32);
        (self.shortest..=LONGEST).find(is_enough).unwrap_or(LONGEST)
    }

    /// The message for a new code that is too short.
    pub fn too_short(self, code: &str) -> Option<String> {
        let least = self.least();
        (code.len() < least).then(|| format!("minimum length is {least}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn length(live_codes: u64) -> CodeLength {
        CodeLength { shortest: 6, live_codes }
    }

    #[test]
    fn a_code_grows_with_the_number_of_codes() {
        assert_eq!([0, 999, 1_000, 9_999, 10_000, u64::MAX].map(|codes| length(codes).least()), [6, 6, 7, 7, 8, 10]);
    }

    #[test]
    fn the_setting_makes_codes_longer_and_shorter_but_no_guess_easier() {
        let least = |shortest, live_codes| CodeLength { shortest, live_codes }.least();
        assert_eq!((least(4, 0), least(4, 9), least(4, 10), least(10, 0)), (4, 4, 5, 10));
    }

    #[test]
    fn a_short_code_is_refused_with_the_length_that_it_needs() {
        assert_eq!(length(0).too_short("12345").as_deref(), Some("minimum length is 6"));
        assert_eq!((length(999).too_short("123456"), length(1_000).too_short("123456").as_deref()), (None, Some("minimum length is 7")));
    }
}
