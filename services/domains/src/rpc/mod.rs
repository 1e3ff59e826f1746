//! The services of the contract: each method decodes the request, authorises, calls one operation and encodes the answer.
mod finder;
mod generation;
mod group;
mod group_type;
mod integration;
mod lists;
mod registered_group;
mod settings;
mod structure;

use proto::vestibule::common::v1::Ref;

pub use finder::FinderService;
pub use generation::GenerationService;
pub use group::GroupService;
pub use group_type::GroupTypeService;
pub use integration::IntegrationService;
pub use lists::ListService;
pub use registered_group::RegisteredGroupService;
pub use settings::SettingsService;
pub use structure::StructureService;

/// Ids and names as references.
fn refs(names: Vec<(i64, String)>) -> Vec<Ref> {
    names.into_iter().map(|(id, name)| Ref { id, name }).collect()
}
