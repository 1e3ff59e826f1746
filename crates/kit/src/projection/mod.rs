//! What a service keeps of another service's entities. Every event is a snapshot of an entity with a version; a snapshot
//! that is not newer than the stored one changes nothing. Here is what several services keep: users, devices, projects and
//! roles, each with the checks of ids that requests name. The tree of groups is in `tree`, licensed features in `features`.
//! What differs between services, as the columns, is a constant of the service; its migrations create the tables.
mod device;
pub mod project;
pub mod role;
mod snapshot;
mod user;

pub use device::{DeletedDevice, DeviceColumn, DeviceProjection};
pub use project::ProjectColumn;
pub use snapshot::Snapshot;
pub use user::{DeletedUser, UserColumn, UserProjection};

/// The topics of the events that feed the projections.
pub mod topic {
    pub const USER: &str = "identity.user.changed";
    pub const ROLE: &str = "identity.role.changed";
    pub const PROJECT: &str = "identity.project.changed";
    pub const DEVICE: &str = "device.device.changed";
}
