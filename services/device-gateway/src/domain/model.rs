//! The models of the catalogue, in the terms of the API.
use device_protocol::capability::SchedulePrecision;
use device_protocol::{IdentifierType, Model, model};
use proto::vestibule::device::v1 as api;

/// A device type; the numbers are those of the table and of the API.
pub const TYPES: &[(&str, i16)] = &[("panel", 1), ("monitor", 2), ("accesscontroller", 3), ("liftcontroller", 4), ("ip_camera", 5), ("barrier", 6)];

pub fn type_number(kind: device_protocol::DeviceType) -> i16 {
    TYPES.iter().find(|(word, _)| *word == kind.as_str()).map_or(0, |(_, number)| *number)
}

pub fn type_word(number: i16) -> &'static str {
    TYPES.iter().find(|(_, n)| *n == number).map_or("", |(word, _)| word)
}

/// The model of this name, if it is of the type.
pub fn find(type_number_: i16, name: &str) -> Option<Model> {
    model::find(name).filter(|model| type_number(model.device_type) == type_number_)
}

/// The platform's name of a type of identifiers; devices have names of their own.
pub fn identifier_word(kind: IdentifierType) -> &'static str {
    match kind {
        IdentifierType::Card => "card",
        IdentifierType::Ukey => "ukey",
        IdentifierType::InputCode => "access_code",
        IdentifierType::FaceId => "face",
        IdentifierType::Qr => "qr",
        IdentifierType::LicensePlate => "license_plate",
    }
}

/// The device's type for the platform's name.
pub fn identifier_type(word: &str) -> Option<IdentifierType> {
    IdentifierType::ALL.into_iter().find(|kind| identifier_word(*kind) == word)
}

pub fn identifier_words(model: &Model) -> Vec<String> {
    model.capability.identifier_types.iter().map(|kind| identifier_word(*kind).to_string()).collect()
}

pub fn describe(model: &Model) -> api::DeviceModel {
    let can = model.capability;
    let is_caller = matches!(model.device_type, device_protocol::DeviceType::Panel | device_protocol::DeviceType::Monitor);
    api::DeviceModel {
        r#type: type_number(model.device_type).into(),
        model: model.name.into(),
        locks: can.locks.into(),
        identifier_types: identifier_words(model),
        max_identifiers: can.max_identifiers as i32,
        max_faces: can.max_faces as i32,
        has_keypad: can.has_keypad,
        has_camera: can.has_camera,
        has_lift: can.controls_lift,
        has_sip: is_caller,
        holds_schedules: can.schedule_precision != SchedulePrecision::None,
        buttons: can.buttons.into(),
        max_locks: can.max_locks.into(),
        source: model.source().as_str().into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_types_are_those_of_the_api() {
        for (word, number) in TYPES {
            let name = api::DeviceType::try_from(i32::from(*number)).unwrap().as_str_name();
            assert_eq!(name, format!("DEVICE_TYPE_{}", word.to_uppercase()));
        }
        for kind in device_protocol::DeviceType::ALL {
            assert_ne!(type_number(kind), 0);
        }
    }

    #[test]
    fn a_model_belongs_to_its_type() {
        assert!(find(1, "AA-12").is_some() && find(1, "aa12").is_some());
        assert!(find(2, "AA-12").is_none() && find(1, "AA-99").is_none());
    }

    #[test]
    fn identifier_words_read_back() {
        for kind in IdentifierType::ALL {
            assert_eq!(identifier_type(identifier_word(kind)), Some(kind));
        }
    }
}
