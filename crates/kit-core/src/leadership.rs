//! Whether this process does the work that only one replica of a service needs to do.
use std::future::pending;

use tokio::sync::watch;

/// Such work is safe when two replicas do it, by its transactions; a leader only saves the others the effort.
#[derive(Clone)]
pub struct Leadership {
    leads: Option<watch::Receiver<bool>>,
    holder: Option<watch::Receiver<String>>,
}

impl Leadership {
    /// Of a process without replicas, or without an election.
    pub fn sole() -> Self {
        Leadership { leads: None, holder: None }
    }

    /// Of a process that takes part in an election.
    pub fn elected(leads: watch::Receiver<bool>) -> Self {
        Leadership { leads: Some(leads), holder: None }
    }

    /// `holder`: who leads, as the election knows it.
    pub fn with_holder(self, holder: watch::Receiver<String>) -> Self {
        Leadership { holder: Some(holder), ..self }
    }

    /// Name of the replica that leads, for people; empty while there is none, None without an election.
    pub fn holder(&self) -> Option<String> {
        self.holder.as_ref().map(|holder| holder.borrow().clone())
    }

    pub fn is_held(&self) -> bool {
        self.leads.as_ref().is_none_or(|leads| *leads.borrow() || leads.has_changed().is_err())
    }

    /// Returns as soon as it is held. When the election has ended, it is held.
    pub async fn held(&self) {
        if let Some(leads) = &self.leads {
            leads.clone().wait_for(|leads| *leads).await.ok();
        }
    }

    /// Returns when it was gained or lost since the last call.
    pub async fn changed(&mut self) {
        let Some(leads) = &mut self.leads else { return pending().await };
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
    fn the_holder_is_known_where_there_is_an_election() {
        let ((_says, leads), (_tells, holder)) = (watch::channel(false), watch::channel("site-access-1".to_string()));
        assert_eq!(Leadership::elected(leads).with_holder(holder).holder().as_deref(), Some("site-access-1"));
        assert_eq!(Leadership::sole().holder(), None);
    }

    #[test]
    fn where_nobody_says_who_leads_everybody_does() {
        let (says, leads) = watch::channel(false);
        let leadership = Leadership::elected(leads);
        drop(says);
        assert!(leadership.is_held() && leadership.held().now_or_never().is_some());
    }
}
