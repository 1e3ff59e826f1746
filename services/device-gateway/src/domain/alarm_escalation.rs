//! Escalation of alarms that nobody takes: who is notified next, and when.
use proto::vestibule::events::v1 as events;
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

pub const NOTIFICATION: &str = "notification";
pub const MAIL: &str = "mail";
/// By telephony.
pub const CALL: &str = "call";

/// As the table has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EscalationStep {
    pub after_seconds: i32,
    pub by: String,
    pub recipients: Vec<Recipient>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recipient {
    pub id: i64,
    pub name: String,
}

impl From<events::AlarmEscalationStep> for EscalationStep {
    fn from(step: events::AlarmEscalationStep) -> Self {
        let recipients = step.recipients.into_iter().map(|recipient| Recipient { id: recipient.user_id, name: recipient.name }).collect();
        EscalationStep { after_seconds: step.after_seconds, by: step.by, recipients }
    }
}

/// Since the step before it, or since the alarm was raised.
pub fn pause_before(steps: &[EscalationStep], step: usize) -> Option<Duration> {
    let at = |index: usize| steps.get(index).map(|step| i64::from(step.after_seconds));
    let before = step.checked_sub(1).and_then(at).unwrap_or_default();
    at(step).map(|after| Duration::seconds((after - before).max(0)))
}

/// When the step after this one is due; None after the last.
pub fn next_due(steps: &[EscalationStep], step: usize, due_at: OffsetDateTime) -> Option<OffsetDateTime> {
    pause_before(steps, step + 1).map(|pause| due_at + pause)
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    fn steps(after: &[i32]) -> Vec<EscalationStep> {
        after.iter().map(|after| EscalationStep { after_seconds: *after, by: MAIL.into(), recipients: Vec::new() }).collect()
    }

    #[test]
    fn each_step_is_due_at_its_own_time_after_the_alarm_was_raised() {
        let (raised, steps) = (datetime!(2026-11-24 12:00 UTC), steps(&[60, 300, 900]));
        let mut due = raised + pause_before(&steps, 0).unwrap();
        let mut seconds = vec![(due - raised).whole_seconds()];
        for step in 0..2 {
            due = next_due(&steps, step, due).unwrap();
            seconds.push((due - raised).whole_seconds());
        }
        assert_eq!(seconds, [60, 300, 900]);
        assert_eq!(next_due(&steps, 2, due), None);
        assert_eq!(pause_before(&[], 0), None);
    }
}
