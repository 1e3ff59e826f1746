//! What telephony keeps of other services' entities. Each event is a snapshot with a version; one that is not newer than
//! what is kept changes nothing.
pub mod alarm_call;
pub mod deleted_group;
pub mod group_settings;
pub mod number_holder;
pub mod sip_settings;
pub mod user;

use kit::projection::{DeletedDevice, DeletedUser, DeviceColumn, DeviceProjection, ProjectColumn, UserColumn, UserProjection};

pub const USERS: UserProjection = UserProjection {
    users: "people",
    groups: "person_groups",
    columns: &[UserColumn::Name, UserColumn::Description, UserColumn::Role, UserColumn::IsActive],
    deleted: DeletedUser::Marked,
};
pub const DEVICES: DeviceProjection = DeviceProjection {
    devices: "devices",
    group: "domain_id",
    columns: &[DeviceColumn::Name, DeviceColumn::Type, DeviceColumn::Model],
    deleted: DeletedDevice::Marked,
};
pub const PROJECT_COLUMNS: &[ProjectColumn] = &[ProjectColumn::Name, ProjectColumn::TimeZone, ProjectColumn::Locale, ProjectColumn::IsSuspended];
