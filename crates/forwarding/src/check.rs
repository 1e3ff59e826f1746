//! What makes queues sound.
use kit::Fields;

use crate::queue::{Params, Queue};

const MAX_QUEUES: usize = 20;
/// Of each kind, in one queue.
const MAX_NUMBERS: usize = 20;
const MAX_DIGITS: usize = 12;
const MIN_SECONDS: i32 = 5;
const MAX_SECONDS: i32 = 600;
const DAY: i32 = 86_400;
const EMPTY: &str = "forward settings need at least one queue with a number";

/// Queues that are to be followed: one at least.
pub fn check_needed(fields: &mut Fields, path: &str, queues: &[Queue]) {
    fields.check(!queues.is_empty(), path, EMPTY);
    check(fields, path, queues);
}

pub fn check(fields: &mut Fields, path: &str, queues: &[Queue]) {
    fields.check(queues.len() <= MAX_QUEUES, path, "too many values");
    for (index, queue) in queues.iter().enumerate() {
        queue.check(fields, &format!("{path}.{index}"));
    }
}

impl Queue {
    fn check(&self, fields: &mut Fields, path: &str) {
        let numbers = format!("{path}.numbers");
        fields.check(!self.numbers.is_empty() || !self.params.trunk_numbers.is_empty(), &numbers, EMPTY);
        fields.check(self.numbers.len() <= MAX_NUMBERS, &numbers, "too many values");
        for (index, number) in self.numbers.iter().enumerate() {
            let ok = (1..=MAX_DIGITS).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
            fields.check(ok, &format!("{numbers}.{index}"), "must be a number of up to 12 digits");
        }
        self.params.check(fields, &format!("{path}.params"));
        fields.range(&format!("{path}.redirect_if_no_answer.timeout"), self.redirect_if_no_answer.timeout, 0, MAX_SECONDS);
        fields.range(&format!("{path}.redirect_if_error.timeout"), self.redirect_if_error.timeout, 0, MAX_SECONDS);
    }
}

impl Params {
    fn check(&self, fields: &mut Fields, path: &str) {
        let outside = format!("{path}.trunk_numbers");
        fields.check(self.trunk_numbers.len() <= MAX_NUMBERS, &outside, "too many values");
        for (index, number) in self.trunk_numbers.iter().enumerate() {
            fields.phone(&format!("{outside}.{index}.number"), &number.number);
        }
        fields.range(&format!("{path}.timeout"), self.timeout, MIN_SECONDS, MAX_SECONDS);
        if let Some(period) = self.period {
            fields.range(&format!("{path}.period.from"), period.from, 0, DAY);
            fields.range(&format!("{path}.period.to"), period.to, 0, DAY);
            fields.check(period.from != period.to, &format!("{path}.period.to"), "must be greater than from");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queue::{Period, TrunkNumber};

    fn queue(numbers: &[&str]) -> Queue {
        Queue { numbers: numbers.iter().map(|number| number.to_string()).collect(), ..Queue::default() }
    }

    fn with(numbers: &[&str], change: impl FnOnce(&mut Queue)) -> Vec<String> {
        let mut queue = queue(numbers);
        change(&mut queue);
        refused(&[queue])
    }

    fn outside(number: &str) -> TrunkNumber {
        TrunkNumber { number: number.into(), trunk_id: None }
    }

    fn refused(queues: &[Queue]) -> Vec<String> {
        let mut fields = Fields::new();
        check_needed(&mut fields, "forward_rules", queues);
        match fields.finish() {
            Err(kit::Error::Invalid(fields)) => fields.into_keys().collect(),
            _ => Vec::new(),
        }
    }

    #[test]
    fn forward_settings_need_at_least_one_queue_with_a_number() {
        assert_eq!(refused(&[]), ["forward_rules"]);
        assert_eq!(refused(&[queue(&[])]), ["forward_rules.0.numbers"]);
        assert!(with(&[], |queue| queue.params.trunk_numbers = vec![outside("+31201234567")]).is_empty());
        assert!(refused(&[queue(&["101"])]).is_empty());
    }

    #[test]
    fn a_queue_has_at_most_twenty_numbers_and_a_rule_twenty_queues() {
        let many: Vec<String> = (100..121).map(|number| number.to_string()).collect();
        assert_eq!(refused(&[queue(&many.iter().map(String::as_str).collect::<Vec<_>>())]), ["forward_rules.0.numbers"]);
        assert_eq!(refused(&vec![queue(&["101"]); 21]), ["forward_rules"]);
        let many = vec![outside("+31201234567"); 21];
        assert_eq!(with(&["101"], |queue| queue.params.trunk_numbers = many), ["forward_rules.0.params.trunk_numbers"]);
    }

    #[test]
    fn times_keep_to_their_bounds() {
        assert_eq!(with(&["101"], |queue| queue.params.timeout = 4), ["forward_rules.0.params.timeout"]);
        assert_eq!(with(&["101"], |queue| queue.params.timeout = 601), ["forward_rules.0.params.timeout"]);
        assert_eq!(with(&["101"], |queue| queue.redirect_if_no_answer.timeout = 601), ["forward_rules.0.redirect_if_no_answer.timeout"]);
        assert_eq!(with(&["101"], |queue| queue.redirect_if_error.timeout = -1), ["forward_rules.0.redirect_if_error.timeout"]);
    }

    #[test]
    fn a_period_may_go_over_midnight_and_is_never_empty() {
        let during = |from, to| with(&["101"], |queue| queue.params.period = Some(Period { from, to }));
        assert!(during(79_200, 21_600).is_empty() && during(0, 86_400).is_empty());
        assert_eq!(during(3_600, 3_600), ["forward_rules.0.params.period.to"]);
        assert_eq!(during(-1, 86_401), ["forward_rules.0.params.period.from", "forward_rules.0.params.period.to"]);
    }

    #[test]
    fn numbers_are_digits_and_those_outside_are_international() {
        assert_eq!(refused(&[queue(&["10a", "1234567890123"])]), ["forward_rules.0.numbers.0", "forward_rules.0.numbers.1"]);
        assert_eq!(with(&[], |queue| queue.params.trunk_numbers = vec![outside("0201234567")]), ["forward_rules.0.params.trunk_numbers.0.number"]);
    }
}
