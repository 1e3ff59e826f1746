//! The platform's services by name: the one list that the program, the gateway and the tests share.

/// A service, and what it is called elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServiceName {
    /// As in `vestibule run <name>`, and in VESTIBULE_PEER_<NAME>.
    pub name: &'static str,
    /// Its package of the proto: `vestibule.<package>.v1`.
    pub package: &'static str,
}

const fn service(name: &'static str, package: &'static str) -> ServiceName {
    ServiceName { name, package }
}

/// In the order in which a process starts them: the gateway, which calls all others, is the last.
pub const SERVICES: [ServiceName; 9] = [
    service("identity", "identity"),
    service("domains", "domains"),
    service("access", "access"),
    service("device-gateway", "device"),
    service("telephony", "telephony"),
    service("licensing", "licensing"),
    service("amenities", "amenities"),
    service("notifications", "notifications"),
    service("api-gateway", "gateway"),
];

/// The names alone.
pub fn names() -> [&'static str; SERVICES.len()] {
    SERVICES.map(|service| service.name)
}

/// The service that serves a service of the proto, as `vestibule.device.v1.Devices`; None where no service does.
pub fn of_proto(proto_service: &str) -> Option<&'static str> {
    let package = proto_service.strip_prefix("vestibule.")?.split('.').next()?;
    SERVICES.into_iter().find(|service| service.package == package).map(|service| service.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_service_is_found_by_what_it_serves() {
        assert_eq!(of_proto("vestibule.device.v1.Devices"), Some("device-gateway"));
        assert_eq!(of_proto("vestibule.gateway.v1.System"), Some("api-gateway"));
        for other in ["vestibule.common.v1.Anything", "grpc.health.v1.Health", "vestibule", ""] {
            assert_eq!(of_proto(other), None, "{other}");
        }
    }
}
