//! When somebody is reminded of the end of a licence period.
use kit::Fields;
use time::{Date, Duration};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReminderMode {
    Once = 1,
    #[default]
    Everyday = 2,
    Week = 3,
    ThirtyDays = 4,
    Never = 5,
}

const WORDS: [(ReminderMode, &str); 5] = [
    (ReminderMode::Once, "once"),
    (ReminderMode::Everyday, "everyday"),
    (ReminderMode::Week, "week"),
    (ReminderMode::ThirtyDays, "30_days"),
    (ReminderMode::Never, "never"),
];

impl ReminderMode {
    pub fn word(self) -> &'static str {
        WORDS.iter().find(|(mode, _)| *mode == self).map_or("", |(_, word)| word)
    }

    pub fn from_word(word: &str) -> Option<Self> {
        WORDS.iter().find(|(_, known)| *known == word).map(|(mode, _)| *mode)
    }

    pub fn from_number(number: i16) -> Self {
        WORDS.into_iter().map(|(mode, _)| mode).find(|mode| *mode as i16 == number).unwrap_or_default()
    }
}

pub const DEFAULT_NOTIFY_BEFORE: i32 = 14;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reminder {
    pub is_enabled: bool,
    pub mode: ReminderMode,
    /// Days before the end.
    pub notify_before: i32,
}

impl Default for Reminder {
    fn default() -> Self {
        Reminder { is_enabled: true, mode: ReminderMode::Everyday, notify_before: DEFAULT_NOTIFY_BEFORE }
    }
}

impl Reminder {
    pub fn validate(&self, fields: &mut Fields) {
        fields.range("notifications.notify_before", self.notify_before, 1, 365);
    }

    /// The date of the reminder that is due on `today` of a period that ends on `end`, both in the project's zone: the last
    /// one that has come. None before the first, after the end, and where there are none.
    pub fn due(&self, end: Date, today: Date) -> Option<Date> {
        let first = end - Duration::days(self.notify_before.into());
        if !self.is_enabled || today < first || today > end {
            return None;
        }
        let every = match self.mode {
            ReminderMode::Never => return None,
            ReminderMode::Once => return Some(first),
            ReminderMode::Everyday => 1,
            ReminderMode::Week => 7,
            ReminderMode::ThirtyDays => 30,
        };
        let passed = (today - first).whole_days() / every * every;
        Some(first + Duration::days(passed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use time::macros::date;

    const END: Date = date!(2026 - 12 - 31);

    fn dates(reminder: Reminder) -> BTreeSet<i64> {
        let days = (-60..5).filter_map(|day| reminder.due(END, END + Duration::days(day)));
        days.map(|due| (due - END).whole_days()).collect()
    }

    #[test]
    fn reminders_come_as_often_as_their_mode_says() {
        let of = |mode, notify_before| dates(Reminder { is_enabled: true, mode, notify_before });
        assert_eq!(of(ReminderMode::Everyday, 3), BTreeSet::from([-3, -2, -1, 0]));
        assert_eq!(of(ReminderMode::Once, 14), BTreeSet::from([-14]));
        assert_eq!(of(ReminderMode::Week, 14), BTreeSet::from([-14, -7, 0]));
        assert_eq!(of(ReminderMode::ThirtyDays, 45), BTreeSet::from([-45, -15]));
        assert_eq!(of(ReminderMode::Never, 14), BTreeSet::new());
        assert_eq!(dates(Reminder { is_enabled: false, ..Reminder::default() }), BTreeSet::new());
    }

    #[test]
    fn every_mode_has_its_word_and_number() {
        for (mode, word) in WORDS {
            assert_eq!((ReminderMode::from_word(word), ReminderMode::from_number(mode as i16), mode.word()), (Some(mode), mode, word));
        }
    }
}
