//! Who is notified of the group's devices and of their alarms.
use std::collections::{BTreeSet, HashMap};

use kit::{Fields, Mask};
use proto::vestibule::common::v1::Ref;
use proto::vestibule::domains::v1 as api;
use proto::vestibule::events::v1 as events;
use serde::{Deserialize, Serialize};

use crate::domain::path::within;

const MAX_STEPS: usize = 5;
const MAX_RECIPIENTS: usize = 20;
const MEANS: [&str; 3] = ["notification", "mail", "call"];

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct DeviceStatus {
    pub user_id: Option<i64>,
    pub notify_about_offline_device: bool,
    pub notify_about_device_task_failed: bool,
    pub alarm_escalation: Vec<EscalationStep>,
}

/// Who is notified of an alarm that nobody has taken in time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EscalationStep {
    pub after_seconds: i32,
    pub recipients: Vec<i64>,
    pub by: String,
}

impl DeviceStatus {
    pub fn merge(&mut self, mask: &Mask, path: &str, new: api::DeviceStatusNotify) {
        mask.apply(&within(path, "user"), &mut self.user_id, new.user.map(|user| user.id));
        mask.apply(&within(path, "notify_about_offline_device"), &mut self.notify_about_offline_device, new.notify_about_offline_device);
        mask.apply(&within(path, "notify_about_device_task_failed"), &mut self.notify_about_device_task_failed, new.notify_about_device_task_failed);
        let steps = new.alarm_escalation.into_iter().map(EscalationStep::from).collect();
        mask.apply(&within(path, "alarm_escalation"), &mut self.alarm_escalation, steps);
    }

    pub fn validate(&self, fields: &mut Fields, path: &str) {
        let path = within(path, "alarm_escalation");
        fields.check(self.alarm_escalation.len() <= MAX_STEPS, &path, "too many items: at most 5");
        let mut last = 0;
        for (index, step) in self.alarm_escalation.iter().enumerate().take(MAX_STEPS) {
            step.validate(fields, &within(&path, &index.to_string()), last);
            last = step.after_seconds;
        }
    }

    /// Every user that it names.
    pub fn users(&self) -> BTreeSet<i64> {
        self.user_id.into_iter().chain(self.alarm_escalation.iter().flat_map(|step| step.recipients.iter().copied())).collect()
    }

    /// `names`: of users; who is not in there is no user any more.
    pub fn into_api(self, names: &HashMap<i64, String>) -> api::DeviceStatusNotify {
        let named = |id: i64| names.get(&id).map(|name| Ref { id, name: name.clone() });
        api::DeviceStatusNotify {
            user: self.user_id.and_then(named),
            notify_about_offline_device: self.notify_about_offline_device,
            notify_about_device_task_failed: self.notify_about_device_task_failed,
            alarm_escalation: self
                .alarm_escalation
                .into_iter()
                .map(|step| api::AlarmEscalationStep {
                    after_seconds: step.after_seconds,
                    recipients: step.recipients.into_iter().filter_map(named).collect(),
                    by: step.by,
                })
                .collect(),
        }
    }

    /// The steps, for other services.
    pub fn escalation_event(&self, names: &HashMap<i64, String>) -> Vec<events::AlarmEscalationStep> {
        let recipient = |user_id: &i64| Some(events::EscalationRecipient { user_id: *user_id, name: names.get(user_id)?.clone() });
        let step = |step: &EscalationStep| events::AlarmEscalationStep {
            after_seconds: step.after_seconds,
            recipients: step.recipients.iter().filter_map(recipient).collect(),
            by: step.by.clone(),
        };
        self.alarm_escalation.iter().map(step).collect()
    }
}

impl EscalationStep {
    /// `last`: the seconds of the step before it, 0 for the first.
    fn validate(&self, fields: &mut Fields, path: &str, last: i32) {
        let seconds = within(path, "after_seconds");
        fields.check((10..=86_400).contains(&self.after_seconds), &seconds, "must be within 10 - 86400");
        fields.check(self.after_seconds > last, &seconds, "must be later than the step before it");
        let recipients = within(path, "recipients");
        fields.check(!self.recipients.is_empty(), &recipients, "required");
        fields.check(self.recipients.len() <= MAX_RECIPIENTS, &recipients, "too many items: at most 20");
        let distinct: BTreeSet<_> = self.recipients.iter().collect();
        fields.check(distinct.len() == self.recipients.len(), &recipients, "value must be unique");
        fields.check(MEANS.contains(&self.by.as_str()), &within(path, "by"), "must be one of: notification, mail, call");
    }
}

impl From<api::AlarmEscalationStep> for EscalationStep {
    fn from(step: api::AlarmEscalationStep) -> Self {
        EscalationStep { after_seconds: step.after_seconds, recipients: step.recipients.into_iter().map(|user| user.id).collect(), by: step.by }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(after_seconds: i32, recipients: &[i64], by: &str) -> EscalationStep {
        EscalationStep { after_seconds, recipients: recipients.to_vec(), by: by.into() }
    }

    fn refused(steps: Vec<EscalationStep>) -> bool {
        let mut fields = Fields::new();
        DeviceStatus { alarm_escalation: steps, ..Default::default() }.validate(&mut fields, "notify");
        fields.finish().is_err()
    }

    #[test]
    fn each_step_is_later_than_the_one_before_and_names_somebody() {
        assert!(!refused(vec![step(60, &[1], "notification"), step(300, &[1, 2], "mail"), step(600, &[2], "call")]));
        for steps in [
            vec![step(60, &[1], "mail"), step(60, &[2], "mail")],
            vec![step(9, &[1], "mail")],
            vec![step(60, &[], "mail")],
            vec![step(60, &[1, 1], "mail")],
            vec![step(60, &[1], "fax")],
            (1..=6).map(|at| step(at * 60, &[1], "mail")).collect(),
        ] {
            assert!(refused(steps.clone()), "{steps:?}");
        }
    }

    #[test]
    fn who_is_no_user_any_more_is_left_out() {
        let settings = DeviceStatus { user_id: Some(3), alarm_escalation: vec![step(60, &[1, 2], "mail")], ..Default::default() };
        assert_eq!(settings.users(), BTreeSet::from([1, 2, 3]));
        let names = HashMap::from([(2, "Bob".to_string())]);
        let answer = settings.into_api(&names);
        assert_eq!(answer.user, None);
        assert_eq!(answer.alarm_escalation[0].recipients.iter().map(|user| user.id).collect::<Vec<_>>(), [2]);
    }
}
