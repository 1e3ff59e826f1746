//! What counts as one pass of a guest's key: a visit. Otherwise a courier with one pass would be shut in between gate and
//! lobby. A visit begins with the first opening and goes on for some minutes, in which each door opens a few times.

use jiff::{SignedDuration, Timestamp};

use super::ids::DeviceId;

/// How often a door opens in one visit.
const OPENINGS_OF_A_DOOR: usize = 3;

/// An opening that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct VisitOpening {
    pub at: Timestamp,
    pub device: DeviceId,
}

/// The visits that openings make.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Visits {
    pub used: u32,
    /// The one that began last.
    pub last: Option<LastVisit>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastVisit {
    /// It goes on up to, and without, this instant.
    pub ends: Timestamp,
    /// Doors that open in it no more.
    pub full: Vec<DeviceId>,
}

impl Visits {
    /// In whatever order the openings were reported. With a length of 0 each opening is a visit.
    pub fn new(openings: impl IntoIterator<Item = VisitOpening>, length: SignedDuration) -> Visits {
        let mut openings: Vec<VisitOpening> = openings.into_iter().collect();
        openings.sort_unstable();
        let mut used = 0;
        let mut last: Option<(Timestamp, Vec<DeviceId>)> = None;
        for opening in openings {
            match &mut last {
                Some((ends, doors)) if opening.at < *ends && count(doors, opening.device) < OPENINGS_OF_A_DOOR => doors.push(opening.device),
                _ => {
                    used += 1;
                    last = Some((opening.at.saturating_add(length).unwrap_or(opening.at), vec![opening.device]));
                }
            }
        }
        Visits { used, last: last.map(|(ends, doors)| LastVisit { ends, full: full(doors) }) }
    }
}

impl LastVisit {
    /// Whether a door opens at that time without another visit.
    pub fn has_room(&self, device: DeviceId, at: Timestamp) -> bool {
        at < self.ends && !self.full.contains(&device)
    }
}

fn count(doors: &[DeviceId], device: DeviceId) -> usize {
    doors.iter().filter(|door| **door == device).count()
}

fn full(mut doors: Vec<DeviceId>) -> Vec<DeviceId> {
    doors.sort_unstable();
    let mut full: Vec<DeviceId> = doors.chunk_by(|a, b| a == b).filter(|same| same.len() >= OPENINGS_OF_A_DOOR).map(|same| same[0]).collect();
    full.dedup();
    full
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    const LENGTH: SignedDuration = SignedDuration::from_mins(15);

    fn opening(device: i64, minute: i64) -> VisitOpening {
        VisitOpening { at: Timestamp::from_second(1_800_000_000 + 60 * minute).unwrap(), device: DeviceId(device) }
    }

    #[test]
    fn gate_and_lobby_are_one_visit_and_the_way_back_after_it_another() {
        let visits = Visits::new([opening(1, 0), opening(2, 3), opening(1, 14)], LENGTH);
        assert_eq!((visits.used, visits.last.as_ref().map(|last| last.ends)), (1, Some(opening(1, 15).at)));
        assert_eq!(Visits::new([opening(1, 0), opening(2, 3), opening(1, 15)], LENGTH).used, 2);
    }

    #[test]
    fn a_door_opens_three_times_in_a_visit() {
        let thrice = [opening(1, 0), opening(1, 1), opening(1, 2)];
        let last = Visits::new(thrice, LENGTH).last.unwrap();
        assert!(!last.has_room(DeviceId(1), opening(1, 3).at) && last.has_room(DeviceId(2), opening(1, 3).at));
        assert!(!last.has_room(DeviceId(2), opening(1, 15).at), "it is over");
        assert_eq!(Visits::new(thrice.into_iter().chain([opening(1, 3)]), LENGTH).used, 2);
    }

    proptest! {
        #[test]
        fn the_order_in_which_openings_are_heard_of_does_not_matter(openings in vec((1..4i64, 0..60i64), 0..20), turn in 0..20usize) {
            let openings: Vec<_> = openings.into_iter().map(|(device, minute)| opening(device, minute)).collect();
            let mut turned = openings.clone();
            turned.rotate_left(turn.min(openings.len()));
            prop_assert_eq!(Visits::new(openings, LENGTH), Visits::new(turned, LENGTH));
        }

        #[test]
        fn an_opening_costs_one_visit_at_most_and_nothing_while_there_is_room(openings in vec((1..4i64, 0..60i64), 0..20), device in 1..4i64, later in 0..30i64) {
            let openings: Vec<_> = openings.into_iter().map(|(device, minute)| opening(device, minute)).collect();
            let next = opening(device, 60 + later);
            let before = Visits::new(openings.clone(), LENGTH);
            let after = Visits::new(openings.into_iter().chain([next]), LENGTH);
            let has_room = before.last.is_some_and(|last| last.has_room(next.device, next.at));
            prop_assert_eq!(after.used, before.used + u32::from(!has_room));
        }

        #[test]
        fn without_a_length_each_opening_is_a_visit(openings in vec((1..4i64, 0..60i64), 0..20)) {
            let visits = Visits::new(openings.iter().map(|(device, minute)| opening(*device, *minute)), SignedDuration::ZERO);
            prop_assert_eq!(visits.used as usize, openings.len());
        }
    }
}
