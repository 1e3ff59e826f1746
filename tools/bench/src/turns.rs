//! Limit and ours in short turns, one after the other: the machine's speed moves by half within minutes, and so affects both alike.
use anyhow::Result;

/// What ours and the limit gave in two turns that followed each other.
#[derive(Clone, Debug)]
pub struct Pair<T> {
    pub ours: T,
    pub limit: T,
}

impl<T> Pair<T> {
    pub fn map<U>(&self, of: impl Fn(&T) -> U) -> Pair<U> {
        Pair { ours: of(&self.ours), limit: of(&self.limit) }
    }
}

/// Takes `count` turns of each. Every second pair begins with ours, so that neither is always the first.
pub async fn alternate<T>(count: usize, limit: impl AsyncFn() -> Result<T>, ours: impl AsyncFn() -> Result<T>) -> Result<Vec<Pair<T>>> {
    let mut pairs = Vec::with_capacity(count);
    for turn in 0..count {
        pairs.push(if turn % 2 == 0 {
            let limit = limit().await?;
            Pair { ours: ours().await?, limit }
        } else {
            let ours = ours().await?;
            Pair { ours, limit: limit().await? }
        });
    }
    Ok(pairs)
}

/// The ratios of pairs: the median, and how far the others lie around it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratios {
    pub median: f64,
    pub least: f64,
    pub most: f64,
}

impl Ratios {
    pub fn new(pairs: &[Pair<f64>]) -> Self {
        let ratios: Vec<f64> = pairs.iter().map(|pair| pair.ours / pair.limit.max(f64::EPSILON)).collect();
        let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
        let most = ratios.iter().copied().fold(0.0, f64::max);
        Ratios { median: median(ratios), least, most }
    }

    /// The distance between the least and the most, as a share of the median.
    pub fn spread(&self) -> f64 {
        (self.most - self.least) / self.median.max(f64::EPSILON)
    }
}

pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    match values.len() {
        0 => 0.0,
        count if count % 2 == 1 => values[count / 2],
        count => (values[count / 2 - 1] + values[count / 2]) / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[tokio::test]
    async fn neither_is_always_the_first() {
        let order = RefCell::new(String::new());
        let turn = async |name: char| {
            order.borrow_mut().push(name);
            Ok(1.0)
        };
        let pairs = alternate(3, async || turn('l').await, async || turn('o').await).await.unwrap();
        assert_eq!((pairs.len(), order.into_inner().as_str()), (3, "loollo"));
    }

    #[test]
    fn a_slow_minute_moves_the_spread_and_not_the_median() {
        let pairs = [(70.0, 100.0), (35.0, 50.0), (72.0, 100.0), (20.0, 100.0), (68.0, 100.0)].map(|(ours, limit)| Pair { ours, limit });
        let ratios = Ratios::new(&pairs);
        assert_eq!((ratios.median, ratios.least, ratios.most), (0.7, 0.2, 0.72));
        assert!(ratios.spread() > 0.7);
    }

    #[test]
    fn the_median_of_an_even_number_lies_between_the_middle_two() {
        assert_eq!(median(vec![4.0, 1.0, 3.0, 2.0]), 2.5);
    }
}
