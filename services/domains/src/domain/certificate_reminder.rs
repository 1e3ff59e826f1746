//! When somebody is reminded of the end of the certificate that signs wallet passes.

/// Days before the end, on each of which a reminder is published once.
pub const DAYS_BEFORE: [i16; 3] = [30, 7, 1];

/// The reminder that is due with so many whole days left, in the project's zone: the last one that has come. One that was missed,
/// as of a certificate that is entered late, is not told any more.
pub fn due(days_left: i32) -> Option<i16> {
    DAYS_BEFORE.into_iter().filter(|days| i32::from(*days) >= days_left).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_reminder_that_has_come_is_due() {
        let due_by_days = [31, 30, 8, 7, 2, 1, 0].map(due);
        assert_eq!(due_by_days, [None, Some(30), Some(30), Some(7), Some(7), Some(1), Some(1)]);
    }
}
