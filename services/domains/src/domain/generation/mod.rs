//! Buildings, entrances, floors and apartments in bulk.
mod parameters;
mod planner;
mod saved;

pub use parameters::Parameters;
pub use planner::{Planned, plan};
pub use saved::validate;

use crate::domain::group_type::GroupKind;

use crate::domain::group_type;

/// Groups of one plan.
pub const MAX_GROUPS: usize = 20_000;

/// The types that generated groups get: one of each kind.
#[derive(Clone, Debug, Default)]
pub struct Types(pub Vec<(GroupKind, i64, String)>);

impl Types {
    /// With the names that the types have in a language.
    pub fn named_in(mut self, locale: &str) -> Types {
        for (kind, _, name) in &mut self.0 {
            *name = group_type::name_in(locale, *kind, name).into();
        }
        self
    }

    /// Id and name of the type for a kind.
    pub fn of(&self, kind: GroupKind) -> Option<(i64, &str)> {
        self.0.iter().find(|(other, ..)| *other == kind).map(|(_, id, name)| (*id, name.as_str()))
    }
}
