//! The contract's services.
mod amenity;
mod list;

pub use amenity::AmenityService;
pub use list::ListService;
