//! The schedules of a project, compiled once and found by id.

use std::collections::HashMap;

use jiff::Timestamp;
use schedule::{DeviceProfile, Timetable, ValidSchedule};
use uuid::Uuid;

use super::access_rule::AccessRule;
use super::hash::{ContentHash, Hasher};
use super::ids::ScheduleId;
use super::sorted::Sorted;

/// A schedule, ready for questions and for devices.
#[derive(Clone, Debug)]
pub struct BookedSchedule {
    pub id: ScheduleId,
    /// Under which devices hold it.
    pub link_id: Uuid,
    pub name: String,
    pub schedule: ValidSchedule,
    pub timetable: Timetable,
    pub profile: DeviceProfile,
    /// Of link id, name and profile.
    pub hash: ContentHash,
}

impl BookedSchedule {
    pub fn new(id: ScheduleId, link_id: Uuid, name: String, schedule: ValidSchedule) -> BookedSchedule {
        let profile = DeviceProfile::from(&schedule);
        let hash = Hasher::new().bytes(link_id.as_bytes()).text(&name).value(&profile).finish();
        BookedSchedule { id, link_id, name, timetable: schedule.timetable(), schedule, profile, hash }
    }
}

#[derive(Clone, Debug, Default)]
pub struct ScheduleBook(HashMap<ScheduleId, BookedSchedule>);

/// Whether a rule holds at an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Force {
    /// It holds, by this schedule, or by none because it has none.
    InForce(Option<ScheduleId>),
    /// It does not. The schedule that opens next, and when, if any ever does.
    Waits(Option<(ScheduleId, Timestamp)>),
}

impl ScheduleBook {
    pub fn get(&self, id: ScheduleId) -> Option<&BookedSchedule> {
        self.0.get(&id)
    }

    /// Whether the rule holds at the instant. A schedule that the book does not know keeps doors
    /// shut: a grant never holds by it, a prohibition always does.
    pub fn force(&self, rule: &AccessRule, at: Timestamp) -> Force {
        if rule.schedules.is_empty() {
            return Force::InForce(None);
        }
        match rule.schedules.iter().find(|id| self.holds(**id, rule.prohibition, at)) {
            Some(id) => Force::InForce(Some(*id)),
            None => Force::Waits(self.opens_next(&rule.schedules, at)),
        }
    }

    fn holds(&self, id: ScheduleId, prohibition: bool, at: Timestamp) -> bool {
        self.get(id).map_or(prohibition, |booked| booked.timetable.contains(at))
    }

    fn opens_next(&self, schedules: &Sorted<ScheduleId>, after: Timestamp) -> Option<(ScheduleId, Timestamp)> {
        let known = schedules.iter().filter_map(|id| self.get(*id));
        let openings = known.filter_map(|booked| Some((booked.id, booked.timetable.next_change(after)?)));
        openings.min_by_key(|(_, at)| *at)
    }
}

impl FromIterator<BookedSchedule> for ScheduleBook {
    fn from_iter<I: IntoIterator<Item = BookedSchedule>>(schedules: I) -> Self {
        ScheduleBook(schedules.into_iter().map(|booked| (booked.id, booked)).collect())
    }
}
