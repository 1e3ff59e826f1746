//! The state of the SIP service, from that of its parts.

#[derive(Clone, Debug)]
pub struct PartStatus {
    /// edge, media or call_control.
    pub name: &'static str,
    pub version: Option<String>,
    /// None while the part answers.
    pub error: Option<String>,
}

impl PartStatus {
    pub fn is_ready(&self) -> bool {
        self.error.is_none()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServiceState {
    Running,
    Degraded,
    Stopped,
    Restarting,
}

impl ServiceState {
    /// Without the edge no phone is reached; without another part, some calls fail.
    pub fn new(parts: &[PartStatus], is_restarting: bool) -> ServiceState {
        if is_restarting {
            ServiceState::Restarting
        } else if !parts.iter().any(|part| part.name == "edge" && part.is_ready()) {
            ServiceState::Stopped
        } else if parts.iter().all(PartStatus::is_ready) {
            ServiceState::Running
        } else {
            ServiceState::Degraded
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(edge: bool, media: bool, call_control: bool, is_restarting: bool) -> ServiceState {
        let parts = [("edge", edge), ("media", media), ("call_control", call_control)];
        let parts = parts.map(|(name, is_ready)| PartStatus { name, version: None, error: (!is_ready).then(|| "away".into()) });
        ServiceState::new(&parts, is_restarting)
    }

    #[test]
    fn the_service_runs_when_every_part_does() {
        assert_eq!(state(true, true, true, false), ServiceState::Running);
    }

    #[test]
    fn a_part_that_is_away_degrades_it_and_the_edge_stops_it() {
        assert_eq!(state(true, false, true, false), ServiceState::Degraded);
        assert_eq!(state(true, true, false, false), ServiceState::Degraded);
        assert_eq!(state(false, true, true, false), ServiceState::Stopped);
    }

    #[test]
    fn a_restart_hides_the_state_of_the_parts() {
        assert_eq!(state(false, true, true, true), ServiceState::Restarting);
        assert_eq!(state(true, true, true, true), ServiceState::Restarting);
    }
}
