//! Which service answers for which package of the proto.

/// By the package's second word; None for a package that no service serves.
pub fn peer_of(service: &str) -> Option<&'static str> {
    let package = service.strip_prefix("vestibule.")?.split('.').next()?;
    Some(match package {
        "identity" => "identity",
        "domains" => "domains",
        "access" => "access",
        "device" => "device-gateway",
        "telephony" => "telephony",
        "licensing" => "licensing",
        "amenities" => "amenities",
        "notifications" => "notifications",
        "gateway" => "api-gateway",
        _ => return None,
    })
}
