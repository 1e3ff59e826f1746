//! What other services have published, as access keeps it. A snapshot that is not newer than the one here is ignored.
pub mod device;
pub mod elevator;
pub mod face_photo;
pub mod face_settings;
pub mod group;
pub mod guest_limits;
pub mod license;
pub mod lockdown;
pub mod project;
pub mod reservation_identifier;
pub mod ukey2;
pub mod unknown_card;
pub mod wallet;
pub mod white_label;

use kit::projection::{DeletedDevice, DeletedUser, DeviceColumn, DeviceProjection, UserColumn, UserProjection};

pub const USERS: UserProjection = UserProjection {
    users: "people",
    groups: "person_groups",
    columns: &[UserColumn::Name, UserColumn::Email, UserColumn::IsActive, UserColumn::ElevatorAccessDisabled],
    deleted: DeletedUser::Marked,
};
/// The table's column `list_version` is access' own.
pub const DEVICES: DeviceProjection = DeviceProjection {
    devices: "doors",
    group: "domain_id",
    columns: &[DeviceColumn::Name, DeviceColumn::Type, DeviceColumn::Model, DeviceColumn::Locks, DeviceColumn::IdentifierTypes],
    deleted: DeletedDevice::Marked,
};
