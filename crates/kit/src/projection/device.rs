//! Devices, from device-gateway.
use policy::{Caller, Resource};
use proto::vestibule::events::v1::DeviceChanged;
use sqlx::PgConnection;

use super::Snapshot;
use crate::projection_lag::{ForeignEntity, wait_until_projected};
use crate::related::{ProjectedRows, complete};
use crate::{Context, Result};

/// Besides id, project, group and version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceColumn {
    Name,
    Type,
    Model,
    Locks,
    IdentifierTypes,
}

/// What a deleted device leaves: a row in either case, so that an old snapshot does not restore the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeletedDevice {
    /// All columns, and `deleted` set.
    Marked,
    /// A row in no group: the group's id is 0. The table has no column `deleted`.
    InNoGroup,
}

/// How a service keeps devices.
#[derive(Clone, Copy, Debug)]
pub struct DeviceProjection {
    pub devices: &'static str,
    /// The column with the device's group.
    pub group: &'static str,
    pub columns: &'static [DeviceColumn],
    pub deleted: DeletedDevice,
}

impl DeviceProjection {
    /// Stores a snapshot. False for one that is not newer than the stored one.
    pub async fn project(&self, connection: &mut PgConnection, device: &DeviceChanged) -> Result<bool> {
        let is_in_no_group = device.deleted && self.deleted == DeletedDevice::InNoGroup;
        let mut row = Snapshot::new(self.devices, "id")
            .set("id", device.id)
            .set("project_id", device.project_id)
            .set(self.group, if is_in_no_group { 0 } else { device.domain_id });
        for column in self.columns {
            row = match column {
                DeviceColumn::Name => row.set("name", &device.name),
                DeviceColumn::Type => row.set("type", &device.r#type),
                DeviceColumn::Model => row.set("model", &device.model),
                DeviceColumn::Locks => row.set("locks", device.locks as i16),
                DeviceColumn::IdentifierTypes => row.set("identifier_types", &device.identifier_types),
            };
        }
        if self.deleted == DeletedDevice::Marked {
            row = row.set("deleted", device.deleted);
        }
        row.store(connection, device.version).await
    }

    /// Those of the devices that the caller sees.
    pub async fn visible(&self, connection: &mut PgConnection, caller: &Caller, ids: &[i64]) -> Result<Vec<i64>> {
        let present = if self.deleted == DeletedDevice::Marked { "NOT t.deleted".to_owned() } else { format!("t.{} <> 0", self.group) };
        let of_groups = format!("t.{} IN ({{}})", self.group);
        let rows = ProjectedRows { table: self.devices, present: &present, of_groups: &of_groups, resource: Resource::Device };
        rows.visible(connection, caller, ids).await
    }

    /// An error that names those that the caller does not see.
    pub async fn ensure_visible(&self, connection: &mut PgConnection, caller: &Caller, ids: &[i64]) -> Result<()> {
        complete("device", ids, &self.visible(connection, caller, ids).await?)
    }

    /// They may be so new that their events have not come yet.
    pub async fn wait_until_projected(&self, context: &Context, caller: &Caller, ids: &[i64]) -> Result<()> {
        wait_until_projected(context, caller, ForeignEntity::Device, self.devices, ids).await
    }
}
