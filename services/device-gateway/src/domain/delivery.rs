//! Whether a device has come to hold what it should, or to hold no more what it should not.
use time::OffsetDateTime;

/// What is known of one item on one device.
#[derive(Clone, Debug, Default)]
pub struct DeliveryFacts {
    /// Hash of the body that it should hold.
    pub desired_hash: Option<String>,
    /// Why the platform does not send the item.
    pub not_sent: Option<String>,
    pub desired_at: Option<OffsetDateTime>,
    /// Hash of the body that it holds.
    pub actual_hash: Option<String>,
    pub confirmed_at: Option<OffsetDateTime>,
    /// The device's word for why it refused a body, and the hash of that body.
    pub error: Option<String>,
    pub error_hash: Option<String>,
    pub error_at: Option<OffsetDateTime>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeliveryState {
    /// The device holds the item as it should be, or has given it back.
    Confirmed,
    /// The device does not know yet.
    Waiting,
    /// The device does not hold the item, and it is not sent again until something changes.
    Refused,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// Whether the device should hold the item.
    pub is_wanted: bool,
    pub state: DeliveryState,
    /// Of the confirmation, of the refusal, or since when the item waits; none where nobody knows.
    pub at: Option<OffsetDateTime>,
    pub error: Option<String>,
}

/// None where the device never had to do with the item.
pub fn delivery(facts: DeliveryFacts) -> Option<Delivery> {
    let is_wanted = facts.desired_hash.is_some();
    let waiting = |at| Some(Delivery { is_wanted, state: DeliveryState::Waiting, at, error: None });
    let refused = |at, error| Some(Delivery { is_wanted, state: DeliveryState::Refused, at, error });
    let confirmed = |at| Some(Delivery { is_wanted, state: DeliveryState::Confirmed, at, error: None });
    if is_wanted {
        if facts.actual_hash == facts.desired_hash {
            return confirmed(facts.confirmed_at);
        }
        if facts.error_hash == facts.desired_hash {
            return refused(facts.error_at, facts.error);
        }
        return waiting(facts.desired_at);
    }
    if facts.actual_hash.is_some() {
        // It still opens the door.
        return waiting(None);
    }
    if facts.not_sent.is_some() {
        return refused(facts.desired_at, facts.not_sent);
    }
    facts.confirmed_at.and_then(|at| confirmed(Some(at)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    fn state(facts: DeliveryFacts) -> Option<(bool, DeliveryState)> {
        delivery(facts).map(|delivery| (delivery.is_wanted, delivery.state))
    }

    #[test]
    fn an_item_is_confirmed_only_as_it_should_be_now() {
        let at = Some(OffsetDateTime::UNIX_EPOCH);
        let held = DeliveryFacts { desired_hash: hash("new"), actual_hash: hash("new"), confirmed_at: at, ..Default::default() };
        assert_eq!(delivery(held.clone()), Some(Delivery { is_wanted: true, state: DeliveryState::Confirmed, at, error: None }));
        assert_eq!(state(DeliveryFacts { actual_hash: hash("old"), ..held.clone() }), Some((true, DeliveryState::Waiting)));
        assert_eq!(state(DeliveryFacts { actual_hash: hash(""), ..held.clone() }), Some((true, DeliveryState::Waiting)));
        assert_eq!(state(DeliveryFacts { actual_hash: None, ..held }), Some((true, DeliveryState::Waiting)));
    }

    #[test]
    fn a_refusal_counts_for_the_body_that_was_refused() {
        let facts = DeliveryFacts { desired_hash: hash("new"), error: hash("full"), error_hash: hash("new"), ..Default::default() };
        assert_eq!(delivery(facts.clone()).unwrap().error.as_deref(), Some("full"));
        assert_eq!(state(facts.clone()), Some((true, DeliveryState::Refused)));
        assert_eq!(state(DeliveryFacts { error_hash: hash("old"), ..facts }), Some((true, DeliveryState::Waiting)));
    }

    #[test]
    fn what_is_not_wanted_waits_until_it_is_given_back() {
        let held = DeliveryFacts { actual_hash: hash("old"), not_sent: hash("unsupported_type"), ..Default::default() };
        assert_eq!(state(held.clone()), Some((false, DeliveryState::Waiting)));
        assert_eq!(state(DeliveryFacts { actual_hash: None, ..held }), Some((false, DeliveryState::Refused)));
        let given_back = DeliveryFacts { confirmed_at: Some(OffsetDateTime::UNIX_EPOCH), ..Default::default() };
        assert_eq!(state(given_back), Some((false, DeliveryState::Confirmed)));
        assert_eq!(delivery(DeliveryFacts::default()), None);
    }
}
