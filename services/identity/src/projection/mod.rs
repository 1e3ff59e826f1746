//! What other services published, as identity keeps it.
pub(crate) mod deleted_group;
pub(crate) mod project_region;
pub(crate) mod project_settings;
pub(crate) mod sip_number;
