//! What a project is set up with, as a file: read through the operations of the API, compared with a site, and applied to it.
//! Nothing here calls a service: [`Site`] does. So whoever makes or applies a backup may do what they may do without it, and no more.
//!
//! [`entity`] has the one table of what is carried; [`read::site`] reads a site into a [`Snapshot`]; [`archive`] writes and reads
//! the zip, [`yaml`] the text of a site as code; [`compare::compare`] says what applying would change; [`apply::run`] does it.
pub mod apply;
pub mod archive;
pub mod compare;
pub mod drift;
pub mod entity;
pub mod group;
pub mod journal;
pub mod message;
pub mod plan;
pub mod read;
mod reference;
mod repeated;
mod snapshot;
pub mod target;
pub mod undo;
mod unseen;
pub mod view;
pub mod yaml;

use async_trait::async_trait;
use kit_core::{Error, Result};
use serde_json::Value;

pub use entity::{ENTITIES, Entity};
pub use plan::{Action, Actor, Mode, Plan, PlanItem};
pub use snapshot::{Rows, SiteRow, Snapshot};
pub use view::{View, ViewReach, Views};

/// Rows of a site or a file that are read: they are in memory while they are compared.
pub const MAX_ROWS: usize = 50_000;
/// Bytes of their text.
pub const MAX_ROW_BYTES: usize = 48 << 20;

/// A row that is there now.
#[derive(Debug)]
pub struct Created {
    pub id: i64,
    /// Why it has not all that it was to have.
    pub missing: Option<Error>,
}

impl Created {
    pub fn whole(id: i64) -> Self {
        Created { id, missing: None }
    }
}

/// The operations of the API, as the one who makes or applies a backup.
#[async_trait]
pub trait Site: Send + Sync {
    /// Every row that the caller may see, as the API answers it. Of settings: the one row of this part of them.
    async fn list(&self, entity: &Entity, part: Option<&str>) -> Result<Vec<Value>>;
    async fn create(&self, entity: &Entity, body: &Value) -> Result<Created>;
    /// `part`: of settings, in place of an id.
    async fn update(&self, entity: &Entity, id: i64, part: Option<&str>, body: &Value) -> Result<()>;
    async fn delete(&self, entity: &Entity, id: i64) -> Result<()>;
    /// What of the entity the caller views now.
    async fn view(&self, entity: &Entity) -> Result<View>;
    /// Whether codes, whose number alone opens doors, go into a file for the caller.
    async fn takes_codes(&self) -> Result<bool>;
}

/// Hears how far the work is. An error ends the work there.
#[async_trait]
pub trait Progress: Send + Sync {
    async fn report(&self, done: usize, total: usize) -> Result<()>;
}
