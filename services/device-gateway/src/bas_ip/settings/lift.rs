//! Settings of a lift controller.
use device_protocol::DeviceCall;
use device_protocol::lift::{self, FloorMap, RelaySettings, ReleaseTime};

use super::word;
use crate::domain::floor::Floor;
use crate::domain::settings::LiftController;

pub fn relays(lift: &LiftController) -> Result<DeviceCall, String> {
    let settings = &lift.settings;
    let seconds = |seconds: i32| u32::try_from(seconds).map_err(|_| "a time of the lift is negative");
    let relays = RelaySettings {
        is_enabled: lift.enabled,
        device_mode: word(&settings.device_mode)?,
        relay_mode: word(&settings.relay_mode)?,
        invert_all_relays: settings.invert_all_relays,
        relay_open_time: seconds(settings.relay_open_time)?,
        lift_release_time: ReleaseTime {
            card: settings.lift_release_time.card.map(seconds).transpose()?,
            api: settings.lift_release_time.api.map(seconds).transpose()?,
        },
    };
    relays.check().map_err(|error| error.to_string())?;
    Ok(DeviceCall::WriteRelays(relays))
}

/// Lowest floor first, so that the same map is the same call however it was typed.
pub fn floor_map(floors: &[Floor]) -> Result<DeviceCall, String> {
    let mut floors = floors.iter().map(one).collect::<Result<Vec<lift::Floor>, String>>()?;
    floors.sort_by_key(|floor| floor.floor_number);
    let map = FloorMap { floors };
    map.check().map_err(|error| error.to_string())?;
    Ok(DeviceCall::WriteFloorMap(map))
}

fn one(floor: &Floor) -> Result<lift::Floor, String> {
    let small = |number: i32| u8::try_from(number).map_err(|_| format!("{number} is no floor and no relay"));
    Ok(lift::Floor {
        floor_number: small(floor.floor)?,
        name: floor.name.clone(),
        is_public: floor.is_public,
        is_panel_floor: floor.is_panel_floor,
        apartments: floor.apartments.iter().filter(|apartment| !apartment.is_empty()).cloned().collect(),
        ports: floor.ports.iter().copied().map(small).collect::<Result<_, _>>()?,
    })
}
