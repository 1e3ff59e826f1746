//! The life of a task: which state follows which.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::item::ItemKind;

/// In the order of the API's enum; the numbers are those of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(i16)]
pub enum TaskStatus {
    /// Created.
    New = 1,
    /// The device is online, and its earlier tasks come first.
    Queued = 2,
    /// Sent; the device has not answered.
    Started = 3,
    /// The device is offline, or the pause before another attempt runs.
    Waiting = 4,
    Completed = 5,
    Error = 6,
    /// Overtaken by a newer one, or stopped by a person.
    Stopped = 7,
}

impl TaskStatus {
    pub const ALL: [TaskStatus; 7] = {
        use TaskStatus::*;
        [New, Queued, Started, Waiting, Completed, Error, Stopped]
    };

    /// Names of the API and numbers of the table, for filters.
    pub const CHOICES: &[(&str, i16)] = &[("new", 1), ("queued", 2), ("started", 3), ("waiting", 4), ("completed", 5), ("error", 6), ("stopped", 7)];

    pub fn from_number(number: i16) -> Option<TaskStatus> {
        Self::ALL.into_iter().find(|status| *status as i16 == number)
    }

    pub fn as_str(self) -> &'static str {
        Self::CHOICES[self as usize - 1].0
    }

    /// Whether it stays so unless a person restarts it.
    pub fn is_finished(self) -> bool {
        matches!(self, TaskStatus::Completed | TaskStatus::Error | TaskStatus::Stopped)
    }
}

/// What can happen to a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskStep {
    /// The device is online: the task is queued.
    Queue,
    /// The device is offline or did not answer, or the worker was lost: the task is tried later.
    Wait,
    /// Sent.
    Start,
    /// The device carried it out.
    Complete,
    /// Out of attempts, or refused as a whole.
    Fail,
    /// Overtaken, or stopped by a person.
    Stop,
    /// A person wants it tried again.
    Restart,
}

impl TaskStep {
    pub const ALL: [TaskStep; 7] = {
        use TaskStep::*;
        [Queue, Wait, Start, Complete, Fail, Stop, Restart]
    };

    /// The states that it may happen in.
    pub fn sources(self) -> &'static [TaskStatus] {
        use TaskStatus::*;
        match self {
            TaskStep::Queue => &[New, Waiting],
            TaskStep::Wait => &[New, Queued, Started],
            TaskStep::Start => &[Queued],
            TaskStep::Complete | TaskStep::Fail => &[Started],
            TaskStep::Stop => &[New, Queued, Waiting, Error],
            TaskStep::Restart => &[Error, Stopped],
        }
    }

    pub fn target(self) -> TaskStatus {
        match self {
            TaskStep::Queue | TaskStep::Restart => TaskStatus::Queued,
            TaskStep::Wait => TaskStatus::Waiting,
            TaskStep::Start => TaskStatus::Started,
            TaskStep::Complete => TaskStatus::Completed,
            TaskStep::Fail => TaskStatus::Error,
            TaskStep::Stop => TaskStatus::Stopped,
        }
    }
}

/// The state after `step`, or none when it cannot happen in this state.
pub fn after(status: TaskStatus, step: TaskStep) -> Option<TaskStatus> {
    step.sources().contains(&status).then(|| step.target())
}

/// What a task does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TaskKind {
    IdentifiersSave,
    IdentifiersDelete,
    SchedulesSave,
    SchedulesDelete,
    /// Deletes every identifier and schedule that the device holds.
    Clear,
    SipSettings,
    /// How it calls, apart from its account.
    SipCalls,
    Address,
    /// Buttons, opening by command, plates that a camera beside it has read.
    Additional,
    FaceRecognition,
    /// Of a lift controller.
    Relays,
    FloorMap,
    /// Reading of number plates.
    AlprCamera,
    /// Which numbers it calls for each apartment.
    Forwards,
    ManagementServer,
    /// The device may become unreachable by it: it is sent last, and once.
    Network,
}

impl TaskKind {
    pub const ALL: [TaskKind; 16] = {
        use TaskKind::*;
        [
            IdentifiersSave,
            IdentifiersDelete,
            SchedulesSave,
            SchedulesDelete,
            Clear,
            SipSettings,
            SipCalls,
            Address,
            Additional,
            FaceRecognition,
            Relays,
            FloorMap,
            AlprCamera,
            Forwards,
            ManagementServer,
            Network,
        ]
    };

    /// Those with items of the list; each version of the list makes new ones.
    pub const LIST: [TaskKind; 4] = [TaskKind::IdentifiersSave, TaskKind::IdentifiersDelete, TaskKind::SchedulesSave, TaskKind::SchedulesDelete];

    pub fn as_str(self) -> &'static str {
        match self {
            TaskKind::IdentifiersSave => "identifiers_save",
            TaskKind::IdentifiersDelete => "identifiers_delete",
            TaskKind::SchedulesSave => "schedules_save",
            TaskKind::SchedulesDelete => "schedules_delete",
            TaskKind::Clear => "clear",
            TaskKind::SipSettings => "sip_settings",
            TaskKind::SipCalls => "sip_calls",
            TaskKind::Address => "address",
            TaskKind::Additional => "additional",
            TaskKind::FaceRecognition => "face_recognition",
            TaskKind::Relays => "relays",
            TaskKind::FloorMap => "floor_map",
            TaskKind::AlprCamera => "alpr_camera",
            TaskKind::Forwards => "forwards",
            TaskKind::ManagementServer => "management_server",
            TaskKind::Network => "network",
        }
    }

    pub fn parse(word: &str) -> Option<TaskKind> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }

    pub fn is_list(self) -> bool {
        Self::LIST.contains(&self)
    }

    /// The kind of its items.
    pub fn item_kind(self) -> Option<ItemKind> {
        match self {
            TaskKind::IdentifiersSave | TaskKind::IdentifiersDelete => Some(ItemKind::Identifier),
            TaskKind::SchedulesSave | TaskKind::SchedulesDelete => Some(ItemKind::Schedule),
            _ => None,
        }
    }
}

/// An item of a task; the hash is empty for a deletion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskItem {
    pub link_id: Uuid,
    pub hash: String,
}

/// A task to be created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedTask {
    pub kind: TaskKind,
    pub items: Vec<TaskItem>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use TaskStatus::*;

    #[test]
    fn the_whole_table_of_states_and_steps() {
        let expected = |status, step| match (status, step) {
            (New | Waiting, TaskStep::Queue) => Some(Queued),
            (New | Queued | Started, TaskStep::Wait) => Some(Waiting),
            (Queued, TaskStep::Start) => Some(Started),
            (Started, TaskStep::Complete) => Some(Completed),
            (Started, TaskStep::Fail) => Some(Error),
            (New | Queued | Waiting | Error, TaskStep::Stop) => Some(Stopped),
            (Error | Stopped, TaskStep::Restart) => Some(Queued),
            _ => None,
        };
        for status in TaskStatus::ALL {
            for step in TaskStep::ALL {
                assert_eq!(after(status, step), expected(status, step), "{status:?} {step:?}");
            }
        }
    }

    #[test]
    fn a_completed_task_stays_completed() {
        assert!(TaskStep::ALL.into_iter().all(|step| after(Completed, step).is_none()));
    }

    #[test]
    fn every_state_can_be_reached_from_new() {
        let mut reached = vec![New];
        while let Some(next) =
            reached.iter().flat_map(|s| TaskStep::ALL.into_iter().filter_map(|step| after(*s, step))).find(|s| !reached.contains(s))
        {
            reached.push(next);
        }
        assert_eq!(reached.len(), TaskStatus::ALL.len());
    }

    #[test]
    fn words_and_numbers_read_back() {
        for status in TaskStatus::ALL {
            assert_eq!(TaskStatus::from_number(status as i16), Some(status));
            assert!(TaskStatus::CHOICES.contains(&(status.as_str(), status as i16)));
        }
        for kind in TaskKind::ALL {
            assert_eq!(TaskKind::parse(kind.as_str()), Some(kind));
        }
    }
}
