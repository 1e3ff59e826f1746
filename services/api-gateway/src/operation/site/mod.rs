//! A site as code: exported, compared with a text, and applied from one, as the one who asks; and what was changed by hand since.
mod apply;
mod drift;
mod export;
mod managed;
mod plan;

pub use apply::{Applied, ApplySiteInput, apply};
pub use drift::{Drift, drift};
pub use export::{ExportInput, export};
pub use managed::{ManagedGroups, managed, release, remember, says_managed};
pub use plan::{SiteInput, plan, read_text};
