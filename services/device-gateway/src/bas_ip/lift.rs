//! Orders to a lift controller, as calls. The paths are defined in docs/adr/0084.
use device_protocol::DeviceCall;
use device_protocol::lift::{Destination, Direction, LandingCall, MAX_FLOOR_NAME, MAX_RELEASE};

use crate::domain::lift::{LiftOrder, release_seconds};
use crate::domain::settings::LiftController;

/// What the controller's own log says of calls from the console.
const CONCIERGE: &str = "concierge";

/// `caller`: for whom, as the controller's own log says.
pub fn call(order: &LiftOrder, lift: &LiftController, caller: &str) -> Result<DeviceCall, String> {
    let number = |floor: i32| u8::try_from(floor).map_err(|_| format!("{floor} is no floor"));
    match order {
        LiftOrder::Release { floors, cause } => {
            let destination = Destination {
                caller: caller.chars().filter(|character| !character.is_control()).take(MAX_FLOOR_NAME).collect(),
                floors: floors.iter().copied().map(number).collect::<Result<_, _>>()?,
                apartments: Vec::new(),
                duration: release_seconds(lift, *cause, MAX_RELEASE),
            };
            destination.check().map_err(|error| error.to_string())?;
            Ok(DeviceCall::ReleaseFloors(destination))
        }
        LiftOrder::Call { floor, direction } => {
            let direction = match direction.as_deref() {
                None => None,
                Some("up") => Some(Direction::Up),
                Some("down") => Some(Direction::Down),
                Some(other) => return Err(format!("{other} is no direction")),
            };
            let call = LandingCall { caller: CONCIERGE.into(), floor: number(*floor)?, direction };
            call.check().map_err(|error| error.to_string())?;
            Ok(DeviceCall::CallLift(call))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::lift::ReleaseCause;
    use crate::domain::settings::LiftReleaseTime;

    #[test]
    fn orders_are_told_in_the_devices_words() {
        let mut lift = LiftController::default();
        lift.settings.lift_release_time = LiftReleaseTime { card: Some(7), api: None };
        let release = LiftOrder::Release { floors: vec![1, 3], cause: ReleaseCause::Card };
        let sent = call(&release, &lift, "Anna\n").unwrap();
        assert_eq!(sent, DeviceCall::ReleaseFloors(Destination { caller: "Anna".into(), floors: vec![1, 3], apartments: vec![], duration: Some(7) }));
        let order = |floor, direction: Option<&str>| call(&LiftOrder::Call { floor, direction: direction.map(String::from) }, &lift, "Anna");
        let landing = LandingCall { caller: "concierge".into(), floor: 4, direction: Some(Direction::Down) };
        assert_eq!(order(4, Some("down")).unwrap(), DeviceCall::CallLift(landing));
        assert!(order(99, None).is_err() && order(4, Some("sideways")).is_err());
    }
}
