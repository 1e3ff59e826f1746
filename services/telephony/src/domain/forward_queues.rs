//! What queues name: it must be seen by whoever names it.
use forwarding::Queue;

/// Every virtual number that the queues name, once.
pub fn numbers(queues: &[Queue]) -> Vec<String> {
    let mut numbers: Vec<String> = queues.iter().flat_map(|queue| queue.numbers.iter().cloned()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// Every trunk that they name, once.
pub fn trunks(queues: &[Queue]) -> Vec<i64> {
    let mut trunks: Vec<i64> = queues.iter().flat_map(|queue| &queue.params.trunk_numbers).filter_map(|outside| outside.trunk_id).collect();
    trunks.sort_unstable();
    trunks.dedup();
    trunks
}

/// Whether they ring anybody outside.
pub fn goes_outside(queues: &[Queue]) -> bool {
    queues.iter().any(|queue| !queue.params.trunk_numbers.is_empty())
}
