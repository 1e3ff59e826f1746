//! The event about a device that other services project.
use kit::{Result, outbox};
use proto::vestibule::events::v1::DeviceChanged;
use sqlx::PgConnection;

use crate::domain::device::Device;
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
    };
    outbox::emit(connection, key.project_id, TOPIC, &format!("device:{}", key.device_id), &event).await
}
