//! What other services publish, as domains keeps it.
pub mod license;

use kit::projection::{DeletedDevice, DeletedUser, DeviceColumn, DeviceProjection, UserColumn, UserProjection};

pub const USERS: UserProjection =
    UserProjection { users: "people", groups: "person_groups", columns: &[UserColumn::Name], deleted: DeletedUser::Marked };
pub const DEVICES: DeviceProjection =
    DeviceProjection { devices: "devices", group: "group_id", columns: &[DeviceColumn::Name], deleted: DeletedDevice::InNoGroup };
