//! Settings of a project, area by area.
mod update;

use policy::{Authorized, resource};

pub use update::{finish, merge, prepare, update};

pub type SettingsRight<A> = Authorized<resource::ProjectSettings, A>;
