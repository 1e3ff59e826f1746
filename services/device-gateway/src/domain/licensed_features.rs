//! What of a device needs a feature of the licences, which the project has and its group.
use super::device::Device;
use super::settings::DeviceSettings;

type IsUsed = fn(&DeviceSettings) -> bool;

/// The features, and whether a device uses them by its settings.
const USES: [(&str, IsUsed); 2] = [
    ("elevator", |settings| settings.lift_controller.enabled),
    ("license_plate", |settings| settings.alpr_camera.using || settings.additional.alpr_camera_interaction),
];

/// The features that a device uses: a group that it is moved to has them too.
pub fn used_by(device: &Device) -> Vec<&'static str> {
    switched_on(None, device)
}

/// The features that a change switches on. What is on may be changed, and switched off, without them.
pub fn switched_on(before: Option<&Device>, after: &Device) -> Vec<&'static str> {
    let is_new =
        |is_used: fn(&DeviceSettings) -> bool| is_used(&after.device_settings) && !before.is_some_and(|before| is_used(&before.device_settings));
    USES.into_iter().filter(|(_, is_used)| is_new(*is_used)).map(|(feature, _)| feature).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn device(change: fn(&mut DeviceSettings)) -> Device {
        let (mut device, _) = Device::from_api(Default::default());
        change(&mut device.device_settings);
        device
    }

    #[test]
    fn only_what_a_change_switches_on_needs_its_feature() {
        let plain = device(|_| {});
        let lift = device(|settings| settings.lift_controller.enabled = true);
        assert!(switched_on(None, &plain).is_empty());
        assert_eq!(switched_on(None, &lift), ["elevator"]);
        assert_eq!(switched_on(Some(&plain), &lift), ["elevator"]);
        assert!(switched_on(Some(&lift), &lift).is_empty() && switched_on(Some(&lift), &plain).is_empty());
    }

    #[test]
    fn plates_are_read_by_the_device_or_by_a_camera_that_it_uses() {
        assert_eq!(switched_on(None, &device(|settings| settings.alpr_camera.using = true)), ["license_plate"]);
        assert_eq!(switched_on(None, &device(|settings| settings.additional.alpr_camera_interaction = true)), ["license_plate"]);
    }
}
