//! What a panel does at its door: buttons, opening by command, faces, number plates.
use device_protocol::DeviceCall;
use device_protocol::call_settings::Buttons;
use device_protocol::face::FaceSettings;
use device_protocol::lock::RemoteOpening;
use device_protocol::plates::{PlateCamera, PlateInteraction};

use super::word;
use crate::domain::settings::{Additional, AlprCamera, FaceRecognition};

/// `buttons`: how many the model has.
pub fn additional(additional: &Additional, buttons: u8) -> Result<Vec<DeviceCall>, String> {
    let numbers = Buttons { button_numbers: additional.button_numbers.iter().take(buttons.into()).cloned().collect() };
    numbers.check().map_err(|error| error.to_string())?;
    Ok(vec![
        DeviceCall::SetButtons(numbers),
        DeviceCall::SetRemoteOpening(RemoteOpening { is_enabled: additional.remote_lock_opening }),
        DeviceCall::SetPlateInteraction(PlateInteraction { is_enabled: additional.alpr_camera_interaction }),
    ])
}

pub fn faces(face: &FaceRecognition) -> Result<DeviceCall, String> {
    Ok(DeviceCall::WriteFace(FaceSettings {
        is_enabled: face.enabled,
        mode: word(&face.mode)?,
        similarity: word(&face.similarity)?,
        is_autostart_enabled: face.autostart,
    }))
}

pub fn plates(camera: &AlprCamera) -> DeviceCall {
    DeviceCall::WritePlateCamera(PlateCamera { is_enabled: camera.using, is_remote_opening_enabled: camera.allow_remote_opening_lock })
}
