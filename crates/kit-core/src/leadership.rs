//! Whether this process does the work that only one replica of a service needs to do.
use std::future::pending;

use tokio::sync::watch;

/// Such work is safe when two replicas do it, by its transactions; a leader only saves the others the effort.
#[derive(Clone)]
pub struct Leadership(Option<watch::Receiver<bool>>);

impl Leadership {
    /// Of a process without replicas, or without an election.
    pub fn sole() -> Self {
        Leadership(None)
    }

    /// Of a process that takes part in an election.
    pub fn elected(leads: watch::Receiver<bool>) -> Self {
        Leadership(Some(leads))
    }

    pub fn is_held(&self) -> bool {
        self.0.as_ref().is_none_or(|leads| *leads.borrow() || leads.has_changed().is_err())
    }

    /// Returns as soon as it is held. When the election has ended, it is held.
    pub async fn held(&self) {
        if let Some(leads) = &self.0 {
            leads.clone().wait_for(|leads| *leads).await.ok();
        }
    }

    /// Returns when it was gained or lost since the last call.
    pub async fn changed(&mut self) {
        let Some(leads) = &mut self.0 else { return pending().await };
        if leads.changed().await.is_err() {
            pending().await
        }
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    #[test]
    fn who_is_alone_leads() {
        let leadership = Leadership::sole();
        assert!(leadership.is_held() && leadership.held().now_or_never().is_some());
    }

    #[test]
    fn who_is_elected_leads_until_it_is_not() {
        let (says, leads) = watch::channel(false);
        let mut leadership = Leadership::elected(leads);
        assert!(!leadership.is_held() && leadership.held().now_or_never().is_none());
        says.send_replace(true);
        assert!(leadership.is_held() && leadership.held().now_or_never().is_some());
        assert!(leadership.changed().now_or_never().is_some());
        says.send_replace(false);
        assert!(!leadership.is_held());
    }

    #[test]
    fn where_nobody_says_who_leads_everybody_does() {
        let (says, leads) = watch::channel(false);
        let leadership = Leadership::elected(leads);
        drop(says);
        assert!(leadership.is_held() && leadership.held().now_or_never().is_some());
    }
}
