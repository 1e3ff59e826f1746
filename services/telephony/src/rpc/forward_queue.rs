//! Queues of numbers and forward rules.
use forwarding::Queue;
use proto::vestibule::telephony::v1::ForwardQueue;

use crate::store::related::TrunkNames;

pub fn decode(queues: Vec<ForwardQueue>) -> Vec<Queue> {
    queues.into_iter().map(Queue::from_api).collect()
}

pub fn encode(queues: Vec<Queue>, trunk_names: &TrunkNames) -> Vec<ForwardQueue> {
    queues.into_iter().map(|queue| queue.into_api(|id| trunk_names.get(&id).cloned())).collect()
}
