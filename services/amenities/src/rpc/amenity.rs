//! Amenities. The contract has no operations yet: every call answers "unimplemented".
use proto::vestibule::amenities::v1::amenities_server;

pub struct AmenityService;

impl amenities_server::Amenities for AmenityService {}
