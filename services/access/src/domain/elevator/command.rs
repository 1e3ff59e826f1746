//! Commands for controllers of a lift: to release floors for somebody who was let in, or to send the lift.

use std::collections::BTreeSet;

use time::{Duration, OffsetDateTime};

use super::floors::Controller;

/// Releases the buttons that the platform names; the lift is not called.
const MANUAL: &str = "access-control-manual";
/// How far the clocks of a panel and of the platform may be apart about an event that releases floors.
const RELEASE_TTL: Duration = Duration::seconds(10);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Up,
    Down,
}

impl Direction {
    pub fn as_str(self) -> &'static str {
        match self {
            Direction::Up => "up",
            Direction::Down => "down",
        }
    }
}

/// What a call of a floor means for one controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiftOrder {
    /// The floor is released.
    Release,
    /// The lift is sent there.
    Call(Option<Direction>),
}

/// None where the controller does not take this direction, is switched off, or has an unknown mode.
pub fn order(controller: &Controller, direction: Option<Direction>) -> Option<LiftOrder> {
    if !controller.is_enabled {
        return None;
    }
    match (controller.device_mode.as_str(), direction) {
        (MANUAL, None) => Some(LiftOrder::Release),
        ("call-any", _) => Some(LiftOrder::Call(None)),
        ("call-up", None | Some(Direction::Up)) => Some(LiftOrder::Call(Some(Direction::Up))),
        ("call-down", None | Some(Direction::Down)) => Some(LiftOrder::Call(Some(Direction::Down))),
        ("call-up-down", Some(direction)) => Some(LiftOrder::Call(Some(direction))),
        _ => None,
    }
}

/// Floors that one controller releases, from the lowest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Release {
    pub device_id: i64,
    pub floors: Vec<i32>,
}

/// What the controllers release for somebody who may go to `floors`. One that has none of them but public floors, which it
/// releases anyway, gets no command.
pub fn releases(controllers: &[Controller], floors: &BTreeSet<i32>) -> Vec<Release> {
    let of_one = |controller: &Controller| {
        let allowed: Vec<_> = controller.floors.iter().filter(|mapped| floors.contains(&mapped.floor)).collect();
        let is_needed = allowed.iter().any(|mapped| !mapped.is_public);
        let mut floors: Vec<i32> = allowed.iter().map(|mapped| mapped.floor).collect();
        floors.sort_unstable();
        is_needed.then_some(Release { device_id: controller.id, floors })
    };
    controllers.iter().filter(|controller| controller.is_enabled && controller.device_mode == MANUAL).filter_map(of_one).collect()
}

/// Until when floors are released for an event of a panel; None for one that was reported late, or by a panel whose clock is
/// wrong, so that nobody knows how old it is.
pub fn release_deadline(created_at: OffsetDateTime, received_at: OffsetDateTime) -> Option<OffsetDateTime> {
    let is_close = (received_at - created_at).abs() <= RELEASE_TTL;
    is_close.then(|| created_at.min(received_at) + RELEASE_TTL)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::domain::elevator::MappedFloor;

    fn controller(id: i64, mode: &str, floors: &[(i32, bool)]) -> Controller {
        let floors = floors.iter().map(|(floor, is_public)| MappedFloor { floor: *floor, is_public: *is_public, ..MappedFloor::default() });
        Controller { id, is_enabled: true, device_mode: mode.into(), floors: floors.collect(), ..Controller::default() }
    }

    #[test]
    fn a_controller_takes_the_directions_of_its_mode() {
        use Direction::{Down, Up};
        let of = |mode: &str| [None, Some(Up), Some(Down)].map(|direction| order(&controller(1, mode, &[]), direction));
        let call = |direction| Some(LiftOrder::Call(direction));
        assert_eq!(of("call-up"), [call(Some(Up)), call(Some(Up)), None]);
        assert_eq!(of("call-down"), [call(Some(Down)), None, call(Some(Down))]);
        assert_eq!(of("call-up-down"), [None, call(Some(Up)), call(Some(Down))]);
        assert_eq!(of("call-any"), [call(None); 3]);
        assert_eq!(of("access-control-manual"), [Some(LiftOrder::Release), None, None]);
        assert_eq!(of("of a newer release"), [None; 3]);
        assert_eq!(order(&Controller { is_enabled: false, ..controller(1, "call-any", &[]) }, None), None);
    }

    #[test]
    fn only_controllers_that_release_by_command_and_have_a_floor_for_the_person_are_told() {
        let floors = [(1, true), (2, false), (3, false)];
        let controllers = [
            controller(1, "access-control-manual", &floors),
            controller(2, "call-up", &floors),
            controller(3, "access-control-manual", &[(1, true)]),
            Controller { is_enabled: false, ..controller(4, "access-control-manual", &floors) },
        ];
        assert_eq!(releases(&controllers, &BTreeSet::from([1, 3])), [Release { device_id: 1, floors: vec![1, 3] }]);
        assert_eq!(releases(&controllers, &BTreeSet::from([1])), []);
    }

    #[test]
    fn an_event_of_a_panel_that_was_away_or_has_a_wrong_clock_moves_no_lift() {
        let at = |seconds: i64| OffsetDateTime::UNIX_EPOCH + Duration::seconds(seconds);
        assert_eq!(release_deadline(at(100), at(100)), Some(at(110)));
        assert_eq!(release_deadline(at(90), at(100)), Some(at(100)));
        assert_eq!(release_deadline(at(110), at(100)), Some(at(110)), "the panel's clock is a little ahead");
        assert_eq!(release_deadline(at(89), at(100)), None);
        assert_eq!(release_deadline(at(111), at(100)), None);
    }

    proptest! {
        #[test]
        fn what_a_controller_releases_is_within_its_map_and_the_persons_floors(
            map in proptest::collection::btree_map(1..20_i32, any::<bool>(), 0..15),
            allowed in proptest::collection::btree_set(1..25_i32, 0..15),
        ) {
            let floors: Vec<(i32, bool)> = map.iter().map(|(floor, is_public)| (*floor, *is_public)).collect();
            for release in releases(&[controller(1, "access-control-manual", &floors)], &allowed) {
                prop_assert!(release.floors.iter().all(|floor| allowed.contains(floor) && map.contains_key(floor)));
                prop_assert!(release.floors.is_sorted());
            }
        }
    }
}
