//! Builds the services that `kit::services` names.
use anyhow::Context;
use kit::{Service, Settings, Topology};

pub fn all() -> Vec<Box<dyn Service>> {
    vec![
        Box::new(identity::Identity),
        Box::new(domains::Domains),
        Box::new(access::Access),
        Box::new(device_gateway::DeviceGateway),
        Box::new(telephony::Telephony),
        Box::new(licensing::Licensing),
        Box::new(amenities::Amenities),
        Box::new(notifications::Notifications),
        Box::new(api_gateway::ApiGateway),
    ]
}

pub fn all_but(names: &[String]) -> Vec<Box<dyn Service>> {
    all().into_iter().filter(|service| !names.iter().any(|name| name == service.name())).collect()
}

pub fn named(name: &str) -> anyhow::Result<Box<dyn Service>> {
    let names: Vec<_> = all().iter().map(|service| service.name()).collect();
    let service = all().into_iter().find(|service| service.name() == name);
    service.with_context(|| format!("no service is named {name}: there are {}", names.join(", ")))
}

/// Those with a database.
pub fn with_database() -> Vec<Box<dyn Service>> {
    all().into_iter().filter(|service| service.migrations().is_some()).collect()
}

/// Which service binds to which topics in this installation.
pub fn topology(settings: &Settings) -> anyhow::Result<Topology> {
    for name in settings.services.iter().flatten() {
        named(name).context("VESTIBULE_SERVICES")?;
    }
    Ok(kit::process::topology(&all(), settings))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_service_of_the_list_is_built_and_no_other() {
        let built: Vec<_> = all().iter().map(|service| service.name()).collect();
        assert_eq!(built, kit::services::names());
    }
}
