//! Users that the domains service imports with a structure: looked up or inserted in parts, then finished or undone as a whole.
mod finish;
mod import;
mod undo;

pub use finish::finish;
pub use import::import;
pub use undo::undo;

use kit::{Error, Result};
use uuid::Uuid;

fn import_id(text: &str) -> Result<Uuid> {
    Uuid::try_parse(text).map_err(|_| Error::field("import_id", "value must be a uuid"))
}
