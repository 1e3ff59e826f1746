//! The event about a device that other services project.
use kit::{Result, outbox};
use proto::vestibule::events::v1::{DeviceChanged, LiftControllerState, LiftFloor};
use sqlx::PgConnection;

use crate::domain::device::Device;
use crate::domain::floor::Floor;
use crate::domain::model;
use crate::store::item::DeviceKey;

const TOPIC: &str = "device.device.changed";

/// Publishes the device as it is in this version; `deleted` when it is no more.
pub async fn publish(connection: &mut PgConnection, key: DeviceKey, version: i64, device: &Device, deleted: bool) -> Result<()> {
    let model = model::find(device.kind, &device.model);
    let event = DeviceChanged {
        project_id: key.project_id,
        id: key.device_id,
        version,
        deleted,
        name: device.name.clone(),
        serial_number: device.serial_number.clone(),
        r#type: model::type_word(device.kind).into(),
        model: device.model.clone(),
        domain_id: device.domain_id,
        protocol: device.protocol.as_str().into(),
        locks: device.capability().locks.into(),
        identifier_types: model.map(|model| model::identifier_words(&model)).unwrap_or_default(),
        lift: device.capability().controls_lift.then(|| lift_state(device)),
    };
    outbox::emit(connection, key.project_id, TOPIC, &format!("device:{}", key.device_id), &event).await
}

/// Floors from the lowest.
fn lift_state(device: &Device) -> LiftControllerState {
    let lift = &device.device_settings.lift_controller;
    let mut floors: Vec<LiftFloor> = lift.floor_map.iter().map(lift_floor).collect();
    floors.sort_by_key(|floor| floor.floor);
    LiftControllerState { is_enabled: lift.enabled, device_mode: lift.settings.device_mode.clone(), floors }
}

fn lift_floor(floor: &Floor) -> LiftFloor {
    LiftFloor {
        floor: floor.floor,
        name: floor.name.clone(),
        is_public: floor.is_public,
        is_panel_floor: floor.is_panel_floor,
        apartments: floor.apartments.iter().filter(|apartment| !apartment.is_empty()).cloned().collect(),
        ports: floor.ports.clone(),
    }
}
