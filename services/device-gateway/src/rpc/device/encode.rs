//! A device as the API answers it.
use kit::{clock, patch};
use proto::vestibule::common::v1::Ref;
use proto::vestibule::device::v1 as api;
use time::OffsetDateTime;

use crate::domain::delivery::{self, DeliveryState};
use crate::domain::device::STATUS_HISTORY;
use crate::domain::item::ItemKind;
use crate::store::delivery::DeliveryRow;
use crate::store::device::DeviceRow;
use crate::store::device_health::DeviceHealthRow;
use crate::store::device_status_change::{StatusChangeRow, StatusHistory};
use crate::store::sync_error::SyncErrorRow;

pub fn device(row: DeviceRow) -> api::Device {
    let mut settings = api::DeviceSettings::from(row.settings.0);
    if let Some(mqtt) = &mut settings.mqtt {
        mqtt.password = patch::masked(row.has_mqtt_password);
    }
    if let Some(sip) = &mut settings.sip {
        sip.password = patch::masked(row.has_sip_password);
    }
    api::Device {
        id: row.id,
        name: row.name,
        description: row.description,
        r#type: row.kind.into(),
        model: row.model,
        ip_address: row.ip_address,
        port: row.port,
        login: row.login,
        password: patch::masked(row.has_password),
        device_login: row.device_login,
        device_password: patch::masked(row.has_device_password),
        serial_number: row.serial_number,
        domain: Some(Ref { id: row.domain_id, name: row.domain_name.unwrap_or_default() }),
        device_settings: Some(settings),
        get_logs: row.get_logs,
        protocol: row.protocol.into(),
        management: Some(api::DeviceManagement { heartbeat: row.heartbeat, realtime_logging: row.realtime_logging, keep_list: row.keep_list }),
        location_latitude: row.location_latitude,
        location_longitude: row.location_longitude,
        device_info: Some(api::DeviceInfo {
            status: row.status.into(),
            status_changed_at: row.status_changed_at.map(clock::to_proto),
            firmware: row.firmware,
            desired_version: row.desired_version,
            actual_version: row.actual_version,
            identifiers_count: row.identifiers_count,
            tasks_waiting: row.tasks_waiting,
            tasks_failed: row.tasks_failed,
            sync_errors_count: row.sync_errors_count,
            pending_protocol: row.pending_protocol.unwrap_or_default().into(),
            protocol_error: row.protocol_error,
            contact_error: row.contact_error,
            last_event_at: None,
            clock_skew_seconds: None,
            desired_identifiers_count: row.desired_identifiers_count,
        }),
        created_at: Some(clock::to_proto(row.created_at)),
        updated_at: Some(clock::to_proto(row.updated_at)),
        created_by_user: row.created_by.map(|id| Ref { id, name: row.created_by_name.unwrap_or_default() }),
    }
}

/// With what its newest events say.
pub fn device_with_health(row: DeviceRow, health: DeviceHealthRow) -> api::Device {
    let mut device = device(row);
    if let Some(info) = &mut device.device_info {
        info.last_event_at = health.last_event_at.map(clock::to_proto);
        info.clock_skew_seconds = health.clock_skew_seconds;
    }
    device
}

pub fn sync_error(row: SyncErrorRow) -> api::SyncError {
    api::SyncError {
        kind: ItemKind::from_number(row.kind).map_or("", ItemKind::as_str).into(),
        link_id: row.link_id.to_string(),
        entity_id: row.entity_id.unwrap_or(0),
        name: row.name.unwrap_or_default(),
        error: row.error,
        created_at: Some(clock::to_proto(row.created_at)),
    }
}

pub fn delivery(row: DeliveryRow) -> Option<api::Delivery> {
    let delivery = delivery::delivery(row.facts())?;
    let state = match delivery.state {
        DeliveryState::Confirmed => api::DeliveryState::Confirmed,
        DeliveryState::Waiting => api::DeliveryState::Waiting,
        DeliveryState::Refused => api::DeliveryState::Refused,
    };
    Some(api::Delivery {
        device: Some(Ref { id: row.device_id, name: row.device_name }),
        is_wanted: delivery.is_wanted,
        state: state.into(),
        at: delivery.at.map(clock::to_proto),
        error: delivery.error,
        status: row.status.into(),
        status_changed_at: row.status_changed_at.map(clock::to_proto),
    })
}

/// A device whose status has not changed since before the history began has had it all the time.
pub fn status_history(row: &DeviceRow, history: &StatusHistory, now: OffsetDateTime) -> api::ListDeviceStatusHistoryResponse {
    let from = history.before.map_or(now - STATUS_HISTORY, |before| before.at.max(now - STATUS_HISTORY));
    let unchanged = || row.status_changed_at.filter(|at| history.changes.is_empty() && *at <= from).map(|_| row.status);
    let before = history.before.map(|change| change.status).or_else(unchanged).unwrap_or_default();
    api::ListDeviceStatusHistoryResponse {
        from: Some(clock::to_proto(from)),
        to: Some(clock::to_proto(now)),
        status_before: before.into(),
        items: history.changes.iter().map(status_change).collect(),
    }
}

fn status_change(row: &StatusChangeRow) -> api::DeviceStatusChange {
    api::DeviceStatusChange { status: row.status.into(), at: Some(clock::to_proto(row.at)), reason: row.reason.into() }
}
